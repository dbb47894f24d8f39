//! The games, or the nights, that are in memory, each once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex as Turn, watch};

use crate::eventlog::aggregate::Aggregate;

/// How many may be in memory before those go that nobody uses. The games of a season are fewer.
const MOST: usize = 4096;
/// How many go at once, so that not all have to be looked through for each that comes.
const LEAVING: usize = MOST / 16;

/// A game or a night in memory, and those who watch it.
pub struct Held<A: Aggregate> {
    /// Whoever holds it has the turn: one command at a time.
    pub state: Arc<Turn<A>>,
    /// The newest that others go by.
    pub seen: watch::Sender<A::Seen>,
    used: Mutex<Instant>,
}

impl<A: Aggregate> Held<A> {
    /// Whether anything has happened to it; before, there is none.
    pub fn begun(&self) -> bool {
        A::begun(&self.seen.borrow())
    }
}

/// All games, or all nights, that are in memory.
pub struct Memory<A: Aggregate>(Mutex<HashMap<A::Id, Arc<Held<A>>>>);

impl<A: Aggregate> Default for Memory<A> {
    fn default() -> Memory<A> {
        Memory(Mutex::default())
    }
}

impl<A: Aggregate> Memory<A> {
    /// The one with this id, if it is in memory.
    pub fn get(&self, id: A::Id) -> Option<Arc<Held<A>>> {
        let held = self.all().get(&id).cloned();
        if let Some(held) = &held {
            *lock(&held.used) = Instant::now();
        }
        held
    }

    /// Puts one into memory that was loaded, unless somebody else has done so meanwhile. Where there are too many, those go
    /// that nobody has used for the longest.
    pub fn put(&self, id: A::Id, state: A, seen: A::Seen) -> Arc<Held<A>> {
        let mut all = self.all();
        if all.len() >= MOST {
            make_room(&mut all);
        }
        match all.entry(id) {
            Entry::Occupied(there) => there.get().clone(),
            Entry::Vacant(free) => {
                let seen = watch::Sender::new(seen);
                let used = Mutex::new(Instant::now());
                free.insert(Arc::new(Held { state: Arc::new(Turn::new(state)), seen, used })).clone()
            }
        }
    }

    /// How many are there now.
    pub fn count(&self) -> usize {
        self.all().len()
    }

    /// All that are there now.
    pub fn everything(&self) -> Vec<Arc<Held<A>>> {
        self.all().values().cloned().collect()
    }

    /// Lets those go that nobody has looked at for so long, and those that never began.
    pub fn sweep(&self, idle: Duration) {
        self.all().retain(|_, held| {
            let wanted = held.begun() && lock(&held.used).elapsed() < idle;
            // Nobody can take hold of it meanwhile: that takes the lock on all of them.
            wanted || Arc::strong_count(held) > 1
        });
    }

    fn all(&self) -> MutexGuard<'_, HashMap<A::Id, Arc<Held<A>>>> {
        lock(&self.0)
    }
}

/// Whoever uses one of them has hold of it, and nobody can take hold of another meanwhile.
fn make_room<A: Aggregate>(all: &mut HashMap<A::Id, Arc<Held<A>>>) {
    let unused = all.iter().filter(|(_, held)| Arc::strong_count(held) == 1);
    let mut unused: Vec<(Instant, A::Id)> = unused.map(|(id, held)| (*lock(&held.used), *id)).collect();
    unused.sort_unstable_by_key(|(used, _)| *used);
    for (_, id) in unused.iter().take(LEAVING) {
        all.remove(id);
    }
}

/// What is behind these locks is whole at every moment, also where a thread broke down while it held one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
