//! The database's file: opened, locked against a second Pegout, and brought to this version's schema.

use std::fs::{self, TryLockError};
use std::path::PathBuf;

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use super::placement::Placement;
use super::readers::{PATIENCE, Readers};
use super::{StoreError, beside, private_file, readers, schema};

/// The files that SQLite keeps beside the database, by what their names add to its own.
const COMPANIONS: [&str; 2] = ["-wal", "-shm"];

pub struct File {
    path: PathBuf,
    readers: Readers,
    /// Held as long as the program runs: its state in memory is only true if nobody else writes.
    lock: Option<fs::File>,
    /// The file that was opened first. The state in memory comes from no other.
    database: Option<Placement>,
    opened: Option<Opened>,
}

/// The connection that writes, and the files that it writes to.
pub struct Opened {
    pub connection: Connection,
    pub database: Placement,
    /// The write-ahead log and its index; none where the file system cannot share memory, so that SQLite does without.
    pub companions: Vec<Placement>,
}

impl File {
    pub fn new(path: PathBuf, readers: Readers) -> File {
        File { path, readers, lock: None, database: None, opened: None }
    }

    /// The connection that writes.
    pub fn open(&mut self) -> Result<&mut Opened, StoreError> {
        let opened = match self.opened.take() {
            Some(opened) => opened,
            None => self.connect()?,
        };
        Ok(self.opened.insert(opened))
    }

    /// The connection that writes, where the file is open.
    pub fn opened(&self) -> Option<&Opened> {
        self.opened.as_ref()
    }

    /// Lets the connection go, so that the next who writes opens the file anew.
    pub fn close(&mut self) {
        self.opened = None;
    }

    fn connect(&mut self) -> Result<Opened, StoreError> {
        match &self.database {
            Some(database) => database.check().map_err(StoreError::Displaced)?,
            None => self.create()?,
        }
        self.lock()?;
        let cannot_open = |error: rusqlite::Error| self.cannot_open(&error);
        let mut connection = Connection::open_with_flags(&self.path, readers::flags()).map_err(cannot_open)?;
        // To close another program's file must not tidy it either.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(cannot_open)?;
        let version = schema::check(&connection, &self.path)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).map_err(cannot_open)?;
        let has_companions = prepare(&mut connection).map_err(cannot_open)?;
        // SQLite keeps its companions beside the file itself, not beside a link to it.
        let file = fs::canonicalize(&self.path).map_err(|error| self.cannot_open(&error))?;
        schema::raise(&mut connection, &file, version)?;
        private_file::close_to_others(&file);
        COMPANIONS.iter().for_each(|name| private_file::close_to_others(&beside(&file, name)));
        let placement = |path: PathBuf| Placement::of(path).map_err(|error| self.cannot_open(&error));
        let companions = COMPANIONS.iter().filter(|_| has_companions).map(|name| placement(beside(&file, name)));
        let opened = Opened {
            connection,
            database: placement(self.path.clone())?,
            companions: companions.collect::<Result<_, _>>()?,
        };
        if let Some(first) = &self.database {
            first.check().map_err(StoreError::Displaced)?;
        }
        self.database.get_or_insert_with(|| opened.database.clone());
        self.readers.get_or_init(|| readers::pool(opened.database.clone()));
        Ok(opened)
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
        private_file::create(&self.path).map_err(|error| self.cannot_open(&error))
    }

    fn lock(&mut self) -> Result<(), StoreError> {
        if self.lock.is_some() {
            return Ok(());
        }
        // A link to the file is the same file.
        let path = fs::canonicalize(&self.path).map_err(|error| self.cannot_open(&error))?;
        let file = private_file::open(&beside(&path, ".lock")).map_err(|error| self.cannot_open(&error))?;
        match file.try_lock() {
            Ok(()) => self.lock = Some(file),
            Err(TryLockError::WouldBlock) => {
                let sentence = format!("Another Pegout serves {} already. Stop it first.", self.path.display());
                return Err(StoreError::Unusable(sentence));
            }
            Err(TryLockError::Error(error)) => return Err(self.cannot_open(&error)),
        }
        Ok(())
    }

    fn cannot_open(&self, error: &dyn std::fmt::Display) -> StoreError {
        StoreError::Unavailable(format!("{} cannot be opened: {error}", self.path.display()))
    }
}

/// Sets the connection up, and returns true where the file has its write-ahead log, which must be there before any reader.
fn prepare(connection: &mut Connection) -> rusqlite::Result<bool> {
    connection.busy_timeout(PATIENCE)?;
    let mode = connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get::<_, String>(0))?;
    connection.pragma_update(None, "synchronous", "full")?;
    // A forgotten player is not to be found in the file either; a checkpoint takes them out of the log beside it.
    connection.pragma_update(None, "secure_delete", true)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(mode.eq_ignore_ascii_case("wal"))
}
