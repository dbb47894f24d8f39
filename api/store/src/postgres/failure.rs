//! The errors of PostgreSQL, by the part of the database that they come from.

use std::fmt::Display;

use deadpool_postgres::{PoolError, TimeoutType};
use thiserror::Error;
pub use tokio_postgres::Error as PostgresError;
use tokio_postgres::error::SqlState;

use crate::error::{FailureCause, StoreError};

/// An error on the way to the database or in it.
#[derive(Debug, Error)]
pub enum Failure {
    /// PostgreSQL has refused, or is not there.
    #[error("{}", sentence(.0))]
    Postgres(#[from] PostgresError),
    /// No connection is free, or none could be made.
    #[error("no connection to the database: {}", of_pool(.0))]
    Pool(#[from] PoolError),
    /// PostgreSQL has taken a statement, and answered nothing.
    #[error("the database does not answer")]
    Unanswered,
    /// A value that this program cannot have written.
    #[error("the database has {0}, which Pegout has not written")]
    Unreadable(String),
}

impl Failure {
    /// The error of a value that this program cannot have written.
    pub fn unreadable(value: impl Display) -> Failure {
        Failure::Unreadable(value.to_string())
    }

    /// Returns true after a deadlock: this transaction was undone, and may be tried again.
    pub fn is_deadlock(&self) -> bool {
        let code = self.code();
        code == Some(&SqlState::T_R_DEADLOCK_DETECTED) || code == Some(&SqlState::T_R_SERIALIZATION_FAILURE)
    }

    /// Returns true if one row caused the error: its values are refused, its size is too large, or its page is damaged.
    /// Also true for the lock of one stream.
    pub fn is_of_one_row(&self) -> bool {
        let is_refused = |code: &SqlState| ["22", "23", "54"].iter().any(|class| code.code().starts_with(class));
        let is_damaged = |code: &SqlState| *code == SqlState::DATA_CORRUPTED || *code == SqlState::INDEX_CORRUPTED;
        self.is_of_a_lock() || self.code().is_some_and(|code| is_refused(code) || is_damaged(code))
    }

    /// Returns true if another transaction holds the lock of one stream.
    pub fn is_of_a_lock(&self) -> bool {
        self.code() == Some(&SqlState::LOCK_NOT_AVAILABLE)
    }

    fn code(&self) -> Option<&SqlState> {
        match self {
            Failure::Postgres(error) => error.code(),
            _ => None,
        }
    }
}

impl From<PostgresError> for StoreError {
    fn from(error: PostgresError) -> StoreError {
        Failure::from(error).into()
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> StoreError {
        let sentence = failure.to_string();
        match failure.code() {
            Some(code) if *code == SqlState::DISK_FULL => StoreError::Failed(FailureCause::DiskFull, sentence),
            Some(code) if *code == SqlState::DATA_CORRUPTED || *code == SqlState::INDEX_CORRUPTED => {
                StoreError::Failed(FailureCause::Corrupt, sentence)
            }
            Some(code) if *code == SqlState::UNDEFINED_TABLE => {
                // The sentence of the server has the name between quotation marks.
                let table = sentence.split('"').nth(1).unwrap_or(&sentence).to_owned();
                StoreError::Failed(FailureCause::MissingTable(table), sentence)
            }
            Some(code) if *code == SqlState::IO_ERROR => StoreError::Failed(FailureCause::DiskError, sentence),
            Some(code) if *code == SqlState::INSUFFICIENT_PRIVILEGE || *code == SqlState::READ_ONLY_SQL_TRANSACTION => {
                StoreError::Failed(FailureCause::MissingPrivilege, sentence)
            }
            _ => StoreError::Unavailable(sentence),
        }
    }
}

/// The sentence of the server, or of an error on the way to the server.
fn sentence(error: &PostgresError) -> String {
    let mut text = error.as_db_error().map_or_else(|| error.to_string(), |error| error.message().to_owned());
    if error.as_db_error().is_none()
        && let Some(source) = std::error::Error::source(error)
    {
        text = format!("{text}: {source}");
    }
    text
}

fn of_pool(error: &PoolError) -> String {
    match error {
        PoolError::Backend(error) => sentence(error),
        PoolError::Timeout(TimeoutType::Wait) => "all are in use".to_owned(),
        PoolError::Timeout(_) => "the database does not answer".to_owned(),
        other => other.to_string(),
    }
}
