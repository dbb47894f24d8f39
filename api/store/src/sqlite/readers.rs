//! The connections that read.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use r2d2::Pool;
use r2d2_sqlite::SqliteConnectionManager;
use rusqlite::OpenFlags;

use super::file::served_file::ServedFile;
use super::{Work, checksums};
use crate::StoreError;
use crate::error::unavailable;

/// The number of connections that read at the same time.
const POOL_SIZE: u32 = 4;
/// The longest wait of a statement for the lock of another connection.
pub const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The most statements that a connection keeps prepared, more than the rows and the log have.
pub const STATEMENTS: usize = 128;

/// The readers, once the file could be opened.
pub type Readers = Arc<OnceLock<ReaderPool>>;

/// The connections that read one file.
pub struct ReaderPool {
    database: ServedFile,
    pool: Pool<SqliteConnectionManager>,
}

/// The flags to open an existing file.
pub fn flags() -> OpenFlags {
    OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

/// The readers of this file. A reader never opens a file that has replaced it.
pub fn pool(database: ServedFile) -> ReaderPool {
    let served = database.clone();
    let manager =
        SqliteConnectionManager::file(&database.opened.path).with_flags(flags()).with_init(move |connection| {
            served.check().map_err(|_| rusqlite::Error::InvalidPath(served.opened.path.clone()))?;
            connection.busy_timeout(BUSY_TIMEOUT)?;
            connection.set_prepared_statement_cache_capacity(STATEMENTS);
            connection.pragma_update(None, "query_only", true)?;
            checksums::register(connection)
        });
    let pool =
        Pool::builder().max_size(POOL_SIZE).min_idle(Some(0)).connection_timeout(BUSY_TIMEOUT).build_unchecked(manager);
    ReaderPool { database, pool }
}

impl ReaderPool {
    /// Does the work with a connection that is free.
    pub fn read(&self, work: Work) -> Result<(), StoreError> {
        self.database.check()?;
        let connection = self.pool.get().map_err(unavailable)?;
        Ok(work(&connection)?)
    }
}
