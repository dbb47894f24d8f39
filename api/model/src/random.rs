//! Randomness and new ids, passed in wherever they are needed, so that a test can repeat its run.

use std::sync::{Arc, Mutex, PoisonError};

use uuid::{Builder, Uuid};

use crate::clock::Clock;

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

/// The version of the UUIDs.
const VERSION: u64 = 7;

/// A source of new ids.
pub struct Ids {
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    last: Mutex<Uuid>,
}

impl Ids {
    /// A source by this clock and with this randomness.
    pub fn new(clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Ids {
        Ids { clock, random, last: Mutex::new(Uuid::nil()) }
    }

    /// The bytes of a new id, greater than all before.
    pub fn next(&self) -> [u8; 16] {
        let millis = self.clock.now().millis().unsigned_abs();
        let drawn = Builder::from_unix_timestamp_millis(millis, &bytes(&*self.random)).into_uuid();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        // Within a millisecond, or while the clock is behind, the random part alone would not keep the order.
        *last = if drawn > *last { drawn } else { following(*last, drawn) };
        last.into_bytes()
    }
}

/// The next UUID: the part of `last` before the variant, plus 1, then the 62 random bits of `drawn`. So nobody can
/// compute an id from another id.
fn following(last: Uuid, drawn: Uuid) -> Uuid {
    let (beginning, _) = last.as_u64_pair();
    let (_, end) = drawn.as_u64_pair();
    let (millis, count) = (beginning >> 16, beginning & 0xfff);
    let (millis, count) = if count == 0xfff { (millis + 1, 0) } else { (millis, count + 1) };
    Uuid::from_u64_pair(millis << 16 | VERSION << 12 | count, end)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::clock::ManualClock;

    #[test]
    fn ids_keep_their_order_and_nobody_finds_one_by_another_also_while_the_clock_is_behind() {
        let clock = Arc::new(ManualClock::default());
        let ids = Ids::new(clock.clone(), Arc::new(SystemRandom));
        clock.set(1_769_900_000_000);
        let first = ids.next();
        clock.set(1_769_900_000_000 - 3_600_000);
        let all: Vec<[u8; 16]> = std::iter::once(first).chain((0..9000).map(|_| ids.next())).collect();
        assert!(all.is_sorted_by(|one, next| one < next));
        let ends: BTreeSet<&[u8]> = all.iter().map(|id| &id[8..]).collect();
        assert_eq!(ends.len(), all.len(), "62 random bits each");
        for id in all {
            let id = Uuid::from_bytes(id);
            assert_eq!((id.get_version_num(), id.get_variant()), (7, uuid::Variant::RFC4122));
        }
    }
}
