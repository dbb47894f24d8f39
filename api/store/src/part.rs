//! The parts of a database that may fail.

use thiserror::Error;

/// A part of the database that does not work, as a sentence that tells what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Part {
    /// The disk has no room.
    #[error("The disk of the database is full. Make room on it.")]
    Space,
    /// The disk does not do what it is told.
    #[error("The disk of the database refuses to read or write. See whether it is full, or broken.")]
    Disk,
    /// The file cannot be opened, or made.
    #[error("The database file cannot be opened. See whether the folder of --database is there and may be written to.")]
    File,
    /// The file may not be written.
    #[error("The database file may not be written to. Give Pegout's account the right to.")]
    Permission,
    /// The role that Pegout signs in with may not write.
    #[error(
        "The role of the database may not write to it. Grant Pegout's role the right to, and see that it is no standby."
    )]
    Role,
    /// A table is gone, or is another program's.
    #[error("The table \"{0}\" of the database is missing or is not as Pegout made it. Go back to a backup.")]
    Table(String),
    /// The file is damaged.
    #[error("The database file is damaged. Go back to a backup.")]
    Content,
    /// Another program writes.
    #[error("Another program holds the database and lets nobody write. End that program.")]
    Lock,
}
