//! The coordinator's commands at a night.

use std::collections::BTreeSet;

use async_recursion::async_recursion as boxed;
use std::sync::Arc;
use std::time::Duration;

use pegout_engine::Time;
use pegout_engine::game::{Game, LatestChange, Metadata};
use pegout_league::ledger::{self, Payment, PostingId};
use pegout_league::night::{
    Action, Command, Consequence, Entry, EntryAction, Event, EventKind, Excuse, NewEntry, Night, Pair, Refusal, Reply,
    ReturnedCard, Status,
};
use pegout_league::{CommandId, GameResult, GameResults, NightId, PlayerId};
use serde_json::{Value, json};

use super::NightService;
use super::report::NightReport;
use crate::auth::caller::Author;
use crate::eventlog::Transaction;
use crate::problem::{Problem, ProblemType};
use crate::services::Effect;
use crate::services::pots::order;
use pegout_store::{ConditionKind, PlainRow};

/// The time for which the tokens of phones outlive their night.
const PHONE_TOKEN_GRACE: Duration = Duration::from_secs(24 * 3600);

/// The id of a request, the version of the night that it was made at, and the way in which money goes with it.
#[derive(Clone, Copy, Default)]
pub struct CommandOrigin {
    /// The id.
    pub id: Option<CommandId>,
    /// The version.
    pub based_on: Option<u64>,
    /// The way of a fee or a prize; `None` for cash, or if no money goes over the table.
    pub payment: Option<Payment>,
}

impl CommandOrigin {
    /// The origin of a request without an id and without money, made at this version of the night.
    pub fn based_on(based_on: Option<u64>) -> CommandOrigin {
        CommandOrigin { based_on, ..CommandOrigin::default() }
    }
}

/// The outcome of a command.
pub struct NightOutcome {
    /// The night before the command.
    pub before: Arc<Night>,
    /// The effect on the night.
    pub effect: Effect,
}

impl NightService {
    /// Carries out a coordinator's command. [`NightService::draw_round`] draws a round instead.
    #[boxed(?Send)]
    pub async fn command(&self, id: NightId, author: Author, action: Action) -> Result<NightOutcome, Problem> {
        self.command_based_on(id, author, None, action).await
    }

    /// Carries out a command that was made at this version of the night.
    #[boxed(?Send)]
    pub async fn command_based_on(
        &self,
        id: NightId,
        author: Author,
        based_on: Option<u64>,
        action: Action,
    ) -> Result<NightOutcome, Problem> {
        self.command_with_money(id, author, CommandOrigin::based_on(based_on), action).await
    }

    /// Carries out a command together with the postings of the ledger that go with it: all of it, or nothing.
    #[boxed(?Send)]
    pub async fn command_with_money(
        &self,
        id: NightId,
        author: Author,
        origin: CommandOrigin,
        action: Action,
    ) -> Result<NightOutcome, Problem> {
        self.execute(id, author, origin, async move |_: &mut Transaction, _: &Night| Ok(action.clone())).await
    }

    /// Checks a player in, or notes facts and excuses of a player who is checked in.
    #[boxed(?Send)]
    pub async fn check_in(
        &self,
        id: NightId,
        author: Author,
        player: PlayerId,
        action: EntryAction,
        excuse: Option<Excuse>,
        origin: CommandOrigin,
    ) -> Result<NightOutcome, Problem> {
        let returns = action == EntryAction::Arrive;
        let service = self.clone();
        let enter = async move |transaction: &mut Transaction, night: &Night| {
            let member = match service.core.store.player(player).await? {
                Some(known) => {
                    transaction.require(id, ConditionKind::Player(player));
                    known.active_member
                }
                // The fee of a forgotten player can still be noted, but a forgotten player cannot come back.
                None if night.entry(player).is_some_and(|entry| !(entry.left && returns)) => false,
                None => return Err(Problem::new(ProblemType::NotFound, format!("There is no player {player}."))),
            };
            let league = service.core.store.league().await?.settings;
            let holds_fee = night.fee_held(player, &league) > 0;
            let (action, excuse, id) = (action.clone(), excuse.clone(), origin.id);
            Ok(Action::Enter(NewEntry { player, member, holds_fee, action, excuse, id }))
        };
        self.execute(id, author, origin, enter).await
    }

    /// Carries out the action that `action` makes from the current state of the night.
    pub(super) async fn execute(
        &self,
        id: NightId,
        author: Author,
        CommandOrigin { based_on, payment, .. }: CommandOrigin,
        action: impl AsyncFn(&mut Transaction, &Night) -> Result<Action, Problem> + 'static,
    ) -> Result<NightOutcome, Problem> {
        let service = self.clone();
        let committed = self.core.log.execute(id, async move |transaction| {
            let metadata = author.metadata(service.core.clock.now());
            let before = transaction.night(id).await?.ok_or_else(Problem::no_such_night)?;
            let merges = transaction.merges_of(id);
            let mut action = action(transaction, &before).await?;
            action.map_players(&|player| merges.person(player));
            let results =
                if needs_results(&action) { game_results(transaction, &before).await? } else { GameResults::new() };
            let events = before.decide(Command { metadata: metadata.clone(), action: action.clone() }, &results);
            let has_effect = has_effect(&events);
            let change = based_on.and_then(|version| before.changed_since(&action, version, metadata.token));
            if let Some(change) = change.filter(|_| has_effect) {
                return Err(service.changed_meanwhile(id, &action, change).await);
            }
            let mut events = events.map_err(|refusal| service.name_refusal(refusal))?;
            if let Action::Cancel { reason } = &action
                && payment.is_some()
                && events.is_empty()
                && before.entries().iter().chain(before.withdrawn()).any(|entry| entry.paid)
            {
                // The fees go back now, if they stayed open with the cancellation.
                let kind = EventKind::Cancelled { reason: reason.clone(), fee: None };
                events.push(Event { metadata: metadata.clone(), kind });
            }
            service.follow_in_ledger(transaction, &before, &mut events, payment).await?;
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
            if let Some(at) = events.iter().find_map(|event| phone_expiry(event, metadata.at)) {
                transaction.insert(PlainRow::ExpirePhones { night: id, at });
                service.core.invalidate_phones_when_stored(transaction, id);
            }
            transaction.append_night(id, events);
            Ok::<_, Problem>(NightOutcome { before, effect: Effect::of(has_effect) })
        });
        Ok(committed.await?.value)
    }

    /// Stages the postings of the ledger that go with these events of a night.
    async fn follow_in_ledger(
        &self,
        transaction: &mut Transaction,
        before: &Night,
        events: &mut Vec<Event>,
        payment: Option<Payment>,
    ) -> Result<(), Problem> {
        let Some(metadata) = events.first().map(|event| event.metadata.clone()) else { return Ok(()) };
        if !events.iter().any(|event| moves_money(before, event, payment)) {
            return Ok(());
        }
        let mut ledger = transaction.ledger().await?;
        transaction.merges_of_ledger().await?;
        let league = self.core.store.league().await?.settings;
        let mut apart = BTreeSet::new();
        for id in ledger.nights_of_pots() {
            let other = self.core.night(id).await?;
            // Another night wins stakes of finished nights alone.
            let is_apart = order(&other) < order(before) || before.status() != Status::Finished;
            apart.extend((id != before.schedule().night && is_apart).then_some(id));
        }
        let new_id = || PostingId::from_bytes(self.core.ids.next());
        let is_apart = |night| apart.contains(&night);
        for action in ledger.follow(before, events, payment, &league, &is_apart, new_id) {
            let posted = ledger.decide(ledger::Command { metadata: metadata.clone(), action })?;
            transaction.append_ledger(posted);
            ledger = transaction.ledger().await?;
        }
        Ok(())
    }

    /// The problem of a part of a night that was changed after the command was made.
    async fn changed_meanwhile(&self, id: NightId, action: &Action, change: &LatestChange) -> Problem {
        match self.report(id).await {
            Ok(report) => {
                let Metadata { at, by, .. } = &change.metadata;
                let by = by.as_deref().map(|by| self.core.names.expand_ids(by));
                Problem::changed_meanwhile(Some(*at), by, current(&report, action))
            }
            Err(problem) => problem,
        }
    }
}

/// Returns true if a decision changes something, or was refused. A request for the current state changes nothing.
fn has_effect(decision: &Result<Vec<Event>, Refusal>) -> bool {
    let is_noted = |event: &Event| matches!(event.kind, EventKind::CommandNoted { .. });
    decision.as_ref().map_or(true, |events| !events.iter().all(is_noted))
}

/// Returns true for an event that may go with a posting of the ledger. Other check-ins do not wait for the ledger.
fn moves_money(before: &Night, event: &Event, payment: Option<Payment>) -> bool {
    let by_credit = payment == Some(Payment::Credit);
    let has_paid = |player: PlayerId| {
        let entries = before.entries().iter().chain(before.withdrawn());
        entries.into_iter().any(|entry| entry.player == player && entry.paid)
    };
    let stakes = |player: PlayerId| before.entry(player).map_or(&[][..], |entry| &entry.pots);
    match &event.kind {
        EventKind::Entered(entry) if stakes(entry.player) != entry.pots => true,
        EventKind::Entered(entry) if entry.paid => by_credit,
        EventKind::Entered(Entry { player, .. }) => has_paid(*player),
        EventKind::Withdrawn { player } => has_paid(*player) || !stakes(*player).is_empty(),
        EventKind::PaidOut(payout) => {
            by_credit || before.noted(payout.player, payout.what).is_some_and(|noted| payout.amount < noted)
        }
        EventKind::Cancelled { .. } => true,
        _ => false,
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
        | Action::Pair { .. }
        | Action::Unpair { .. }
        | Action::Finish { .. } => true,
        Action::Change(_)
        | Action::Cancel { .. }
        | Action::Reinstate
        | Action::Reply(_)
        | Action::Import(_)
        | Action::NoteImport(_)
        | Action::TakeBackImport { .. }
        | Action::ReturnCard { .. }
        | Action::Notify { .. }
        | Action::Enter(_)
        | Action::Withdraw { .. }
        | Action::DrawFiftyFifty { .. }
        | Action::PayOut(_)
        | Action::Settle { .. }
        | Action::VoidFiftyFifty { .. }
        | Action::ClaimHand { .. }
        | Action::Witness(_)
        | Action::TakeBackHand { .. }
        | Action::Reopen { .. } => false,
    }
}

/// The results of all games of a night. Their versions are expected at the append, so that a concurrent peg causes a
/// conflict.
async fn game_results(transaction: &mut Transaction, night: &Night) -> Result<GameResults, Problem> {
    let mut results = GameResults::new();
    for (_, table) in night.tables() {
        if let Some(game) = transaction.game(table.game).await? {
            results.insert(table.game, GameResult::new(&game));
        }
    }
    Ok(results)
}

/// The new end of the rights of the night's phones: `Some(None)` removes the end, because the night was reopened.
/// `None` if the event does not change the end.
fn phone_expiry(event: &Event, now: Time) -> Option<Option<Time>> {
    match event.kind {
        EventKind::Finished(_) => Time::from_millis(now.millis() + PHONE_TOKEN_GRACE.as_millis() as i64).map(Some),
        EventKind::Reopened { .. } => Some(None),
        _ => None,
    }
}

/// The part of the night that an action would change, as it is.
fn current(report: &NightReport, action: &Action) -> Value {
    let night = report.view();
    match action {
        Action::Enter(NewEntry { player, .. }) | Action::Withdraw { player } => {
            json!(night.entries.iter().find(|entry| entry.player_id == *player))
        }
        Action::Reply(Reply { player, .. }) => json!({ "player_id": player, "coming": report.night.reply(*player) }),
        Action::ReturnCard { card: ReturnedCard { player, .. }, league } => {
            json!({ "player_id": player, "returned": report.night.has_returned(*player, league) })
        }
        Action::Pair { pair: Pair { pair, .. }, .. } | Action::Unpair { pair } => {
            let kept = report.night.pair_id(*pair);
            json!(night.pairs.iter().find(|known| known.id == kept))
        }
        Action::Reseat(new) => {
            let round = night.rounds.iter().filter(|round| round.number == new.round);
            let named = |number| new.tables.iter().any(|table| table.number == number);
            let tables = round.flat_map(|round| &round.tables).filter(|table| named(table.number));
            json!(tables.collect::<Vec<_>>())
        }
        Action::DrawFiftyFifty { .. } | Action::VoidFiftyFifty { .. } => json!(night.fifty_fifty),
        Action::PayOut(payout) | Action::Settle { payout, .. } => {
            json!(report.money().players.iter().find(|money| money.player_id == payout.player))
        }
        _ => json!({
            "date": night.date,
            "starts_at": night.starts_at,
            "ends_at": night.ends_at,
            "games_per_night": night.games_per_night,
            "format": night.format,
            "card": night.card,
        }),
    }
}

impl Problem {
    /// Creates the problem of something that another session has changed since the request was made. `by` names the
    /// author, and `at` the time, if they are known.
    pub fn changed_meanwhile(at: Option<Time>, by: Option<String>, current: Value) -> Problem {
        let author = by.as_ref().map_or_else(|| "Another session".to_owned(), |by| format!("“{by}”"));
        let detail =
            format!("{author} has changed this meanwhile. See what it is now, and ask again if it is to be changed.");
        Problem::new(ProblemType::ChangedMeanwhile, detail)
            .member("current", current)
            .member("by", by)
            .member("at", json!(at))
    }
}
