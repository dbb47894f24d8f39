//! The store in SQLite: one thread writes, a few connections read.

mod append;
pub mod backup;
mod checksums;
mod damage;
mod db;
mod events;
pub mod failure;
mod file;
pub mod files;
mod identity;
mod readers;
mod schema;
mod store;
mod table_checksums;
mod writer;

use std::path::PathBuf;

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::db::DbError;
use super::error::unavailable;
use super::{StoreError, StoreMetrics};
use damage::DamagedTables;
use file::DatabaseFile;
use readers::Readers;
pub use table_checksums::TABLES as PLAIN_TABLES;
use writer::Writer;

/// The store in a SQLite file.
pub struct SqliteStore {
    path: PathBuf,
    /// The folder of the backups, with a second list of the forgotten.
    backups: Option<PathBuf>,
    writer: Writer,
    readers: Readers,
    damaged_tables: DamagedTables,
    metrics: StoreMetrics,
}

/// Work with a connection. It is boxed, since a writer and readers for each type of work would take long to compile.
type Work = Box<dyn FnOnce(&Connection) -> Result<(), DbError> + Send>;

/// Boxes the work, and returns the receiver of its value, to be read once the work is done and nothing has failed
/// since.
fn boxed<T: Send + 'static, E: Into<DbError>>(
    work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
) -> (Work, oneshot::Receiver<T>) {
    let (sender, value) = oneshot::channel();
    // The value is dropped if the caller is gone.
    let work =
        move |connection: &Connection| work(connection).map(|value| drop(sender.send(value))).map_err(Into::into);
    (Box::new(work), value)
}

impl SqliteStore {
    /// The store in this file. A missing file is created. Each use tries to open an unopened file again.
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

    async fn run_write<T: Send + 'static, E: Into<DbError>>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (work, mut value) = boxed(work);
        self.writer.write(work).await?;
        value.try_recv().map_err(unavailable)
    }

    async fn run_read<T: Send + 'static, E: Into<DbError>>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (work, mut value) = boxed(work);
        self.read_boxed(work).await?;
        value.try_recv().map_err(unavailable)
    }

    async fn read_boxed(&self, work: Work) -> Result<(), StoreError> {
        if self.readers.get().is_none() {
            self.writer.write(Box::new(|_| Ok(()))).await?;
        }
        let readers = self.readers.clone();
        let not_open = || unavailable("the file is not open");
        let read = tokio::task::spawn_blocking(move || readers.get().ok_or_else(not_open)?.read(work));
        read.await.map_err(unavailable)?
    }
}
