//! The row of the league.

use rusqlite::{Connection, OptionalExtension};

use super::decode_error;
use crate::model::league::League;

/// The league; the default one until it is set.
pub fn find(connection: &Connection) -> rusqlite::Result<League> {
    let mut select = connection.prepare_cached("SELECT name, settings FROM league")?;
    let row = select.query_row([], |row| {
        let settings: String = row.get(1)?;
        Ok(League { name: row.get(0)?, settings: serde_json::from_str(&settings).map_err(decode_error)? })
    });
    Ok(row.optional()?.unwrap_or_default())
}

/// Sets the league. Returns true for the first time.
pub fn put(connection: &Connection, league: &League) -> rusqlite::Result<bool> {
    let settings = serde_json::to_string(&league.settings).expect("settings have no map whose keys are not text");
    let first = connection.execute(
        "INSERT INTO league (only, name, settings) VALUES (1, ?1, ?2) ON CONFLICT DO NOTHING",
        [&league.name, &settings],
    )? == 1;
    if !first {
        connection.execute("UPDATE league SET name = ?1, settings = ?2", [&league.name, &settings])?;
    }
    Ok(first)
}
