//! What is kept: the log of what happened, and a few plain tables. Nothing of SQLite shows in what is public here.

mod checkpoint;
mod copies;
mod events;
mod file;
mod league;
mod nights;
mod passwords;
mod placement;
mod players;
mod private_file;
mod readers;
mod representatives;
mod schema;
mod seasons;
mod tokens;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::web;
use rusqlite::Connection;
use thiserror::Error;

pub use events::{Along, Stored, Stream, StreamId};
pub use league::League;
pub use nights::NightRow;
pub use players::Player;
pub use representatives::Representative;
pub use seasons::Season;
pub use tokens::{Joined, TokenRow, Whose};

use file::File;
use readers::Readers;
use writer::Writer;

/// The database.
pub struct Store {
    path: PathBuf,
    writer: Writer,
    readers: Readers,
}

/// Why the store does not do what it was asked. Nothing was stored.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// Not now: the disk is full, say, or the directory cannot be written to. Later it may do.
    #[error("{0}")]
    Unavailable(String),
    /// Never: the file is not one that this program can serve.
    #[error("{0}")]
    Unusable(String),
    /// Not until the file is back: it was removed, or another has taken its place, while it was served.
    #[error("{} was removed or replaced while Pegout serves it: put it back", .0.display())]
    Displaced(PathBuf),
    /// Not until the next start: a file that SQLite keeps beside the database was removed or replaced.
    #[error("{} was removed or replaced while Pegout serves the database: start Pegout again", .0.display())]
    CompanionDisplaced(PathBuf),
    /// What was to be stored clashes with what is there.
    #[error("What was to be stored does not go with what is there: {0}.")]
    Conflict(String),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        let clashes = matches!(error, rusqlite::Error::StatementChangedRows(_))
            || error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation);
        let reason = error.to_string();
        if clashes { StoreError::Conflict(reason) } else { StoreError::Unavailable(reason) }
    }
}

impl Store {
    /// The database in this file, which is made if it is not there. A file that cannot be opened now is tried again
    /// whenever it is needed.
    pub fn new(path: PathBuf) -> Store {
        let readers = Readers::default();
        let file = File::new(path.clone(), readers.clone());
        Store { path, writer: Writer::start(file), readers }
    }

    /// Stores a moment, in milliseconds since 1970, to try whether anything can be stored.
    ///
    /// # Errors
    ///
    /// When nothing can.
    pub async fn try_out(&self, at: i64) -> Result<(), StoreError> {
        self.write(move |connection| {
            let mut statement = connection.prepare_cached(
                "INSERT INTO trial (only, at) VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = excluded.at",
            )?;
            statement.execute([at]).map(drop)
        })
        .await
    }

    /// Whether there is nothing of a club's in it: no game, night, player, season or setting.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn is_empty(&self) -> Result<bool, StoreError> {
        self.read(|connection| {
            let query = "SELECT NOT EXISTS (SELECT 1 FROM event) AND NOT EXISTS (SELECT 1 FROM player) \
                         AND NOT EXISTS (SELECT 1 FROM season) AND NOT EXISTS (SELECT 1 FROM league)";
            connection.query_row(query, [], |row| row.get(0))
        })
        .await
    }

    /// Waits until everything that was asked for is stored, and closes the file.
    pub fn close(&self) {
        self.writer.stop();
    }

    /// Does the work in a transaction, and says what came of it when that is on the disk.
    async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Fn(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        let outcome = Arc::new(Mutex::new(None));
        let place = outcome.clone();
        let write = self.writer.write(move |connection| {
            let done = work(connection)?;
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
            Ok(())
        });
        write.await?;
        let done = outcome.lock().unwrap_or_else(PoisonError::into_inner).take();
        Ok(done.expect("work that was stored was done"))
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
        let read = web::block(move || readers.get().ok_or_else(not_open)?.read(work));
        read.await.map_err(|error| StoreError::Unavailable(error.to_string()))?
    }
}

/// What is stored as text is no longer what this version reads; which it always is, unless another program wrote it.
fn unreadable(error: impl std::error::Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::types::FromSqlError::other(error).into()
}

/// The path of a file that lies beside this one and is called after it.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    path.into()
}
