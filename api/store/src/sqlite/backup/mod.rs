//! Backups: a copy of the database while it is served, and the way back.

mod acceptance;
pub mod archive;
pub mod forgotten;
pub mod inspection;
mod keeping;
mod part;
mod restore;
pub mod unnamed;

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use forgotten::Forgotten;

pub use self::acceptance::{Accepted, accept_loss};
pub use self::part::{BackupPart, remove_left};
pub use self::restore::{Restored, restore};
use super::db::{SqliteDb, ready};
pub use super::file::lock;
use super::file::losses::{self, Finding};
use super::file::mark::{self, Entry};
use super::file::{self, pages, whole_copy};
use super::readers::BUSY_TIMEOUT;
use super::rows::checksums;
use super::{SqliteStore, schema, unavailable};
use crate::StoreError;
use crate::db::Backend;

impl SqliteStore {
    /// Copies the whole database to this empty file, which is on the disk when this returns. Then it empties the write-ahead log, which
    /// has grown during the copy.
    pub async fn back_up(&self, target: PathBuf) -> Result<(), StoreError> {
        let path = self.path.clone();
        let copied = tokio::task::spawn_blocking(move || write(&path, &target)).await;
        copied.map_err(|error| StoreError::Unavailable(error.to_string()))??;
        self.list_forgotten().await;
        self.writer.checkpoint().await
    }
}

/// A connection that reads this database of Pegout's, and the version of its schema. Refuses a database that lacks its newest changes.
pub fn open_to_read(path: &Path) -> Result<(Connection, usize), StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let cannot_open = |error: rusqlite::Error| file::cannot_open(path, &error);
    fs::metadata(path).map_err(|error| file::cannot_open(path, &error))?;
    file::remains::refuse(path)?;
    // A service may write meanwhile, so the mark is read before the database.
    let entries = mark_of(path);
    let connection = Connection::open_with_flags(path, flags).map_err(cannot_open)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(cannot_open)?;
    let version = schema::verify_header(&connection, path)?;
    if version == 0 {
        return Err(StoreError::Unusable(format!("{} is empty: no Pegout has written to it yet.", path.display())));
    }
    match losses::compare(&connection, version, path, &entries) {
        Ok(Finding::Lost(loss)) => Err(StoreError::Unusable(loss.to_string())),
        // The reader meets the damage.
        Ok(Finding::Whole | Finding::Unknown) | Err(_) => Ok((connection, version)),
    }
}

/// Removes the mark of a database that is not there any more, before another gets its name.
pub fn remove_mark(path: &Path) -> Result<(), StoreError> {
    if path.exists() {
        return Ok(());
    }
    mark::remove(path).map_err(|error| file::cannot_open(&mark::path(path), &error))
}

/// The entries of the mark of a database. Its path may be a link.
fn mark_of(path: &Path) -> Vec<Entry> {
    mark::read(&fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()))
}

/// A sentence about a database that may lack its newest changes.
pub fn note(connection: &Connection, version: usize, path: &Path) -> Option<String> {
    let found = losses::compare(connection, version, path, &mark_of(path));
    matches!(found, Ok(Finding::Unknown)).then(|| format!("{}: {}", path.display(), losses::UNKNOWN))
}

/// Copies the database, which may be served meanwhile, to an empty file: whole and on the disk when this returns.
pub fn write(path: &Path, target: &Path) -> Result<(), StoreError> {
    let (connection, _) = open_to_read(path)?;
    write_copy(&connection, target)
}

/// Copies the database of this connection to an empty file: whole and on the disk when this returns.
pub fn write_copy(connection: &Connection, target: &Path) -> Result<(), StoreError> {
    whole_copy::fill(connection, target).map_err(|error| {
        StoreError::Unavailable(format!("the database cannot be copied to {}: {error}", target.display()))
    })
}

/// Writes the list of the forgotten in the database of this connection, after whose name it is called, beside a backup. Where
/// that fails, the log says so.
pub fn list_beside(connection: &Connection, database: &str, backup: &Path) {
    let forgotten = ready(Forgotten::read(&SqliteDb::new(connection))).map_err(StoreError::from);
    forgotten::write_read(&forgotten::list_of(Path::new(database), Some(file::folder(backup))), &forgotten);
}

/// A new database in a file that goes with the connection, which keeps the checksums of plain rows. The file lies in this
/// folder, or where SQLite puts its own.
pub fn empty(folder: Option<&Path>) -> Result<Connection, StoreError> {
    let mut connection = match folder {
        Some(folder) => unnamed::connection(folder)?,
        // Without a name SQLite makes a file that goes with the connection.
        None => Connection::open("").map_err(|error| unavailable(&error))?,
    };
    pages::set_size(&connection).map_err(|error| unavailable(&error))?;
    schema::migrate_copy(&mut connection, Path::new("the copy"), 0)?;
    checksums::keep(&connection).map_err(|error| unavailable(&error))?;
    Ok(connection)
}
