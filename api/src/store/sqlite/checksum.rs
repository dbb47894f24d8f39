//! Checksums, by which damage is noticed: 64 bits of SHA-256, as SQLite's integers hold them.

use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Result};
use sha2::{Digest, Sha256};

/// The checksum before the first event of a stream.
pub const BEFORE_FIRST: i64 = 0;
/// The name of the function for the values of a row.
pub const OF_ROW: &str = "row_checksum";

/// The checksum of an event. It covers the one before it in its stream, so that none can be missing or in another place.
pub fn of_event(stream: [u8; 16], version: u64, body: &[u8], previous: i64) -> i64 {
    let mut hasher = Sha256::new();
    hasher.update(stream);
    hasher.update(version.to_be_bytes());
    hasher.update(previous.to_be_bytes());
    hasher.update(body);
    shortened(hasher)
}

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

fn shortened(hasher: Sha256) -> i64 {
    let [a, b, c, d, e, f, g, h, ..] = hasher.finalize().0;
    i64::from_be_bytes([a, b, c, d, e, f, g, h])
}
