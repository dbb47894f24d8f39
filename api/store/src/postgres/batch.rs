//! A batch: the appends that wait, committed in one transaction.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use deadpool_postgres::Client;
use futures_util::future::{try_join, try_join_all, try_join3};

use super::db::PostgresDb;
use super::failure::Failure;
use super::statement::{bytes, execute, query, some_number, value};
use crate::checksum_chain::Head;
use crate::db::DbError;
use crate::rows;
use crate::rows::conditions::Conditions;
use crate::text::{self, ExtractedTexts};
use crate::{Append, NewEvents, PlainRow, Stale, StreamId};
use pegout_model::random::{self, SystemRandom};

const LOCK: &str = "SELECT version, checksum, is_sound, is_removed FROM lock_streams($1, $2)";
const INSERT_EVENTS: &str = "INSERT INTO event (stream, version, body, checksum)
    SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::text[], $4::bigint[])";
const UPDATE_HEADS: &str = "UPDATE stream SET version = head.version, checksum = head.checksum
    FROM unnest($1::bytea[], $2::bigint[], $3::bigint[]) AS head (id, version, checksum) WHERE stream.id = head.id";
const INSERT_TEXTS: &str = "INSERT INTO event_text (stream, version, field, text, salt)
    SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::text[], $4::text[], $5::text[])";
/// Deletes the heads that only held the ids of new streams, for an append that is not written.
const DELETE_PLACEHOLDERS: &str = "DELETE FROM stream WHERE version = 0 AND id = ANY($1)";

const FIND_LOCKED: &str = "WITH read AS (SELECT id FROM stream WHERE id = ANY($1) FOR SHARE SKIP LOCKED),
        appended AS (SELECT id FROM stream WHERE id = ANY($2) FOR UPDATE SKIP LOCKED)
    SELECT id FROM stream WHERE id = ANY($1 || $2) EXCEPT SELECT id FROM read EXCEPT SELECT id FROM appended";

/// The lock on a stream, as `lock_streams` of the schema takes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum StreamLock {
    /// `FOR SHARE`: a decision depends on its version.
    Read = 0,
    /// `FOR UPDATE`: events are appended to the stream.
    Append = 1,
    /// A new head of version 0, then `FOR UPDATE`: the stream must have no event yet.
    Create = 2,
}

/// A stream under its lock.
struct Locked {
    head: Head,
    /// True if the last event agrees with the head, and the id is not a removed game's.
    is_sound: bool,
    is_written: bool,
}

/// The rows that a batch writes.
#[derive(Default)]
struct Rows<'a> {
    events: EventRows,
    texts: TextRows,
    plain: Vec<&'a PlainRow>,
}

/// The columns of events.
#[derive(Default)]
struct EventRows {
    streams: Vec<Vec<u8>>,
    versions: Vec<i64>,
    bodies: Vec<String>,
    checksums: Vec<i64>,
}

/// The columns of free texts.
#[derive(Default)]
struct TextRows {
    streams: Vec<Vec<u8>>,
    versions: Vec<i64>,
    fields: Vec<&'static str>,
    texts: Vec<String>,
    salts: Vec<String>,
}

/// Commits appends in their order. Returns the stale streams of each append; an append with a stale stream is not
/// written at all. A stream with a damaged end counts as stale: loading it then reports the damage.
pub async fn commit(client: &Client, appends: &[&Append]) -> Result<Vec<Vec<Stale>>, Failure> {
    let committed = run(client, appends).await;
    if committed.is_err() {
        // Ignore errors: a broken connection has no transaction.
        let _ = client.batch_execute("ROLLBACK").await;
    }
    committed
}

async fn run(client: &Client, appends: &[&Append]) -> Result<Vec<Vec<Stale>>, Failure> {
    let locks = stream_locks(appends);
    let mut streams = lock(client, &locks).await?;
    let mut conditions = Conditions::lock(&PostgresDb(client), appends).await?;
    let mut rows = Rows::default();
    let decided = appends.iter().map(|append| decide(append, &mut streams, &mut conditions, &mut rows));
    let decided: Vec<Vec<Stale>> = decided.collect::<Result<_, Failure>>()?;
    if decided.iter().all(|stale| !stale.is_empty()) {
        client.batch_execute("ROLLBACK").await?;
        return Ok(decided);
    }
    let heads: Vec<(Vec<u8>, Head)> = streams
        .iter()
        .filter(|(_, locked)| locked.is_written)
        .map(|(stream, locked)| (stream.bytes().to_vec(), locked.head))
        .collect();
    let is_placeholder = |stream: &StreamId| streams.get(stream).is_some_and(|locked| locked.head.version == 0);
    let placeholders = locks.iter().filter(|(stream, lock)| **lock == StreamLock::Create && is_placeholder(stream));
    let placeholders: Vec<Vec<u8>> = placeholders.map(|(stream, _)| stream.bytes().to_vec()).collect();
    if !rows.texts.streams.is_empty() {
        let TextRows { streams, versions, fields, texts, salts } = &rows.texts;
        execute(client, INSERT_TEXTS, &[streams, versions, fields, texts, salts]).await?;
    }
    write_all_plain(client, &rows.plain).await?;
    if !placeholders.is_empty() {
        execute(client, DELETE_PLACEHOLDERS, &[&placeholders]).await?;
    }
    write_and_commit(client, &rows, &heads).await?;
    Ok(decided)
}

/// The streams of appends with the strongest lock that any of them needs, in the order in which every server locks
/// them.
fn stream_locks(appends: &[&Append]) -> BTreeMap<StreamId, StreamLock> {
    let mut locks = BTreeMap::new();
    let mut raise = |stream, lock: StreamLock| {
        let known = locks.entry(stream).or_insert(lock);
        *known = lock.max(*known);
    };
    for Append { expected, streams, .. } in appends {
        for (&stream, &version) in expected {
            raise(stream, if version == 0 { StreamLock::Create } else { StreamLock::Read });
        }
        for NewEvents { stream, after, .. } in streams {
            raise(*stream, if *after == 0 { StreamLock::Create } else { StreamLock::Append });
        }
    }
    locks
}

/// The streams of these appends whose locks another transaction holds.
pub async fn locked(client: &Client, appends: &[&Append]) -> Result<BTreeSet<[u8; 16]>, Failure> {
    let (read, appended): (Vec<_>, Vec<_>) =
        stream_locks(appends).into_iter().partition(|(_, lock)| *lock == StreamLock::Read);
    let ids = |streams: Vec<(StreamId, StreamLock)>| -> Vec<Vec<u8>> {
        streams.into_iter().map(|(stream, _)| stream.bytes().to_vec()).collect()
    };
    let rows = query(client, FIND_LOCKED, &[&ids(read), &ids(appended)]).await?;
    rows.iter().map(|row| bytes(row, 0)).collect()
}

/// Begins the transaction, and locks the streams.
async fn lock(client: &Client, locks: &BTreeMap<StreamId, StreamLock>) -> Result<HashMap<StreamId, Locked>, Failure> {
    let ids: Vec<Vec<u8>> = locks.keys().map(|stream| stream.bytes().to_vec()).collect();
    let modes: Vec<i16> = locks.values().map(|lock| *lock as i16).collect();
    let lock = client.prepare_cached(LOCK).await?;
    let ((), rows) = try_join(client.batch_execute("BEGIN"), client.query(&lock, &[&ids, &modes])).await?;
    let locked = |(stream, row): (&StreamId, &tokio_postgres::Row)| {
        let version = some_number(row, 0)?;
        let head = match version {
            Some(version) => Head { version, checksum: value(row, 1)? },
            None => Head::NONE,
        };
        let is_sound = version.is_none() || value::<bool>(row, 2)?;
        Ok((*stream, Locked { head, is_sound: is_sound && !value::<bool>(row, 3)?, is_written: false }))
    };
    locks.keys().zip(&rows).map(locked).collect()
}

/// Compares the versions and the conditions of an append with the locked streams and conditions. If they agree, its
/// rows are added.
fn decide<'a>(
    append: &'a Append,
    locked: &mut HashMap<StreamId, Locked>,
    conditions: &mut Conditions,
    rows: &mut Rows<'a>,
) -> Result<Vec<Stale>, Failure> {
    let Append { expected, conditions: required, streams, rows: plain } = append;
    let written = streams.iter().map(|new| (new.stream, new.after));
    let all: BTreeMap<StreamId, u64> =
        expected.iter().map(|(stream, version)| (*stream, *version)).chain(written).collect();
    let found =
        |stream: &StreamId| locked.get(stream).filter(|locked| locked.is_sound).map(|locked| locked.head.version);
    let is_stale = |(stream, version): &(&StreamId, &u64)| found(stream) != Some(**version);
    let stale = all.iter().filter(is_stale).map(|(stream, _)| *stream);
    let broken = required.iter().filter(|condition| !conditions.holds(condition)).map(|condition| condition.stream);
    let stale = stale.chain(broken).map(|stream| Stale { stream, found: found(&stream).unwrap_or_default() });
    let stale: Vec<Stale> = stale.collect();
    if !stale.is_empty() {
        return Ok(stale);
    }
    for NewEvents { stream, bodies, is_of_league, .. } in streams {
        let Some(locked) = locked.get_mut(stream) else { continue };
        for body in bodies {
            let version = locked.head.version as i64 + 1;
            let body = if *is_of_league { rows.extract_texts(*stream, version, body)? } else { body.clone() };
            locked.head = locked.head.after(stream.bytes(), body.as_bytes());
            locked.is_written = true;
            let events = &mut rows.events;
            events.streams.push(stream.bytes().to_vec());
            events.versions.push(version);
            events.bodies.push(body);
            events.checksums.push(locked.head.checksum);
        }
    }
    conditions.change(append);
    rows.plain.extend(plain);
    Ok(Vec::new())
}

impl Rows<'_> {
    /// Takes the free texts out of an event of a league, and returns the event without them.
    fn extract_texts(&mut self, stream: StreamId, version: i64, body: &str) -> Result<String, Failure> {
        let salt =
            || Ok::<_, Failure>(random::bytes::<16>(&SystemRandom).iter().map(|byte| format!("{byte:02x}")).collect());
        let Some(ExtractedTexts { body, texts }) = text::extract_texts(body, salt)? else { return Ok(body.to_owned()) };
        for (field, text) in texts {
            self.texts.streams.push(stream.bytes().to_vec());
            self.texts.versions.push(version);
            self.texts.fields.push(field);
            self.texts.texts.push(text.text);
            self.texts.salts.push(text.salt);
        }
        Ok(body)
    }
}

/// Writes events and heads, and commits: all sent at once. After a failed statement the commit undoes everything.
async fn write_and_commit(client: &Client, rows: &Rows<'_>, heads: &[(Vec<u8>, Head)]) -> Result<(), Failure> {
    let insert = client.prepare_cached(INSERT_EVENTS).await?;
    let update = client.prepare_cached(UPDATE_HEADS).await?;
    let EventRows { streams, versions, bodies, checksums } = &rows.events;
    let changed: Vec<&[u8]> = heads.iter().map(|(id, _)| &**id).collect();
    let newest: Vec<i64> = heads.iter().map(|(_, head)| head.version as i64).collect();
    let last: Vec<i64> = heads.iter().map(|(_, head)| head.checksum).collect();
    try_join3(
        client.execute(&insert, &[streams, versions, bodies, checksums]),
        client.execute(&update, &[&changed, &newest, &last]),
        client.batch_execute("COMMIT"),
    )
    .await?;
    Ok(())
}

/// Writes plain rows in their order. The rows of new games depend on nothing, so they are sent together first.
async fn write_all_plain(client: &Client, rows: &[&PlainRow]) -> Result<(), DbError> {
    let db = PostgresDb(client);
    let is_of_new_game = |row: &&&PlainRow| matches!(row, PlainRow::Scorer(_) | PlainRow::FreeGame { .. });
    let (of_new_games, others): (Vec<&PlainRow>, Vec<&PlainRow>) = rows.iter().partition(is_of_new_game);
    try_join_all(of_new_games.into_iter().map(|row| rows::write(&db, row))).await?;
    for row in others {
        rows::write(&db, row).await?;
    }
    Ok(())
}
