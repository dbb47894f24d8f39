//! The log: an event a row, in streams.

use std::collections::{BTreeMap, HashMap};

use deadpool_postgres::GenericClient;

use super::failure::Failure;
use super::statement::{bytes, number, query, some_number, value};
use crate::checksum_chain::{self, ChainedEvent, Damaged, Head};
use crate::text::Text;
use crate::{Stale, StoredEvent, StreamId};

/// The streams that are not at the expected version.
pub async fn stale(client: &impl GenericClient, expected: &BTreeMap<StreamId, u64>) -> Result<Vec<Stale>, Failure> {
    let ids: Vec<Vec<u8>> = expected.keys().map(|stream| stream.bytes().to_vec()).collect();
    let rows = query(client, "SELECT id, version FROM stream WHERE id = ANY($1)", &[&ids]).await?;
    let found = rows.iter().map(|row| Ok((bytes(row, 0)?, number(row, 1)?)));
    let found: HashMap<[u8; 16], u64> = found.collect::<Result<_, Failure>>()?;
    let found = |stream: StreamId| found.get(&stream.bytes()).copied().unwrap_or_default();
    let stale = expected.iter().map(|(&stream, &version)| (version, Stale { stream, found: found(stream) }));
    Ok(stale.filter(|(version, stale)| stale.found != *version).map(|(_, stale)| stale).collect())
}

/// The events of streams in order, with their texts: of each, if all are as they were written.
pub async fn select(
    client: &impl GenericClient,
    streams: &[[u8; 16]],
) -> Result<Vec<Result<Vec<StoredEvent>, Damaged>>, Failure> {
    let ids: Vec<&[u8]> = streams.iter().map(<[u8; 16]>::as_slice).collect();
    // One statement, so that the heads are of the same moment as the events.
    let select = "SELECT asked.id, stream.version, stream.checksum, event.version, event.body, event.checksum
                  FROM unnest($1::bytea[]) AS asked (id) LEFT JOIN stream ON stream.id = asked.id
                  LEFT JOIN event ON event.stream = asked.id ORDER BY asked.id, event.version";
    let rows = query(client, select, &[&ids]).await?;
    let mut found: HashMap<[u8; 16], (Option<Head>, Vec<ChainedEvent>)> = HashMap::new();
    for row in &rows {
        let (head, events) = found.entry(bytes(row, 0)?).or_default();
        if let Some(version) = some_number(row, 1)? {
            *head = Some(Head { version, checksum: value(row, 2)? });
        }
        if let Some(version) = some_number(row, 3)? {
            events.push(ChainedEvent { version, body: value(row, 4)?, checksum: value(row, 5)? });
        }
    }
    let mut verified = |stream: &[u8; 16]| {
        let (head, events) = found.remove(stream).unwrap_or_default();
        checksum_chain::verified(*stream, events, head)
    };
    let mut all: Vec<Result<Vec<StoredEvent>, Damaged>> = streams.iter().map(&mut verified).collect();
    if all.iter().flatten().any(|events| checksum_chain::have_texts(events)) {
        let texts = texts_of(client, &ids).await?;
        for (events, stream) in all.iter_mut().zip(streams) {
            let find = |version, field: &str| texts.get(&(*stream, version, field.to_owned())).cloned();
            let without = std::mem::replace(events, Err(Damaged));
            *events = without.and_then(|events| checksum_chain::with_texts(events, find));
        }
    }
    Ok(all)
}

/// The next streams in the order of their ids that have events or a head, at most `most`.
pub async fn streams_after(
    client: &impl GenericClient,
    last: Option<[u8; 16]>,
    most: i64,
) -> Result<Vec<[u8; 16]>, Failure> {
    let select = "(SELECT id FROM stream WHERE id > $1 ORDER BY id LIMIT $2)
                  UNION (SELECT DISTINCT stream FROM event WHERE stream > $1 ORDER BY stream LIMIT $2) ORDER BY 1 LIMIT $2";
    // No bytes are before every id.
    let last = last.map(|last| last.to_vec()).unwrap_or_default();
    query(client, select, &[&last, &most]).await?.iter().map(|row| bytes(row, 0)).collect()
}

/// Locks the heads of streams against appends, in the order that every server uses.
pub async fn lock(client: &impl GenericClient, streams: impl Iterator<Item = StreamId>) -> Result<(), Failure> {
    let ids: Vec<Vec<u8>> = streams.map(|stream| stream.bytes().to_vec()).collect();
    let modes = vec![1_i16; ids.len()];
    query(client, "SELECT FROM lock_streams($1, $2)", &[&ids, &modes]).await?;
    Ok(())
}

/// Free texts by stream, version and field.
type Texts = HashMap<([u8; 16], u64, String), Text>;

/// The free texts of these streams.
async fn texts_of(client: &impl GenericClient, streams: &[&[u8]]) -> Result<Texts, Failure> {
    let select = "SELECT stream, version, field, text, salt FROM event_text WHERE stream = ANY($1)";
    let rows = query(client, select, &[&streams]).await?;
    let text = |row| {
        let key = (bytes(row, 0)?, number(row, 1)?, value(row, 2)?);
        Ok((key, Text { text: value(row, 3)?, salt: value(row, 4)? }))
    };
    rows.iter().map(text).collect()
}
