//! The operations on nights.

use std::sync::Arc;
use std::time::Duration;

use pegout_engine::Time;
use pegout_engine::game::{Game, GameId};
use pegout_engine::league::night::{
    Action, Command, Consequence, EntryAction, Event, EventKind, NewEntry, NewRound, Night, Refusal, Schedule,
};
use pegout_engine::league::{CommandId, GameResult, GameResults, NightId, PlayerId, SeasonId, Seed};

use super::Effect;
use super::night_feed::NightFeeds;
use super::night_report::NightReport;
use super::phone_service;
use super::player_names::PlayerNames;
use crate::auth::caller::Coordinator;
use crate::auth::sessions::Sessions;
use crate::clock::Clock;
use crate::eventlog::repository::Recorded;
use crate::eventlog::snapshot::{Rendered, Subscription};
use crate::eventlog::{EventLog, Transaction, uncancellable};
use crate::id::Ids;
use crate::model::join_code::JoinCode;
use crate::problem::{Problem, ProblemType};
use crate::random::{self, Random};
use crate::store::{NightRow, PlainRow, Store};

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
    pub(super) ids: Arc<Ids>,
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
        let mut nights = Vec::new();
        for id in self.store.night_ids(season).await? {
            nights.push(self.night(id).await?);
        }
        Ok(nights)
    }

    /// A night with the results of its games.
    pub async fn report(&self, id: NightId) -> Result<NightReport, Problem> {
        NightReport::load(&self.log, &*self.store, &self.names, id).await
    }

    /// The code that phones join a night with.
    pub async fn join_code(&self, id: NightId) -> Result<JoinCode, Problem> {
        self.night(id).await?;
        self.store.join_code(id).await?.ok_or_else(Problem::unavailable)
    }

    /// The night as it is, and each state after it.
    pub async fn subscribe(&self, id: NightId) -> Result<Subscription<Rendered>, Problem> {
        self.feeds.subscribe(id).await
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
        coordinator: Coordinator,
    ) -> Result<(NightReport, JoinCode, Effect), Problem> {
        if self.log.nights.snapshot(schedule.night).await?.is_some() {
            return self.scheduled_before(schedule.night).await;
        }
        if let Some(season) = schedule.season
            && self.store.season(season).await?.is_none()
        {
            return Err(Problem::invalid("/season_id", format!("There is no season {season}.")));
        }
        // Loaded first: once the night is stored, nothing may fail that would have it scheduled again.
        let league = self.store.league().await?.settings;
        self.names.ensure_loaded().await?;
        let (id, clock) = (schedule.night, self.clock.clone());
        let row = NightRow { id, season: schedule.season, code: JoinCode::random(&*self.random) };
        let committed = self.log.execute(id, async move |transaction| {
            let metadata = coordinator.metadata(clock.now());
            match transaction.night(id).await? {
                Some(night) => {
                    night.decide_begin(&metadata)?;
                    return Ok(None);
                }
                None if !transaction.is_free(id) => return Err(Refusal::NightIdTaken { night: id }.into()),
                None => {
                    transaction.append_night(id, vec![Night::begin(schedule.clone(), metadata)?]);
                    transaction.add(PlainRow::Night(row));
                }
            }
            Ok::<_, Problem>(transaction.night(id).await?)
        });
        match committed.await?.value {
            Some(night) => {
                Ok((NightReport::of_scheduled(night, league, self.names.clone()), row.code, Effect::Created))
            }
            None => self.scheduled_before(id).await,
        }
    }

    /// The outcome of a repeated request to schedule a night.
    async fn scheduled_before(&self, id: NightId) -> Result<(NightReport, JoinCode, Effect), Problem> {
        Ok((self.report(id).await?, self.join_code(id).await?, Effect::Unchanged))
    }

    /// A new id for a night.
    pub fn new_id(&self) -> NightId {
        NightId::from_bytes(self.ids.next())
    }

    /// Carries out a command of the coordinator's other than the draw of a round.
    pub async fn command(
        &self,
        id: NightId,
        coordinator: Coordinator,
        action: Action,
    ) -> Result<NightOutcome, Problem> {
        self.execute(id, coordinator, move |_| action.clone()).await
    }

    /// Checks a player in, or notes facts about one who is.
    pub async fn check_in(
        &self,
        id: NightId,
        coordinator: Coordinator,
        player: PlayerId,
        action: EntryAction,
    ) -> Result<NightOutcome, Problem> {
        let returns = action == EntryAction::Arrive;
        let member = match self.store.player(player).await? {
            Some(player) => player.active_member,
            // A fee can be noted also when the person was forgotten meanwhile, but nobody is there who could come back.
            None if self.night(id).await?.entry(player).is_some_and(|entry| !(entry.left && returns)) => false,
            None => return Err(Problem::new(ProblemType::NotFound, format!("There is no player {player}."))),
        };
        let entry = NewEntry { player, member, action };
        self.command(id, coordinator, Action::Enter(entry)).await
    }

    /// Draws the next round; with its number or an id, a repeat is harmless. Everything left to chance is drawn from the
    /// seed.
    pub async fn draw_round(
        &self,
        id: NightId,
        coordinator: Coordinator,
        number: Option<u16>,
        command: Option<CommandId>,
        seed: Seed,
    ) -> Result<NightOutcome, Problem> {
        let settings = self.store.league().await?.settings;
        let service = self.clone();
        let action = move |night: &Night| {
            let game = || GameId::from_bytes(service.ids.next());
            let games = std::iter::repeat_with(game).take(night.next_table_count()).collect();
            Action::DrawRound(NewRound { number, id: command, seed, games, settings: settings.clone() })
        };
        self.execute(id, coordinator, action).await
    }

    /// A new seed for a draw.
    pub fn new_seed(&self) -> Seed {
        Seed::from_bytes(random::bytes(&*self.random))
    }

    /// Withdraws a player from every night that is not over.
    pub async fn withdraw_everywhere(&self, player: PlayerId, coordinator: &Coordinator) -> Result<(), Problem> {
        for id in self.store.night_ids(None).await? {
            let night = self.night(id).await?;
            let is_present = night.entry(player).is_some_and(|entry| !entry.left);
            if is_present && night.check_active().is_ok() {
                self.command(id, coordinator.clone(), Action::Withdraw { player }).await?;
            }
        }
        Ok(())
    }

    async fn execute(
        &self,
        id: NightId,
        coordinator: Coordinator,
        action: impl Fn(&Night) -> Action + 'static,
    ) -> Result<NightOutcome, Problem> {
        let service = self.clone();
        uncancellable(async move {
            let clock = service.clock.clone();
            let committed = service.log.execute(id, async move |transaction| {
                let metadata = coordinator.metadata(clock.now());
                let before = transaction.night(id).await?.ok_or_else(Problem::no_such_night)?;
                let action = action(&before);
                let results =
                    if needs_results(&action) { game_results(transaction, &before).await? } else { GameResults::new() };
                let events = before.decide(Command { metadata: metadata.clone(), action }, &results)?;
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
                let is_finished = events.iter().any(|event| matches!(event.kind, EventKind::Finished(_)));
                if is_finished && let Some(at) = phone_expiry(metadata.at) {
                    transaction.add(PlainRow::ExpirePhones { night: id, at });
                }
                transaction.append_night(id, events);
                Ok::<_, Problem>((before, is_finished))
            });
            let committed = committed.await?;
            let (before, is_finished) = committed.value;
            if is_finished {
                service.sessions.invalidate_where(|grant| phone_service::is_phone_of(grant, id));
            }
            let is_changed = committed.changed.contains(&id.into());
            Ok(NightOutcome { before, effect: if is_changed { Effect::Created } else { Effect::Unchanged } })
        })
        .await
    }
}

/// Returns true for an action that depends on the results of the night's games.
const fn needs_results(action: &Action) -> bool {
    match action {
        Action::DrawRound(_) | Action::Swap { .. } | Action::Finish { .. } => true,
        Action::Change(_)
        | Action::Cancel { .. }
        | Action::Reinstate
        | Action::Enter(_)
        | Action::Withdraw { .. }
        | Action::DrawFiftyFifty { .. }
        | Action::VoidFiftyFifty { .. } => false,
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

fn phone_expiry(finished_at: Time) -> Option<Time> {
    Time::from_millis(finished_at.millis() + PHONE_TOKEN_GRACE.as_millis() as i64)
}
