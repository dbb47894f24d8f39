//! The proof that events can be stored: all tables are there, an event can be written, and a row is committed.

use rusqlite::Connection;

use super::{failure, schema};
use crate::{Part, StoreError};

/// The stream of the event that is taken back. No id is all zeros.
const NO_STREAM: [u8; 16] = [0; 16];

/// Writes an event and takes it back, and stores a moment, in milliseconds since 1970. Damage is returned as a value,
/// since it must not keep others of the same batch from being stored; an error is the disk's, and the whole batch's.
pub fn run(connection: &Connection, at: i64) -> rusqlite::Result<Result<(), StoreError>> {
    for table in schema::tables() {
        if let Err(error) = read(connection, table) {
            return damage(error, table);
        }
    }
    connection.execute_batch("SAVEPOINT probe")?;
    let written = write(connection);
    connection.execute_batch("ROLLBACK TO probe; RELEASE probe")?;
    if let Err(error) = written {
        return damage(error, "event");
    }
    let upsert = "INSERT INTO trial (only, at) VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = excluded.at";
    match connection.execute(upsert, [at]) {
        Ok(_) => Ok(Ok(())),
        Err(error) => damage(error, "trial"),
    }
}

fn read(connection: &Connection, table: &str) -> rusqlite::Result<bool> {
    connection.query_row(&format!("SELECT EXISTS (SELECT * FROM \"{table}\")"), [], |row| row.get(0))
}

fn write(connection: &Connection) -> rusqlite::Result<usize> {
    connection.execute("INSERT INTO event (stream, version, body) VALUES (?1, 1, '{}')", [NO_STREAM])
}

fn damage(error: rusqlite::Error, table: &str) -> rusqlite::Result<Result<(), StoreError>> {
    let part = match failure::part(&error) {
        Some(Part::Content) => Part::Content,
        None if failure::is_of_the_schema(&error) => Part::Table(table.to_owned()),
        _ => return Err(error),
    };
    Ok(Err(StoreError::Failed(part, error.to_string())))
}
