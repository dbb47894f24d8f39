//! The checksums of plain rows, by which damage is noticed: 64 bits of SHA-256, as SQLite's integers hold them.

use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Result};
use sha2::{Digest, Sha256};

use crate::chain::shortened;

/// The name of the function for the values of a row.
pub const OF_ROW: &str = "row_checksum";

/// Gives a connection the function [`OF_ROW`], for any number of values.
pub fn register(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function(OF_ROW, -1, flags, |row| {
        let mut hasher = Sha256::new();
        for place in 0..row.len() {
            add(&mut hasher, row.get_raw(place));
        }
        Ok(shortened(hasher))
    })
}

/// Adds a value with its type and length, so that no two rows read alike.
fn add(hasher: &mut Sha256, value: ValueRef) {
    let (kind, bytes): (u8, &[u8]) = match &value {
        ValueRef::Null => (0, &[]),
        ValueRef::Integer(number) => (1, &number.to_be_bytes()),
        ValueRef::Real(number) => (2, &number.to_be_bytes()),
        ValueRef::Text(text) => (3, text),
        ValueRef::Blob(blob) => (4, blob),
    };
    hasher.update([kind]);
    hasher.update((bytes.len() as u64).to_be_bytes());
    hasher.update(bytes);
}
