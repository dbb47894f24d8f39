//! A night together with the results of its games.

use std::sync::Arc;

use pegout_engine::league::night::{Money, Night, NightView, StandingsRow};
use pegout_engine::league::{GameResult, GameResults, NightId, PlayerId, Settings};

use super::player_names::PlayerNames;
use crate::eventlog::EventLog;
use crate::problem::Problem;
use crate::store::Store;

/// A night, the results of its games, and the names of its players.
pub struct NightReport {
    /// The night.
    pub night: Arc<Night>,
    results: GameResults,
    league: Settings,
    names: Arc<PlayerNames>,
}

impl NightReport {
    /// Loads the report of a night.
    pub async fn load(
        log: &EventLog,
        store: &dyn Store,
        names: &Arc<PlayerNames>,
        id: NightId,
    ) -> Result<NightReport, Problem> {
        names.ensure_loaded().await?;
        let night = log.nights.snapshot(id).await?.ok_or_else(Problem::no_such_night)?.state;
        let mut results = GameResults::new();
        for (_, table) in night.tables() {
            if let Some(game) = log.games.snapshot(table.game).await? {
                results.insert(table.game, GameResult::new(&game.state));
            }
        }
        // A night that has begun has settings of its own.
        let has_begun = !night.rounds().is_empty();
        let league = if has_begun { Settings::default() } else { store.league().await?.settings };
        Ok(NightReport { night, results, league, names: names.clone() })
    }

    /// The report of a night without games, which goes by these settings of the league until it begins.
    pub fn of_scheduled(night: Arc<Night>, league: Settings, names: Arc<PlayerNames>) -> NightReport {
        NightReport { night, results: GameResults::new(), league, names }
    }

    /// The night as everybody sees it.
    pub fn view(&self) -> NightView {
        self.night.view(&self.results, &self.league, &|player| self.name(player))
    }

    /// The standings.
    pub fn standings(&self) -> Vec<StandingsRow> {
        self.night.standings(&self.results, &self.league, &|player| self.name(player))
    }

    /// The money.
    pub fn money(&self) -> Money {
        self.night.money(&self.results, &self.league, &|player| self.name(player))
    }

    /// The name of a player.
    pub fn name(&self, player: PlayerId) -> String {
        self.names.get(player)
    }
}
