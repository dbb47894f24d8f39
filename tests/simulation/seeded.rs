//! Randomness from a seed: the same seed fills the same bytes.

use std::sync::Mutex;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use pegout_model::random::Random;

/// Randomness from a seed.
pub struct Seeded(Mutex<ChaCha8Rng>);

impl Seeded {
    /// The randomness of this seed.
    pub fn new(seed: u64) -> Seeded {
        Seeded(Mutex::new(ChaCha8Rng::seed_from_u64(seed)))
    }
}

impl Random for Seeded {
    fn fill(&self, bytes: &mut [u8]) {
        self.0.lock().unwrap().fill_bytes(bytes);
    }
}
