//! Nights and seasons together with the results of their games, as callers see them.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use pegout_engine::game::{GameId, Metadata};
use pegout_league::ledger::NightBooks;
use pegout_league::night::{
    Money, NewRound, Night, NightView, Refusal, Reseat, ReseatPreview, RoundPreview, StandingsRow,
};
use pegout_league::{GameResult, GameResults, NightId, PlayerId, SeasonRow, SeasonRules, Settings, season_standings};
use serde::Serialize;

use crate::auth::caller::Caller;
use crate::auth::caller::{Viewer, Visibility};
use crate::eventlog::snapshot::Snapshot;
use crate::problem::Problem;
use crate::services::Core;
use crate::services::players::player_names::PlayerNames;
use pegout_model::league::League;
use pegout_model::league::Season;
use pegout_store::StreamId;

/// A night, the results of its games, and the names of its players.
pub struct NightReport {
    /// The night.
    pub night: Arc<Night>,
    /// The versions that it shows.
    pub revision: Revision,
    /// The numbers of the states that it shows, and of the names.
    states: Vec<u64>,
    results: GameResults,
    /// The numbers of changes that phones of its games still have, and the service lost.
    lost: BTreeMap<GameId, u64>,
    league: Settings,
    pub(super) is_public: bool,
    names: Arc<PlayerNames>,
    /// Its games. They stay in memory with the report, because only games in memory are compared with the database.
    _held: Vec<Held>,
}

type Held = Arc<dyn Any + Send + Sync>;

/// The versions of a night and its games. A response is newer than another response if one of its numbers is greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Revision {
    /// The version of the night.
    pub night: u64,
    /// The sum of the versions of all its games, also of games whose draws were taken back.
    pub games: u64,
}

impl Revision {
    /// Returns true if this revision includes every change in `other`.
    pub const fn has_seen(self, other: Revision) -> bool {
        self.night >= other.night && self.games >= other.games
    }
}

impl NightReport {
    /// Loads the report of a night at these versions or later, as far as the store has them.
    pub(super) async fn load_since(core: &Core, id: NightId, seen: Revision) -> Result<NightReport, Problem> {
        let log = &core.log;
        let mut report = NightReport::load(core, id).await?;
        let mut refreshed = None;
        // The greater of two sums may lack a peg that the smaller sum includes. If servers share a store, the store
        // decides.
        let mut is_compared = !log.is_shared() || seen == Revision::default();
        // A newer night may have games that were not looked at.
        while !(is_compared && report.revision.has_seen(seen)) && refreshed != Some(report.revision.night) {
            is_compared = true;
            refreshed = Some(report.revision.night);
            let games = report.night.games_ever().map(StreamId::Game);
            log.refresh(games.chain([StreamId::Night(id)])).await?;
            report = NightReport::load(core, id).await?;
        }
        Ok(report)
    }

    /// Loads the report of a night.
    pub(super) async fn load(core: &Core, id: NightId) -> Result<NightReport, Problem> {
        NightReport::load_in(core, id, core.store.league().await?).await
    }

    /// Loads the report of a night in this league, which is read once for many nights.
    pub(super) async fn load_in(core: &Core, id: NightId, league: League) -> Result<NightReport, Problem> {
        let Core { log, names, .. } = core;
        let Snapshot { state: night, number, .. } =
            log.nights.snapshot(id).await?.ok_or_else(Problem::no_such_night)?;
        let entries = night.entries().iter().chain(night.withdrawn());
        names.ensure_known(entries.map(|entry| entry.player).chain(night.stood_for())).await?;
        let newest_names = names.changes();
        // One query for all games, not one for each game.
        log.games.preload(night.games_ever()).await;
        let mut states = vec![newest_names, number];
        let mut results = GameResults::new();
        let mut lost = BTreeMap::new();
        let mut held: Vec<Held> = Vec::new();
        let mut revision = Revision { night: night.version(), games: 0 };
        for id in night.games_ever() {
            if let Some(entry) = log.games.entry(id).await? {
                let game = entry.published.borrow().clone();
                held.push(entry);
                revision.games += game.state.version();
                states.push(game.number);
                if let Some(changes) = log.lost_changes.of_game(id, game.state.version()) {
                    states.push(changes);
                    lost.insert(id, changes);
                }
                if night.table_of(id).is_some() {
                    results.insert(id, GameResult::new(&game.state));
                }
            }
        }
        let scheduled = NightReport::of_scheduled(night, league, names.clone());
        Ok(NightReport { revision, states, results, lost, _held: held, ..scheduled })
    }

    /// The report of a night without games. The night has the settings of this league until it begins.
    pub(super) fn of_scheduled(night: Arc<Night>, league: League, names: Arc<PlayerNames>) -> NightReport {
        let League { settings, is_public, .. } = league;
        let revision = Revision { night: night.version(), games: 0 };
        NightReport {
            night,
            revision,
            states: Vec::new(),
            results: GameResults::new(),
            lost: BTreeMap::new(),
            league: settings,
            is_public,
            names,
            _held: Vec::new(),
        }
    }

    /// The report as it would be if these games were called off.
    pub fn without(mut self, games: &[GameId]) -> NightReport {
        let played = self.results.iter_mut().filter(|(game, _)| games.contains(game));
        played.for_each(|(_, result)| *result = GameResult::called_off());
        self
    }

    /// The report as it would be if a game had this result. A game of another night changes nothing.
    pub fn with_result(mut self, game: GameId, result: GameResult) -> NightReport {
        self.results.entry(game).and_modify(|entry| *entry = result);
        self
    }

    fn viewer(&self, caller: Option<&Caller>) -> Viewer {
        Viewer::new(caller, self.is_public)
    }

    /// The night as this caller sees it. A caller of `None` is a stranger.
    pub fn view_for(&self, caller: Option<&Caller>) -> NightView {
        visible_night(self.view(), self.viewer(caller))
    }

    /// Everything that the view of this caller is made of. Two reports with the same sources have the same view.
    pub fn sources(&self, caller: Option<&Caller>) -> impl Serialize + use<> {
        (self.states.clone(), self.league.clone(), self.viewer(caller))
    }

    /// The night with everything.
    pub fn view(&self) -> NightView {
        let mut view = self.night.view(&self.results, &self.league, &|player| self.name(player));
        for table in view.rounds.iter_mut().flat_map(|round| &mut round.tables) {
            table.lost_changes = self.lost.get(&table.game_id).copied();
            table.result.iter_mut().for_each(|result| self.names.name_result(result));
        }
        view
    }

    /// The next round as this command would draw it.
    pub fn preview_round(&self, new: &NewRound) -> Result<RoundPreview, Problem> {
        Ok(self.night.preview_round(new, &self.results, &|player| self.name(player))?)
    }

    /// The effects that a change of seats would have.
    pub fn preview_reseat(&self, metadata: Metadata, new: Reseat) -> Result<ReseatPreview, Refusal> {
        self.night.preview_reseat(metadata, new, &self.results, &self.league, &|player| self.name(player))
    }

    /// The standings as this caller sees them. A caller of `None` is a stranger.
    pub fn standings_for(&self, caller: Option<&Caller>) -> Vec<StandingsRow> {
        let (mut rows, viewer) = (self.standings(), self.viewer(caller));
        for row in &mut rows {
            row.prize = viewer.prizes.of(row.player_id, row.prize);
            row.prize_at_finish = viewer.prizes.of(row.player_id, row.prize_at_finish);
        }
        rows
    }

    /// The standings with everything.
    pub fn standings(&self) -> Vec<StandingsRow> {
        self.night.standings(&self.results, &self.league, &|player| self.name(player))
    }

    /// The money.
    pub fn money(&self) -> Money {
        self.night.money(&self.results, &self.league, &|player| self.name(player))
    }

    /// The money that the night has put into the box.
    pub fn books(&self) -> NightBooks {
        NightBooks::new(&self.night, &self.results, &self.league)
    }

    /// The name of a player.
    pub fn name(&self, player: PlayerId) -> String {
        self.names.get(player)
    }
}

/// A season and the reports of its finished nights.
pub struct SeasonReport {
    /// The season.
    pub season: Season,
    /// The finished nights.
    pub nights: Vec<NightReport>,
    /// True in a league that everybody sees.
    pub is_public: bool,
}

impl SeasonReport {
    /// The standings as this caller sees them. A caller of `None` is a stranger.
    pub fn standings_for(&self, caller: Option<&Caller>) -> Vec<SeasonRow> {
        let Season { best_of, minimum_nights, average, card, counts, from_points, .. } = self.season;
        let counted = self.nights.iter().filter(|report| report.night.card(&report.league) == card);
        let nights: Vec<_> = counted.map(NightReport::standings).collect();
        let from_points = from_points.unwrap_or(0).into();
        let (best_of, minimum_nights) = (best_of.map(usize::from), usize::from(minimum_nights));
        let rules = SeasonRules { card, counts, from_points, best_of, minimum_nights, average };
        let (mut rows, viewer) = (season_standings(&nights, rules), self.viewer(caller));
        for row in &mut rows {
            row.money_won = viewer.prizes.of(row.player_id, row.money_won);
        }
        rows
    }

    /// Everything that the standings of this caller are made of. Two reports with the same sources have the same
    /// standings.
    pub fn sources(&self, caller: Option<&Caller>) -> impl Serialize + use<'_> {
        let nights: Vec<_> = self.nights.iter().map(|night| night.sources(caller)).collect();
        (&self.season, nights, self.viewer(caller))
    }

    fn viewer(&self, caller: Option<&Caller>) -> Viewer {
        Viewer::new(caller, self.is_public)
    }
}

/// The night as this audience sees it.
pub(super) fn visible_night(mut view: NightView, viewer: Viewer) -> NightView {
    for entry in &mut view.entries {
        entry.paid = viewer.paid.of(entry.player_id, entry.paid);
        entry.pots = viewer.paid.of(entry.player_id, entry.pots.take());
        entry.changed = viewer.paid.of(entry.player_id, entry.changed.take());
    }
    if viewer.paid != Visibility::Everybody {
        view.withdrawn.clear();
    }
    if !viewer.losses {
        let tables = view.rounds.iter_mut().flat_map(|round| &mut round.tables);
        tables.for_each(|table| table.lost_changes = None);
    }
    if let Some(draw) = &mut view.fifty_fifty {
        draw.amount = viewer.prizes.of(draw.player_id, draw.amount);
    }
    view
}
