//! The error of a statement on either database.

use std::fmt::Display;

use thiserror::Error;

use crate::error::{StoreError, unavailable};
use crate::postgres::failure::{Failure, PostgresError};
use crate::sqlite::failure::{self, SqliteError};

/// An error of a statement, or of a value that it has read.
#[derive(Debug, Error)]
pub enum DbError {
    /// SQLite has refused.
    #[error(transparent)]
    Sqlite(#[from] SqliteError),
    /// PostgreSQL has refused, or is not there.
    #[error(transparent)]
    Postgres(#[from] Failure),
    /// A value that this program cannot have written.
    #[error("the database has {0}, which Pegout has not written")]
    Unreadable(String),
}

impl DbError {
    /// The error of a value that this program cannot have written.
    pub fn unreadable(value: impl Display) -> DbError {
        DbError::Unreadable(value.to_string())
    }
}

impl From<DbError> for StoreError {
    fn from(error: DbError) -> StoreError {
        match error {
            DbError::Sqlite(error) => failure::failed(&error),
            DbError::Postgres(failure) => failure.into(),
            DbError::Unreadable(_) => unavailable(error),
        }
    }
}

impl From<DbError> for Failure {
    fn from(error: DbError) -> Failure {
        match error {
            DbError::Postgres(failure) => failure,
            DbError::Unreadable(value) => Failure::Unreadable(value),
            DbError::Sqlite(error) => Failure::unreadable(error),
        }
    }
}

impl From<PostgresError> for DbError {
    fn from(error: PostgresError) -> DbError {
        DbError::Postgres(error.into())
    }
}
