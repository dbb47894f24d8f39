//! The rows of seasons.

use pegout_engine::league::{Average, Date, SeasonId};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::decode_error;
use crate::model::season::Season;

fn decode(row: &Row) -> rusqlite::Result<Season> {
    let date = |column| row.get::<_, String>(column)?.parse::<Date>().map_err(decode_error);
    Ok(Season {
        id: SeasonId::from_bytes(row.get(0)?),
        name: row.get(1)?,
        starts: date(2)?,
        ends: date(3)?,
        best_of: row.get(4)?,
        minimum_nights: row.get(5)?,
        average: row.get::<_, String>(6)?.parse::<Average>().map_err(decode_error)?,
    })
}

/// All seasons, the earliest first.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Season>> {
    let mut select = connection.prepare_cached(
        "SELECT id, name, starts, ends, best_of, minimum_nights, average FROM season ORDER BY starts, ends, name, id",
    )?;
    let rows = select.query_map([], decode)?;
    rows.collect()
}

/// A season.
pub fn find(connection: &Connection, id: SeasonId) -> rusqlite::Result<Option<Season>> {
    let mut select = connection
        .prepare_cached("SELECT id, name, starts, ends, best_of, minimum_nights, average FROM season WHERE id = ?1")?;
    select.query_row([id.bytes()], decode).optional()
}

/// Inserts a season; returns false where a season has this id.
pub fn add(connection: &Connection, season: &Season) -> rusqlite::Result<bool> {
    if find(connection, season.id)?.is_some() {
        return Ok(false);
    }
    put(connection, season)?;
    Ok(true)
}

/// Inserts a season, or replaces the one with this id.
pub fn put(connection: &Connection, season: &Season) -> rusqlite::Result<()> {
    let Season { id, name, starts, ends, best_of, minimum_nights, average } = season;
    let mut put = connection.prepare_cached(
        "INSERT INTO season (id, name, starts, ends, best_of, minimum_nights, average) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
         ON CONFLICT DO UPDATE SET name = ?2, starts = ?3, ends = ?4, best_of = ?5, minimum_nights = ?6, average = ?7",
    )?;
    let (starts, ends) = (starts.to_string(), ends.to_string());
    put.execute(params![id.bytes(), name, starts, ends, best_of, minimum_nights, average.to_string()]).map(drop)
}

/// Replaces a season that is still as `old` says; returns false otherwise.
pub fn replace(connection: &Connection, old: &Season, new: &Season) -> rusqlite::Result<bool> {
    if find(connection, old.id)?.as_ref() != Some(old) {
        return Ok(false);
    }
    put(connection, new)?;
    Ok(true)
}
