//! The operations on games.

use std::sync::Arc;

use pegout_engine::game::{Crash, Event, EventKind, Game, GameId, ShownEvent};
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::caller::Caller;
use crate::auth::rate_limit::FreeGames;
use crate::eventlog::EventLog;
use crate::eventlog::repository::Recorded;
use crate::eventlog::snapshot::{Rendered, Snapshot, Subscription};
use crate::problem::Problem;
use crate::services::players::player_names::PlayerNames;
use pegout_model::clock::Clock;
use pegout_model::random::{Ids, Random};
use pegout_model::token::Token;

/// An event of a game with its version.
#[derive(Serialize, ToSchema)]
#[schema(as = Recorded)]
pub struct RecordedEvent {
    /// Its place, from 1.
    version: u64,
    /// The event with its time and author.
    #[serde(flatten)]
    event: ShownEvent,
    /// The pegs of other sides that a peg has thrown on the track of crash cribbage, as the pegs stand now; left out where it
    /// threw none, or was taken back.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    crashes: Vec<Crash>,
}

/// The operations on games.
#[derive(Clone)]
pub struct GameService {
    pub(in crate::services) log: Arc<EventLog>,
    pub(in crate::services) names: Arc<PlayerNames>,
    pub(in crate::services) clock: Arc<dyn Clock>,
    pub(in crate::services) random: Arc<dyn Random>,
    pub(in crate::services) ids: Arc<Ids>,
    pub(in crate::services) free_games: Arc<FreeGames>,
}

impl GameService {
    /// The same service with these bounds on games without a night.
    pub fn with_bounds(self, free_games: Arc<FreeGames>) -> GameService {
        GameService { free_games, ..self }
    }

    /// A new id for a game.
    pub fn new_id(&self) -> GameId {
        GameId::from_bytes(self.ids.next())
    }

    /// A new token for a scorer.
    pub fn new_token(&self) -> Token {
        Token::random(&*self.random)
    }

    /// The state of a game.
    pub async fn game(&self, id: GameId) -> Result<Arc<Game>, Problem> {
        match self.log.games.snapshot(id).await? {
            Some(snapshot) => Ok(snapshot.state),
            None => Err(no_game(&self.log, id).await?),
        }
    }

    /// Loads the names of the players, if the game is one of a night: all others need none.
    pub(super) async fn ensure_names(&self, id: GameId) -> Result<(), Problem> {
        match self.log.games.snapshot(id).await? {
            Some(game) if game.state.setup().night().is_some() => {
                let players = game.state.setup().sides.iter().flat_map(|side| &side.players);
                Ok(self.names.ensure_known(players.filter_map(|player| player.parse().ok())).await?)
            }
            _ => Ok(()),
        }
    }

    /// Takes over what the store has of a game, if somebody has seen more of it than is in memory.
    pub(super) async fn catch_up(&self, id: GameId, seen: u64) -> Result<(), Problem> {
        let is_behind = self.log.games.version_held(id).is_some_and(|held| held < seen);
        if is_behind { Ok(self.log.refresh([id.into()]).await?) } else { Ok(()) }
    }

    /// The game as it is, at this version or later where the store has it.
    pub async fn snapshot_since(&self, id: GameId, seen: u64) -> Result<Rendered, Problem> {
        self.catch_up(id, seen).await?;
        self.snapshot(id).await
    }

    /// The game as it is.
    pub async fn snapshot(&self, id: GameId) -> Result<Rendered, Problem> {
        self.ensure_names(id).await?;
        match self.log.games.snapshot(id).await? {
            Some(snapshot) => Ok(render(&self.names, &snapshot)),
            None => Err(no_game(&self.log, id).await?),
        }
    }

    /// The game as it is, at this version or later if the store has it. Each later state and the moment of its removal follow.
    pub async fn subscribe(
        &self,
        id: GameId,
        seen: u64,
    ) -> Result<(Subscription<Snapshot<Game>>, impl Future<Output = ()> + use<>), Problem> {
        self.catch_up(id, seen).await?;
        self.ensure_names(id).await?;
        let Some(entry) = self.log.games.entry(id).await? else { return Err(no_game(&self.log, id).await?) };
        let names = self.names.clone();
        let mut removed = entry.removed.subscribe();
        let removal = async move { drop(removed.wait_for(|is_removed| *is_removed).await) };
        let render = move |snapshot: &Snapshot<Game>| render(&names, snapshot);
        Ok((Subscription::new(entry.published.subscribe(), entry, render), removal))
    }

    /// The events after a version, the oldest first.
    pub async fn history(&self, id: GameId, after: u64) -> Result<Vec<RecordedEvent>, Problem> {
        self.ensure_names(id).await?;
        let Some(events) = self.log.games.history(id).await? else { return Err(no_game(&self.log, id).await?) };
        // Another server may have stored a peg a moment ago, and with it whom it threw.
        self.catch_up(id, events.last().map_or(0, |newest| newest.version)).await?;
        let state = self.game(id).await?;
        let is_league = state.setup().night().is_some();
        let named = |recorded: Recorded<Event>| {
            let mut event = state.shown(recorded.event);
            if is_league {
                self.names.name_event(&mut event);
            }
            let crashes = match &event.kind {
                EventKind::Pegged(peg) => state.crashes(peg.id).to_vec(),
                _ => Vec::new(),
            };
            RecordedEvent { version: recorded.version, event, crashes }
        };
        Ok(events.into_iter().filter(|recorded| recorded.version > after).map(named).collect())
    }

    /// Notes a version of a night's game that the service lost, if the caller may change the game: a stranger may say any number.
    /// The caller is looked up for a lost version alone.
    pub async fn note_seen(
        &self,
        id: GameId,
        seen: u64,
        caller: impl Future<Output = Option<Caller>>,
    ) -> Result<(), Problem> {
        let Some(entry) = self.log.games.entry(id).await? else { return Ok(()) };
        let game = entry.published.borrow().state.clone();
        let Some(night) = game.setup().night().filter(|_| game.version() < seen) else { return Ok(()) };
        let Some(caller) = caller.await else { return Ok(()) };
        let state = self.log.nights.snapshot(night).await?.map(|snapshot| snapshot.state);
        let is_of_table = caller.authorize(&game, state.as_deref(), None, self.clock.now()).is_ok();
        if is_of_table && self.log.ahead.note(id, seen, game.version()) {
            self.log.tell_change(night.into());
        }
        Ok(())
    }
}

/// The problem of an id that no game has, or none any more.
pub(super) async fn no_game(log: &EventLog, id: GameId) -> Result<Problem, Problem> {
    Ok(if log.is_removed(id).await? { Problem::game_removed() } else { Problem::no_such_game() })
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
