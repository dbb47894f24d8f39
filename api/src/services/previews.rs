//! The seeds of rounds that were previewed, so that the draw makes the round that was shown.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pegout_engine::league::night::Night;
use pegout_engine::league::{NightId, Seed};

/// The seeds of the previews. One is valid as long as its night does not change.
#[derive(Default)]
pub struct Previews(Mutex<HashMap<NightId, Preview>>);

struct Preview {
    version: u64,
    seed: Seed,
}

impl Previews {
    /// The seed of the night's preview; `None` if there is none, or the night has changed since.
    pub fn seed(&self, night: &Night) -> Option<Seed> {
        let previews = self.lock();
        let preview = previews.get(&night.schedule().night)?;
        (preview.version == night.version()).then_some(preview.seed)
    }

    /// The seed of the night's preview, which is `new` if there is none. A repeated preview shows the same round.
    pub fn seed_or_insert(&self, night: &Night, new: Seed) -> Seed {
        self.seed(night).unwrap_or_else(|| {
            self.lock().insert(night.schedule().night, Preview { version: night.version(), seed: new });
            new
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<NightId, Preview>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
