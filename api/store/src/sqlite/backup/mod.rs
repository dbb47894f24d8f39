//! Backups: a copy of the database while it is served, and the way back.

pub mod archive;
pub mod forgotten;
pub mod inspection;
pub(super) mod keeping;
mod part;
pub(super) mod restore;

use std::fmt::Display;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use async_trait::async_trait;
use rusqlite::{Connection, OpenFlags};

use forgotten::Forgotten;

pub use self::part::{BackupPart, remove_left};
pub use self::restore::{Restored, restore};
use super::db::{SqliteDb, ready};
pub use super::file::lock;
use super::file::losses::{self, Finding};
pub use super::file::losses::{Accepted, accept_loss};
use super::file::mark::{self, Entry};
use super::file::{self, checkpoint, copy};
use super::files::{self, beside, folder};
use super::readers::BUSY_TIMEOUT;
use super::{SqliteStore, checksums, schema};
use crate::db::Backend;
use crate::error::unavailable;
use crate::{CheckOfCopy, Database, StoreError, StoreMetrics};

/// The ending of the name of a copy that loses its name when it is complete.
const UNLINKED: &str = ".download";

/// The number in the next temporary name, so that no two temporary files share a name.
static NEXT: AtomicU32 = AtomicU32::new(0);

#[async_trait]
impl Database for SqliteStore {
    fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    fn waiting_requests(&self) -> Option<u64> {
        None
    }

    async fn back_up(&self, target: PathBuf) -> Result<(), StoreError> {
        let path = self.path.clone();
        let copied = tokio::task::spawn_blocking(move || write(&path, &target)).await;
        copied.map_err(unavailable)??;
        self.list_forgotten().await;
        // The write-ahead log has grown during the copy.
        self.writer.checkpoint().await
    }

    async fn back_up_unlinked(&self, check: CheckOfCopy) -> Result<File, StoreError> {
        let path = self.path.clone();
        let copied = move || write_unlinked(&open_to_read(&path)?.0, &unlinked_path(&path), check);
        let copied = tokio::task::spawn_blocking(copied).await;
        let copy = copied.map_err(unavailable)??;
        self.writer.checkpoint().await?;
        Ok(copy)
    }

    async fn room_of_copy(&self) -> Option<(PathBuf, u64)> {
        let size = files::database_size(&self.path).unwrap_or(0) + files::wal_size(&self.path).unwrap_or(0);
        Some((self.path.clone(), size))
    }

    async fn remove_old_copies(&self) {
        remove_unlinked(&unlinked_path(&self.path));
        [Some(folder(&self.path)), self.backups.as_deref()].into_iter().flatten().for_each(remove_left);
        copy::remove_old_daily(self.path.clone()).await;
    }
}

/// A connection that reads this database of Pegout's, and the version of its schema. Refuses a database that lacks its
/// newest changes.
pub fn open_to_read(path: &Path) -> Result<(Connection, usize), StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let cannot_open = |error: rusqlite::Error| file::cannot_open(path, &error);
    fs::metadata(path).map_err(|error| file::cannot_open(path, &error))?;
    file::restore_leftovers::refuse_interrupted(path)?;
    // Read the mark before the database, because a running service may change the database at any moment.
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

/// Removes the mark of a missing database, before another database gets its name.
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

/// Copies the database, served or not, to an empty file. The copy is complete and on the disk when this returns.
pub fn write(path: &Path, target: &Path) -> Result<(), StoreError> {
    let (connection, _) = open_to_read(path)?;
    write_copy(&connection, target)
}

/// Copies the database of this connection to an empty file. The copy is complete and on the disk when this returns.
pub fn write_copy(connection: &Connection, target: &Path) -> Result<(), StoreError> {
    copy::fill(connection, target).map_err(|error| cannot_copy_to(target, &error))
}

fn cannot_copy_to(target: &Path, error: &dyn Display) -> StoreError {
    unavailable(format!("the database cannot be copied to {}: {error}", target.display()))
}

/// Writes the list of forgotten players next to a backup. The list is read from `connection`, and named after
/// `database`. If this fails, the log says so.
pub fn list_beside(connection: &Connection, database: &str, backup: &Path) {
    let forgotten = ready(Forgotten::read(&SqliteDb::new(connection))).map_err(StoreError::from);
    forgotten::write(&forgotten::list_of(Path::new(database), Some(folder(backup))), &forgotten);
}

/// Creates a database that keeps the checksums of plain rows. Its file is in `folder`, or in SQLite's own folder, and
/// ends with the connection.
pub fn empty(folder: Option<&Path>) -> Result<Connection, StoreError> {
    let mut connection = match folder {
        Some(folder) => unlinked_database(folder)?,
        // Without a name SQLite makes a file that goes with the connection.
        None => Connection::open("").map_err(unavailable)?,
    };
    checkpoint::set_page_size(&connection).map_err(unavailable)?;
    schema::migrate_copy(&mut connection, Path::new("the copy"), 0)?;
    checksums::keep(&connection).map_err(unavailable)?;
    Ok(connection)
}

/// Removes an unfinished copy and its part file. If this fails, the log says so.
pub fn remove_unlinked(copy: &Path) {
    for left in [beside(copy, ".part"), copy.to_owned()] {
        if let Err(error) = files::remove(&left) {
            log::warn!("{} is of no use and cannot be removed: {error}", left.display());
        }
    }
}

/// The path of an unfinished copy: next to the database itself, not next to a link to it.
pub fn unlinked_path(path: &Path) -> PathBuf {
    beside(&fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()), UNLINKED)
}

/// A new database in this folder, in a file without a name.
fn unlinked_database(folder: &Path) -> Result<Connection, StoreError> {
    let path = folder.join(format!(".pegout-{}-{}.copy", std::process::id(), NEXT.fetch_add(1, Relaxed)));
    let cannot = |error: &dyn Display| cannot_copy_to(folder, error);
    files::open_private(&path).map_err(|error| cannot(&error))?;
    let connection = Connection::open(&path);
    fs::remove_file(&path).map_err(|error| cannot(&error))?;
    let connection = connection.map_err(|error| cannot(&error))?;
    // A journal file would have a name, and nobody reads the database after a crash.
    let pragmas = "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE";
    connection.execute_batch(pragmas).map_err(|error| cannot(&error))?;
    Ok(connection)
}

/// Copies the database of this connection to the path `copy`, checks the file and unlinks it. The system deletes
/// the file when the returned handle is closed.
pub fn write_unlinked(connection: &Connection, copy: &Path, check: CheckOfCopy) -> Result<File, StoreError> {
    let cannot = |error: &dyn Display| cannot_copy_to(copy, error);
    copy::vacuum_into(connection, copy).map_err(|error| cannot(&error))?;
    let checked = check(copy);
    let file = File::open(copy);
    fs::remove_file(copy).map_err(|error| cannot(&error))?;
    checked?;
    file.map_err(|error| cannot(&error))
}
