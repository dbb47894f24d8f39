//! The operations on nights.

use std::sync::Arc;
use std::time::Duration;

use pegout_engine::Time;
use pegout_engine::game::{Game, GameId};
use pegout_engine::league::night::{
    Action, Command, Consequence, DrawWay, EntryAction, Event, EventKind, Excuse, NewEntry, NewRound, Night, Refusal,
    RoundPreview, Schedule,
};
use pegout_engine::league::{CommandId, GameResult, GameResults, NightId, PlayerId, SeasonId, Seed, Settings};

use super::Effect;
use super::based_on::has_effect;
use super::draw_seeds::DrawSeeds;
use super::night_feed::{NightFeeds, NightSnapshot};
use super::night_list::NightSummaries;
use super::night_report::{NightReport, Revision};
use super::phone_service;
use super::players::player_names::PlayerNames;
use crate::auth::caller::{Author, Caller};
use crate::auth::sessions::Sessions;
use crate::clock::Clock;
use crate::eventlog::repository::Recorded;
use crate::eventlog::snapshot::Subscription;
use crate::eventlog::{EventLog, Transaction, uncancellable};
use crate::id::Ids;
use crate::model::join_code::JoinKeys;
use crate::model::merges::Merges;
use crate::problem::{Problem, ProblemType};
use crate::random::{self, Random};
use crate::store::{FactKind, NightRow, PlainRow, Store};

/// The time for which the tokens of phones outlive their night.
const PHONE_TOKEN_GRACE: Duration = Duration::from_secs(24 * 3600);

/// The operations on nights.
#[derive(Clone)]
pub struct NightService {
    pub(super) log: Arc<EventLog>,
    pub(super) store: Arc<dyn Store>,
    pub(super) names: Arc<PlayerNames>,
    pub(super) sessions: Arc<Sessions>,
    pub(super) feeds: NightFeeds,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) random: Arc<dyn Random>,
    pub(super) summaries: Arc<NightSummaries>,
    pub(super) ids: Arc<Ids>,
}

/// A request to draw the next round.
#[derive(Clone, Copy)]
pub struct RoundDraw {
    /// The number of the round; `None` for the next.
    pub number: Option<u16>,
    /// The id of the request.
    pub id: Option<CommandId>,
    /// The way in which the round comes about.
    pub way: DrawWay,
    /// The seed; `None` for that of the preview.
    pub seed: Option<Seed>,
}

impl RoundDraw {
    fn new_round(self, seed: Seed, games: Vec<GameId>, settings: Settings) -> NewRound {
        let RoundDraw { number, id, way, .. } = self;
        NewRound { number, id, way, seed, games, settings }
    }
}

/// The id of a request, and the version of the night that it was made at.
#[derive(Clone, Copy, Default)]
pub struct RequestOrigin {
    /// The id.
    pub id: Option<CommandId>,
    /// The version.
    pub based_on: Option<u64>,
}

/// The outcome of a command.
pub struct NightOutcome {
    /// The night before it.
    pub before: Arc<Night>,
    /// The effect on the night.
    pub effect: Effect,
}

impl NightService {
    /// A night.
    pub async fn night(&self, id: NightId) -> Result<Arc<Night>, Problem> {
        Ok(self.log.nights.snapshot(id).await?.ok_or_else(Problem::no_such_night)?.state)
    }

    /// All nights, or those of a season, in no order.
    pub async fn nights(&self, season: Option<SeasonId>) -> Result<Vec<Arc<Night>>, Problem> {
        let ids = self.store.night_ids(season).await?;
        self.log.nights.preload(ids.iter().copied()).await;
        let mut nights = Vec::new();
        for id in ids {
            nights.push(self.night(id).await?);
        }
        Ok(nights)
    }

    /// The reports of these nights.
    pub async fn reports(&self, nights: &[Arc<Night>]) -> Result<Vec<NightReport>, Problem> {
        self.log.games.preload(nights.iter().flat_map(|night| night.games_ever())).await;
        let mut reports = Vec::new();
        for night in nights {
            reports.push(self.report(night.schedule().night).await?);
        }
        Ok(reports)
    }

    /// A night with the results of its games, at these versions or later where the store has them.
    pub async fn report_since(&self, id: NightId, seen: Revision) -> Result<NightReport, Problem> {
        NightReport::load_since(&self.log, &*self.store, &self.names, id, seen).await
    }

    /// A night with the results of its games.
    pub async fn report(&self, id: NightId) -> Result<NightReport, Problem> {
        NightReport::load(&self.log, &*self.store, &self.names, id).await
    }

    /// The code and the secret that phones join a night with.
    pub async fn join_keys(&self, id: NightId) -> Result<JoinKeys, Problem> {
        self.night(id).await?;
        self.store.join_keys(id).await?.ok_or_else(Problem::unavailable)
    }

    /// The night as it is, and each state after it, as this caller sees it; `None` for a stranger.
    pub async fn subscribe(
        &self,
        id: NightId,
        caller: Option<Caller>,
        seen: Revision,
    ) -> Result<Subscription<NightSnapshot>, Problem> {
        self.report_since(id, seen).await?;
        self.feeds.subscribe(id, caller).await
    }

    /// All events of a night itself, the oldest first.
    pub async fn history(&self, id: NightId) -> Result<Vec<Recorded<Event>>, Problem> {
        self.names.ensure_loaded().await?;
        self.log.nights.history(id).await?.ok_or_else(Problem::no_such_night)
    }

    /// The name of a player.
    pub fn name(&self, player: PlayerId) -> String {
        self.names.get(player)
    }

    /// Schedules a night, and returns it with its join code. With the id of a night that was scheduled before it returns
    /// that night, and changes nothing.
    pub async fn schedule(
        &self,
        schedule: Schedule,
        author: Author,
    ) -> Result<(NightReport, JoinKeys, Effect), Problem> {
        if self.log.nights.snapshot(schedule.night).await?.is_some() {
            return self.scheduled_before(schedule.night).await;
        }
        // Loaded first: once the night is stored, nothing may fail that would have it scheduled again.
        let league = self.store.league().await?;
        self.names.ensure_loaded().await?;
        let (id, service) = (schedule.night, self.clone());
        let row = NightRow { id, season: schedule.season, keys: JoinKeys::random(&*self.random) };
        let committed = self.log.execute(id, async move |transaction| {
            let metadata = author.metadata(service.clock.now());
            match transaction.night(id).await? {
                Some(night) => {
                    night.decide_begin(&metadata)?;
                    return Ok(None);
                }
                None if !transaction.is_free(id) => return Err(Refusal::NightIdTaken { night: id }.into()),
                None => {
                    service.check_season(transaction, &schedule).await?;
                    transaction.append_night(id, vec![Night::begin(schedule.clone(), metadata)?]);
                    transaction.add(PlainRow::Night(row));
                }
            }
            Ok::<_, Problem>(transaction.night(id).await?)
        });
        match committed.await?.value {
            Some(night) => {
                Ok((NightReport::of_scheduled(night, league, self.names.clone()), row.keys, Effect::Created))
            }
            None => self.scheduled_before(id).await,
        }
    }

    /// The outcome of a repeated request to schedule a night.
    async fn scheduled_before(&self, id: NightId) -> Result<(NightReport, JoinKeys, Effect), Problem> {
        Ok((self.report(id).await?, self.join_keys(id).await?, Effect::Unchanged))
    }

    /// A new id for a night.
    pub fn new_id(&self) -> NightId {
        NightId::from_bytes(self.ids.next())
    }

    /// Carries out a command of the coordinator's other than the draw of a round.
    pub async fn command(&self, id: NightId, author: Author, action: Action) -> Result<NightOutcome, Problem> {
        self.command_based_on(id, author, None, action).await
    }

    /// Carries out a command that was made at this version of the night.
    pub async fn command_based_on(
        &self,
        id: NightId,
        author: Author,
        based_on: Option<u64>,
        action: Action,
    ) -> Result<NightOutcome, Problem> {
        self.execute(id, author, based_on, async move |_: &mut Transaction, _: &Night| Ok(action.clone())).await
    }

    /// The player whom a player counts as.
    pub async fn person(&self, player: PlayerId) -> Result<PlayerId, Problem> {
        Ok(self.store.merges().await?.into_iter().collect::<Merges>().person(player))
    }

    /// Checks a player in, or notes facts and excuses of one who is.
    pub async fn check_in(
        &self,
        id: NightId,
        author: Author,
        player: PlayerId,
        action: EntryAction,
        excuse: Option<Excuse>,
        origin: RequestOrigin,
    ) -> Result<NightOutcome, Problem> {
        let returns = action == EntryAction::Arrive;
        let service = self.clone();
        let enter = async move |transaction: &mut Transaction, night: &Night| {
            let member = match service.store.player(player).await? {
                Some(known) => {
                    transaction.rely(id, FactKind::Player(player));
                    known.active_member
                }
                // A fee can be noted also when the person was forgotten meanwhile, but nobody is there who could come back.
                None if night.entry(player).is_some_and(|entry| !(entry.left && returns)) => false,
                None => return Err(Problem::new(ProblemType::NotFound, format!("There is no player {player}."))),
            };
            Ok(Action::Enter(NewEntry { player, member, action, excuse: excuse.clone(), id: origin.id }))
        };
        self.execute(id, author, origin.based_on, enter).await
    }

    /// Draws the next round; with its number or an id, a repeat is harmless. Everything left to chance is drawn from the
    /// seed of the preview, unless the night has changed since it was shown.
    pub async fn draw_round(&self, id: NightId, author: Author, draw: RoundDraw) -> Result<NightOutcome, Problem> {
        let settings = self.store.league().await?.settings;
        let (service, seeds) = (self.clone(), self.draw_seeds().await);
        let action = async move |_: &mut Transaction, night: &Night| {
            let game = || GameId::from_bytes(service.ids.next());
            let games = std::iter::repeat_with(game).take(night.next_table_count()).collect();
            let seed = draw.seed.unwrap_or_else(|| seeds.of(night));
            Ok(Action::DrawRound(draw.new_round(seed, games, settings.clone())))
        };
        self.execute(id, author, None, action).await
    }

    /// The next round as [`NightService::draw_round`] will draw it unless the night changes before.
    pub async fn preview_round(&self, id: NightId, draw: RoundDraw) -> Result<RoundPreview, Problem> {
        let settings = self.store.league().await?.settings;
        let report = self.report(id).await?;
        let seed = self.draw_seeds().await.of(&report.night);
        report.preview_round(&draw.new_round(seed, Vec::new(), settings))
    }

    /// The seeds of draws that are shown before.
    pub(super) async fn draw_seeds(&self) -> DrawSeeds {
        DrawSeeds::load(&*self.store, self.new_seed()).await
    }

    /// A new seed for a draw.
    pub fn new_seed(&self) -> Seed {
        Seed::from_bytes(random::bytes(&*self.random))
    }

    pub(super) async fn execute(
        &self,
        id: NightId,
        author: Author,
        based_on: Option<u64>,
        action: impl AsyncFn(&mut Transaction, &Night) -> Result<Action, Problem> + 'static,
    ) -> Result<NightOutcome, Problem> {
        let service = self.clone();
        uncancellable(async move {
            let (clock, names) = (service.clock.clone(), service.clone());
            let committed = service.log.execute(id, async move |transaction| {
                let metadata = author.metadata(clock.now());
                let before = transaction.night(id).await?.ok_or_else(Problem::no_such_night)?;
                let persons = transaction.persons(id);
                let mut action = action(transaction, &before).await?;
                action.map_players(&|player| persons.person(player));
                let results =
                    if needs_results(&action) { game_results(transaction, &before).await? } else { GameResults::new() };
                let change = based_on.and_then(|version| before.changed_since(&action, version, metadata.token));
                let events = before.decide(Command { metadata: metadata.clone(), action: action.clone() }, &results);
                if let Some(change) = change.filter(|_| has_effect(&events)) {
                    return Err(names.changed_meanwhile(id, &action, change).await);
                }
                let is_changed = has_effect(&events);
                if is_changed && !author.precondition().allows_version(before.version()) {
                    return Err(Problem::not_at_version(before.version()));
                }
                let events = events.map_err(|refusal| names.name_refusal(refusal))?;
                for (game, consequence) in before.consequences(&events) {
                    let found = transaction.game(game).await?;
                    let follow = match (consequence, found) {
                        (Consequence::Begin(setup), None) => vec![Game::begin(setup, metadata.clone())?],
                        (Consequence::Change(action), Some(game)) => {
                            game.decide(pegout_engine::game::Command { metadata: metadata.clone(), action })?
                        }
                        (Consequence::Begin(_), Some(_)) | (Consequence::Change(_), None) => {
                            return Err(Problem::unavailable());
                        }
                    };
                    transaction.append_game(game, follow);
                }
                let phone_expiry = events.iter().find_map(|event| phone_expiry(event, metadata.at));
                if let Some(at) = phone_expiry {
                    transaction.add(PlainRow::ExpirePhones { night: id, at });
                }
                transaction.append_night(id, events);
                Ok::<_, Problem>((before, phone_expiry.is_some(), is_changed))
            });
            let committed = committed.await?;
            let (before, changes_phones, is_changed) = committed.value;
            if changes_phones {
                service.sessions.invalidate_where(|grant| phone_service::is_phone_of(grant, id));
            }
            Ok(NightOutcome { before, effect: if is_changed { Effect::Created } else { Effect::Unchanged } })
        })
        .await
    }
}

/// Returns true for an action that depends on the results of the night's games.
const fn needs_results(action: &Action) -> bool {
    match action {
        Action::DrawRound(_)
        | Action::TakeBackRound { .. }
        | Action::Swap { .. }
        | Action::Reseat(_)
        | Action::AddTable(_)
        | Action::Finish { .. } => true,
        Action::Change(_)
        | Action::Cancel { .. }
        | Action::Reinstate
        | Action::Notify { .. }
        | Action::Enter(_)
        | Action::Withdraw { .. }
        | Action::DrawFiftyFifty { .. }
        | Action::PayOut(_)
        | Action::VoidFiftyFifty { .. }
        | Action::Reopen { .. } => false,
    }
}

/// The results of all games of a night. Their versions are expected at the append, so that a concurrent peg causes a conflict.
async fn game_results(transaction: &mut Transaction, night: &Night) -> Result<GameResults, Problem> {
    let mut results = GameResults::new();
    for (_, table) in night.tables() {
        if let Some(game) = transaction.game(table.game).await? {
            results.insert(table.game, GameResult::new(&game));
        }
    }
    Ok(results)
}

/// The new end of the rights of the night's phones after this event, none for a night that is under way again; `None`
/// where it stays as it was.
fn phone_expiry(event: &Event, now: Time) -> Option<Option<Time>> {
    match event.kind {
        EventKind::Finished(_) => Time::from_millis(now.millis() + PHONE_TOKEN_GRACE.as_millis() as i64).map(Some),
        EventKind::Reopened { .. } => Some(None),
        _ => None,
    }
}
