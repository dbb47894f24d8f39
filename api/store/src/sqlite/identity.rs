//! The identity of a database and its position. `file::mark` keeps a second copy in another file.

use rusqlite::ffi::{self, SQLITE_CORRUPT};
use rusqlite::{Connection, Error, OptionalExtension, Result, Row};

use super::checksums::{self, OF_ROW};

/// The position of a database. Each commit of a change raises `changes`, or `newest` alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The id of the database.
    pub id: [u8; 16],
    /// The number of commits that changed something besides events.
    pub changes: u64,
    /// The row id of the newest event; 0 without events.
    pub newest: u64,
    /// The checksum of this event; 0 without events.
    pub checksum: i64,
}

impl Position {
    /// The numbers that rise.
    pub const fn order(&self) -> (u64, u64) {
        (self.changes, self.newest)
    }
}

/// The position of a database within a transaction, or now.
pub fn position(connection: &Connection) -> Result<Position> {
    let mut select = connection.prepare_cached(
        "SELECT id, changes, ifnull(event.rowid, 0), ifnull(event.checksum, 0) FROM identity
         LEFT JOIN event ON event.rowid = (SELECT max(rowid) FROM event)",
    )?;
    select.query_row([], |row| {
        Ok(Position { id: row.get(0)?, changes: row.get(1)?, newest: row.get(2)?, checksum: row.get(3)? })
    })
}

/// The checksum of the event with this row id, if it is there.
pub fn checksum_of_event(connection: &Connection, row: u64) -> Result<Option<i64>> {
    connection.query_row("SELECT checksum FROM event WHERE rowid = ?1", [row], |row| row.get(0)).optional()
}

/// The streams with events after this row id, each with its newest version.
pub fn streams_after(connection: &Connection, row: u64) -> Result<Vec<([u8; 16], u64)>> {
    let mut select = connection.prepare_cached(STREAMS_AFTER)?;
    select.query_map([row], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// With the index SQLite would read it whole, to have the streams in order, at each commit.
const STREAMS_AFTER: &str = "SELECT stream, max(version) FROM event NOT INDEXED WHERE rowid > ?1 GROUP BY stream";

/// The position at the end of a transaction with changes. Raises the position if no event did.
pub fn advanced(connection: &Connection, last: &Position) -> Result<Position> {
    let mut position = position(connection)?;
    if position.order() <= last.order() {
        count_change(connection)?;
        position.changes += 1;
    }
    Ok(position)
}

/// Returns true while a service has the database open, and after a kill. Fails if the row is damaged.
pub fn is_served(connection: &Connection) -> Result<bool> {
    checksums::register(connection)?;
    let select = format!("SELECT served, checksum IS {OF_ROW}(only, id, changes, served) FROM identity");
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    match connection.query_row(&select, [], read).optional()? {
        Some((is_served, true)) => Ok(is_served),
        Some((_, false)) | None => {
            let damaged = "the row of the table \"identity\" is damaged".to_owned();
            Err(Error::SqliteFailure(ffi::Error::new(SQLITE_CORRUPT), Some(damaged)))
        }
    }
}

/// Counts a change besides events. The connection keeps checksums.
pub fn count_change(connection: &Connection) -> Result<()> {
    set(connection, "id", "changes + 1", "served")
}

/// Notes that a service has the database open, or has closed it. The connection knows the checksum's function.
pub fn set_served(connection: &Connection, is_served: bool) -> Result<()> {
    set(connection, "id", "changes", if is_served { "1" } else { "0" })
}

/// Gives the database a new identity, as if no service had opened it. The connection keeps checksums.
pub fn renew(connection: &Connection) -> Result<()> {
    let id: String = connection.query_row("SELECT hex(randomblob(16))", [], |row| row.get(0))?;
    set(connection, &format!("x'{id}'"), "changes", "0")
}

fn set(connection: &Connection, id: &str, changes: &str, served: &str) -> Result<()> {
    let update = format!(
        "UPDATE identity SET id = {id}, changes = {changes}, served = {served},
         checksum = {OF_ROW}(only, {id}, {changes}, {served})"
    );
    connection.prepare_cached(&update)?.execute([]).map(drop)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use rusqlite::StatementStatus::VmStep;

    use super::*;
    use crate::sqlite::schema;

    #[test]
    fn a_commit_reads_no_more_events_in_a_large_database() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::migrate_copy(&mut connection, std::path::Path::new("a new one"), 0).unwrap();
        let steps = |events: u32| {
            let insert = "INSERT INTO event (stream, version, body) VALUES (randomblob(16), 1, '{}')";
            for _ in 0..events {
                connection.execute(insert, []).unwrap();
            }
            let newest = position(&connection).unwrap().newest;
            let mut select = connection.prepare(STREAMS_AFTER).unwrap();
            assert_eq!(select.query_map([newest - 1], |_| Ok(())).unwrap().count(), 1);
            select.get_status(VmStep)
        };
        let first = steps(10);
        assert_eq!(steps(1000), first);
    }
}
