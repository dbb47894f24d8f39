//! The row of the coordinator's password.

use rusqlite::{Connection, OptionalExtension};

use super::representatives;
use crate::model::grant::Grant;

/// The hash of the password in PHC format; `None` before the first start.
pub fn password_hash(connection: &Connection) -> rusqlite::Result<Option<String>> {
    connection.query_row("SELECT hash FROM password", [], |row| row.get(0)).optional()
}

/// The hash of the password by which a session has its rights; `None` where it has them by none, or the representative was
/// removed.
pub fn of(connection: &Connection, grant: &Grant) -> rusqlite::Result<Option<String>> {
    match grant {
        Grant::Coordinator { .. } => password_hash(connection),
        Grant::Representative { id, .. } => representatives::password_hash(connection, *id),
        Grant::Scorer | Grant::Phone(_) | Grant::Display { .. } => Ok(None),
    }
}

/// Replaces the hash, and deletes every session that the old password began. Representatives have their own.
pub fn set_password_hash(connection: &Connection, hash: &str) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM token WHERE role = 'coordinator' AND representative IS NULL", [])?;
    // One that is damaged could not be updated.
    connection.execute("DELETE FROM password", [])?;
    connection.execute("INSERT INTO password (hash) VALUES (?1)", [hash]).map(drop)
}
