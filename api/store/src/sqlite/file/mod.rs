//! The database's file: opened, locked against a second Pegout, and brought to this version's schema.

pub mod checkpoint;
pub mod copy;
pub mod losses;
pub mod mark;
mod marking;
pub mod restore_leftovers;
pub mod served_file;

use std::fs::{self, TryLockError};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use prometheus::IntGauge;
use rusqlite::Connection;
use rusqlite::config::DbConfig;

use super::failure::cause;
use super::files::{self, beside};
use super::identity::{self, Position};
use super::readers::{self, BUSY_TIMEOUT, Readers, STATEMENTS};
use super::{checksums, schema};
use crate::error::unavailable;
use crate::{FailureCause, StoreError};
use losses::Finding;
use mark::Entry;
use marking::Marking;
use served_file::{Index, OpenFile, ServedFile, Writes};

/// The endings of the names of the files that SQLite keeps next to the database.
const WAL_FILES: [&str; 2] = ["-wal", "-shm"];

/// The database's file, its connection, lock and mark.
pub struct DatabaseFile {
    path: PathBuf,
    readers: Readers,
    /// The file that was opened first. The state in memory comes from no other.
    database: Option<ServedFile>,
    index: Option<Index>,
    marking: Marking,
    /// The newest entry. The mark lacks this entry if it cannot be written.
    noted: Option<Entry>,
    opened: Option<Opened>,
    /// Held as long as the program runs: its state in memory is only true if no other program writes.
    lock: Option<fs::File>,
}

/// The connection that writes, and the files that it writes to.
pub struct Opened {
    pub connection: Connection,
    /// The position after the last commit.
    pub position: Position,
    pub database: ServedFile,
    /// `None` if the database has no write-ahead log: then each commit writes to the file.
    pub writes: Option<Writes>,
    /// The write-ahead log and its index; empty if the file system cannot share memory: then SQLite has no log.
    pub wal_files: Vec<OpenFile>,
}

impl DatabaseFile {
    /// The file of this path, not opened yet.
    /// `mark_failed` is the metric of its mark.
    pub fn new(path: PathBuf, readers: Readers, mark_failed: IntGauge) -> DatabaseFile {
        let marking = Marking::new(mark_failed);
        DatabaseFile { path, readers, database: None, index: None, marking, noted: None, opened: None, lock: None }
    }

    /// The connection that writes; a closed connection is opened.
    pub fn open(&mut self) -> Result<&mut Opened, StoreError> {
        if self.opened.is_none() {
            match &self.database {
                Some(database) => {
                    database.check()?;
                }
                None => self.create()?,
            }
            if self.lock.is_none() {
                self.lock = Some(lock(&self.path)?);
            }
            if self.database.is_none() {
                let file = fs::canonicalize(&self.path).map_err(|error| self.cannot_open(&error))?;
                restore_leftovers::refuse_interrupted(&file)?;
                restore_leftovers::remove_all(&file);
            }
            self.opened = Some(self.connect()?);
        }
        self.opened.as_mut().ok_or_else(|| unavailable("the file is not open"))
    }

    /// The connection that writes, if the file is open.
    pub fn opened(&self) -> Option<&Opened> {
        self.opened.as_ref()
    }

    /// Closes the connection and keeps the lock, so that the next write opens the file again.
    pub fn close(&mut self) {
        self.opened = None;
    }

    /// Notes the position after a commit, with the streams of its events.
    pub fn note(&mut self, position: Position, streams: &[([u8; 16], u64)]) {
        if let Some(opened) = &mut self.opened {
            opened.position = position;
        }
        let stream = streams.last().copied();
        self.noted = Some(Entry { position, stream, at: Timestamp::now().as_millisecond() });
        self.marking.note(position, streams);
    }

    /// Ends the service of the database. Returns false if another program has written into the file: then the log is
    /// left unchanged.
    pub fn end(&mut self) -> bool {
        if self.database.as_ref().is_some_and(ServedFile::is_overwritten) {
            // The last connection that is closed would write the log into the file.
            std::mem::forget((self.opened.take(), self.lock.take()));
            return false;
        }
        if let Some(Opened { connection, .. }) = self.opened()
            && let Err(error) = identity::set_served(connection, false)
        {
            log::warn!("{} cannot be closed as it should: {error}", self.path.display());
        }
        self.marking.end();
        true
    }

    /// Refuses a database that lacks its newest changes.
    fn refuse_losses(&self, connection: &Connection, version: usize, file: &Path) -> Result<(), StoreError> {
        let mut entries = mark::read(file);
        entries.extend(self.noted);
        let found = losses::compare(connection, version, &self.path, &entries);
        match found.map_err(|error| not_opened(&self.path, &error))? {
            Finding::Whole => {}
            Finding::Unknown => log::warn!("{}: {}", self.path.display(), losses::UNKNOWN),
            Finding::Lost(loss) => return Err(StoreError::Unusable(loss.to_string())),
        }
        Ok(())
    }

    fn connect(&mut self) -> Result<Opened, StoreError> {
        let path = self.path.clone();
        let cannot_open = |error: rusqlite::Error| not_opened(&path, &error);
        let mut connection = Connection::open_with_flags(&self.path, readers::flags()).map_err(cannot_open)?;
        // A file of another program must not be changed when it is closed.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(cannot_open)?;
        let version = schema::verify_header(&connection, &self.path)?;
        // SQLite keeps its log next to the file itself, not next to a link to it.
        let file = fs::canonicalize(&self.path).map_err(|error| self.cannot_open(&error))?;
        self.refuse_losses(&connection, version, &file)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).map_err(cannot_open)?;
        let has_wal = configure(&mut connection, version).map_err(cannot_open)?;
        schema::migrate(&mut connection, &file, version)?;
        if self.database.is_none() {
            checkpoint::rewrite_large_pages(&connection, &file);
        }
        checksums::keep(&connection).map_err(cannot_open)?;
        files::close_to_others(&file);
        WAL_FILES.iter().for_each(|name| files::close_to_others(&beside(&file, name)));
        let position = identity::position(&connection).map_err(cannot_open)?;
        // Before it counts as served: without a mark it would be taken for a copy.
        self.marking.begin(&file, position);
        identity::set_served(&connection, true).map_err(cannot_open)?;
        let open_file = |path: PathBuf| OpenFile::of(path).map_err(|error| self.cannot_open(&error));
        let database = match &self.database {
            Some(first) => first.clone(),
            None => ServedFile::new(open_file(self.path.clone())?),
        };
        database.check()?;
        let wal_files = WAL_FILES.iter().filter(|_| has_wal).map(|name| open_file(beside(&file, name)));
        let wal_files: Vec<OpenFile> = wal_files.collect::<Result<_, _>>()?;
        if let [_, index] = wal_files.as_slice() {
            self.index = Some(Index::of(index, self.index).map_err(|error| self.cannot_open(&error))?);
        }
        let writes = self.index.filter(|_| has_wal).map(Writes::new);
        self.database.get_or_insert_with(|| database.clone());
        self.readers.get_or_init(|| readers::pool(database.clone()));
        Ok(Opened { connection, position, database, writes, wal_files })
    }

    /// Makes the file, unless it is there.
    fn create(&self) -> Result<(), StoreError> {
        let log = beside(&self.path, "-wal");
        let is_left_alone = || fs::metadata(&log).is_ok_and(|log| log.len() > 0);
        if !self.path.exists() && is_left_alone() {
            // SQLite would take the log for an old one and delete it.
            let (path, log) = (self.path.display(), log.display());
            let sentence = format!("{path} is missing, and {log} has a part of it: put {path} back, or {log} aside.");
            return Err(StoreError::Unusable(sentence));
        }
        restore_leftovers::refuse_interrupted(&self.path)?;
        if !self.path.exists() && !mark::read(&self.path).is_empty() {
            let (path, mark) = (self.path.display(), mark::path(&self.path));
            return Err(StoreError::Unusable(format!(
                "{path} is missing, and {mark} says that it was served here. Put it back, or restore a backup: pegout restore BACKUP. \
                 To begin with an empty one, remove {mark}.",
                mark = mark.display()
            )));
        }
        files::create_private(&self.path).map_err(|error| self.cannot_open(&error))
    }

    fn cannot_open(&self, error: &dyn std::fmt::Display) -> StoreError {
        cannot_open(&self.path, error)
    }
}

/// Locks an existing database, so that no second Pegout can open it while the lock is held.
pub fn lock(path: &Path) -> Result<fs::File, StoreError> {
    // A link to the file is the same file.
    let file = fs::canonicalize(path).map_err(|error| cannot_open(path, &error))?;
    let lock = files::open_private(&beside(&file, ".lock")).map_err(|error| cannot_open(path, &error))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => {
            let sentence = format!("Another Pegout serves {} already. Stop it first.", path.display());
            Err(StoreError::Unusable(sentence))
        }
        Err(TryLockError::Error(error)) => Err(cannot_open(path, &error)),
    }
}

/// The error of a database that cannot be opened.
pub fn cannot_open(path: &Path, error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Failed(FailureCause::CannotOpen, format!("{} cannot be opened: {error}", path.display()))
}

/// The error of a database that SQLite cannot open, with the part of it that the error comes from.
fn not_opened(path: &Path, error: &rusqlite::Error) -> StoreError {
    let sentence = cannot_open(path, error);
    cause(error).map_or(sentence.clone(), |cause| StoreError::Failed(cause, sentence.to_string()))
}

/// Sets the connection up. Returns true if the file has a write-ahead log, which must exist before any reader.
fn configure(connection: &mut Connection, version: usize) -> rusqlite::Result<bool> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    if version == 0 {
        checkpoint::set_page_size(connection)?;
    }
    let has_wal = checkpoint::begin_wal(connection)?;
    connection.pragma_update(None, "synchronous", "full")?;
    // Overwrite deleted rows, for example of a forgotten player. A checkpoint removes them from the log.
    connection.pragma_update(None, "secure_delete", true)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(has_wal)
}
