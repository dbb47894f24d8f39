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
use tokio::sync::oneshot;

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

/// Work with a connection. It is boxed, since a writer and readers for each type of work would take long to compile.
type Work = Box<dyn FnOnce(&Connection) -> rusqlite::Result<()> + Send>;

/// Boxes the work, and returns the receiver of its value, to be read once the work is done and nothing has failed since.
fn boxed<T, F>(work: F) -> (Work, oneshot::Receiver<T>)
where
    T: Send + 'static,
    F: FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
{
    let (sender, value) = oneshot::channel();
    // The value is dropped if the caller is gone.
    (Box::new(move |connection| work(connection).map(|value| drop(sender.send(value)))), value)
}

impl SqliteStore {
    /// The store in this file, which is made if it is not there. A file that cannot be opened now is tried again
    /// whenever it is needed.
    pub fn new(path: PathBuf) -> SqliteStore {
        let readers = Readers::default();
        let metrics = StoreMetrics::new();
        let file = DatabaseFile::new(path.clone(), readers.clone(), metrics.mark_failed.clone());
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
        let (work, mut value) = boxed(work);
        self.writer.write(work).await?;
        value.try_recv().map_err(|error| unavailable(&error))
    }

    /// Like `write`, for a trial.
    async fn try_to_write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        let (work, mut value) = boxed(work);
        self.writer.try_to_write(work).await?;
        value.try_recv().map_err(|error| unavailable(&error))
    }

    async fn read<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        let (work, mut value) = boxed(work);
        self.read_boxed(work).await?;
        value.try_recv().map_err(|error| unavailable(&error))
    }

    async fn read_boxed(&self, work: Work) -> Result<(), StoreError> {
        if self.readers.get().is_none() {
            self.writer.write(Box::new(|_| Ok(()))).await?;
        }
        let readers = self.readers.clone();
        let not_open = || StoreError::Unavailable("the file is not open".to_owned());
        let read = tokio::task::spawn_blocking(move || readers.get().ok_or_else(not_open)?.read(work));
        read.await.map_err(|error| unavailable(&error))?
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
