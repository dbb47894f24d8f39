//! The rows of seasons.

use deadpool_postgres::GenericClient;
use pegout_engine::league::SeasonId;
use tokio_postgres::Row;

use super::facts;
use crate::model::season::Season;
use crate::store::NightVersions;
use crate::store::postgres::failure::Failure;
use crate::store::postgres::statement::{execute, query, query_opt};
use crate::store::postgres::value::{bytes, number, some_number, value, word};

fn decode(row: &Row) -> Result<Season, Failure> {
    Ok(Season {
        id: SeasonId::from_bytes(bytes(row, 0)?),
        name: value(row, 1)?,
        starts: word(row, 2)?,
        ends: word(row, 3)?,
        best_of: some_number(row, 4)?,
        minimum_nights: number(row, 5)?,
        average: word(row, 6)?,
    })
}

/// All seasons, the earliest first.
pub async fn all(client: &impl GenericClient) -> Result<Vec<Season>, Failure> {
    let select = "SELECT id, name, starts, ends, best_of, minimum_nights, average FROM season
                  ORDER BY starts, ends, name COLLATE \"C\", id";
    query(client, select, &[]).await?.iter().map(decode).collect()
}

/// A season.
pub async fn find(client: &impl GenericClient, id: SeasonId) -> Result<Option<Season>, Failure> {
    let select = "SELECT id, name, starts, ends, best_of, minimum_nights, average FROM season WHERE id = $1";
    query_opt(client, select, &[&id.bytes().as_slice()]).await?.as_ref().map(decode).transpose()
}

/// Inserts a season; returns false where a season has this id.
pub async fn add(client: &impl GenericClient, season: &Season) -> Result<bool, Failure> {
    let insert = "INSERT INTO season (id, name, starts, ends, best_of, minimum_nights, average)
                  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING";
    Ok(write(client, insert, season).await? > 0)
}

/// Replaces a season that is still as `old` says, and whose nights are at these versions; returns false otherwise. Nobody
/// appends meanwhile who relies on the season.
pub async fn replace(
    client: &impl GenericClient,
    old: &Season,
    new: &Season,
    nights: &NightVersions,
) -> Result<bool, Failure> {
    execute(client, "SELECT FROM season WHERE id = $1 FOR UPDATE", &[&old.id.bytes().as_slice()]).await?;
    if find(client, old.id).await?.as_ref() != Some(old) || !facts::are_at(client, Some(old.id), nights).await? {
        return Ok(false);
    }
    let update = "UPDATE season SET name = $2, starts = $3, ends = $4, best_of = $5, minimum_nights = $6, average = $7
                  WHERE id = $1";
    Ok(write(client, update, new).await? > 0)
}

async fn write(client: &impl GenericClient, sql: &str, season: &Season) -> Result<u64, Failure> {
    let Season { id, name, starts, ends, best_of, minimum_nights, average } = season;
    let (starts, ends, average) = (starts.to_string(), ends.to_string(), average.to_string());
    let (best_of, minimum_nights) = (best_of.map(|nights| nights as i64), *minimum_nights as i64);
    let id = id.bytes();
    Ok(execute(client, sql, &[&id.as_slice(), name, &starts, &ends, &best_of, &minimum_nights, &average]).await?)
}
