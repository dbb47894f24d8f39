//! Authentication, authorisation and rate limits, without HTTP.

pub mod caller;
pub mod codes;
pub mod passwords;
pub mod rate_limit;
pub mod right;
pub mod sessions;
