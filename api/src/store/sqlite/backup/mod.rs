//! Backups: a copy of the database while it is served, and the way back.

pub mod archive;
pub mod forgotten;
pub mod inspection;
pub mod unnamed;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use forgotten::Forgotten;

pub use super::file::lock;
use super::file::{self, beside, pages, private_file, whole_copy};
use super::readers::BUSY_TIMEOUT;
use super::rows::{checksums, texts};
use super::{SqliteStore, schema, unavailable};
use crate::store::StoreError;

impl SqliteStore {
    /// Copies the whole database to this new file, which is checked and on the disk when this returns. Then what the
    /// write-ahead log has kept for the copy is written into the file.
    pub async fn back_up(&self, target: PathBuf) -> Result<(), StoreError> {
        let path = self.path.clone();
        let copied = tokio::task::spawn_blocking(move || write(&path, &target)).await;
        copied.map_err(|error| StoreError::Unavailable(error.to_string()))??;
        self.list_forgotten().await;
        self.writer.checkpoint().await
    }

    /// Writes the list of the forgotten beside the database and the backups. Where that fails, the log says so.
    pub async fn list_forgotten(&self) {
        // A damaged table would take the good list's place.
        let tables = ["forgotten_player", "event_text"];
        let forgotten = self.read_rows(&tables, Forgotten::of).await;
        for folder in [None].into_iter().chain(self.backups.as_deref().map(Some)) {
            forgotten::write_read(&forgotten::list_of(&self.path, folder), &forgotten);
        }
    }
}

/// A database that was put in the place of another.
pub struct Restored {
    /// The path of the database that was there before, if there was one.
    pub replaced: Option<PathBuf>,
    /// The number of people whom the backup still had, and who were forgotten since; `None` where no list of them was found.
    pub forgotten: Option<usize>,
}

/// A connection that reads this database of Pegout's, and the version of its schema.
pub fn open_to_read(path: &Path) -> Result<(Connection, usize), StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let cannot_open = |error: rusqlite::Error| file::cannot_open(path, &error);
    fs::metadata(path).map_err(|error| file::cannot_open(path, &error))?;
    let connection = Connection::open_with_flags(path, flags).map_err(cannot_open)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(cannot_open)?;
    let version = schema::verify_header(&connection, path)?;
    if version == 0 {
        return Err(StoreError::Unusable(format!("{} is empty: no Pegout has written to it yet.", path.display())));
    }
    Ok((connection, version))
}

/// Copies the database, which may be served meanwhile, to a new file: whole, checked and on the disk when this returns.
pub fn write(path: &Path, target: &Path) -> Result<(), StoreError> {
    let (connection, _) = open_to_read(path)?;
    write_copy(&connection, target)
}

/// Copies the database of this connection to a new file: whole, checked and on the disk when this returns.
pub fn write_copy(connection: &Connection, target: &Path) -> Result<(), StoreError> {
    if target.exists() {
        return Err(StoreError::Unusable(format!("{} is there already: name another file.", target.display())));
    }
    whole_copy::write(connection, target).map_err(|error| {
        StoreError::Unavailable(format!("the database cannot be copied to {}: {error}", target.display()))
    })
}

/// Writes the list of the forgotten in the database of this connection, after whose name it is called, beside a backup. Where
/// that fails, the log says so.
pub fn list_beside(connection: &Connection, database: &str, backup: &Path) {
    let forgotten = Forgotten::of(connection).map_err(|error| unavailable(&error));
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

/// Puts a backup in the place of the database. What was there is kept beside it, and whoever was forgotten since the backup
/// is forgotten in it too. Nothing is changed where this fails.
pub fn restore(backup: &Path, path: &Path, replaced: &str) -> Result<Restored, StoreError> {
    let cannot = |error: &dyn std::fmt::Display| {
        StoreError::Unavailable(format!(
            "{} cannot be put in the place of {}: {error}",
            backup.display(),
            path.display()
        ))
    };
    let was_there = path.exists();
    let log = beside(path, "-wal");
    if !was_there && log.exists() {
        let (path, log) = (path.display(), log.display());
        return Err(StoreError::Unusable(format!("{path} is missing, and {log} has a part of it: put {log} aside.")));
    }
    let path = if was_there { fs::canonicalize(path).map_err(|error| cannot(&error))? } else { path.to_owned() };
    let _lock = if was_there { Some(file::lock(&path)?) } else { None };
    let mut lists = forgotten::lists_beside(backup);
    lists.extend(forgotten::lists_beside(&path));
    let has_list = was_there || !lists.is_empty();
    let mut forgotten = Forgotten::default();
    lists.into_iter().for_each(|list| forgotten.extend(list));
    if was_there {
        // One that is damaged is replaced too: what is in its log is kept with it.
        forgotten.extend(empty_log(&path).unwrap_or_default());
    }
    let prepared = beside(&path, ".restored");
    let (source, _) = open_to_read(backup)?;
    whole_copy::write(&source, &prepared).map_err(|error| cannot(&error))?;
    let people = forget(&prepared, &forgotten).map_err(|error| cannot(&error))?;
    let kept = was_there.then(|| beside(&path, &format!(".replaced-{replaced}")));
    if let Some(kept) = &kept {
        // The service runs as another account where root restores.
        private_file::keep_owner(&path, &prepared).map_err(|error| cannot(&error))?;
        // A link, so that at no moment there is no database: the service would begin a new one.
        fs::hard_link(&path, kept).or_else(|_| fs::rename(&path, kept)).map_err(|error| cannot(&error))?;
        keep_log(&path, kept).map_err(|error| cannot(&error))?;
    }
    fs::rename(&prepared, &path).map_err(|error| cannot(&error))?;
    fs::File::open(file::folder(&path)).and_then(|folder| folder.sync_all()).map_err(|error| cannot(&error))?;
    Ok(Restored { replaced: kept, forgotten: has_list.then_some(people) })
}

/// Writes what is in the write-ahead log into the file, and returns what was forgotten in it.
fn empty_log(path: &Path) -> rusqlite::Result<Forgotten> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    // A database from before these lists, or one that is damaged, has none.
    let players = forgotten::ids(&connection).unwrap_or_default();
    Ok(Forgotten { players, texts: texts::removed(&connection).unwrap_or_default() })
}

/// Moves a write-ahead log that could not be emptied beside the database that is kept: SQLite would take it for the new one's.
fn keep_log(path: &Path, kept: &Path) -> io::Result<()> {
    let log = beside(path, "-wal");
    if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        fs::rename(&log, beside(kept, "-wal"))?;
    }
    for log in [log, beside(path, "-shm")] {
        match fs::remove_file(log) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Forgets people and texts in a copy that nobody serves; returns the number of the people that it still had.
fn forget(copy: &Path, forgotten: &Forgotten) -> Result<usize, StoreError> {
    let (_, version) = open_to_read(copy)?;
    let mut connection =
        Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(|error| unavailable(&error))?;
    schema::migrate_copy(&mut connection, copy, version)?;
    let forget = |connection: &Connection| {
        connection.pragma_update(None, "secure_delete", true)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        checksums::keep(connection)?;
        forgotten.apply(connection)
    };
    forget(&connection).map_err(|error: rusqlite::Error| unavailable(&error))
}
