//! The checksums of a database, made a second time from their description: 64 bits of SHA-256.

use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Params, Result, Transaction, TransactionBehavior, params};
use sha2::{Digest, Sha256};

/// Changes rows as Pegout would, and makes all checksums fit, all at once: a service that looks meanwhile sees no damage.
/// Returns the number of the rows.
pub fn execute(database: &Connection, statement: &str, values: impl Params) -> Result<usize> {
    let transaction = Transaction::new_unchecked(database, TransactionBehavior::Immediate)?;
    let changed = transaction.execute(statement, values)?;
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    let of_row = |row: &rusqlite::functions::Context| {
        let values = (0..row.len()).map(|place| row.get_raw(place));
        Ok(shortened(&values.flat_map(encoded).collect::<Vec<u8>>()))
    };
    database.create_scalar_function("checksum_of", -1, flags, of_row)?;
    let tables = "SELECT name FROM sqlite_schema AS found WHERE type = 'table' AND name NOT IN ('event', 'stream') \
                  AND EXISTS (SELECT 1 FROM pragma_table_info(found.name) WHERE name = 'checksum')";
    let tables = column(database, tables)?;
    for table in &tables {
        let covered = format!("SELECT name FROM pragma_table_info('{table}') WHERE name <> 'checksum' ORDER BY cid");
        let covered = column(database, &covered)?.join(", ");
        database.execute(&format!("UPDATE {table} SET checksum = checksum_of({covered})"), [])?;
    }
    rewrite_streams(database)?;
    if database.table_exists(None, "root")? {
        rewrite_roots(database, tables.iter().filter(|table| *table != "identity"))?;
    }
    transaction.commit()?;
    Ok(changed)
}

/// The root of a table: the number of its rows, and the sum of their checksums. The heads of the streams are only counted.
fn rewrite_roots<'a>(database: &Connection, tables: impl Iterator<Item = &'a String>) -> Result<()> {
    let replace = "INSERT OR REPLACE INTO root (name, row_count, checksums) VALUES (?1, ?2, ?3)";
    for table in tables {
        let mut select = database.prepare(&format!("SELECT checksum FROM {table}"))?;
        let checksums: Vec<i64> = select.query_map([], |row| row.get(0))?.collect::<Result<_>>()?;
        let sum = checksums.iter().fold(0_i64, |sum, checksum| sum.wrapping_add(*checksum));
        database.execute(replace, params![table, checksums.len(), sum])?;
    }
    let heads: i64 = database.query_row("SELECT count(*) FROM stream", [], |row| row.get(0))?;
    database.execute(replace, params!["stream", heads, 0]).map(drop)
}

fn rewrite_streams(database: &Connection) -> Result<()> {
    database.execute("DELETE FROM stream", [])?;
    let mut select = database.prepare("SELECT rowid, stream, version, body FROM event ORDER BY stream, version")?;
    let events = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    let events: Vec<(i64, Vec<u8>, i64, String)> = events.collect::<Result<_>>()?;
    let mut last: (Vec<u8>, i64) = (Vec::new(), 0);
    for (row, stream, version, body) in events {
        let previous = if last.0 == stream { last.1 } else { 0 };
        let covered = [&stream[..], &version.to_be_bytes(), &previous.to_be_bytes(), body.as_bytes()].concat();
        let checksum = shortened(&covered);
        database.execute("UPDATE event SET checksum = ?2 WHERE rowid = ?1", [row, checksum])?;
        let replace = "INSERT OR REPLACE INTO stream (id, version, checksum) VALUES (?1, ?2, ?3)";
        database.execute(replace, params![stream, version, checksum])?;
        last = (stream, checksum);
    }
    Ok(())
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
    let [a, b, c, d, e, f, g, h, ..] = Sha256::digest(bytes).0;
    i64::from_be_bytes([a, b, c, d, e, f, g, h])
}

fn column(database: &Connection, query: &str) -> Result<Vec<String>> {
    let mut select = database.prepare(query)?;
    select.query_map([], |row| row.get(0))?.collect()
}
