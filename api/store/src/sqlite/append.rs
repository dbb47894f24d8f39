//! Appends of events and rows to a SQLite database.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::db::{SqliteDb, ready};
use super::events::{UPSERT_HEAD, end, extract_texts, newest};
use crate::checksum_chain::{Damaged, Head};
use crate::db::DbError;
use crate::rows::conditions::Conditions;
use crate::rows::{self, free_games};
use crate::{Append, NewEvents, Stale, StreamId};

/// Appends events and rows if each stream is at its expected version and each condition is true. Otherwise writes
/// nothing and returns the stale streams. A stream with a damaged end counts as stale: loading it then reports the
/// damage.
pub fn append(connection: &Connection, append: &Append) -> Result<Vec<Stale>, DbError> {
    let db = SqliteDb::new(connection);
    let Append { expected, conditions, streams, rows } = append;
    let mut heads = BTreeMap::new();
    let mut stale = Vec::new();
    let written = streams.iter().map(|new| (new.stream, new.after));
    let all: BTreeMap<StreamId, u64> =
        expected.iter().map(|(stream, version)| (*stream, *version)).chain(written).collect();
    for (stream, version) in all {
        match end(connection, stream)? {
            Ok(Head { version: found, .. }) if found != version => stale.push(Stale { stream, found }),
            Ok(head) => drop(heads.insert(stream, head)),
            Err(Damaged) => stale.push(Stale { stream, found: 0 }),
        }
    }
    // The id of a removed game is never used again.
    for NewEvents { stream, .. } in streams.iter().filter(|new| new.after == 0) {
        if ready(free_games::is_removed(&db, stream.bytes()))? {
            stale.push(Stale { stream: *stream, found: 0 });
        }
    }
    let locked = ready(Conditions::lock(&db, &[append]))?;
    for condition in conditions.iter().filter(|condition| !locked.holds(condition)) {
        let stream = condition.stream;
        stale.push(Stale { stream, found: newest(connection, stream)? });
    }
    if !stale.is_empty() {
        return Ok(stale);
    }
    let mut insert =
        connection.prepare_cached("INSERT INTO event (stream, version, body, checksum) VALUES (?1, ?2, ?3, ?4)")?;
    let mut upsert = connection.prepare_cached(UPSERT_HEAD)?;
    for NewEvents { stream, bodies, is_of_league, .. } in streams {
        let Some(head) = heads.get_mut(stream) else { continue };
        for body in bodies {
            let version = head.version + 1;
            let without_texts =
                if *is_of_league { extract_texts(connection, stream.bytes(), version, body)? } else { None };
            let body = without_texts.as_ref().unwrap_or(body);
            *head = head.after(stream.bytes(), body.as_bytes());
            insert.execute(params![stream.bytes(), head.version, body, head.checksum])?;
        }
        upsert.execute(params![stream.bytes(), head.version, head.checksum])?;
    }
    rows.iter().try_for_each(|row| ready(rows::write(&db, row)))?;
    Ok(Vec::new())
}
