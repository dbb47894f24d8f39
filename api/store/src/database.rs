//! The database of a service: a SQLite file, or a PostgreSQL database.

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;

use super::postgres::{PostgresAddress, PostgresStore};
use super::sqlite::SqliteStore;
use super::{Store, StoreError, StoreMetrics};

/// A check of a copy of the whole database, before anybody gets the copy.
pub type CheckOfCopy = Box<dyn FnOnce(&Path) -> Result<(), StoreError> + Send>;

/// A store with metrics and copies of the whole database.
#[async_trait]
pub trait Database: Store {
    /// The metrics.
    fn metrics(&self) -> &StoreMetrics;
    /// The number of requests that wait for a connection; `None` if no request ever waits.
    fn waiting_requests(&self) -> Option<u64>;
    /// Copies everything to this empty file, as a SQLite database. The file is on the disk when this returns.
    async fn back_up(&self, target: PathBuf) -> Result<(), StoreError>;
    /// Copies everything to a file, checks it and removes its name. The file vanishes when it is closed. One call at a
    /// time.
    async fn back_up_unlinked(&self, check: CheckOfCopy) -> Result<File, StoreError>;
    /// The path and the largest size in bytes of an unfinished copy without a name; `None` if the size is unknown.
    async fn room_of_copy(&self) -> Option<(PathBuf, u64)>;
    /// Removes useless copies, now and once a day, for ever.
    async fn remove_old_copies(&self);
}

/// The place of a database.
#[derive(Clone, Debug)]
pub enum Location {
    /// A SQLite file.
    File(PathBuf),
    /// A PostgreSQL database.
    Postgres(PostgresAddress),
}

impl Location {
    /// The path of the file; `None` for PostgreSQL.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Location::File(path) => Some(path),
            Location::Postgres(_) => None,
        }
    }

    /// Opens the database, or creates it if it is missing. Its backups go into this folder.
    pub fn open(&self, backups: Option<PathBuf>) -> Result<Arc<dyn Database>, StoreError> {
        Ok(match self {
            Location::File(path) => Arc::new(SqliteStore::new(path.clone()).with_backups(backups)),
            Location::Postgres(address) => Arc::new(PostgresStore::new(address.clone())?.with_backups(backups)),
        })
    }
}

impl TryFrom<OsString> for Location {
    type Error = String;

    fn try_from(text: OsString) -> Result<Location, String> {
        match text.to_str() {
            Some(address) if PostgresAddress::is_one(address) => address.parse().map(Location::Postgres),
            _ => Ok(Location::File(text.into())),
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Location::File(path) => path.display().fmt(f),
            Location::Postgres(address) => address.fmt(f),
        }
    }
}
