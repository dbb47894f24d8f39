//! The log: an event a row, in streams.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::checksum_chain::{self, ChainedEvent, Damaged, Head};
use crate::text::{self, Text};
use crate::{Stale, StoredEvent, StreamId};

/// Inserts or replaces the head of a stream.
pub const UPSERT_HEAD: &str = "INSERT INTO stream (id, version, checksum) VALUES (?1, ?2, ?3)
     ON CONFLICT (id) DO UPDATE SET version = excluded.version, checksum = excluded.checksum";

/// The streams that are not at the expected version.
pub fn stale(connection: &Connection, expected: &BTreeMap<StreamId, u64>) -> rusqlite::Result<Vec<Stale>> {
    let mut stale = Vec::new();
    for (&stream, &version) in expected {
        let found = newest(connection, stream)?;
        if found != version {
            stale.push(Stale { stream, found });
        }
    }
    Ok(stale)
}

/// The newest version of a stream; 0 if the stream does not exist or its end is damaged.
pub fn newest(connection: &Connection, stream: StreamId) -> rusqlite::Result<u64> {
    Ok(end(connection, stream)?.map_or(0, |head| head.version))
}

/// The head of a stream, if its last event agrees with it; version 0 if the stream does not exist.
pub fn end(connection: &Connection, stream: StreamId) -> rusqlite::Result<Result<Head, Damaged>> {
    let mut select = connection.prepare_cached(
        "SELECT stream.version, stream.checksum, event.checksum FROM stream
         LEFT JOIN event ON event.stream = stream.id AND event.version = stream.version WHERE stream.id = ?1",
    )?;
    let head = select.query_row([stream.bytes()], |row| {
        Ok(match (head_of(row), row.get::<_, i64>(2)) {
            (Ok(head), Ok(last)) if head.checksum == last => Ok(head),
            _ => Err(Damaged),
        })
    });
    Ok(head.optional()?.unwrap_or(Ok(Head::NONE)))
}

/// The events of a stream in order, with their texts, if all are as they were written.
pub fn select(connection: &Connection, stream: [u8; 16]) -> rusqlite::Result<Result<Vec<StoredEvent>, Damaged>> {
    // One moment for both questions.
    let _snapshot = connection.is_autocommit().then(|| connection.unchecked_transaction()).transpose()?;
    let mut select =
        connection.prepare_cached("SELECT version, body, checksum FROM event WHERE stream = ?1 ORDER BY version")?;
    let mut rows = select.query([stream])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        // A value of another type is damage too.
        let (Ok(version), Ok(body), Ok(checksum)) = (row.get(0), row.get(1), row.get(2)) else {
            return Ok(Err(Damaged));
        };
        events.push(ChainedEvent { version, body, checksum });
    }
    let mut select = connection.prepare_cached("SELECT version, checksum FROM stream WHERE id = ?1")?;
    let Ok(written) = select.query_row([stream], |row| Ok(head_of(row))).optional()?.transpose() else {
        return Ok(Err(Damaged));
    };
    let events = match checksum_chain::verified(stream, events, written) {
        Ok(events) if checksum_chain::have_texts(&events) => events,
        other => return Ok(other),
    };
    let texts = texts_of(connection, stream)?;
    Ok(checksum_chain::with_texts(events, |version, field| texts.get(&(version, field.to_owned())).cloned()))
}

fn head_of(row: &Row) -> rusqlite::Result<Head> {
    Ok(Head { version: row.get(0)?, checksum: row.get(1)? })
}

/// Gives every event its checksum, and every stream its head.
pub fn write_checksums(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM stream", [])?;
    let mut update = connection.prepare("UPDATE event SET checksum = ?2 WHERE rowid = ?1")?;
    let mut upsert = connection.prepare(UPSERT_HEAD)?;
    let mut last = None;
    while let Some(stream) = stream_after(connection, last)? {
        let mut head = Head::NONE;
        for (row, version, body) in rows_of(connection, stream)? {
            // Loading the game or night reports a missing event.
            head = Head { version: version.saturating_sub(1), ..head }.after(stream, &body);
            update.execute(params![row, head.checksum])?;
        }
        upsert.execute(params![stream, head.version, head.checksum])?;
        last = Some(stream);
    }
    Ok(())
}

/// The row ids, versions and bodies of a stream. Loading the game or night refuses a body that is not a text.
pub fn rows_of(connection: &Connection, stream: [u8; 16]) -> rusqlite::Result<Vec<(i64, u64, Vec<u8>)>> {
    let mut select =
        connection.prepare_cached("SELECT rowid, version, body FROM event WHERE stream = ?1 ORDER BY version")?;
    let body = |row: &Row| Ok::<_, rusqlite::Error>(row.get_ref(2)?.as_bytes()?.to_vec());
    select.query_map([stream], |row| Ok((row.get(0)?, row.get(1)?, body(row)?)))?.collect()
}

/// The next stream in the order of their ids that has events or a head.
pub fn stream_after(connection: &Connection, last: Option<[u8; 16]>) -> rusqlite::Result<Option<[u8; 16]>> {
    let mut select = connection.prepare_cached(
        "SELECT min(id) FROM (SELECT min(stream) AS id FROM event WHERE stream > ?1
         UNION ALL SELECT min(id) FROM stream WHERE id > ?1)",
    )?;
    // An empty blob is before every id.
    select.query_row([last.as_ref().map_or(&[][..], |last| last)], |row| row.get(0))
}

/// Takes the texts out of an event of a league and stores them; returns the event without them.
pub fn extract_texts(
    connection: &Connection,
    stream: [u8; 16],
    version: u64,
    body: &str,
) -> rusqlite::Result<Option<String>> {
    let mut salt = connection.prepare_cached("SELECT lower(hex(randomblob(16)))")?;
    let Some(extracted) = text::extract_texts(body, || salt.query_row([], |row| row.get(0)))? else { return Ok(None) };
    let mut insert = connection
        .prepare_cached("INSERT INTO event_text (stream, version, field, text, salt) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (field, Text { text, salt }) in &extracted.texts {
        insert.execute(params![stream, version, field, text, salt])?;
    }
    Ok(Some(extracted.body))
}

/// Takes the texts out of all events of leagues, as they were before version 5 of the schema.
pub fn move_all_texts_out(connection: &Connection) -> rusqlite::Result<()> {
    let mut select = connection.prepare(
        "SELECT DISTINCT stream FROM (SELECT stream, CASE WHEN json_valid(body) THEN body END AS first
         FROM event WHERE version = 1)
         WHERE first ->> '$.kind' = 'scheduled' OR (first ->> '$.kind' = 'begun' AND first ->> '$.night' IS NOT NULL)",
    )?;
    let streams: Vec<[u8; 16]> = select.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut update = connection.prepare("UPDATE event SET body = ?2 WHERE rowid = ?1")?;
    for stream in streams {
        for (row, version, body) in rows_of(connection, stream)? {
            let body = String::from_utf8(body).unwrap_or_default();
            if let Some(body) = extract_texts(connection, stream, version, &body)? {
                update.execute(params![row, body])?;
            }
        }
    }
    Ok(())
}

/// The texts of a stream.
fn texts_of(connection: &Connection, stream: [u8; 16]) -> rusqlite::Result<BTreeMap<(u64, String), Text>> {
    let mut select =
        connection.prepare_cached("SELECT version, field, text, salt FROM event_text WHERE stream = ?1")?;
    let rows = select
        .query_map([stream], |row| Ok(((row.get(0)?, row.get(1)?), Text { text: row.get(2)?, salt: row.get(3)? })))?;
    rows.collect()
}
