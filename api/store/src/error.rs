//! Errors of the store.

use std::path::PathBuf;

use thiserror::Error;

use super::{Damage, Part, StreamId};

/// An error of the store. Nothing was stored, unless the answer to a commit was lost on its way.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// The store cannot do it now, because the disk is full, say. A later try may succeed.
    #[error("{0}")]
    Unavailable(String),
    /// A part of the database does not work. A later try may succeed.
    #[error("{1}")]
    Failed(Part, String),
    /// The stream or the table that was asked for is damaged.
    #[error("{0}")]
    Damaged(Damage),
    /// The file is not one that this program can serve.
    #[error("{0}")]
    Unusable(String),
    /// The file was removed, or another has taken its place, while it was served.
    #[error("{} was removed or replaced while Pegout serves it: put it back", .0.display())]
    FileReplaced(PathBuf),
    /// Another program has written into the file while it was served. Only a restart or a backup helps.
    #[error("another program has written into {} while Pegout serves it: stop Pegout, and restore a backup", .0.display())]
    Overwritten(PathBuf),
    /// A file that SQLite keeps beside the database was removed or replaced. Only a restart helps.
    #[error("{} was removed or replaced while Pegout serves the database: start Pegout again", .0.display())]
    WalFileReplaced(PathBuf),
    /// Others changed what a decision had read, each time that it was made.
    #[error("others change the same at this moment")]
    Busy,
}

/// An error of an append. After a conflict nothing was stored; for the other see [`StoreError`].
#[derive(Clone, Debug, Error)]
pub enum AppendError {
    /// Some streams are not at the expected versions.
    #[error("{} streams have other versions", .0.len())]
    Conflict(Vec<Stale>),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A stream whose newest version is not the expected one, or a night of which a fact does not hold any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stale {
    /// The stream.
    pub stream: StreamId,
    /// Its newest version in the store; 0 where it has no event.
    pub found: u64,
}
