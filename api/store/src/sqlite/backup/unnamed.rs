//! A backup in a file without a name: it is gone once nobody reads it any more, also where the service is killed.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use rusqlite::Connection;

use crate::sqlite::file::{beside, private_file, whole_copy};
use crate::sqlite::{SqliteStore, unavailable};
use crate::{CheckOfCopy, StoreError};

/// The ending of the name that the file has while it is written.
const ENDING: &str = ".download";

/// The number of the next database without a name: no two have the same name before they have none.
static NEXT: AtomicU32 = AtomicU32::new(0);

impl SqliteStore {
    /// Copies the whole database to a file beside it, which has no name any more when this returns. One call at a time.
    pub async fn back_up_unnamed(&self, check: CheckOfCopy) -> Result<File, StoreError> {
        let path = self.path.clone();
        let copied = move || write(&super::open_to_read(&path)?.0, &place(&path), check);
        let copied = tokio::task::spawn_blocking(copied).await;
        let copy = copied.map_err(|error| unavailable(&error))??;
        self.writer.checkpoint().await?;
        Ok(copy)
    }

    /// Removes what a service has left that was killed while it made such a copy. Where that fails, the log says so.
    pub fn remove_unnamed_backup(&self) {
        remove(&place(&self.path));
    }
}

/// Removes a copy and a part of it that were left behind. Where that fails, the log says so.
pub fn remove(copy: &Path) {
    for left in [beside(copy, ".part"), copy.to_owned()] {
        match fs::remove_file(&left) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                log::warn!("{} is of no use and cannot be removed: {error}", left.display());
            }
            _ => {}
        }
    }
}

/// The path of the file. It lies beside the database itself, not beside a link to it.
pub fn place(path: &Path) -> PathBuf {
    beside(&fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()), ENDING)
}

/// A new database in this folder, in a file that has no name any more when this returns.
pub fn connection(folder: &Path) -> Result<Connection, StoreError> {
    let path = folder.join(format!(".pegout-{}-{}.copy", std::process::id(), NEXT.fetch_add(1, Relaxed)));
    let cannot = |error: &dyn std::fmt::Display| {
        StoreError::Unavailable(format!("the database cannot be copied to {}: {error}", folder.display()))
    };
    private_file::open(&path).map_err(|error| cannot(&error))?;
    let connection = Connection::open(&path);
    fs::remove_file(&path).map_err(|error| cannot(&error))?;
    let connection = connection.map_err(|error| cannot(&error))?;
    // A journal beside it would have a name, and nobody reads the file after a crash.
    let pragmas = "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE";
    connection.execute_batch(pragmas).map_err(|error| cannot(&error))?;
    Ok(connection)
}

/// Copies the database of this connection to a file at this place, which is checked and has no name any more when this returns.
pub fn write(connection: &Connection, copy: &Path, check: CheckOfCopy) -> Result<File, StoreError> {
    let cannot = |error: &dyn std::fmt::Display| {
        StoreError::Unavailable(format!("the database cannot be copied to {}: {error}", copy.display()))
    };
    whole_copy::write(connection, copy).map_err(|error| cannot(&error))?;
    let checked = check(copy);
    let file = File::open(copy);
    fs::remove_file(copy).map_err(|error| cannot(&error))?;
    checked?;
    file.map_err(|error| cannot(&error))
}
