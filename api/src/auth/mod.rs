//! Authentication, authorisation and rate limits, without HTTP.

pub mod audience;
pub mod caller;
pub mod comparisons;
pub mod free_games;
pub mod passwords;
pub mod rate_limit;
pub mod right;
pub mod sessions;
pub mod shown_codes;
pub mod wrong_codes;
