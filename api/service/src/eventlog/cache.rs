//! The games, or the nights, in memory. Each is in memory at most once, and only after its first event.

use std::collections::HashMap;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex as AsyncMutex, watch};

use super::aggregate::Aggregate;
use super::snapshot::Snapshot;

/// The most entries before unused ones go, unless another number is set.
const CAPACITY: usize = 4096;
/// The part of the entries that is evicted at once, so that a new entry seldom causes a search.
const EVICTED_AT_ONCE: usize = 16;

/// A game or a night in memory.
pub struct Entry<A: Aggregate> {
    /// The lock for one execution at a time.
    pub lock: Arc<AsyncMutex<()>>,
    /// The newest published state, readable without the lock.
    pub published: watch::Sender<Snapshot<A>>,
    /// True once the stream was removed.
    pub removed: watch::Sender<bool>,
    last_used: Mutex<Instant>,
}

/// All games, or all nights, in memory.
pub struct Cache<A: Aggregate> {
    entries: Mutex<HashMap<A::Id, Arc<Entry<A>>>>,
    capacity: AtomicUsize,
}

impl<A: Aggregate> Default for Cache<A> {
    fn default() -> Cache<A> {
        Cache { entries: Mutex::default(), capacity: AtomicUsize::new(CAPACITY) }
    }
}

impl<A: Aggregate> Cache<A> {
    /// Sets the most entries before unused ones go.
    pub fn set_capacity(&self, capacity: usize) {
        self.capacity.store(capacity, Relaxed);
    }

    /// The entry with this id.
    pub fn get(&self, id: A::Id) -> Option<Arc<Entry<A>>> {
        let entry = self.peek(id);
        if let Some(entry) = &entry {
            *unpoisoned(&entry.last_used) = Instant::now();
        }
        entry
    }

    /// The entry with this id. This does not count as a use.
    pub fn peek(&self, id: A::Id) -> Option<Arc<Entry<A>>> {
        self.lock().get(&id).cloned()
    }

    /// Inserts a state, unless the entry is there. If the cache is full, the unused entries that were used least
    /// recently are evicted.
    pub fn insert(&self, id: A::Id, state: Snapshot<A>) -> Arc<Entry<A>> {
        let mut entries = self.lock();
        let capacity = self.capacity.load(Relaxed);
        if entries.len() >= capacity {
            evict_oldest(&mut entries, capacity.div_ceil(EVICTED_AT_ONCE));
        }
        let entry = || Entry {
            lock: Arc::default(),
            published: watch::Sender::new(state),
            removed: watch::Sender::new(false),
            last_used: Mutex::new(Instant::now()),
        };
        entries.entry(id).or_insert_with(|| Arc::new(entry())).clone()
    }

    /// Removes an entry whose stream is gone, and notifies its subscribers.
    pub fn remove(&self, id: A::Id) {
        if let Some(entry) = self.lock().remove(&id) {
            entry.removed.send_replace(true);
        }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// All entries with their ids.
    pub fn entries(&self) -> Vec<(A::Id, Arc<Entry<A>>)> {
        self.lock().iter().map(|(id, entry)| (*id, entry.clone())).collect()
    }

    /// Removes the entries that were not used for the time `idle`.
    pub fn evict_idle(&self, idle: Duration) {
        // No caller can get an entry now: `get` needs this lock too.
        self.lock().retain(|_, entry| Arc::strong_count(entry) > 1 || unpoisoned(&entry.last_used).elapsed() < idle);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<A::Id, Arc<Entry<A>>>> {
        unpoisoned(&self.entries)
    }
}

fn evict_oldest<A: Aggregate>(entries: &mut HashMap<A::Id, Arc<Entry<A>>>, most: usize) {
    let unused = entries.iter().filter(|(_, entry)| Arc::strong_count(entry) == 1);
    let mut unused: Vec<(Instant, A::Id)> = unused.map(|(id, entry)| (*unpoisoned(&entry.last_used), *id)).collect();
    unused.sort_unstable_by_key(|(last_used, _)| *last_used);
    for (_, id) in unused.iter().take(most) {
        entries.remove(id);
    }
}

/// Locks a mutex. A panic of another thread with this lock leaves the data valid.
fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
