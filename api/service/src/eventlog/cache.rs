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
/// The part of the entries that is evicted at once, so that a new entry seldom causes a search. As many new entries come
/// before the next search, also if all entries are in use.
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
    entries: Mutex<Entries<A>>,
    capacity: AtomicUsize,
}

struct Entries<A: Aggregate> {
    by_id: HashMap<A::Id, Arc<Entry<A>>>,
    /// The number of entries at the next search for unused ones; at least the capacity.
    search_at: usize,
}

impl<A: Aggregate> Default for Cache<A> {
    fn default() -> Cache<A> {
        let entries = Mutex::new(Entries { by_id: HashMap::new(), search_at: 0 });
        Cache { entries, capacity: AtomicUsize::new(CAPACITY) }
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
        self.lock().by_id.get(&id).cloned()
    }

    /// Inserts a state, unless the entry is there. If the cache is full, the unused entries that were used least
    /// recently are evicted.
    pub fn insert(&self, id: A::Id, state: Snapshot<A>) -> Arc<Entry<A>> {
        let mut entries = self.lock();
        let capacity = self.capacity.load(Relaxed);
        let count = entries.by_id.len();
        if count >= capacity.max(entries.search_at) {
            let at_once = capacity.div_ceil(EVICTED_AT_ONCE);
            evict_oldest(&mut entries.by_id, count - capacity + at_once);
            entries.search_at = entries.by_id.len() + at_once;
        }
        let entry = || Entry {
            lock: Arc::default(),
            published: watch::Sender::new(state),
            removed: watch::Sender::new(false),
            last_used: Mutex::new(Instant::now()),
        };
        entries.by_id.entry(id).or_insert_with(|| Arc::new(entry())).clone()
    }

    /// Removes an entry whose stream is gone, and notifies its subscribers.
    pub fn remove(&self, id: A::Id) {
        if let Some(entry) = self.lock().by_id.remove(&id) {
            entry.removed.send_replace(true);
        }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.lock().by_id.len()
    }

    /// All entries with their ids.
    pub fn entries(&self) -> Vec<(A::Id, Arc<Entry<A>>)> {
        self.lock().by_id.iter().map(|(id, entry)| (*id, entry.clone())).collect()
    }

    /// Removes the entries that were not used for the time `idle`.
    pub fn evict_idle(&self, idle: Duration) {
        let mut entries = self.lock();
        // No caller can get an entry now: `get` needs this lock too.
        let is_used =
            |entry: &Arc<Entry<A>>| Arc::strong_count(entry) > 1 || unpoisoned(&entry.last_used).elapsed() < idle;
        entries.by_id.retain(|_, entry| is_used(entry));
        entries.search_at = 0;
    }

    fn lock(&self) -> MutexGuard<'_, Entries<A>> {
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use pegout_engine::Rules;
    use pegout_engine::game::{Game, GameId, Metadata, Role, Setup, Side};

    fn insert(cache: &Cache<Game>, number: u128) -> Arc<Entry<Game>> {
        let id = GameId::from_bytes(number.to_be_bytes());
        let at = "2026-01-31T19:05:00Z".parse().unwrap();
        let sides = ["Ann", "Bob"].map(|name| Side::from_player(name.to_owned())).to_vec();
        let setup = Setup::new(id, sides, Rules::default(), 0);
        let begun = Game::begin(setup, Metadata { at, by: None, role: Role::Scorer, token: None }).unwrap();
        cache.insert(id, Snapshot::new(Arc::new(Game::fold(&[begun]).unwrap()), Arc::default()))
    }

    #[test]
    fn entries_in_use_stay_beyond_the_capacity_and_go_soon_after_their_use() {
        let cache = Cache::default();
        cache.set_capacity(32);
        let used: Vec<_> = (0..200).map(|number| insert(&cache, number)).collect();
        assert_eq!(cache.len(), 200);
        drop(used);
        (200..203).for_each(|number| drop(insert(&cache, number)));
        assert!((30..=32).contains(&cache.len()), "{} entries", cache.len());
    }
}
