//! SQLite alone with one row per synced transaction, the baseline of `tests/load/pegging`. Arguments: the file and the
//! seconds. Prints rows per second.

use std::time::{Duration, Instant};

use rusqlite::Connection;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let connection = Connection::open(arguments.next().ok_or("name a file")?)?;
    let duration = Duration::from_secs_f64(arguments.next().ok_or("name a number of seconds")?.parse()?);
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.execute_batch(
        "CREATE TABLE IF NOT EXISTS row (stream BLOB, version INTEGER, body TEXT, PRIMARY KEY (stream, version)) \
         STRICT, WITHOUT ROWID",
    )?;
    let first: u64 = connection.query_row("SELECT coalesce(max(version), 0) + 1 FROM row", [], |row| row.get(0))?;
    let mut insert = connection.prepare("INSERT INTO row VALUES (?1, ?2, ?3)")?;
    let body = "x".repeat(280);
    let start = Instant::now();
    let mut version = first;
    while start.elapsed() < duration {
        insert.execute((&[7_u8; 16], version, &body))?;
        version += 1;
    }
    println!("{:.0}", (version - first) as f64 / start.elapsed().as_secs_f64());
    Ok(())
}
