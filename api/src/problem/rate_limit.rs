//! Limits as clients are told of them.

use std::time::Duration;

/// A limit: so many in so long a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatePolicy {
    /// Its name.
    pub name: &'static str,
    /// The number of requests.
    pub quota: u32,
    /// The time.
    pub window: Duration,
}

/// A limit that is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// The limit.
    pub policy: RatePolicy,
    /// The seconds until the next request is accepted.
    pub reset: u64,
}
