//! Hints to data that is computed from the log and kept in memory: the data of a changed stream is out of date.

use std::sync::OnceLock;

use pegout_store::StreamId;

/// Data that is out of date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outdated {
    /// The data of a stream, which has new events.
    Stream(StreamId),
    /// The data of a version of a stream before this one.
    Before(StreamId, u64),
    /// All data: merges have changed, or changes of another server may have been missed.
    Everything,
}

/// The keeper of such data. It hears of a change before the change is answered.
#[derive(Default)]
pub struct Keeper(OnceLock<Box<dyn Fn(Outdated) + Send + Sync>>);

impl Keeper {
    /// Sets the keeper. A second keeper is ignored.
    pub fn set(&self, keeper: impl Fn(Outdated) + Send + Sync + 'static) {
        // The services are made once.
        let _ = self.0.set(Box::new(keeper));
    }

    /// Passes this on to the keeper, if there is one.
    pub fn tell(&self, outdated: Outdated) {
        if let Some(keeper) = self.0.get() {
            keeper(outdated);
        }
    }
}
