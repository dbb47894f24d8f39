//! The comparisons of memory with a database that other servers change too.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The age of the last comparison beyond which memory is not relied upon for what other servers may have revoked.
const MAX_AGE: Duration = Duration::from_secs(2);

/// The last comparison.
pub struct Comparisons {
    /// True where other servers may change the database.
    are_needed: bool,
    last: Mutex<Instant>,
}

impl Comparisons {
    /// No comparison yet: memory is empty.
    pub fn new(are_needed: bool) -> Comparisons {
        Comparisons { are_needed, last: Mutex::new(Instant::now()) }
    }

    /// Notes a comparison that has begun at this moment, and whose outcome was taken over.
    pub fn note(&self, began: Instant) {
        *self.last() = began;
    }

    /// The age of the last comparison; `None` where none are needed.
    pub fn age(&self) -> Option<Duration> {
        self.are_needed.then(|| self.last().elapsed())
    }

    /// Returns true while memory may be relied upon.
    pub fn are_recent(&self) -> bool {
        self.age().is_none_or(|age| age <= MAX_AGE)
    }

    fn last(&self) -> MutexGuard<'_, Instant> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
