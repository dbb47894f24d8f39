//! The changes that other servers on the same database make.

use super::StreamId;

/// A change that another server has made. It is a hint: the server itself may be told of its own changes too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreChange {
    /// A stream has this version.
    Stream(StreamId, u64),
    /// Players have other names.
    Names,
    /// Other players count as one person, or texts were removed from the log.
    Persons,
    /// The league has other settings.
    League,
    /// Tokens were revoked, or give other rights.
    Tokens,
    /// Anything may have changed.
    Any,
}
