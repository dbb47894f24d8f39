//! Damage in the pages of the database, in its plain tables and in its streams.

use deadpool_postgres::Client;
use pegout_engine::game::GameId;
use pegout_league::NightId;

use super::events;
use super::failure::Failure;
use super::statement::{exists, query, value};
use crate::sqlite::PLAIN_TABLES;
use crate::{Damage, StoreError, StreamId};

/// The number of streams that are checked at once.
const AT_ONCE: i64 = 128;

/// Returns a sentence if PostgreSQL has found damaged pages of this database.
pub async fn of_pages(client: &Client) -> Result<Vec<String>, StoreError> {
    let select = "SELECT coalesce(checksum_failures, 0) FROM pg_stat_database WHERE datname = current_database()";
    let rows = query(client, select, &[]).await?;
    let failures: i64 = rows.first().map_or(Ok(0), |row| value(row, 0))?;
    let sentence = format!(
        "PostgreSQL has met damaged pages {failures} times. Go back to a backup, or promote a standby; then call \
         pg_stat_reset() in this database."
    );
    Ok(if failures > 0 { vec![sentence] } else { Vec::new() })
}

/// The first table that is not there, if any is.
pub async fn missing_table(client: &Client) -> Result<Option<String>, Failure> {
    let tables: Vec<&str> = PLAIN_TABLES.into_iter().chain(["event", "stream", "trial", "revision"]).collect();
    let select = "SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NULL LIMIT 1";
    query(client, select, &[&tables]).await?.first().map(|row| value(row, 0)).transpose()
}

/// The plain tables with a damaged row.
pub async fn tables(client: &Client) -> Result<Vec<Damage>, Failure> {
    let mut damaged = Vec::new();
    for table in PLAIN_TABLES {
        let select = format!("SELECT FROM {table} WHERE checksum <> row_checksum(to_jsonb({table})) LIMIT 1");
        if exists(client, &select, &[]).await? {
            damaged.push(Damage::Table(table));
        }
    }
    Ok(damaged)
}

/// A sentence for each damaged stream.
pub async fn of_streams(client: &Client) -> Result<Vec<String>, StoreError> {
    let mut findings = Vec::new();
    let mut last = None;
    loop {
        let streams = events::streams_after(client, last, AT_ONCE).await?;
        last = streams.last().copied();
        if last.is_none() {
            return Ok(findings);
        }
        for (stream, events) in streams.iter().zip(events::select(client, &streams).await?) {
            if events.is_err() {
                findings.push(Damage::Stream(kind_of(client, *stream).await?).to_string());
            }
        }
    }
}

async fn kind_of(client: &Client, stream: [u8; 16]) -> Result<StreamId, Failure> {
    let is_night = exists(client, "SELECT FROM night WHERE id = $1", &[&stream.as_slice()]).await?;
    Ok(if is_night { NightId::from_bytes(stream).into() } else { GameId::from_bytes(stream).into() })
}
