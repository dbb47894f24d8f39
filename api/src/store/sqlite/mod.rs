//! The store in SQLite: one thread writes, a few connections read.

pub mod backup;
mod checksum;
mod damage;
mod database;
mod events;
mod failure;
pub mod file;
mod outbox;
mod probe;
mod readers;
mod rows;
mod schema;
mod store;
mod writer;

use std::path::PathBuf;

use rusqlite::Connection;

use super::{StoreError, StoreMetrics};
use damage::DamagedTables;
use file::DatabaseFile;
pub use file::sizes;
use readers::Readers;
use rows::checksums;
pub use rows::checksums::TABLES as PLAIN_TABLES;
use writer::Writer;

/// The store in a file of SQLite's.
pub struct SqliteStore {
    path: PathBuf,
    /// The folder of the backups, beside which the list of the forgotten is kept too.
    backups: Option<PathBuf>,
    writer: Writer,
    readers: Readers,
    damaged_tables: DamagedTables,
    metrics: StoreMetrics,
}

impl SqliteStore {
    /// The store in this file, which is made if it is not there. A file that cannot be opened now is tried again
    /// whenever it is needed.
    pub fn new(path: PathBuf) -> SqliteStore {
        let readers = Readers::default();
        let file = DatabaseFile::new(path.clone(), readers.clone());
        let metrics = StoreMetrics::new();
        let writer = Writer::start(file, metrics.clone());
        SqliteStore { path, backups: None, writer, readers, damaged_tables: DamagedTables::default(), metrics }
    }

    /// The same store, whose backups go into this folder.
    pub fn with_backups(self, folder: Option<PathBuf>) -> SqliteStore {
        SqliteStore { backups: folder, ..self }
    }

    async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        self.writer.write(work).await
    }

    async fn read<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        if self.readers.get().is_none() {
            self.writer.write(|_| Ok(())).await?;
        }
        let readers = self.readers.clone();
        let not_open = || StoreError::Unavailable("the file is not open".to_owned());
        let read = tokio::task::spawn_blocking(move || readers.get().ok_or_else(not_open)?.read(work));
        read.await.map_err(|error| StoreError::Unavailable(error.to_string()))?
    }

    /// Reads rows of these plain tables, unless one is damaged.
    async fn read_rows<T, F>(&self, tables: &[&'static str], work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        self.check_tables(tables).await?;
        self.read(work).await
    }

    /// Fails where one of these plain tables is damaged. Each is looked at before the first answer from it.
    async fn check_tables(&self, tables: &[&'static str]) -> Result<(), StoreError> {
        let look = |table| self.read(move |connection| checksums::is_damaged(connection, table));
        self.damaged_tables.check(tables, look).await
    }
}

/// The error of a database that cannot do it now.
pub fn unavailable(error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Unavailable(error.to_string())
}
