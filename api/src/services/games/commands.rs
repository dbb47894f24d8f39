//! The commands on games.

use std::net::IpAddr;
use std::sync::Arc;

use pegout_engine::game::{
    Action, Command, Event, Game, GameId, LastChange, Metadata, Refusal, RematchRequest, Role, Setup,
};
use pegout_league::night::Night;
use serde_json::json;

use super::GameService;
use super::service::no_game;
use crate::auth::caller::Caller;
use crate::auth::rate_limit::FreeGames;
use crate::auth::right::Right;
use crate::eventlog::snapshot::Rendered;
use crate::eventlog::{Committed, EventLog, Transaction};
use crate::problem::Problem;
use crate::services::Effect;
use crate::services::players::player_names::PlayerNames;
use pegout_model::token::Token;
use pegout_store::PlainRow;

/// The outcome of a request.
pub struct GameOutcome {
    /// The game after it.
    pub game: Rendered,
    /// The effect on what the request names.
    pub effect: Effect,
}

impl GameService {
    /// Begins a game whose score `token` keeps. `by` is the name that the caller gives, `address` that of the limits.
    pub async fn begin(
        &self,
        setup: Setup,
        by: Option<String>,
        token: &Token,
        address: IpAddr,
    ) -> Result<GameOutcome, Problem> {
        let (id, hash, clock) = (setup.game, token.hash(), self.clock.clone());
        let (log, free_games) = (self.log.clone(), self.free_games.clone());
        let committed = self.log.execute(id, async move |transaction| {
            let metadata = Metadata { at: clock.now(), by: by.clone(), role: Role::Scorer, token: Some(hash.id()) };
            match transaction.game(id).await? {
                Some(game) => game.decide_begin(&setup, &metadata)?,
                None if !transaction.is_free(id) => return Err(Refusal::GameIdTaken { game: id }.into()),
                None if log.is_removed(id).await? => return Err(Problem::game_removed()),
                None => {
                    let begun = Game::begin(setup.clone(), metadata)?;
                    transaction.add(PlainRow::Scorer(hash));
                    stage_free_game(transaction, begun, setup.clone(), &free_games, address)?;
                }
            }
            Ok::<_, Problem>(())
        });
        self.outcome(id, committed.await?).await
    }

    /// Carries out a command of a caller's on a game, and what follows from it for the games after it in the match.
    pub async fn command(
        &self,
        id: GameId,
        caller: Caller,
        by: Option<String>,
        action: Action,
    ) -> Result<GameOutcome, Problem> {
        self.command_based_on(id, caller, by, None, action).await
    }

    /// Carries out a command that was made at this version of the game. It is refused where another session has changed since
    /// how the game has ended, if it comes from the coordinator.
    pub async fn command_based_on(
        &self,
        id: GameId,
        caller: Caller,
        by: Option<String>,
        based_on: Option<u64>,
        action: Action,
    ) -> Result<GameOutcome, Problem> {
        self.ensure_names(id).await?;
        let based_on = based_on.filter(|_| caller.has(Right::ScoreTables));
        let (names, clock) = (self.names.clone(), self.clock.clone());
        let (log, free_games, address) = (self.log.clone(), self.free_games.clone(), caller.address);
        let committed = self.log.execute(id, async move |transaction| {
            let (game, night) = game_and_night(&log, transaction, id).await?;
            let metadata = match caller.repeats(&game, &action, by.clone(), clock.now()) {
                Some(metadata) => metadata,
                None => {
                    let metadata = caller.authorize(&game, night.as_deref(), by.clone(), clock.now())?;
                    caller.check_may(&action, night.as_deref())?;
                    if let Action::Confirm(confirmation) = &action {
                        caller.check_speaks_for(confirmation.side, &game, night.as_deref())?;
                    }
                    metadata
                }
            };
            let replaces = matches!(action, Action::EnterResult { .. }) && game.has_result();
            let command = Command { metadata: metadata.clone(), action: action.clone() };
            let events = match &night {
                Some(night) => night.decide_game(&game, command),
                None => game.decide(command),
            };
            let change = based_on.and_then(|version| game.result_changed_since(version, metadata.token));
            let is_repeat = events.as_ref().is_ok_and(Vec::is_empty);
            if let Some(change) = change.filter(|_| !is_repeat) {
                return Err(changed_meanwhile(&names, &game, change));
            }
            transaction.append_game(id, events.map_err(|refusal| names.name_refusal(&game, refusal))?);
            carry_tallies(transaction, &game, &metadata).await?;
            if night.is_none() {
                count_events(transaction, &free_games, address);
            }
            Ok::<_, Problem>(replaces)
        });
        let committed = committed.await?;
        let replaces = committed.value;
        let outcome = self.outcome(id, committed).await?;
        let is_replaced = replaces && outcome.effect == Effect::Created;
        Ok(GameOutcome { effect: if is_replaced { Effect::Replaced } else { outcome.effect }, ..outcome })
    }

    /// Begins the rematch of the game `old`.
    pub async fn begin_rematch(
        &self,
        old: GameId,
        request: RematchRequest,
        caller: Caller,
        by: Option<String>,
    ) -> Result<GameOutcome, Problem> {
        self.ensure_names(old).await?;
        let (new, names, clock) = (request.game, self.names.clone(), self.clock.clone());
        let (log, free_games, address) = (self.log.clone(), self.free_games.clone(), caller.address);
        let committed = self.log.execute(old, async move |transaction| {
            let (game, night) = game_and_night(&log, transaction, old).await?;
            let metadata = caller.authorize(&game, night.as_deref(), by.clone(), clock.now())?;
            let action = Action::BeginRematch(request.clone());
            let events = game.decide(Command { metadata: metadata.clone(), action });
            let events = events.map_err(|refusal| names.name_refusal(&game, refusal))?;
            // Read for a repeat too, so that it is answered with the newest version.
            transaction.game(new).await?;
            if !events.is_empty() {
                let setup = game.rematch(&request)?;
                if !transaction.is_free(new) {
                    return Err(Refusal::GameIdTaken { game: new }.into());
                }
                if log.is_removed(new).await? {
                    return Err(Problem::game_removed());
                }
                let begun = Game::begin(setup.clone(), metadata)?;
                transaction.append_game(old, events);
                stage_free_game(transaction, begun, setup, &free_games, address)?;
            }
            Ok::<_, Problem>(())
        });
        self.outcome(new, committed.await?).await
    }

    async fn outcome<T>(&self, id: GameId, committed: Committed<T>) -> Result<GameOutcome, Problem> {
        let effect = if committed.changed.contains(&id.into()) { Effect::Created } else { Effect::Unchanged };
        Ok(GameOutcome { game: self.snapshot(id).await?, effect })
    }
}

/// The problem of a game that has ended otherwise meanwhile.
fn changed_meanwhile(names: &PlayerNames, game: &Game, change: &LastChange) -> Problem {
    let (mut view, mut by) = (game.view(), change.metadata.by.clone());
    if game.setup().night().is_some() {
        names.name_view(&mut view);
        by = by.map(|by| names.expand_ids(&by));
    }
    Problem::changed_meanwhile(Some(change.metadata.at), by, json!(view))
}

/// Stages a new game without a night, which counts from this address.
fn stage_free_game(
    transaction: &mut Transaction,
    begun: Event,
    setup: Setup,
    free_games: &Arc<FreeGames>,
    address: IpAddr,
) -> Result<(), Problem> {
    let place = free_games.take_place(address)?;
    transaction.when_stored(move || place.keep());
    transaction.add(PlainRow::FreeGame { id: setup.game, scorer: setup.scorer(), at: begun.metadata.at });
    transaction.append_game(setup.game, vec![begun]);
    count_events(transaction, free_games, address);
    Ok(())
}

/// Counts the staged events from this address once they are stored.
fn count_events(transaction: &mut Transaction, free_games: &Arc<FreeGames>, address: IpAddr) {
    let (events, free_games) = (transaction.count_events(), free_games.clone());
    if events > 0 {
        transaction.when_stored(move || free_games.count_events(address, events));
    }
}

/// A game, and the night that it is played at.
async fn game_and_night(
    log: &EventLog,
    transaction: &mut Transaction,
    id: GameId,
) -> Result<(Arc<Game>, Option<Arc<Night>>), Problem> {
    let Some(game) = transaction.game(id).await? else { return Err(no_game(log, id).await?) };
    let night = match game.setup().night() {
        Some(night) => Some(transaction.night(night).await?.ok_or_else(Problem::no_such_night)?),
        None => None,
    };
    Ok((game, night))
}

/// Carries the tally of a match on to the games that follow.
async fn carry_tallies(transaction: &mut Transaction, game: &Game, metadata: &Metadata) -> Result<(), Problem> {
    let (mut id, mut rematch) = (game.setup().game, game.rematch_id());
    while let Some(next) = rematch {
        let game = transaction.game(id).await?.ok_or_else(Problem::no_such_game)?;
        let following = transaction.game(next).await?.ok_or_else(Problem::no_such_game)?;
        let action = Action::CarryTally { tally: game.rematch_tally() };
        let events = following.decide(Command { metadata: metadata.clone(), action })?;
        if events.is_empty() {
            break;
        }
        transaction.append_game(next, events);
        (id, rematch) = (next, following.rematch_id());
    }
    Ok(())
}
