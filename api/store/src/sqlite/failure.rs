//! The errors of SQLite, by the part of the database that they come from.

pub use rusqlite::Error as SqliteError;
use rusqlite::{Error, ErrorCode};

use super::table_checksums::TABLES;
use crate::error::{Damage, FailureCause, StoreError};

/// The error of the store for an error of SQLite.
pub fn failed(error: &Error) -> StoreError {
    if let Some(table) = refused_table(error) {
        return StoreError::Damaged(Damage::Table(table));
    }
    failed_as(error, error.to_string())
}

/// The error of the store with this sentence, and the part that an error of SQLite comes from.
pub fn failed_as(error: &Error, sentence: String) -> StoreError {
    match cause(error) {
        Some(cause) => StoreError::Failed(cause, sentence),
        None => StoreError::Unavailable(sentence),
    }
}

/// The part that an error comes from; `None` if the error does not name a part.
pub fn cause(error: &Error) -> Option<FailureCause> {
    match error.sqlite_error_code()? {
        ErrorCode::DiskFull => Some(FailureCause::DiskFull),
        ErrorCode::SystemIoFailure => Some(FailureCause::DiskError),
        ErrorCode::CannotOpen => Some(FailureCause::CannotOpen),
        ErrorCode::ReadOnly | ErrorCode::PermissionDenied => Some(FailureCause::ReadOnly),
        ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => Some(FailureCause::Corrupt),
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Some(FailureCause::Locked),
        _ => None,
    }
}

/// Returns true for a missing table or column, and for a constraint of another program.
pub fn is_of_the_schema(error: &Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::Unknown | ErrorCode::ConstraintViolation))
}

/// The table whose damaged row a statement was not to update; `None` for any other error.
fn refused_table(error: &Error) -> Option<&'static str> {
    let Error::SqliteFailure(_, Some(message)) = error else { return None };
    TABLES.into_iter().find(|table| *message == format!("a row of {table} is damaged"))
}
