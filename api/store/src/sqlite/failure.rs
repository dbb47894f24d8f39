//! The errors of SQLite, by the part of the database that they come from.

use rusqlite::{Error, ErrorCode};

use super::rows::checksums;
use super::unavailable;
use crate::{Damage, Part, StoreError};

/// The error of the store for an error of SQLite's.
pub fn failed(error: &Error) -> StoreError {
    if let Some(table) = checksums::refused_table(error) {
        return StoreError::Damaged(Damage::Table(table));
    }
    match part(error) {
        Some(part) => StoreError::Failed(part, error.to_string()),
        None => unavailable(error),
    }
}

/// The part that an error comes from; `None` where it does not tell.
pub fn part(error: &Error) -> Option<Part> {
    match error.sqlite_error_code()? {
        ErrorCode::DiskFull => Some(Part::Space),
        ErrorCode::SystemIoFailure => Some(Part::Disk),
        ErrorCode::CannotOpen => Some(Part::File),
        ErrorCode::ReadOnly | ErrorCode::PermissionDenied => Some(Part::Permission),
        ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => Some(Part::Content),
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Some(Part::Lock),
        _ => None,
    }
}

/// Returns true for a table or a column that is not there, and for a constraint of another program's.
pub fn is_of_the_schema(error: &Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::Unknown | ErrorCode::ConstraintViolation))
}
