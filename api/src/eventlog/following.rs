//! The changes of other servers on the same database, which are taken over into memory.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::timeout;

use super::{Change, EventLog};
use pegout_store::{AppendError, StoreError, StreamId};

/// The longest wait of a read that may not go back behind what its client has seen.
const REFRESH_TIMEOUT: Duration = Duration::from_secs(1);

impl EventLog {
    /// Notes that a stream has this version. Returns true where memory has an older one, which is to be taken over.
    pub fn is_behind(&self, stream: StreamId, version: u64) -> bool {
        let held = self.version_held(stream);
        if held.is_none() {
            // A night that is watched may show it all the same.
            self.tell_change(stream);
        }
        held.is_some_and(|held| held < version)
    }

    /// The versions of everything in memory.
    pub fn held(&self) -> BTreeMap<StreamId, u64> {
        let games = self.games.held().into_iter().map(|(id, version)| (id.into(), version));
        games.chain(self.nights.held().into_iter().map(|(id, version)| (id.into(), version))).collect()
    }

    /// Loads those of these streams again that are in memory, and tells of each. One that cannot be read keeps none of the others
    /// back: the last error is returned.
    pub async fn take_over(&self, streams: Vec<StreamId>) -> Result<(), StoreError> {
        let (mut games, mut nights) = (Vec::new(), Vec::new());
        for stream in streams {
            match stream {
                StreamId::Game(id) => games.push(id),
                StreamId::Night(id) => nights.push(id),
            }
        }
        // Games first: a reader who is told of a night finds them.
        let of_games = self.games.reload_many(games, &|id| self.tell_change(id.into())).await;
        self.nights.reload_many(nights, &|id| self.tell_change(id.into())).await.and(of_games)
    }

    /// Takes over what the database has of these streams and memory has not. Fails where the database of several servers does not
    /// answer within a second.
    pub async fn refresh(&self, streams: impl IntoIterator<Item = StreamId>) -> Result<(), StoreError> {
        let held = |stream: StreamId| Some((stream, self.version_held(stream)?));
        let held: BTreeMap<StreamId, u64> = streams.into_iter().filter_map(held).collect();
        if held.is_empty() {
            return Ok(());
        }
        let refreshed = async {
            match self.store.check(held).await {
                Ok(()) => Ok(()),
                Err(AppendError::Conflict(stale)) => {
                    self.take_over(stale.iter().map(|stale| stale.stream).collect()).await
                }
                Err(AppendError::Store(error)) => Err(error),
            }
        };
        if !self.is_shared {
            return refreshed.await;
        }
        let unanswered = |_| Err(StoreError::Unavailable("the database does not answer within a second".to_owned()));
        timeout(REFRESH_TIMEOUT, refreshed).await.unwrap_or_else(unanswered)
    }

    /// Returns true where other servers change the same database.
    pub const fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// The version of a stream in memory; `None` where it is not there. This is no use of it.
    pub fn version_held(&self, stream: StreamId) -> Option<u64> {
        match stream {
            StreamId::Game(id) => self.games.version_held(id),
            StreamId::Night(id) => self.nights.version_held(id),
        }
    }

    /// Tells listeners that a stream has new events.
    pub fn tell_change(&self, stream: StreamId) {
        // Nobody listens while no night is watched.
        let _ = self.changes.send(Change::Stream(stream));
    }
}
