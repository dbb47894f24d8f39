//! The store in SQLite: one thread writes, a few connections read.

pub mod backup;
mod checksum;
mod damage;
mod database;
mod db;
mod events;
mod failure;
pub mod file;
mod probe;
mod readers;
mod rows;
mod schema;
mod store;
mod writer;

use std::path::PathBuf;

use rusqlite::Connection;
pub use rusqlite::Error as SqliteError;
use tokio::sync::oneshot;

use super::db::DbError;
use super::{StoreError, StoreMetrics};
use damage::DamagedTables;
pub use failure::failed;
use file::DatabaseFile;
pub use file::sizes;
use readers::Readers;
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
type Work = Box<dyn FnOnce(&Connection) -> Result<(), DbError> + Send>;

/// Boxes the work, and returns the receiver of its value, to be read once the work is done and nothing has failed since.
fn boxed<T, E, F>(work: F) -> (Work, oneshot::Receiver<T>)
where
    T: Send + 'static,
    E: Into<DbError>,
    F: FnOnce(&Connection) -> Result<T, E> + Send + 'static,
{
    let (sender, value) = oneshot::channel();
    // The value is dropped if the caller is gone.
    let work =
        move |connection: &Connection| work(connection).map(|value| drop(sender.send(value))).map_err(Into::into);
    (Box::new(work), value)
}

impl SqliteStore {
    /// The store in this file, which is made if it is not there. A file that cannot be opened now is tried again
    /// whenever it is needed.
    pub fn new(path: PathBuf) -> SqliteStore {
        let readers = Readers::default();
        let metrics = StoreMetrics::default();
        let file = DatabaseFile::new(path.clone(), readers.clone(), metrics.mark_failed.clone());
        let writer = Writer::start(file, metrics.clone());
        SqliteStore { path, backups: None, writer, readers, damaged_tables: DamagedTables::default(), metrics }
    }

    /// The same store, whose backups go into this folder.
    pub fn with_backups(self, folder: Option<PathBuf>) -> SqliteStore {
        SqliteStore { backups: folder, ..self }
    }

    async fn run_write<T, E, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        E: Into<DbError>,
        F: FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    {
        let (work, mut value) = boxed(work);
        self.writer.write(work).await?;
        value.try_recv().map_err(|error| unavailable(&error))
    }

    /// Like `run_write`, for a trial.
    async fn try_to_write<T, E, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        E: Into<DbError>,
        F: FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    {
        let (work, mut value) = boxed(work);
        self.writer.try_to_write(work).await?;
        value.try_recv().map_err(|error| unavailable(&error))
    }

    async fn run_read<T, E, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        E: Into<DbError>,
        F: FnOnce(&Connection) -> Result<T, E> + Send + 'static,
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
}

/// The error of a database that cannot do it now.
pub fn unavailable(error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Unavailable(error.to_string())
}
