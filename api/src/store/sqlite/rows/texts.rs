//! The rows of the free texts that stand beside the log, each with the event and the field that it belongs to.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use crate::model::player::PlayerText;
use crate::store::TextKey;
use crate::store::sqlite::events;
use crate::store::text::{self, Text};

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

/// All texts that were not removed, each once, in the order of the alphabet.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<PlayerText>> {
    let mut select =
        connection.prepare("SELECT text, count(*) FROM event_text WHERE salt <> '' GROUP BY text ORDER BY text")?;
    select.query_map([], |row| Ok(PlayerText { text: row.get(0)?, events: row.get(1)? }))?.collect()
}

/// Removes these texts wherever they stand; returns the number of events that had one.
pub fn remove(connection: &Connection, texts: &[String]) -> rusqlite::Result<usize> {
    let mut update = connection.prepare("UPDATE event_text SET text = '', salt = '' WHERE text = ?1 AND salt <> ''")?;
    texts.iter().map(|text| update.execute([text])).sum()
}

/// The places from which texts were removed.
pub fn removed(connection: &Connection) -> rusqlite::Result<Vec<TextKey>> {
    let mut select =
        connection.prepare("SELECT stream, version, field FROM event_text WHERE salt = '' ORDER BY 1, 2, 3")?;
    let key = |row: &rusqlite::Row| Ok(TextKey { stream: row.get(0)?, version: row.get(1)?, field: row.get(2)? });
    select.query_map([], key)?.collect()
}

/// Removes the texts at these places, as far as they are there.
pub fn remove_at(connection: &Connection, keys: &[TextKey]) -> rusqlite::Result<usize> {
    let mut update = connection.prepare(
        "UPDATE event_text SET text = '', salt = '' WHERE stream = ?1 AND version = ?2 AND field = ?3 AND salt <> ''",
    )?;
    keys.iter().map(|TextKey { stream, version, field }| update.execute(params![stream, version, field])).sum()
}
