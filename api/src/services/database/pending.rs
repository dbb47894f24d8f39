//! Work that waits to be done, each piece once however often it was asked for.

use std::collections::BTreeSet;
use std::mem::take;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

/// Work that waits.
pub struct Pending<T> {
    waiting: Mutex<BTreeSet<T>>,
    added: Notify,
}

impl<T> Default for Pending<T> {
    fn default() -> Pending<T> {
        Pending { waiting: Mutex::default(), added: Notify::new() }
    }
}

impl<T: Ord> Pending<T> {
    /// Adds work.
    pub fn add(&self, work: impl IntoIterator<Item = T>) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).extend(work);
        self.added.notify_one();
    }

    /// All work that waits, as soon as there is any.
    pub async fn next(&self) -> BTreeSet<T> {
        loop {
            let waiting = take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
            if !waiting.is_empty() {
                return waiting;
            }
            self.added.notified().await;
        }
    }
}
