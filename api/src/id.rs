//! New ids: UUIDs of version 7, whose order is that of their making.

use uuid::Builder;

use crate::clock::Clock;
use crate::random::{self, Random};

/// The bytes of a new id.
pub fn new(clock: &dyn Clock, random: &dyn Random) -> [u8; 16] {
    let millis = clock.now().millis().unsigned_abs();
    Builder::from_unix_timestamp_millis(millis, &random::bytes(random)).into_uuid().into_bytes()
}
