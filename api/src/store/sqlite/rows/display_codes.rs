//! The rows of the codes that let televisions in.

use pegout_engine::Time;
use rusqlite::{Connection, OptionalExtension, params};

use super::{decode_error, removed_ids, tokens};
use crate::model::display_code::DisplayCode;
use crate::model::join_code::JoinCode;
use crate::model::token::TokenHash;
use crate::store::AddedDisplay;

/// The code of the television with this token.
pub fn of_token(connection: &Connection, token: TokenHash, now: Time) -> rusqlite::Result<Option<DisplayCode>> {
    let select = "SELECT code, expires_at FROM display_code WHERE token = ?1 AND expires_at > ?2";
    let mut select = connection.prepare_cached(select)?;
    let code = |text: String| text.parse().map_err(decode_error);
    let found = select.query_row(params![token.0, now.millis()], |row| {
        Ok(DisplayCode { code: code(row.get(0)?)?, token, expires_at: tokens::moment(row.get(1)?)? })
    });
    found.optional()
}

/// The token of the television that shows this code.
pub fn by_code(connection: &Connection, code: JoinCode, now: Time) -> rusqlite::Result<Option<TokenHash>> {
    let mut select = connection.prepare_cached("SELECT token FROM display_code WHERE code = ?1 AND expires_at > ?2")?;
    select.query_row(params![code.to_string(), now.millis()], |row| row.get(0).map(TokenHash)).optional()
}

/// Inserts a code, unless `most` codes live besides that of the token `instead`.
pub fn add(
    connection: &Connection,
    new: &DisplayCode,
    now: Time,
    most: usize,
    instead: Option<TokenHash>,
) -> rusqlite::Result<AddedDisplay> {
    let DisplayCode { code, token, expires_at } = new;
    if removed_ids::has(connection, token.id().bytes())? {
        return Ok(AddedDisplay::Removed);
    }
    if tokens::has(connection, *token)? {
        return Ok(AddedDisplay::TokenUsed);
    }
    delete_expired(connection, now)?;
    if let Some(token) = instead {
        delete(connection, token)?;
    }
    let count = "SELECT count(*) FROM display_code";
    if connection.query_row(count, [], |row| row.get::<_, usize>(0))? >= most {
        return Ok(AddedDisplay::TooMany);
    }
    let insert = "INSERT INTO display_code (code, token, expires_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    connection.prepare_cached(insert)?.execute(params![code.to_string(), token.0, expires_at.millis()])?;
    Ok(AddedDisplay::Added)
}

/// Deletes the codes that have expired.
pub fn delete_expired(connection: &Connection, now: Time) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM display_code WHERE expires_at <= ?1")?.execute([now.millis()]).map(drop)
}

/// Deletes the code of a token.
pub fn delete(connection: &Connection, token: TokenHash) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM display_code WHERE token = ?1")?.execute([token.0]).map(drop)
}
