//! New ids: UUIDs of version 7, whose order is that of their making.

use std::sync::{Arc, Mutex, PoisonError};

use uuid::{Builder, Uuid};

use crate::clock::Clock;
use crate::random::{self, Random};

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
        let drawn = Builder::from_unix_timestamp_millis(millis, &random::bytes(&*self.random)).into_uuid();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        // Within a millisecond the random part alone would not keep the order.
        *last = drawn.max(Uuid::from_u128(last.as_u128() + 1));
        last.into_bytes()
    }
}
