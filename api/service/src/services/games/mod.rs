//! The operations on games.

mod commands;

use async_recursion::async_recursion as boxed;
use std::sync::Arc;

use pegout_engine::game::{Crash, Event, EventKind, Game, GameId, GameSummary, ShownEvent};
use serde::Serialize;
use utoipa::ToSchema;

use super::Core;
use crate::auth::caller::Caller;
use crate::auth::rate_limit::FreeGames;
use crate::eventlog::repository::VersionedEvent;
use crate::eventlog::snapshot::{Rendered, Snapshot, Subscription};
use crate::problem::Problem;
use crate::services::players::player_names::PlayerNames;
use pegout_model::token::Token;

pub use commands::GameOutcome;

/// An event of a game with its version.
#[derive(Serialize, ToSchema)]
#[schema(as = Recorded)]
pub struct RecordedEvent {
    /// Its place, from 1.
    version: u64,
    /// The event with its time and author.
    #[serde(flatten)]
    event: ShownEvent,
    /// The other sides' pegs that this peg has thrown in crash cribbage, as of now. Left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    crashes: Vec<Crash>,
}

/// The operations on games.
#[derive(Clone)]
pub struct GameService {
    pub(super) core: Arc<Core>,
    pub(super) free_games: Arc<FreeGames>,
}

impl GameService {
    /// The same service with these limits on games without a night.
    pub fn with_bounds(self, free_games: Arc<FreeGames>) -> GameService {
        GameService { free_games, ..self }
    }

    /// A new id for a game.
    pub fn new_id(&self) -> GameId {
        GameId::from_bytes(self.core.ids.next())
    }

    /// A new token for a scorer.
    pub fn new_token(&self) -> Token {
        Token::random(&*self.core.random)
    }

    /// The state of a game.
    #[boxed(?Send)]
    pub async fn game(&self, id: GameId) -> Result<Arc<Game>, Problem> {
        Ok(self.published(id).await?.state)
    }

    async fn published(&self, id: GameId) -> Result<Snapshot<Game>, Problem> {
        match self.core.log.games.snapshot(id).await? {
            Some(snapshot) => Ok(snapshot),
            None => self.no_game(id).await,
        }
    }

    /// Fails with the problem of a removed game, or of an id that no game has.
    async fn no_game<T>(&self, id: GameId) -> Result<T, Problem> {
        Err(if self.core.log.is_removed(id).await? { Problem::game_removed() } else { Problem::no_such_game() })
    }

    /// Loads the names of the players if the game belongs to a night. Other games have no players of the league.
    async fn ensure_names(&self, id: GameId) -> Result<(), Problem> {
        match self.core.log.games.snapshot(id).await? {
            Some(game) if game.state.setup().night().is_some() => {
                let players = game.state.setup().sides.iter().flat_map(|side| &side.players);
                Ok(self.core.names.ensure_known(players.filter_map(|player| player.parse().ok())).await?)
            }
            _ => Ok(()),
        }
    }

    /// Refreshes the game from the store if a client has seen a newer version than the version in memory.
    async fn catch_up(&self, id: GameId, seen: u64) -> Result<(), Problem> {
        let is_stale = self.core.log.games.cached_version(id).is_some_and(|cached| cached < seen);
        if is_stale { Ok(self.core.log.refresh([id.into()]).await?) } else { Ok(()) }
    }

    /// The game at this version or later, if the store has this version.
    #[boxed(?Send)]
    pub async fn snapshot_since(&self, id: GameId, seen: u64) -> Result<Rendered, Problem> {
        self.catch_up(id, seen).await?;
        self.snapshot(id).await
    }

    /// The current state of the game.
    pub async fn snapshot(&self, id: GameId) -> Result<Rendered, Problem> {
        self.ensure_names(id).await?;
        Ok(render(&self.core.names, &self.published(id).await?))
    }

    /// Subscribes to a game at this version or later, if the store has this version. Also returns a future that ends
    /// when the game is removed.
    pub async fn subscribe(
        &self,
        id: GameId,
        seen: u64,
    ) -> Result<(Subscription<Snapshot<Game>>, impl Future<Output = ()> + use<>), Problem> {
        self.catch_up(id, seen).await?;
        self.ensure_names(id).await?;
        let Some(entry) = self.core.log.games.entry(id).await? else { return self.no_game(id).await };
        let names = self.core.names.clone();
        let mut removed = entry.removed.subscribe();
        let removal = async move { drop(removed.wait_for(|is_removed| *is_removed).await) };
        let render = move |snapshot: &Snapshot<Game>| render(&names, snapshot);
        Ok((Subscription::new(entry.published.subscribe(), entry, render), removal))
    }

    /// The events after a version, the oldest first.
    #[boxed(?Send)]
    pub async fn history(&self, id: GameId, after: u64) -> Result<Vec<RecordedEvent>, Problem> {
        self.ensure_names(id).await?;
        let Some(events) = self.core.log.games.history(id).await? else { return self.no_game(id).await };
        // The crashes come from the state, which may be older than the events: another server may have stored the
        // newest peg.
        self.catch_up(id, events.last().map_or(0, |newest| newest.version)).await?;
        let state = self.game(id).await?;
        let is_league = state.setup().night().is_some();
        let named = |recorded: VersionedEvent<Event>| {
            let mut event = state.shown(recorded.event);
            if is_league {
                self.core.names.name_event(&mut event);
            }
            let crashes = match &event.kind {
                EventKind::Pegged(peg) => state.crashes(peg.id).to_vec(),
                _ => Vec::new(),
            };
            RecordedEvent { version: recorded.version, event, crashes }
        };
        Ok(events.into_iter().filter(|recorded| recorded.version > after).map(named).collect())
    }

    /// The summary of a game at this version or later, if the store has this version.
    #[boxed(?Send)]
    pub async fn summary(&self, id: GameId, seen: u64) -> Result<GameSummary, Problem> {
        self.catch_up(id, seen).await?;
        Ok(self.game(id).await?.summary())
    }

    /// Notes a version of a night's game that the service lost, if the caller may change the game: a stranger may send
    /// any number. `caller` is awaited only for a lost version.
    pub async fn note_seen(
        &self,
        id: GameId,
        seen: u64,
        caller: impl Future<Output = Option<Caller>>,
    ) -> Result<(), Problem> {
        let log = &self.core.log;
        let Some(entry) = log.games.entry(id).await? else { return Ok(()) };
        let game = entry.published.borrow().state.clone();
        let Some(night) = game.setup().night().filter(|_| game.version() < seen) else { return Ok(()) };
        let Some(caller) = caller.await else { return Ok(()) };
        let state = log.nights.snapshot(night).await?.map(|snapshot| snapshot.state);
        let is_of_table = caller.authorize(&game, state.as_deref(), None, self.core.clock.now()).is_ok();
        if is_of_table && log.lost_changes.note(id, seen, game.version()) {
            log.announce(night.into());
        }
        Ok(())
    }
}

fn render(names: &PlayerNames, snapshot: &Snapshot<Game>) -> Rendered {
    snapshot.rendered(|game| {
        let mut view = game.view();
        if game.setup().night().is_some() {
            names.name_view(&mut view);
            Rendered::with_digest(game.version(), &view)
        } else {
            Rendered::with_version(game.version(), &view)
        }
    })
}
