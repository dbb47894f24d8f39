//! The way back to a backup. At every moment the path has the old database or the backup, or the next start refuses it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::forgotten::{self, Forgotten};
use super::{keeping, open_to_read};
use crate::StoreError;
use crate::db::DbError;
use crate::error::unavailable;
use crate::rows::{players, texts};
use crate::sqlite::db::{SqliteDb, ready};
use crate::sqlite::file::restore_leftovers::{PREPARED, READY};
use crate::sqlite::file::{self, copy, mark};
use crate::sqlite::files::{self, beside, remove, sync_folder};
use crate::sqlite::readers::BUSY_TIMEOUT;
use crate::sqlite::{checksums, identity, schema};

/// The outcome of a restore.
pub struct Restored {
    /// The new path of the old database, if there was a database.
    pub replaced: Option<PathBuf>,
    /// The number of players in the backup who are forgotten now; `None` without a list of the forgotten.
    pub forgotten: Option<usize>,
}

/// The step at which the database could not be replaced.
enum Failure {
    /// Nothing was changed.
    Before(io::Error),
    /// The old database could not be put back. The next start refuses it.
    Between(io::Error),
    /// The database is replaced. Perhaps not on the disk.
    After(io::Error),
}

/// Replaces the database by a backup. The old database is kept under a name with this second. Players who were
/// forgotten since the backup are forgotten again. An error says whether anything was changed.
pub fn restore(backup: &Path, path: &Path, second: &str) -> Result<Restored, StoreError> {
    let cannot = |error: &dyn std::fmt::Display| {
        let (backup, path) = (backup.display(), path.display());
        StoreError::Unusable(format!("{backup} cannot be put in the place of {path}: {error}. Nothing was changed."))
    };
    let failed = |error| match error {
        StoreError::Unusable(_) => error,
        error => cannot(&error),
    };
    let was_there = path.exists();
    let log = beside(path, "-wal");
    // A service that was stopped may leave an empty log.
    if !was_there && fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        let (path, log) = (path.display(), log.display());
        return Err(StoreError::Unusable(format!("{path} is missing, and {log} has a part of it: put {log} aside.")));
    }
    let path = if was_there { fs::canonicalize(path).map_err(|error| cannot(&error))? } else { path.to_owned() };
    let _lock = if was_there { Some(file::lock(&path).map_err(failed)?) } else { None };
    let mut lists = forgotten::lists_beside(backup);
    lists.extend(forgotten::lists_beside(&path));
    let has_list = was_there || !lists.is_empty();
    let mut forgotten = Forgotten::default();
    lists.into_iter().for_each(|list| forgotten.extend(list));
    if was_there {
        // A damaged database is replaced too.
        forgotten.extend(forgotten_in(&path).unwrap_or_default());
    }
    let prepared = beside(&path, PREPARED);
    let (source, _) = open_to_read(backup).map_err(failed)?;
    copy::vacuum_into(&source, &prepared).map_err(|error| cannot(&error))?;
    let people = forget(&prepared, &forgotten).map_err(|error| cannot(&error))?;
    let replaced =
        if was_there { replace(&prepared, &path, second).map(Some) } else { place(&prepared, &path).map(|()| None) };
    let backup = backup.display();
    match replaced {
        Ok(replaced) => Ok(Restored { replaced, forgotten: has_list.then_some(people) }),
        Err(Failure::Before(error)) => Err(cannot(&error)),
        Err(Failure::Between(error)) => Err(StoreError::Unusable(format!(
            "{} is not replaced yet: {error}. Restore {backup} again. Pegout does not start before that.",
            path.display()
        ))),
        Err(Failure::After(error)) => Err(StoreError::Unusable(format!(
            "{} is what {backup} was, and the disk did not confirm it: {error}. Run \"pegout check\".",
            path.display()
        ))),
    }
}

/// Gives the prepared database a free name.
fn place(prepared: &Path, path: &Path) -> Result<(), Failure> {
    // Remove the mark of a database that was here before.
    mark::remove(path).and_then(|()| keeping::name_again(prepared, path)).map_err(Failure::Before)?;
    fs::remove_file(prepared).and_then(|()| sync_folder(path)).map_err(Failure::After)
}

/// Replaces a database by the prepared one, and returns the old database's new name.
fn replace(prepared: &Path, path: &Path, second: &str) -> Result<PathBuf, Failure> {
    // From here on each start refuses the old database, because its log may be gone.
    let ready = beside(path, READY);
    // Root may restore for the account of the service.
    files::keep_owner(path, prepared)
        .and_then(|()| fs::rename(prepared, &ready))
        .and_then(|()| sync_folder(path))
        .map_err(|error| undone(path, None, error))?;
    let kept = keeping::keep(path, second).map_err(|error| undone(path, None, error))?;
    remove_beside(path)
        .and_then(|()| sync_folder(path))
        .and_then(|()| fs::rename(&ready, path))
        .map_err(|error| undone(path, Some(&kept), error))?;
    sync_folder(path).map_err(Failure::After)?;
    Ok(kept)
}

/// Removes what belongs to the old database: the write-ahead log, its index and the mark.
fn remove_beside(path: &Path) -> io::Result<()> {
    keeping::BESIDE.iter().chain(&["-shm"]).try_for_each(|ending| remove(&beside(path, ending)))
}

/// Restores the removed log and mark, and removes the second names and the prepared database.
fn undone(path: &Path, kept: Option<&Path>, error: io::Error) -> Failure {
    let undo = || {
        if let Some(kept) = kept {
            for ending in keeping::BESIDE {
                let (own, kept) = (beside(path, ending), beside(kept, ending));
                if kept.exists() && !own.exists() {
                    keeping::name_again(&kept, &own)?;
                }
            }
            keeping::forget(kept)?;
        }
        sync_folder(path)?;
        remove(&beside(path, READY))?;
        remove(&beside(path, PREPARED))
    };
    match undo() {
        Ok(()) => Failure::Before(error),
        Err(_) => Failure::Between(error),
    }
}

/// The forgotten players and texts of a database. The write-ahead log stays unchanged: SQLite would empty a damaged
/// log.
fn forgotten_in(path: &Path) -> rusqlite::Result<Forgotten> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // A damaged database, or a database older than the lists, has no list.
    let db = SqliteDb::new(&connection);
    let players = ready(players::forgotten(&db)).unwrap_or_default();
    Ok(Forgotten { players, texts: ready(texts::removed(&db)).unwrap_or_default() })
}

/// Forgets players and texts in a copy that is not served; returns the number of players that it still had.
fn forget(copy: &Path, forgotten: &Forgotten) -> Result<usize, StoreError> {
    let (_, version) = open_to_read(copy)?;
    let mut connection = Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(unavailable)?;
    schema::migrate_copy(&mut connection, copy, version)?;
    let forget = |connection: &Connection| {
        connection.pragma_update(None, "secure_delete", true)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        checksums::keep(connection)?;
        identity::renew(connection)?;
        forgotten.apply(connection)
    };
    forget(&connection).map_err(|error: DbError| unavailable(error))
}
