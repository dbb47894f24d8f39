//! All games, or all nights: loaded from their streams once, and kept in memory while they are used.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use prometheus::IntCounter;
use serde::Deserialize;
use tokio::sync::{Mutex, MutexGuard, Semaphore};
use tokio::task::spawn_blocking;

use super::aggregate::Aggregate;
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
    /// The permissions to decode many streams. They leave processors to the threads that answer.
    pub decoding: Arc<Semaphore>,
    /// Each is held while a stream is loaded whose id ends alike, so that a hall that asks at once loads it once.
    load_locks: [Mutex<()>; LOAD_LOCKS],
    /// The number of times that events have got another meaning. A load that began before the last is done again.
    pub(super) meanings: AtomicU64,
    /// The metric of the versions that the database has lost.
    pub(super) versions_lost: IntCounter,
}

/// An event with its version.
pub struct Recorded<E> {
    /// Its place in the stream, from 1.
    pub version: u64,
    /// The event.
    pub event: E,
}

/// The state of a stream, as far as there is one.
pub(super) enum Found<A: Aggregate> {
    /// The aggregate.
    Entry(Arc<Entry<A>>),
    /// No aggregate of this kind. The stream has so many events: 0, or more where it is of the other kind.
    Nothing { version: u64 },
}

impl<A: Aggregate> Repository<A> {
    /// The repository of a store, with nothing in memory. `decoding` has the permissions to decode many streams.
    pub fn new(store: Arc<dyn Store>, decoding: Arc<Semaphore>, versions_lost: IntCounter) -> Repository<A> {
        Repository {
            cache: Cache::default(),
            store,
            decoding,
            load_locks: Default::default(),
            meanings: AtomicU64::new(0),
            versions_lost,
        }
    }

    /// Sets the most states in memory before unused ones go.
    pub fn set_capacity(&self, capacity: usize) {
        self.cache.set_capacity(capacity);
    }

    /// The newest published state; `None` where there is none.
    pub async fn snapshot(&self, id: A::Id) -> Result<Option<Snapshot<A>>, StoreError> {
        Ok(self.entry(id).await?.map(|entry| entry.published.borrow().clone()))
    }

    /// The entry in memory, loaded where it is not there; `None` where there is none.
    pub async fn entry(&self, id: A::Id) -> Result<Option<Arc<Entry<A>>>, StoreError> {
        Ok(match self.find(id).await? {
            Found::Entry(entry) => Some(entry),
            Found::Nothing { .. } => None,
        })
    }

    /// Loads those of these that are not in memory, many at once. One that cannot be loaded is left to whoever asks for it.
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

    /// Reads many streams without taking them into memory, and returns what `read` makes of each.
    pub async fn read_many<T: Send + 'static>(
        &self,
        ids: Vec<A::Id>,
        read: impl Fn(&A) -> T + Copy + Send + 'static,
    ) -> Result<Vec<T>, StoreError> {
        self.read_many_by(self.merges().await?, ids, read).await
    }

    /// Reads many streams as they would be by other merges.
    pub async fn read_many_by<T: Send + 'static>(
        &self,
        merges: Arc<Merges>,
        ids: Vec<A::Id>,
        read: impl Fn(&A) -> T + Copy + Send + 'static,
    ) -> Result<Vec<T>, StoreError> {
        let groups = ids.chunks(READ_AT_ONCE).map(|ids| {
            let (ids, merges) = (ids.to_vec(), merges.clone());
            async move {
                let stored = self.store.events_of(ids.iter().map(|id| (*id).into()).collect()).await?;
                // Kept to the end, also when the client leaves.
                let permit = self.decoding.clone().acquire_owned().await;
                let decode = move || -> Result<Vec<T>, StoreError> {
                    let _permit = permit;
                    let state = |(id, stored): (A::Id, Vec<StoredEvent>)| decode_all::<A>(id, &stored, &merges);
                    ids.into_iter()
                        .zip(stored)
                        .filter_map(|one| Some(state(one).transpose()?.map(|state| read(&state))))
                        .collect()
                };
                spawn_blocking(decode).await.map_err(|error| StoreError::Unavailable(error.to_string()))?
            }
        });
        // As many at once as readers are worth.
        let all: Vec<Vec<T>> = stream::iter(groups).buffered(2).try_collect().await?;
        Ok(all.into_iter().flatten().collect())
    }

    /// Loads streams whose loads have one lock in common.
    async fn load_group(&self, ids: Vec<A::Id>) {
        // Before the lock, which a peg may wait for.
        let permit = self.decoding.clone().acquire_owned().await;
        let _lock = self.load_lock(ids[0].into()).await;
        let meaning = self.meanings.load(Ordering::SeqCst);
        let Ok(merges) = self.merges().await else { return };
        let Ok(stored) = self.store.events_of(ids.iter().map(|id| (*id).into()).collect()).await else { return };
        // Not where requests are answered: a season takes a tenth of a second.
        let decode = move || -> Vec<(A::Id, Snapshot<A>)> {
            let _permit = permit;
            let state = |(id, stored): (A::Id, Vec<StoredEvent>)| Some((id, folded::<A>(id, &stored, &merges).ok()??));
            ids.into_iter().zip(stored).filter_map(state).collect()
        };
        let states = spawn_blocking(decode).await.unwrap_or_default();
        let loaded: Vec<A::Id> = states.iter().map(|(id, _)| *id).collect();
        for (id, state) in states {
            self.cache.insert(id, state);
        }
        // Left to whoever asks where it cannot be read.
        let _ = self.reload_if_changed(meaning, loaded).await;
    }

    /// All events in order; `None` where there are none of this kind.
    pub async fn history(&self, id: A::Id) -> Result<Option<Vec<Recorded<A::Event>>>, StoreError> {
        let stored = self.store.events(id.into()).await?;
        if stored.is_empty() || is_other_kind::<A>(&stored) {
            return Ok(None);
        }
        let merges = self.merges().await?;
        let event =
            |stored: &StoredEvent| Ok(Recorded { version: stored.version, event: decode::<A>(id, stored, &merges)? });
        stored.iter().map(event).collect::<Result<_, _>>().map(Some)
    }

    /// The persons who were entered twice.
    pub(super) async fn merges(&self) -> Result<Arc<Merges>, StoreError> {
        if !A::HAS_PERSONS {
            return Ok(Arc::default());
        }
        Ok(Arc::new(self.store.merges().await?.into_iter().collect()))
    }

    /// Publishes the states in memory that `wanted` names once more, so that they are rendered anew.
    pub fn republish(&self, wanted: impl Fn(&A) -> bool) {
        for entry in self.cache.entries() {
            entry.published.send_if_modified(|snapshot| {
                let is_wanted = wanted(&snapshot.state);
                if is_wanted {
                    *snapshot = Snapshot::new(snapshot.state.clone(), snapshot.persons.clone());
                }
                is_wanted
            });
        }
    }

    /// All states in memory with their versions.
    pub fn held(&self) -> Vec<(A::Id, u64)> {
        let version = |entry: &Entry<A>| entry.published.borrow().state.version();
        self.cache.entries_by_id().into_iter().map(|(id, entry)| (id, version(&entry))).collect()
    }

    /// The version of a state in memory; `None` where it is not there. This is no use of it.
    pub fn version_held(&self, id: A::Id) -> Option<u64> {
        self.cache.peek(id).map(|entry| entry.published.borrow().state.version())
    }

    /// The number of states in memory.
    pub fn count_in_memory(&self) -> usize {
        self.cache.len()
    }

    /// Removes the states from memory that nobody has used for so long.
    pub fn evict_idle(&self, idle: Duration) {
        self.cache.evict_idle(idle);
    }

    /// The state in the store, which does not come into memory; `None` where there is none.
    pub async fn stored(&self, id: A::Id) -> Result<Option<A>, StoreError> {
        decode_all::<A>(id, &self.store.events(id.into()).await?, &*self.merges().await?)
    }

    /// Removes a state from memory whose stream was deleted.
    pub(super) async fn forget(&self, id: A::Id) {
        // A load that is under way may have read it before it was deleted.
        let _lock = self.load_lock(id.into()).await;
        self.cache.remove(id);
    }

    async fn load_lock(&self, stream: StreamId) -> MutexGuard<'_, ()> {
        self.load_locks[lock_of(stream)].lock().await
    }

    /// The entry in memory, loaded where it is not there.
    pub(super) async fn find(&self, id: A::Id) -> Result<Found<A>, StoreError> {
        if let Some(entry) = self.cache.get(id) {
            return Ok(Found::Entry(entry));
        }
        let stream: StreamId = id.into();
        let _lock = self.load_lock(stream).await;
        if let Some(entry) = self.cache.get(id) {
            return Ok(Found::Entry(entry));
        }
        let meaning = self.meanings.load(Ordering::SeqCst);
        let stored = self.store.events(stream).await?;
        let version = stored.len() as u64;
        let Some(state) = folded::<A>(id, &stored, &self.merges().await?)? else {
            return Ok(Found::Nothing { version });
        };
        let entry = self.cache.insert(id, state);
        self.reload_if_changed(meaning, vec![id]).await?;
        Ok(Found::Entry(entry))
    }

    /// Publishes the state after these stored events, which follow this version of the entry, or begin a new one. Where
    /// memory has another version, it was loaded again meanwhile, and has them already.
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
            // One that has persons is loaded when it is asked for, with the merges that stand then.
            && !A::HAS_PERSONS
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

/// The snapshot of stored events; `None` where they are of the other kind, or there are none.
pub(super) fn folded<A: Aggregate>(
    id: A::Id,
    stored: &[StoredEvent],
    merges: &Arc<Merges>,
) -> Result<Option<Snapshot<A>>, StoreError> {
    Ok(decode_all::<A>(id, stored, merges)?.map(|state| Snapshot::new(Arc::new(state), merges.clone())))
}

/// Folds stored events; `None` where they are of the other kind, or there are none.
pub fn decode_all<A: Aggregate>(id: A::Id, stored: &[StoredEvent], merges: &Merges) -> Result<Option<A>, StoreError> {
    if is_other_kind::<A>(stored) {
        return Ok(None);
    }
    let mut state: Option<A> = None;
    for (version, stored) in (1..).zip(stored) {
        if stored.version != version {
            return Err(StoreError::Unavailable(format!("event {version} of {id} is missing")));
        }
        let event = decode::<A>(id, stored, merges)?;
        match &mut state {
            Some(state) => state.apply(&event),
            None => state = A::begin(&event),
        }
    }
    Ok(state)
}

fn is_other_kind<A: Aggregate>(events: &[StoredEvent]) -> bool {
    #[derive(Deserialize)]
    struct First<'a> {
        kind: &'a str,
    }
    let first = events.first().and_then(|stored| serde_json::from_str::<First>(&stored.body).ok());
    first.is_some_and(|first| first.kind != A::FIRST_KIND)
}

fn decode<A: Aggregate>(id: A::Id, stored: &StoredEvent, merges: &Merges) -> Result<A::Event, StoreError> {
    let mut event = serde_json::from_str(&stored.body).map_err(|error| {
        StoreError::Unavailable(format!("event {} of {id} cannot be read: {error}", stored.version))
    })?;
    A::resolve(&mut event, merges);
    Ok(event)
}
