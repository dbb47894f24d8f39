//! The rows of nights: their seasons, join codes and join secrets.

use pegout_engine::league::{CommandId, NightId, SeasonId};
use rusqlite::{Connection, OptionalExtension, params};

use super::decode_error;
use crate::model::join_code::{JoinCode, JoinKeys, JoinSecret};
use crate::store::NightRow;

/// Inserts the row of a new night.
pub fn insert(connection: &Connection, NightRow { id, season, keys }: &NightRow) -> rusqlite::Result<()> {
    let insert = "INSERT INTO night (id, season, join_code, join_secret) VALUES (?1, ?2, ?3, ?4)";
    let JoinKeys { code, secret } = keys;
    let row = params![id.bytes(), season.map(SeasonId::bytes), code.to_string(), secret.bytes()];
    connection.prepare_cached(insert)?.execute(row).map(drop)
}

/// All nights, or those of a season, in no order.
pub fn ids(connection: &Connection, season: Option<SeasonId>) -> rusqlite::Result<Vec<NightId>> {
    let mut select = connection.prepare_cached("SELECT id FROM night WHERE ?1 IS NULL OR season = ?1")?;
    let rows = select.query_map([season.map(SeasonId::bytes)], |row| row.get(0).map(NightId::from_bytes))?;
    rows.collect()
}

/// All nights, or those of a season, with the versions of their streams, in no order. A stream without its head has version 0.
pub fn versions(connection: &Connection, season: Option<SeasonId>) -> rusqlite::Result<Vec<(NightId, u64)>> {
    let mut select = connection.prepare_cached(
        "SELECT night.id, coalesce(stream.version, 0) FROM night LEFT JOIN stream ON stream.id = night.id
         WHERE ?1 IS NULL OR night.season = ?1",
    )?;
    let rows = select.query_map([season.map(SeasonId::bytes)], |row| {
        // A version of another type is damage, which loading the night tells.
        Ok((NightId::from_bytes(row.get(0)?), row.get(1).unwrap_or_default()))
    })?;
    rows.collect()
}

/// The night with this join code.
pub fn by_code(connection: &Connection, code: JoinCode) -> rusqlite::Result<Option<NightId>> {
    let mut select = connection.prepare_cached("SELECT id FROM night WHERE join_code = ?1")?;
    select.query_row([code.to_string()], |row| row.get(0).map(NightId::from_bytes)).optional()
}

/// The night with this join secret.
pub fn by_secret(connection: &Connection, secret: JoinSecret) -> rusqlite::Result<Option<NightId>> {
    let mut select = connection.prepare_cached("SELECT id FROM night WHERE join_secret = ?1")?;
    select.query_row([secret.bytes()], |row| row.get(0).map(NightId::from_bytes)).optional()
}

/// The join code and secret of a night.
pub fn join_keys(connection: &Connection, night: NightId) -> rusqlite::Result<Option<JoinKeys>> {
    let mut select = connection.prepare_cached("SELECT join_code, join_secret FROM night WHERE id = ?1")?;
    let code = |text: String| text.parse().map_err(decode_error);
    let keys = select.query_row([night.bytes()], |row| {
        Ok(JoinKeys { code: code(row.get(0)?)?, secret: JoinSecret::from_bytes(row.get(1)?) })
    });
    keys.optional()
}

/// Replaces the join code and secret of a night.
pub fn set_join_keys(connection: &Connection, night: NightId, keys: JoinKeys) -> rusqlite::Result<()> {
    let JoinKeys { code, secret } = keys;
    let mut update = connection.prepare_cached("UPDATE night SET join_code = ?2, join_secret = ?3 WHERE id = ?1")?;
    update.execute(params![night.bytes(), code.to_string(), secret.bytes()]).map(drop)
}

/// Replaces the join code and secret of a night, unless the request with this id did so before. Returns false then.
pub fn renew_join_keys(
    connection: &Connection,
    night: NightId,
    keys: JoinKeys,
    request: CommandId,
) -> rusqlite::Result<bool> {
    let insert = "INSERT INTO join_code_request (night, id) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    if connection.execute(insert, [night.bytes(), request.bytes()])? == 0 {
        return Ok(false);
    }
    set_join_keys(connection, night, keys)?;
    Ok(true)
}
