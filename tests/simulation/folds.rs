//! The folds of all streams, made from the stored events alone as the night goes on.

use std::collections::BTreeMap;

use pegout_engine::game::{Game, GameId};
use pegout_league::Night;

use super::stored_log;
use crate::eventlog::aggregate::Aggregate;
use pegout_model::player::Merge;
use pegout_store::{Store, StreamId};

/// The folds of all streams that were read.
#[derive(Default)]
pub struct Folds {
    games: BTreeMap<GameId, Option<Game>>,
    night: Option<Night>,
    /// The merges that the night was folded with.
    merges: Vec<Merge>,
}

impl Folds {
    /// Applies the events of a stream that are new in the store, and returns its version.
    pub async fn advance(&mut self, store: &dyn Store, stream: StreamId) -> Result<u64, String> {
        match stream {
            StreamId::Game(id) => advance(self.games.entry(id).or_default(), store, stream).await,
            StreamId::Night(_) => {
                let merges = stored_log::merges(store).await?;
                if merges != self.merges {
                    (self.night, self.merges) = (None, merges);
                }
                advance(&mut self.night, store, stream).await
            }
            // No request of a simulated night posts to the ledger.
            StreamId::Ledger => Ok(0),
        }
    }

    /// The game of its events so far.
    pub fn game(&self, id: GameId) -> Option<&Game> {
        self.games.get(&id)?.as_ref()
    }

    /// The night of its events so far.
    pub const fn night(&self) -> Option<&Night> {
        self.night.as_ref()
    }
}

async fn advance<A: Aggregate>(state: &mut Option<A>, store: &dyn Store, stream: StreamId) -> Result<u64, String> {
    let known = state.as_ref().map_or(0, A::version);
    let events = stored_log::resolved::<A>(store, stream, known).await?;
    for event in &events {
        match state {
            Some(state) => state.apply(event),
            None => *state = A::begin(event),
        }
    }
    Ok(known + events.len() as u64)
}
