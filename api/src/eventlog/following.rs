//! The changes of other servers on the same database, which are taken over into memory.

use std::collections::BTreeMap;

use super::{Change, EventLog};
use crate::store::{AppendError, Stale, StoreError, StreamId};

impl EventLog {
    /// Takes over what another server has appended to a stream, up to this version, and tells it.
    pub async fn catch_up(&self, stream: StreamId, version: u64) -> Result<(), StoreError> {
        if self.held(stream).is_some_and(|held| held < version) {
            self.reload(&[Stale { stream, found: version }]).await?;
            self.tell_change(stream);
        }
        Ok(())
    }

    /// Compares everything in memory with the database, and takes over what is newer there.
    pub async fn compare(&self) -> Result<(), StoreError> {
        let games = self.games.held().into_iter().map(|(id, version)| (StreamId::Game(id), version));
        let nights = self.nights.held().into_iter().map(|(id, version)| (StreamId::Night(id), version));
        let held: BTreeMap<StreamId, u64> = games.chain(nights).collect();
        if held.is_empty() {
            return Ok(());
        }
        match self.store.check(held).await {
            Ok(()) => Ok(()),
            Err(AppendError::Store(error)) => Err(error),
            Err(AppendError::Conflict(stale)) => {
                let mut outcome = Ok(());
                for stale in stale {
                    // One that cannot be read keeps none of the others back.
                    match self.reload(std::slice::from_ref(&stale)).await {
                        Ok(()) => self.tell_change(stale.stream),
                        Err(error) => outcome = Err(error),
                    }
                }
                outcome
            }
        }
    }

    fn held(&self, stream: StreamId) -> Option<u64> {
        match stream {
            StreamId::Game(id) => self.games.version_held(id),
            StreamId::Night(id) => self.nights.version_held(id),
        }
    }

    /// Tells listeners that a stream has new events.
    pub(super) fn tell_change(&self, stream: StreamId) {
        // Nobody listens while no night is watched.
        let _ = self.changes.send(Change::Stream(stream));
    }
}
