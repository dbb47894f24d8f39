//! The checksums of a database, made a second time from their description: 64 bits of SHA-256.

use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};
use sha2::{Digest, Sha256};

/// Makes the checksums of events, streams and rows fit what they cover.
pub fn rewrite(database: &Connection) {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    let of_row = |row: &rusqlite::functions::Context| {
        let values = (0..row.len()).map(|place| row.get_raw(place));
        Ok(shortened(&values.flat_map(encoded).collect::<Vec<u8>>()))
    };
    database.create_scalar_function("checksum_of", -1, flags, of_row).unwrap();
    let tables = "SELECT name FROM sqlite_schema AS found WHERE type = 'table' AND name NOT IN ('event', 'stream') \
                  AND EXISTS (SELECT 1 FROM pragma_table_info(found.name) WHERE name = 'checksum')";
    for table in column(database, tables) {
        let covered = format!("SELECT name FROM pragma_table_info('{table}') WHERE name <> 'checksum' ORDER BY cid");
        let covered = column(database, &covered).join(", ");
        database.execute(&format!("UPDATE {table} SET checksum = checksum_of({covered})"), []).unwrap();
    }
    rewrite_streams(database);
}

fn rewrite_streams(database: &Connection) {
    database.execute("DELETE FROM stream", []).unwrap();
    let mut select =
        database.prepare("SELECT rowid, stream, version, body FROM event ORDER BY stream, version").unwrap();
    let events = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).unwrap();
    let events: Vec<(i64, Vec<u8>, i64, String)> = events.collect::<Result<_, _>>().unwrap();
    let mut last: (Vec<u8>, i64) = (Vec::new(), 0);
    for (row, stream, version, body) in events {
        let previous = if last.0 == stream { last.1 } else { 0 };
        let covered = [&stream[..], &version.to_be_bytes(), &previous.to_be_bytes(), body.as_bytes()].concat();
        let checksum = shortened(&covered);
        database.execute("UPDATE event SET checksum = ?2 WHERE rowid = ?1", [row, checksum]).unwrap();
        let replace = "INSERT OR REPLACE INTO stream (id, version, checksum) VALUES (?1, ?2, ?3)";
        database.execute(replace, params![stream, version, checksum]).unwrap();
        last = (stream, checksum);
    }
}

/// A value as bytes: its type, its length and itself.
fn encoded(value: ValueRef) -> Vec<u8> {
    let (kind, bytes) = match value {
        ValueRef::Null => (0, Vec::new()),
        ValueRef::Integer(number) => (1, number.to_be_bytes().to_vec()),
        ValueRef::Real(number) => (2, number.to_be_bytes().to_vec()),
        ValueRef::Text(text) => (3, text.to_vec()),
        ValueRef::Blob(blob) => (4, blob.to_vec()),
    };
    [vec![kind], (bytes.len() as u64).to_be_bytes().to_vec(), bytes].concat()
}

fn shortened(bytes: &[u8]) -> i64 {
    i64::from_be_bytes(Sha256::digest(bytes)[..8].try_into().unwrap())
}

fn column(database: &Connection, query: &str) -> Vec<String> {
    let mut select = database.prepare(query).unwrap();
    select.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
}
