//! The history of a game.

use pegout_engine::game::{Crash, Event, EventKind, GameId, ShownEvent};
use serde::Serialize;
use utoipa::ToSchema;

use super::GameService;
use super::service::no_game;
use crate::eventlog::repository::Recorded;
use crate::problem::Problem;

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

impl GameService {
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
}
