//! The code that lets a television in.

use pegout_engine::Time;

use super::join_code::JoinCode;
use super::token::TokenHash;

/// A code that a television shows until the coordinator types it.
#[derive(Clone, Copy, Debug)]
pub struct DisplayCode {
    /// The letters.
    pub code: JoinCode,
    /// The token that becomes a display's.
    pub token: TokenHash,
    /// The moment from which the code is void.
    pub expires_at: Time,
}
