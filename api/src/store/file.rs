//! The database's file: opened, locked against a second Pegout, and brought to this version's schema.

use std::fs::{self, TryLockError};
use std::path::PathBuf;
use std::time::Duration;

use r2d2::Pool;
use r2d2_sqlite::SqliteConnectionManager;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode};
use rusqlite_migration::{M, Migrations};

use super::{Readers, StoreError};

/// "Pgou", as the first migration writes it.
const APPLICATION_ID: i32 = 0x5067_6f75;
/// The schema's versions, the oldest first. One that was released is never changed.
const VERSIONS: &[M<'static>] =
    &[M::up(include_str!("migrations/0001_games.sql")), M::up(include_str!("migrations/0002_league.sql"))];
/// How many connections read at the same time.
const READERS: u32 = 4;
/// How long a statement waits for another's lock.
const PATIENCE: Duration = Duration::from_secs(5);

pub struct File {
    path: PathBuf,
    readers: Readers,
    /// Held as long as the program runs: its state in memory is only true if nobody else writes.
    lock: Option<fs::File>,
    connection: Option<Connection>,
}

impl File {
    pub fn new(path: PathBuf, readers: Readers) -> File {
        File { path, readers, lock: None, connection: None }
    }

    /// The connection that writes.
    pub fn open(&mut self) -> Result<&mut Connection, StoreError> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.connect()?,
        };
        Ok(self.connection.insert(connection))
    }

    /// Lets the connection go, so that the next who writes opens the file anew.
    pub fn close(&mut self) {
        self.connection = None;
    }

    /// Brings everything into the one file. Closing would do it too, but only where no reader is still open.
    pub fn settle(&self) {
        let Some(connection) = &self.connection else { return };
        let settled = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0));
        match settled {
            Ok(false) => {}
            Ok(true) => log::warn!("{}-wal stays beside the database: somebody still reads it", self.path.display()),
            Err(error) => log::warn!("{}-wal stays beside the database: {error}", self.path.display()),
        }
    }

    fn connect(&mut self) -> Result<Connection, StoreError> {
        self.lock()?;
        let cannot_open = |error: rusqlite::Error| self.cannot_open(&error);
        let mut connection = Connection::open(&self.path).map_err(cannot_open)?;
        // To close another program's file must not tidy it either.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(cannot_open)?;
        self.check(&connection)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).map_err(cannot_open)?;
        prepare(&mut connection).map_err(cannot_open)?;
        Migrations::from_slice(VERSIONS).to_latest(&mut connection).map_err(|error| self.cannot_open(&error))?;
        if self.readers.get().is_none() {
            let manager = SqliteConnectionManager::file(&self.path).with_init(|connection| {
                connection.busy_timeout(PATIENCE)?;
                connection.pragma_update(None, "query_only", true)
            });
            let pool = Pool::builder().max_size(READERS).min_idle(Some(0)).connection_timeout(PATIENCE);
            // Only this thread sets it.
            let _ = self.readers.set(pool.build_unchecked(manager));
        }
        Ok(connection)
    }

    fn lock(&mut self) -> Result<(), StoreError> {
        if self.lock.is_some() {
            return Ok(());
        }
        // A link to the file is the same file.
        let mut path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone()).into_os_string();
        path.push(".lock");
        let file = fs::File::create(&path).map_err(|error| self.cannot_open(&error))?;
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

    /// Refuses a file that is none of Pegout's before anything in it is changed.
    fn check(&self, connection: &Connection) -> Result<(), StoreError> {
        let of_another = || {
            let path = self.path.display();
            StoreError::Unusable(format!("{path} is not a database of Pegout's. Name another file with --database."))
        };
        let number = |query| connection.query_row(query, [], |row| row.get::<_, i32>(0));
        let application = match number("PRAGMA application_id") {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) => return Err(of_another()),
            other => other.map_err(|error| self.cannot_open(&error))?,
        };
        let tables = number("SELECT count(*) FROM sqlite_schema").map_err(|error| self.cannot_open(&error))?;
        if application != APPLICATION_ID && (application != 0 || tables != 0) {
            return Err(of_another());
        }
        let version = number("PRAGMA user_version").map_err(|error| self.cannot_open(&error))?;
        if version as usize > VERSIONS.len() {
            let path = self.path.display();
            let sentence = format!("{path} was written by a newer Pegout. Start that one, or a newer still.");
            return Err(StoreError::Unusable(sentence));
        }
        Ok(())
    }

    fn cannot_open(&self, error: &dyn std::fmt::Display) -> StoreError {
        StoreError::Unavailable(format!("{} cannot be opened: {error}", self.path.display()))
    }
}

/// The write-ahead log must be there before any reader is.
fn prepare(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    // Who is forgotten is not to be found in the file either; settling takes them out of the log beside it.
    connection.pragma_update(None, "secure_delete", true)?;
    connection.pragma_update(None, "foreign_keys", true)
}
