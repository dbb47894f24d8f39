//! The rows of the free texts that stand beside the log, each with the event and the field that it belongs to.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use crate::sqlite::events;
use crate::text::{self, Text};

/// Takes the texts out of an event of a league and stores them; returns the event without them.
pub fn move_out(
    connection: &Connection,
    stream: [u8; 16],
    version: u64,
    body: &str,
) -> rusqlite::Result<Option<String>> {
    let mut salt = connection.prepare_cached("SELECT lower(hex(randomblob(16)))")?;
    let Some(detached) = text::detach(body, || salt.query_row([], |row| row.get(0)))? else { return Ok(None) };
    let mut insert = connection
        .prepare_cached("INSERT INTO event_text (stream, version, field, text, salt) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (field, Text { text, salt }) in &detached.texts {
        insert.execute(params![stream, version, field, text, salt])?;
    }
    Ok(Some(detached.body))
}

/// Takes the texts out of all events of leagues, as they were before version 5 of the schema.
pub fn move_all_out(connection: &Connection) -> rusqlite::Result<()> {
    let mut select = connection.prepare(
        "SELECT DISTINCT stream FROM (SELECT stream, CASE WHEN json_valid(body) THEN body END AS first
         FROM event WHERE version = 1)
         WHERE first ->> '$.kind' = 'scheduled' OR (first ->> '$.kind' = 'begun' AND first ->> '$.night' IS NOT NULL)",
    )?;
    let streams: Vec<[u8; 16]> = select.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut update = connection.prepare("UPDATE event SET body = ?2 WHERE rowid = ?1")?;
    for stream in streams {
        for (row, version, body) in events::rows_of(connection, stream)? {
            let body = String::from_utf8(body).unwrap_or_default();
            if let Some(body) = move_out(connection, stream, version, &body)? {
                update.execute(params![row, body])?;
            }
        }
    }
    Ok(())
}

/// The texts of a stream.
pub fn of_stream(connection: &Connection, stream: [u8; 16]) -> rusqlite::Result<BTreeMap<(u64, String), Text>> {
    let mut select =
        connection.prepare_cached("SELECT version, field, text, salt FROM event_text WHERE stream = ?1")?;
    let rows = select
        .query_map([stream], |row| Ok(((row.get(0)?, row.get(1)?), Text { text: row.get(2)?, salt: row.get(3)? })))?;
    rows.collect()
}
