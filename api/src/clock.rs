//! The time: the engine has no clock of its own.

use std::time::{SystemTime, UNIX_EPOCH};

use pegout_engine::Time;

/// The moment it is.
pub fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let millis = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
    Time::from_millis(millis).expect("no clock shows a year after 9999")
}
