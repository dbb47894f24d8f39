//! Errors of the store.

use std::fmt::Display;
use std::path::PathBuf;

use thiserror::Error;

use super::StreamId;

/// An error of the store. Nothing was stored, unless the answer to a commit was lost on its way.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// The store cannot do it now, because the disk is full, say. A later try may succeed.
    #[error("{0}")]
    Unavailable(String),
    /// A part of the database does not work. A later try may succeed.
    #[error("{1}")]
    Failed(FailureCause, String),
    /// The requested stream or table is damaged.
    #[error("{0}")]
    Damaged(Damage),
    /// This program cannot serve the file.
    #[error("{0}")]
    Unusable(String),
    /// The file was removed, or another has taken its place, while it was served.
    #[error("{} was removed or replaced while Pegout serves it: put it back", .0.display())]
    FileReplaced(PathBuf),
    /// Another program has written into the file while it was served. Only a restart or a backup helps.
    #[error("another program has written into {} while Pegout serves it: stop Pegout, and restore a backup", .0.display())]
    Overwritten(PathBuf),
    /// A file that SQLite keeps next to the database was removed or replaced. Only a restart helps.
    #[error("{} was removed or replaced while Pegout serves the database: start Pegout again", .0.display())]
    WalFileReplaced(PathBuf),
    /// Another transaction changed the data behind a decision at every attempt.
    #[error("other transactions kept changing the same data")]
    Busy,
}

/// The error of a store that cannot do it now.
pub fn unavailable(error: impl Display) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

/// A broken part of the database, as a sentence with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FailureCause {
    /// The disk has no room.
    #[error("The disk of the database is full. Make room on it.")]
    DiskFull,
    /// The disk refuses to read or write.
    #[error("The disk of the database refuses to read or write. See whether it is full, or broken.")]
    DiskError,
    /// The file cannot be opened, or made.
    #[error("The database file cannot be opened. See whether the folder of --database is there and may be written to.")]
    CannotOpen,
    /// The file may not be written.
    #[error("The database file may not be written to. Give Pegout's account the right to.")]
    ReadOnly,
    /// The role that Pegout signs in with may not write.
    #[error(
        "The role of the database may not write to it. Grant Pegout's role the right to, and see that it is no standby."
    )]
    MissingPrivilege,
    /// A table is gone, or is another program's.
    #[error("The table \"{0}\" of the database is missing or is not as Pegout made it. Go back to a backup.")]
    MissingTable(String),
    /// The file is damaged.
    #[error("The database file is damaged. Go back to a backup.")]
    Corrupt,
    /// Another program writes.
    #[error("Another program holds the database and lets nobody write. End that program.")]
    Locked,
}

/// A damaged part of the database, as a sentence. Reads of this part fail, and everything else works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Damage {
    /// The events of a game or a night.
    #[error("{} is damaged in the database, so it is not shown. Undamaged games and nights are not affected. {ADVICE}", name(.0))]
    Stream(StreamId),
    /// The rows of a table.
    #[error("The table \"{0}\" of the database is damaged, so nothing is answered from it. {ADVICE}")]
    Table(&'static str),
    /// A copy of the whole database.
    #[error("The database is damaged, so no backup of it is given out. {ADVICE}")]
    Database,
}

/// The damage found by a check of the whole store: a sentence each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DamageReport {
    /// The damage of the file and its tables, which all requests need.
    pub database: Vec<String>,
    /// The damage of single games and nights. Everything else works.
    pub streams: Vec<String>,
}

const ADVICE: &str =
    "Ask whoever looks after Pegout to run \"pegout check\", and to go back to a backup with \"pegout restore\".";

fn name(stream: &StreamId) -> String {
    match stream {
        StreamId::Game(id) => format!("The game {id}"),
        StreamId::Night(id) => format!("The night {id}"),
        StreamId::Ledger => "The ledger".to_owned(),
    }
}
