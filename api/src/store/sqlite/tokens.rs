//! The rows of tokens: their hashes, and the rights that they give.

use pegout_engine::Time;
use pegout_engine::game::{Role, TokenId};
use pegout_engine::league::{NightId, PlayerId, RepresentativeId};
use rusqlite::types::FromSqlError;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::decode_error;
use crate::model::grant::{Grant, PhoneGrant, PhoneOwner};
use crate::model::token::TokenHash;

/// Inserts a token, unless it is there.
pub fn insert(connection: &Connection, hash: TokenHash, grant: &Grant) -> rusqlite::Result<()> {
    let (name, representative) = match grant {
        Grant::Coordinator { name, .. } => (name.as_deref(), None),
        Grant::Representative { id, name, .. } => (Some(&**name), Some(id.bytes())),
        Grant::Scorer | Grant::Phone(_) => (None, None),
    };
    let night = grant.phone().map(|phone| phone.night.bytes());
    let (player, table) = match grant.phone().map(|phone| phone.owner) {
        Some(PhoneOwner::Player(player)) => (Some(player.bytes()), None),
        Some(PhoneOwner::Table(table)) => (None, Some(table)),
        None => (None, None),
    };
    let expires_at = grant.expires_at().map(Time::millis);
    let mut insert = connection.prepare_cached(
        "INSERT INTO token (hash, role, name, expires_at, representative, night, player, table_number) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING",
    )?;
    insert
        .execute(params![hash.0, grant.role().to_string(), name, expires_at, representative, night, player, table])
        .map(drop)
}

/// The rights of a token.
pub fn find(connection: &Connection, hash: TokenHash) -> rusqlite::Result<Option<Grant>> {
    let mut select = connection.prepare_cached(
        "SELECT role, name, expires_at, representative, night, player, table_number FROM token WHERE hash = ?1",
    )?;
    select.query_row([hash.0], decode).optional()
}

/// The phones that have joined a night, in no order.
pub fn phones(connection: &Connection, night: NightId) -> rusqlite::Result<Vec<(TokenId, PhoneGrant)>> {
    let mut select = connection.prepare_cached(
        "SELECT role, name, expires_at, representative, night, player, table_number, hash FROM token WHERE night = ?1",
    )?;
    let rows = select.query_map([night.bytes()], |row| Ok((TokenHash(row.get(7)?).id(), decode_phone(row)?)))?;
    rows.collect()
}

fn decode(row: &Row) -> rusqlite::Result<Grant> {
    let name: Option<String> = row.get(1)?;
    let session_end = || expiry(row)?.ok_or(rusqlite::Error::from(FromSqlError::InvalidType));
    let representative = row.get::<_, Option<[u8; 16]>>(3)?.map(RepresentativeId::from_bytes);
    Ok(match (row.get::<_, String>(0)?.parse().map_err(decode_error)?, representative) {
        (Role::Scorer, _) => Grant::Scorer,
        (Role::Coordinator, None) => Grant::Coordinator { name, expires_at: session_end()? },
        (Role::Coordinator, Some(id)) => {
            Grant::Representative { id, name: name.unwrap_or_default(), expires_at: session_end()? }
        }
        (Role::Phone, _) => Grant::Phone(decode_phone(row)?),
    })
}

fn decode_phone(row: &Row) -> rusqlite::Result<PhoneGrant> {
    let owner = match row.get::<_, Option<[u8; 16]>>(5)? {
        Some(player) => PhoneOwner::Player(PlayerId::from_bytes(player)),
        None => PhoneOwner::Table(row.get(6)?),
    };
    Ok(PhoneGrant { night: NightId::from_bytes(row.get(4)?), owner, expires_at: expiry(row)? })
}

fn expiry(row: &Row) -> rusqlite::Result<Option<Time>> {
    let moment = |millis| Time::from_millis(millis).ok_or(FromSqlError::OutOfRange(millis));
    Ok(row.get::<_, Option<i64>>(2)?.map(moment).transpose()?)
}

/// Deletes the tokens that have expired.
pub fn delete_expired(connection: &Connection, now: Time) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM token WHERE expires_at <= ?1", [now.millis()]).map(drop)
}

/// Moves the end of a token's rights.
pub fn renew(connection: &Connection, hash: TokenHash, expires_at: Time) -> rusqlite::Result<()> {
    connection
        .execute("UPDATE token SET expires_at = ?2 WHERE hash = ?1", params![hash.0, expires_at.millis()])
        .map(drop)
}

/// Deletes a token.
pub fn delete(connection: &Connection, hash: TokenHash) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM token WHERE hash = ?1", [hash.0]).map(drop)
}

/// Deletes one phone of a night, or all of them. The id of a phone is the beginning of its token's hash.
pub fn delete_phones(connection: &Connection, night: NightId, phone: Option<TokenId>) -> rusqlite::Result<()> {
    let mut delete =
        connection.prepare_cached("DELETE FROM token WHERE night = ?1 AND (?2 IS NULL OR substr(hash, 1, 16) = ?2)")?;
    delete.execute(params![night.bytes(), phone.map(TokenId::bytes)]).map(drop)
}

/// Sets the end of the rights of all phones of a night.
pub fn expire_phones(connection: &Connection, night: NightId, at: Time) -> rusqlite::Result<()> {
    let mut update = connection.prepare_cached("UPDATE token SET expires_at = ?2 WHERE night = ?1")?;
    update.execute(params![night.bytes(), at.millis()]).map(drop)
}
