//! The rows of nights: their seasons and join codes.

use pegout_engine::league::{NightId, SeasonId};
use rusqlite::{Connection, OptionalExtension, params};

use super::decode_error;
use crate::model::join_code::JoinCode;
use crate::store::NightRow;

/// Inserts the row of a new night.
pub fn insert(connection: &Connection, NightRow { id, season, code }: &NightRow) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached("INSERT INTO night (id, season, join_code) VALUES (?1, ?2, ?3)")?;
    insert.execute(params![id.bytes(), season.map(SeasonId::bytes), code.to_string()]).map(drop)
}

/// All nights, or those of a season, in no order.
pub fn ids(connection: &Connection, season: Option<SeasonId>) -> rusqlite::Result<Vec<NightId>> {
    let mut select = connection.prepare_cached("SELECT id FROM night WHERE ?1 IS NULL OR season = ?1")?;
    let rows = select.query_map([season.map(SeasonId::bytes)], |row| row.get(0).map(NightId::from_bytes))?;
    rows.collect()
}

/// The night with this join code.
pub fn by_code(connection: &Connection, code: JoinCode) -> rusqlite::Result<Option<NightId>> {
    let mut select = connection.prepare_cached("SELECT id FROM night WHERE join_code = ?1")?;
    select.query_row([code.to_string()], |row| row.get(0).map(NightId::from_bytes)).optional()
}

/// The join code of a night.
pub fn join_code(connection: &Connection, night: NightId) -> rusqlite::Result<Option<JoinCode>> {
    let mut select = connection.prepare_cached("SELECT join_code FROM night WHERE id = ?1")?;
    let code = |text: String| text.parse().map_err(decode_error);
    select.query_row([night.bytes()], |row| code(row.get(0)?)).optional()
}
