//! Randomness, passed in wherever it is needed, so that a test can repeat what happened.

/// A source of random bytes.
pub trait Random: Send + Sync {
    /// Fills the slice with random bytes.
    fn fill(&self, bytes: &mut [u8]);
}

/// The randomness of the operating system.
pub struct SystemRandom;

impl Random for SystemRandom {
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("an operating system without random numbers starts no service");
    }
}

/// Random bytes.
pub fn bytes<const N: usize>(random: &dyn Random) -> [u8; N] {
    let mut bytes = [0; N];
    random.fill(&mut bytes);
    bytes
}
