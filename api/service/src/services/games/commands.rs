//! The commands on games.

use async_recursion::async_recursion as boxed;
use std::net::IpAddr;
use std::sync::Arc;

use pegout_engine::game::{
    Action, Command, Event, Game, GameId, LatestChange, Metadata, Refusal, RematchRequest, Role, Setup,
};
use pegout_league::night::Night;
use serde_json::json;

use super::GameService;
use crate::auth::caller::Caller;
use crate::auth::right::Right;
use crate::eventlog::snapshot::Rendered;
use crate::eventlog::{Committed, Transaction};
use crate::problem::Problem;
use crate::services::Effect;
use pegout_model::token::Token;
use pegout_store::PlainRow;

/// The outcome of a request.
pub struct GameOutcome {
    /// The game after the request.
    pub game: Rendered,
    /// The effect of the request.
    pub effect: Effect,
}

impl GameService {
    /// Begins a game whose score `token` keeps. `by` is the name that the caller gives; the limits count `address`.
    #[boxed(?Send)]
    pub async fn begin(
        &self,
        setup: Setup,
        by: Option<String>,
        token: &Token,
        address: IpAddr,
    ) -> Result<GameOutcome, Problem> {
        let (id, hash, service) = (setup.game, token.hash(), self.clone());
        let committed = self.core.log.execute(id, async move |transaction| {
            let at = service.core.clock.now();
            let metadata = Metadata { at, by: by.clone(), role: Role::Scorer, token: Some(hash.id()) };
            match transaction.game(id).await? {
                Some(game) => game.decide_begin(&setup, &metadata)?,
                None => {
                    service.check_unused(transaction, id).await?;
                    let begun = Game::begin(setup.clone(), metadata)?;
                    transaction.insert(PlainRow::Scorer(hash));
                    service.stage_free_game(transaction, begun, setup.clone(), address)?;
                }
            }
            Ok::<_, Problem>(())
        });
        self.outcome(id, committed.await?).await
    }

    /// Carries out a caller's command on a game, and updates the later games of its match.
    #[boxed(?Send)]
    pub async fn command(
        &self,
        id: GameId,
        caller: Caller,
        by: Option<String>,
        action: Action,
    ) -> Result<GameOutcome, Problem> {
        self.command_based_on(id, caller, by, None, action).await
    }

    /// Carries out a command that was made at this version of the game. Refuses a coordinator's command if another
    /// session has changed the game's end since that version.
    #[boxed(?Send)]
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
        let service = self.clone();
        let committed = self.core.log.execute(id, async move |transaction| {
            let (game, night) = service.game_and_night(transaction, id).await?;
            let now = service.core.clock.now();
            let metadata = match caller.repeats(&game, &action, by.clone(), now) {
                Some(metadata) => metadata,
                None => {
                    let metadata = caller.authorize(&game, night.as_deref(), by.clone(), now)?;
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
            let is_repeat = events.as_ref().is_ok_and(Vec::is_empty);
            let change = based_on.and_then(|version| game.result_changed_since(version, metadata.token));
            if let Some(change) = change.filter(|_| !is_repeat) {
                return Err(service.changed_meanwhile(&game, change));
            }
            transaction.append_game(id, events.map_err(|refusal| service.core.names.name_refusal(&game, refusal))?);
            carry_tallies(transaction, &game, &metadata).await?;
            if night.is_none() {
                service.count_events(transaction, caller.address);
            }
            Ok::<_, Problem>(replaces)
        });
        let committed = committed.await?;
        let replaces = committed.value;
        let mut outcome = self.outcome(id, committed).await?;
        if replaces && outcome.effect == Effect::Created {
            outcome.effect = Effect::Replaced;
        }
        Ok(outcome)
    }

    /// Begins the rematch of the game `old`.
    #[boxed(?Send)]
    pub async fn begin_rematch(
        &self,
        old: GameId,
        request: RematchRequest,
        caller: Caller,
        by: Option<String>,
    ) -> Result<GameOutcome, Problem> {
        self.ensure_names(old).await?;
        let (new, service) = (request.game, self.clone());
        let committed = self.core.log.execute(old, async move |transaction| {
            let (game, night) = service.game_and_night(transaction, old).await?;
            let metadata = caller.authorize(&game, night.as_deref(), by.clone(), service.core.clock.now())?;
            let action = Action::BeginRematch(request.clone());
            let events = game.decide(Command { metadata: metadata.clone(), action });
            let events = events.map_err(|refusal| service.core.names.name_refusal(&game, refusal))?;
            // A repeat reads the rematch too, so that its response has the newest version.
            transaction.game(new).await?;
            if !events.is_empty() {
                let setup = game.rematch(&request)?;
                service.check_unused(transaction, new).await?;
                let begun = Game::begin(setup.clone(), metadata)?;
                transaction.append_game(old, events);
                service.stage_free_game(transaction, begun, setup, caller.address)?;
            }
            Ok::<_, Problem>(())
        });
        self.outcome(new, committed.await?).await
    }

    async fn outcome<T>(&self, id: GameId, committed: Committed<T>) -> Result<GameOutcome, Problem> {
        let effect = Effect::of(committed.changed.contains(&id.into()));
        Ok(GameOutcome { game: self.snapshot(id).await?, effect })
    }

    /// The problem of a game whose end was changed after the command was made.
    fn changed_meanwhile(&self, game: &Game, change: &LatestChange) -> Problem {
        let (mut view, mut by) = (game.view(), change.metadata.by.clone());
        if game.setup().night().is_some() {
            self.core.names.name_view(&mut view);
            by = by.map(|by| self.core.names.expand_ids(&by));
        }
        Problem::changed_meanwhile(Some(change.metadata.at), by, json!(view))
    }

    /// Refuses the id of another stream or of a removed game. The stream must have been read before.
    async fn check_unused(&self, transaction: &Transaction, id: GameId) -> Result<(), Problem> {
        if !transaction.is_empty_stream(id) {
            return Err(Refusal::GameIdTaken { game: id }.into());
        }
        if self.core.log.is_removed(id).await? { Err(Problem::game_removed()) } else { Ok(()) }
    }

    /// Stages a new game without a night. The limits of this address count the game.
    fn stage_free_game(
        &self,
        transaction: &mut Transaction,
        begun: Event,
        setup: Setup,
        address: IpAddr,
    ) -> Result<(), Problem> {
        let reservation = self.free_games.reserve(address)?;
        transaction.on_commit(move || reservation.commit());
        transaction.insert(PlainRow::FreeGame { id: setup.game, scorer: setup.scorer(), at: begun.metadata.at });
        transaction.append_game(setup.game, vec![begun]);
        self.count_events(transaction, address);
        Ok(())
    }

    /// Counts the staged events from this address after they are stored.
    fn count_events(&self, transaction: &mut Transaction, address: IpAddr) {
        let (events, free_games) = (transaction.count_events(), self.free_games.clone());
        if events > 0 {
            transaction.on_commit(move || free_games.count_events(address, events));
        }
    }

    /// Reads a game and its night.
    async fn game_and_night(
        &self,
        transaction: &mut Transaction,
        id: GameId,
    ) -> Result<(Arc<Game>, Option<Arc<Night>>), Problem> {
        let Some(game) = transaction.game(id).await? else { return self.no_game(id).await };
        let night = match game.setup().night() {
            Some(night) => Some(transaction.night(night).await?.ok_or_else(Problem::no_such_night)?),
            None => None,
        };
        Ok((game, night))
    }
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
