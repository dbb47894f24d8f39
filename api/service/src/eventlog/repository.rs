//! All games, or all nights: loaded from their streams once, and kept in memory while in use.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use prometheus::IntCounter;
use tokio::sync::{Mutex, MutexGuard, Semaphore};

use super::aggregate::{Aggregate, decode, decode_many, fold, fold_snapshot, is_other_kind};
use super::cache::{Cache, Entry};
use super::snapshot::Snapshot;
use pegout_model::player::Merges;
use pegout_store::{Store, StoreError, StoredEvent, StreamId};

/// The number of streams that may be loaded at once.
const LOAD_LOCKS: usize = 16;
/// The number of streams that are read in one go.
pub(super) const READ_AT_ONCE: usize = 128;

/// All games, or all nights.
pub struct Repository<A: Aggregate> {
    pub(super) cache: Cache<A>,
    pub(super) store: Arc<dyn Store>,
    /// The permissions to decode many streams. Some processors stay free for requests.
    pub decoding: Arc<Semaphore>,
    /// The locks on loads, chosen by the end of the id. Concurrent requests for a stream load it only once.
    load_locks: [Mutex<()>; LOAD_LOCKS],
    /// The number of changes of merges and texts. A load that began before the last change is repeated.
    pub(super) merges_generation: AtomicU64,
    /// The metric of the versions that the database has lost.
    pub(super) versions_lost: IntCounter,
}

/// An event with its version.
pub struct VersionedEvent<E> {
    /// Its place in the stream, from 1.
    pub version: u64,
    /// The event.
    pub event: E,
}

/// The aggregate of a stream, or its absence.
pub(super) enum Lookup<A: Aggregate> {
    /// The aggregate.
    Found(Arc<Entry<A>>),
    /// No aggregate of this kind. `version` is the number of events: 0 for a missing stream, more if the stream belongs
    /// to another aggregate.
    Absent { version: u64 },
}

impl<A: Aggregate> Repository<A> {
    /// The repository of a store, with nothing in memory. `decoding` has the permissions to decode many streams.
    pub fn new(store: Arc<dyn Store>, decoding: Arc<Semaphore>, versions_lost: IntCounter) -> Repository<A> {
        Repository {
            cache: Cache::default(),
            store,
            decoding,
            load_locks: Default::default(),
            merges_generation: AtomicU64::new(0),
            versions_lost,
        }
    }

    /// Sets the most states in memory before unused ones go.
    pub fn set_capacity(&self, capacity: usize) {
        self.cache.set_capacity(capacity);
    }

    /// The newest published state; `None` if the stream has none.
    pub async fn snapshot(&self, id: A::Id) -> Result<Option<Snapshot<A>>, StoreError> {
        Ok(self.entry(id).await?.map(|entry| entry.published.borrow().clone()))
    }

    /// The entry in memory, loaded if necessary; `None` if the stream has no aggregate of this kind.
    pub async fn entry(&self, id: A::Id) -> Result<Option<Arc<Entry<A>>>, StoreError> {
        Ok(match self.look_up(id).await? {
            Lookup::Found(entry) => Some(entry),
            Lookup::Absent { .. } => None,
        })
    }

    /// Loads the given streams that are not in memory, in batches. Skips a stream that cannot be loaded: the next
    /// caller that needs the stream gets the error.
    pub async fn preload(&self, ids: impl IntoIterator<Item = A::Id>) {
        let mut by_lock: [Vec<A::Id>; LOAD_LOCKS] = Default::default();
        for id in ids {
            if self.cache.get(id).is_none() {
                by_lock[lock_of(id.into())].push(id);
            }
        }
        let groups = by_lock.into_iter().filter(|ids| !ids.is_empty());
        join_all(groups.map(|ids| self.load_group(ids))).await;
    }

    /// Reads many streams without caching them, and returns the result of `read` for each.
    pub async fn read_many<T: Send + 'static>(
        &self,
        ids: Vec<A::Id>,
        read: impl Fn(&A) -> T + Copy + Send + 'static,
    ) -> Result<Vec<T>, StoreError> {
        self.read_many_by(self.merges().await?, ids, read).await
    }

    /// Reads many streams as they would be with other merges.
    pub async fn read_many_by<T: Send + 'static>(
        &self,
        merges: Arc<Merges>,
        ids: Vec<A::Id>,
        read: impl Fn(&A) -> T + Copy + Send + 'static,
    ) -> Result<Vec<T>, StoreError> {
        let groups = ids.chunks(READ_AT_ONCE).map(|ids| {
            let (ids, merges) = (ids.to_vec(), merges.clone());
            async move {
                let stored = self.events_of(&ids).await?;
                let permit = self.decoding.clone().acquire_owned().await;
                let state = move |id, stored: &[StoredEvent]| -> Result<Option<T>, StoreError> {
                    Ok(fold::<A>(id, stored, &merges)?.map(|state| read(&state)))
                };
                let states = decode_many(ids, stored, permit, state).await?;
                states.into_iter().filter_map(Result::transpose).collect::<Result<Vec<T>, StoreError>>()
            }
        });
        // More concurrent reads would not be faster.
        let all: Vec<Vec<T>> = stream::iter(groups).buffered(2).try_collect().await?;
        Ok(all.into_iter().flatten().collect())
    }

    /// Loads streams whose loads have one lock in common.
    async fn load_group(&self, ids: Vec<A::Id>) {
        // The permit comes before the lock, since a peg may wait for the lock.
        let permit = self.decoding.clone().acquire_owned().await;
        let _lock = self.load_lock(ids[0].into()).await;
        let generation = self.merges_generation.load(Ordering::SeqCst);
        let Ok(merges) = self.merges().await else { return };
        let Ok(stored) = self.events_of(&ids).await else { return };
        let state = move |id, stored: &[StoredEvent]| {
            fold_snapshot::<A>(id, stored, &merges).ok().flatten().map(|state| (id, state))
        };
        let Ok(states) = decode_many(ids, stored, permit, state).await else { return };
        let mut loaded = Vec::new();
        for (id, state) in states.into_iter().flatten() {
            self.cache.insert(id, state);
            loaded.push(id);
        }
        // The next caller that needs the stream gets the error.
        let _ = self.reload_if_merges_changed(generation, loaded).await;
    }

    /// All events in order; `None` if the stream belongs to another aggregate or is empty.
    pub async fn history(&self, id: A::Id) -> Result<Option<Vec<VersionedEvent<A::Event>>>, StoreError> {
        let stored = self.store.events(id.into()).await?;
        if stored.is_empty() || is_other_kind::<A>(&stored) {
            return Ok(None);
        }
        let merges = self.merges().await?;
        let event = |stored: &StoredEvent| {
            Ok(VersionedEvent { version: stored.version, event: decode::<A>(id, stored, &merges)? })
        };
        stored.iter().map(event).collect::<Result<_, _>>().map(Some)
    }

    /// The stored events of each stream.
    pub(super) async fn events_of(&self, ids: &[A::Id]) -> Result<Vec<Vec<StoredEvent>>, StoreError> {
        self.store.events_of(ids.iter().map(|id| (*id).into()).collect()).await
    }

    /// The players who were entered twice.
    pub(super) async fn merges(&self) -> Result<Arc<Merges>, StoreError> {
        if !A::HAS_PLAYERS {
            return Ok(Arc::default());
        }
        Ok(Arc::new(self.store.merges().await?.into_iter().collect()))
    }

    /// Publishes the states in memory that `wanted` selects again, so that they are rendered again.
    pub fn republish(&self, wanted: impl Fn(&A) -> bool) {
        for (_, entry) in self.cache.entries() {
            entry.published.send_if_modified(|snapshot| {
                let is_wanted = wanted(&snapshot.state);
                if is_wanted {
                    *snapshot = Snapshot::new(snapshot.state.clone(), snapshot.merges.clone());
                }
                is_wanted
            });
        }
    }

    /// All states in memory with their versions.
    pub fn cached_versions(&self) -> Vec<(A::Id, u64)> {
        let version = |entry: &Entry<A>| entry.published.borrow().state.version();
        self.cache.entries().into_iter().map(|(id, entry)| (id, version(&entry))).collect()
    }

    /// The version of a state in memory; `None` if it is not there. The state does not count as used.
    pub fn cached_version(&self, id: A::Id) -> Option<u64> {
        self.cache.peek(id).map(|entry| entry.published.borrow().state.version())
    }

    /// The number of states in memory.
    pub fn count_in_memory(&self) -> usize {
        self.cache.len()
    }

    /// Removes the states from memory that were not used for the time `idle`.
    pub fn evict_idle(&self, idle: Duration) {
        self.cache.evict_idle(idle);
    }

    /// The state in the store, which is not cached; `None` if the stream has none.
    pub async fn load_uncached(&self, id: A::Id) -> Result<Option<A>, StoreError> {
        fold::<A>(id, &self.store.events(id.into()).await?, &*self.merges().await?)
    }

    /// Removes a state from memory whose stream was deleted.
    pub(super) async fn forget(&self, id: A::Id) {
        // A concurrent load may have read the stream before it was deleted.
        let _lock = self.load_lock(id.into()).await;
        self.cache.remove(id);
    }

    async fn load_lock(&self, stream: StreamId) -> MutexGuard<'_, ()> {
        self.load_locks[lock_of(stream)].lock().await
    }

    /// The entry in memory, loaded if necessary.
    pub(super) async fn look_up(&self, id: A::Id) -> Result<Lookup<A>, StoreError> {
        if let Some(entry) = self.cache.get(id) {
            return Ok(Lookup::Found(entry));
        }
        let stream: StreamId = id.into();
        if stream.bytes() == StreamId::LEDGER && stream != StreamId::Ledger {
            return Ok(Lookup::Absent { version: 1 });
        }
        let _lock = self.load_lock(stream).await;
        if let Some(entry) = self.cache.get(id) {
            return Ok(Lookup::Found(entry));
        }
        let generation = self.merges_generation.load(Ordering::SeqCst);
        let stored = self.store.events(stream).await?;
        let version = stored.len() as u64;
        let Some(state) = fold_snapshot::<A>(id, &stored, &self.merges().await?)? else {
            return Ok(Lookup::Absent { version });
        };
        let entry = self.cache.insert(id, state);
        self.reload_if_merges_changed(generation, vec![id]).await?;
        Ok(Lookup::Found(entry))
    }

    /// Publishes the state after these stored events, which follow `version` of the entry, or begin a new entry. If
    /// memory has another version, the stream was reloaded since, and has the events already.
    pub(super) fn publish(&self, id: A::Id, entry: Option<Arc<Entry<A>>>, version: u64, events: &[A::Event]) {
        if let Some(entry) = entry {
            entry.published.send_if_modified(|snapshot| {
                let is_next = snapshot.state.version() == version;
                if is_next {
                    snapshot.advance(|state| events.iter().for_each(|event| state.apply(event)));
                }
                is_next
            });
        } else if let Some((first, later)) = events.split_first()
            // Aggregates with players are not cached here. The first read loads them with the current merges.
            && !A::HAS_PLAYERS
            && let Some(mut state) = A::begin(first)
        {
            later.iter().for_each(|event| state.apply(event));
            self.cache.insert(id, Snapshot::new(Arc::new(state), Arc::default()));
        }
    }
}

/// The place of the lock on the load of a stream.
fn lock_of(stream: StreamId) -> usize {
    usize::from(stream.bytes()[15]) % LOAD_LOCKS
}
