//! The log: an event a row, in streams.

use std::collections::BTreeMap;

use pegout_engine::game::TokenId;
use pegout_engine::league::NightId;
use rusqlite::{Connection, params};

use super::{free_games, nights, tokens};
use crate::model::grant::Grant;
use crate::model::join_code::JoinKeys;
use crate::store::{Append, NewEvents, PlainRow, Stale, StoredEvent, StreamId};

/// Appends events and rows, unless a stream is not at the expected version: then nothing is written, and the stale
/// streams are returned.
pub fn append(connection: &Connection, append: &Append) -> rusqlite::Result<Vec<Stale>> {
    let Append { expected, streams, rows } = append;
    let mut all = expected.clone();
    all.extend(streams.iter().map(|new| (new.stream, new.after)));
    let mut stale = stale(connection, &all)?;
    stale.extend(free_games::removed(connection, streams)?);
    if !stale.is_empty() {
        return Ok(stale);
    }
    let mut insert = connection.prepare_cached("INSERT INTO event (stream, version, body) VALUES (?1, ?2, ?3)")?;
    for NewEvents { stream, after, bodies } in streams {
        for (version, body) in (after + 1..).zip(bodies) {
            insert.execute(params![stream.bytes(), version, body])?;
        }
    }
    for row in rows {
        match row {
            PlainRow::Scorer(hash) => tokens::insert(connection, *hash, &Grant::Scorer, None),
            PlainRow::FreeGame { id, scorer, at } => free_games::insert(connection, *id, *scorer, *at),
            PlainRow::Night(night) => nights::insert(connection, night),
            PlainRow::Phone(hash, phone) => tokens::insert(connection, *hash, &Grant::Phone(*phone), None),
            PlainRow::RemovePhones { night, phone, keys } => remove_phones(connection, *night, *phone, *keys),
            PlainRow::ExpirePhones { night, at } => tokens::expire_phones(connection, *night, *at),
        }?;
    }
    Ok(Vec::new())
}

/// Deletes phones of a night. Whoever is sent away cannot come back with the code that they know.
fn remove_phones(
    connection: &Connection,
    night: NightId,
    phone: Option<TokenId>,
    keys: JoinKeys,
) -> rusqlite::Result<()> {
    let is_any = tokens::delete_phones(connection, night, phone)? > 0;
    if is_any { nights::set_join_keys(connection, night, keys) } else { Ok(()) }
}

/// The streams that are not at the expected version.
pub fn stale(connection: &Connection, expected: &BTreeMap<StreamId, u64>) -> rusqlite::Result<Vec<Stale>> {
    let mut select = connection.prepare_cached("SELECT coalesce(max(version), 0) FROM event WHERE stream = ?1")?;
    let mut stale = Vec::new();
    for (&stream, &version) in expected {
        let found = select.query_row([stream.bytes()], |row| row.get(0))?;
        if found != version {
            stale.push(Stale { stream, found });
        }
    }
    Ok(stale)
}

/// The events of a stream after a version, in order.
pub fn select(connection: &Connection, stream: StreamId, after: u64) -> rusqlite::Result<Vec<StoredEvent>> {
    select_by_bytes(connection, stream.bytes(), after)
}

/// The events after a version of the stream with these bytes, in order.
pub fn select_by_bytes(connection: &Connection, stream: [u8; 16], after: u64) -> rusqlite::Result<Vec<StoredEvent>> {
    let mut select = connection
        .prepare_cached("SELECT version, body FROM event WHERE stream = ?1 AND version > ?2 ORDER BY version")?;
    let rows =
        select.query_map(params![stream, after], |row| Ok(StoredEvent { version: row.get(0)?, body: row.get(1)? }))?;
    rows.collect()
}
