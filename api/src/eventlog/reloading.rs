//! Streams that are in memory, loaded again: somebody else has appended to them, or their events mean something else.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::task::spawn_blocking;

use super::aggregate::Aggregate;
use super::cache::Entry;
use super::repository::{READ_AT_ONCE, Repository, folded};
use super::snapshot::Snapshot;
use pegout_model::player::Merges;
use pegout_store::{StoreError, StoredEvent, StreamId};

/// Returns true for a version that was loaded and takes the place of the one in memory.
type Replaces = fn(loaded: u64, held: u64) -> bool;

/// A stream in memory that is loaded again.
struct Reloaded<A: Aggregate> {
    id: A::Id,
    entry: Arc<Entry<A>>,
    /// The version in memory before the load.
    published: u64,
}

impl<A: Aggregate> Repository<A> {
    /// Loads those of these that are in memory again, many at once, and publishes what is newer. A shorter stream replaces the
    /// published state only if the store lost events that were published before this call: the file is another one. Subscribers
    /// stay on the same entry. Those that could be read are told; one that could not keeps none of the others back, and the last
    /// error is returned.
    pub async fn reload_many(&self, ids: Vec<A::Id>, tell: &dyn Fn(A::Id)) -> Result<(), StoreError> {
        self.reload_as(ids, |loaded, held| loaded > held, tell).await
    }

    /// Loads and publishes the states in memory anew, because other players count as one person. Errors are as those of
    /// [`Repository::reload_many`].
    pub async fn reload_all(&self) -> Result<(), StoreError> {
        // Before it is asked what is in memory: what comes later sees that it began before.
        self.meanings.fetch_add(1, Ordering::SeqCst);
        let held = self.held().into_iter().map(|(id, _)| id).collect();
        self.reload_as(held, |loaded, held| loaded >= held, &|_| ()).await
    }

    /// Loads these streams again where events have got another meaning since this one, which was read before they were.
    pub(super) async fn reload_if_changed(&self, meaning: u64, ids: Vec<A::Id>) -> Result<(), StoreError> {
        if self.meanings.load(Ordering::SeqCst) == meaning {
            return Ok(());
        }
        self.reload_as(ids, |loaded, held| loaded >= held, &|_| ()).await
    }

    async fn reload_as(&self, ids: Vec<A::Id>, replaces: Replaces, tell: &dyn Fn(A::Id)) -> Result<(), StoreError> {
        if ids.is_empty() {
            return Ok(());
        }
        let mut outcome = Ok(());
        for ids in ids.chunks(READ_AT_ONCE) {
            let mut meaning = self.meanings.load(Ordering::SeqCst);
            let mut reloaded = self.reload_batch(ids, replaces, tell).await;
            // The merges that were read may be those of before.
            while reloaded.is_ok() && self.meanings.load(Ordering::SeqCst) != meaning {
                meaning = self.meanings.load(Ordering::SeqCst);
                reloaded = self.reload_batch(ids, |loaded, held| loaded >= held, tell).await;
            }
            match reloaded {
                // One of them is to blame.
                Err(StoreError::Damaged(_)) if ids.len() > 1 => {
                    for id in ids {
                        outcome = self.reload_batch(&[*id], replaces, tell).await.and(outcome);
                    }
                }
                reloaded => outcome = reloaded.and(outcome),
            }
        }
        outcome
    }

    async fn reload_batch(&self, ids: &[A::Id], replaces: Replaces, tell: &dyn Fn(A::Id)) -> Result<(), StoreError> {
        let held = |id: &A::Id| {
            let entry = self.cache.peek(*id)?;
            let published = entry.published.borrow().state.version();
            Some(Reloaded { id: *id, entry, published })
        };
        let held: Vec<Reloaded<A>> = ids.iter().filter_map(held).collect();
        if held.is_empty() {
            return Ok(());
        }
        let ids: Vec<A::Id> = held.iter().map(|held| held.id).collect();
        let stored = self.store.events_of(ids.iter().map(|id| (*id).into()).collect()).await?;
        let mut outcome = Ok(());
        let states = decode_many::<A>(ids, stored, self.merges().await?).await?;
        for (Reloaded { id, entry, published }, state) in held.into_iter().zip(states) {
            match state {
                Ok(Some(loaded)) if loaded.state.version() < published => {
                    let found = loaded.state.version();
                    let held = entry.published.send_replace(loaded).state.version();
                    self.report_loss(id, found, held);
                }
                Ok(Some(loaded)) => publish_loaded(&entry, loaded, replaces),
                Ok(None) => {
                    // Another server may have removed the game.
                    match self.is_removed(id).await {
                        Ok(true) => {}
                        Ok(false) => self.report_loss(id, 0, published),
                        Err(error) => {
                            outcome = Err(error);
                            continue;
                        }
                    }
                    self.cache.remove(id);
                }
                Err(error) => {
                    outcome = Err(error);
                    continue;
                }
            }
            tell(id);
        }
        outcome
    }

    async fn is_removed(&self, id: A::Id) -> Result<bool, StoreError> {
        match id.into() {
            StreamId::Game(id) => self.store.is_removed(id).await,
            StreamId::Night(_) => Ok(false),
        }
    }

    /// Logs and counts the versions that memory had, and the database has no longer. Memory has the version of the database by now,
    /// so that each loss is reported once.
    fn report_loss(&self, id: A::Id, found: u64, held: u64) {
        if found < held {
            let first = found + 1;
            let kind = if matches!(id.into(), StreamId::Game(_)) { "game" } else { "night" };
            log::error!(
                "the database has lost changes {first} to {held} of {kind} {id}, which were stored before. \
                 Pegout goes on with the database as it is. See if an older copy took its place"
            );
            self.versions_lost.inc_by(held - found);
        }
    }
}

/// Folds the events of streams: a single one here, and many where no requests are answered.
async fn decode_many<A: Aggregate>(
    ids: Vec<A::Id>,
    stored: Vec<Vec<StoredEvent>>,
    merges: Arc<Merges>,
) -> Result<Vec<Result<Option<Snapshot<A>>, StoreError>>, StoreError> {
    let is_single = ids.len() == 1;
    let decode = move || ids.into_iter().zip(stored).map(|(id, stored)| folded(id, &stored, &merges)).collect();
    if is_single {
        return Ok(decode());
    }
    spawn_blocking(decode).await.map_err(|error| StoreError::Unavailable(error.to_string()))
}

/// Publishes a state that was loaded, unless a newer one is published: memory never goes back. One of the same version is newer
/// where other players count as one person.
fn publish_loaded<A: Aggregate>(entry: &Entry<A>, loaded: Snapshot<A>, replaces: Replaces) {
    entry.published.send_if_modified(|snapshot| {
        let (version, held) = (loaded.state.version(), snapshot.state.version());
        let is_newer = replaces(version, held) || version == held && loaded.persons != snapshot.persons;
        if is_newer {
            *snapshot = loaded;
        }
        is_newer
    });
}
