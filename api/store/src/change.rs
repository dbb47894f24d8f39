//! The changes that other servers on the same database make.

use std::collections::BTreeMap;

use super::{Stale, StreamId};

/// A hint that something has changed. The server itself may be told of its own changes too, and none need arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreChange {
    /// A stream has this version.
    Stream(StreamId, u64),
    /// Rows have changed that servers keep in memory.
    Rows,
    /// Hints may have been missed.
    Missed,
}

/// A subject of rows that servers keep in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// Tokens were revoked, or give other rights.
    Tokens,
    /// The league has other settings.
    League,
    /// Players have other names.
    Names,
    /// Other players count as one person, or texts were removed from the log.
    Persons,
    /// Something that a newer release keeps in memory.
    Unknown,
}

/// The versions of the rows that servers keep in memory; none where the database has but one server.
pub type Revisions = BTreeMap<Subject, i64>;

/// The outcome of a comparison of memory with the database.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// The streams that are at other versions than in memory.
    pub stale: Vec<Stale>,
    /// The versions of the rows that servers keep in memory.
    pub revisions: Revisions,
}
