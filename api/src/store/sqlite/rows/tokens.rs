//! The rows of tokens: their hashes, and the rights that they give.

use pegout_engine::Time;
use pegout_engine::game::{Role, TokenId};
use pegout_engine::league::{NightId, PlayerId, RepresentativeId};
use rusqlite::types::FromSqlError;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{checksums, decode_error, display_codes, password, removed_ids};
use crate::model::grant::{Grant, PhoneGrant, PhoneOwner, StoredToken};
use crate::model::token::TokenHash;
use crate::store::{AddedDisplay, NewDisplay, NewSession};

/// The role of a display's token, which no log names.
const DISPLAY: &str = "display";

/// The beginning of a session or of a display's rights.
pub struct Beginning {
    /// The moment.
    pub at: Time,
    /// The device of a session.
    pub device: Option<TokenHash>,
}

/// Inserts a token, unless it is there, which returns false.
pub fn insert(
    connection: &Connection,
    hash: TokenHash,
    grant: &Grant,
    beginning: Option<&Beginning>,
) -> rusqlite::Result<bool> {
    let (name, representative) = match grant {
        Grant::Display { name } => (Some(&**name), None),
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
        "INSERT INTO token (hash, role, name, expires_at, representative, night, player, table_number, began_at, device) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT DO NOTHING",
    )?;
    let role = grant.author_role().map_or_else(|| DISPLAY.to_owned(), |role| role.to_string());
    let began_at = beginning.map(|beginning| beginning.at.millis());
    let device = beginning.and_then(|beginning| beginning.device).map(|device| device.0);
    let row = params![hash.0, role, name, expires_at, representative, night, player, table, began_at, device];
    insert.execute(row).map(|rows| rows > 0)
}

/// Inserts the token of a display, unless there are as many as `most`.
pub fn add_display(connection: &Connection, new: &NewDisplay, most: usize) -> rusqlite::Result<AddedDisplay> {
    let NewDisplay { hash, name, at } = new;
    if removed_ids::has(connection, hash.id().bytes())? {
        return Ok(AddedDisplay::Removed);
    }
    if has(connection, *hash)? {
        return Ok(AddedDisplay::TokenUsed);
    }
    let count = "SELECT count(*) FROM token WHERE role = ?1";
    if connection.query_row(count, [DISPLAY], |row| row.get::<_, usize>(0))? >= most {
        return Ok(AddedDisplay::TooMany);
    }
    let (grant, beginning) = (Grant::Display { name: name.clone() }, Beginning { at: *at, device: None });
    insert(connection, *hash, &grant, Some(&beginning))?;
    Ok(AddedDisplay::Added)
}

/// Returns true if a token has this hash.
pub fn has(connection: &Connection, hash: TokenHash) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM token WHERE hash = ?1")?.exists([hash.0])
}

/// The rights of a token, or the table with the damaged row that they depend on.
pub fn find(connection: &Connection, hash: TokenHash) -> rusqlite::Result<Option<Result<Grant, &'static str>>> {
    let token = checksums::is_sound(connection, "token")?;
    let representative = checksums::is_sound(connection, "representative")?;
    let mut select = connection.prepare_cached(&format!(
        "SELECT token.role, token.name, expires_at, representative, night, player, table_number, representative.role, \
         {token}, representative.id IS NULL OR {representative} \
         FROM token LEFT JOIN representative ON representative.id = representative WHERE token.hash = ?1"
    ))?;
    let checked = |row: &Row| {
        Ok(match (row.get(8)?, row.get(9)?) {
            (false, _) => Err("token"),
            (true, false) => Err("representative"),
            (true, true) => Ok(decode(row)?),
        })
    };
    select.query_row([hash.0], checked).optional()
}

/// All sessions and displays, the oldest first.
pub fn revocable(connection: &Connection) -> rusqlite::Result<Vec<StoredToken>> {
    let mut select = connection.prepare_cached(
        "SELECT token.role, token.name, expires_at, representative, night, player, table_number, representative.role, \
         token.hash, began_at FROM token LEFT JOIN representative ON representative.id = representative \
         WHERE token.role IN ('coordinator', 'display') ORDER BY began_at, token.hash",
    )?;
    let rows = select.query_map([], |row| {
        let began_at = row.get::<_, Option<i64>>(9)?.map(moment).transpose()?;
        Ok(StoredToken { hash: TokenHash(row.get(8)?), grant: decode(row)?, began_at })
    })?;
    rows.collect()
}

/// Inserts a session, which replaces the earlier ones of its device, and deletes everything that has expired. Returns
/// the tokens of the replaced sessions; `None` where the password is another by now.
pub fn begin_session(connection: &Connection, session: &NewSession) -> rusqlite::Result<Option<Vec<TokenHash>>> {
    let NewSession { hash, grant, password, at, device, device_expires_at } = session;
    if password::of(connection, grant)?.as_ref() != Some(password) {
        return Ok(None);
    }
    delete_expired(connection, *at)?;
    let keep = "INSERT INTO device (hash, expires_at) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET expires_at = ?2";
    connection.execute(keep, params![device.0, device_expires_at.millis()])?;
    let mut delete = connection.prepare_cached("DELETE FROM token WHERE device = ?1 RETURNING hash")?;
    let replaced = delete.query_map([device.0], |row| Ok(TokenHash(row.get(0)?)))?.collect::<Result<_, _>>()?;
    insert(connection, *hash, grant, Some(&Beginning { at: *at, device: Some(*device) }))?;
    Ok(Some(replaced))
}

/// Returns true for a device that has signed in, and is still known.
pub fn has_device(connection: &Connection, device: TokenHash, now: Time) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM device WHERE hash = ?1 AND expires_at > ?2")?
        .exists(params![device.0, now.millis()])
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
    if row.get_ref(0)?.as_str()? == DISPLAY {
        return Ok(Grant::Display { name: name.unwrap_or_default() });
    }
    let session_end = || expiry(row)?.ok_or(rusqlite::Error::from(FromSqlError::InvalidType));
    let representative = row.get::<_, Option<[u8; 16]>>(3)?.map(RepresentativeId::from_bytes);
    Ok(match (row.get::<_, String>(0)?.parse().map_err(decode_error)?, representative) {
        (Role::Scorer, _) => Grant::Scorer,
        (Role::Coordinator, None) => Grant::Coordinator { name, expires_at: session_end()? },
        (Role::Coordinator, Some(id)) => {
            let role = row.get::<_, String>(7)?.parse().map_err(decode_error)?;
            Grant::Representative { id, role, name: name.unwrap_or_default(), expires_at: session_end()? }
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
    row.get::<_, Option<i64>>(2)?.map(moment).transpose()
}

/// The moment of a column.
pub fn moment(millis: i64) -> rusqlite::Result<Time> {
    Time::from_millis(millis).ok_or_else(|| FromSqlError::OutOfRange(millis).into())
}

/// Deletes the tokens, devices and codes of televisions that have expired.
fn delete_expired(connection: &Connection, now: Time) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM token WHERE expires_at <= ?1", [now.millis()])?;
    display_codes::delete_expired(connection, now)?;
    connection.execute("DELETE FROM device WHERE expires_at <= ?1", [now.millis()]).map(drop)
}

/// Moves the end of a token's rights.
pub fn renew(connection: &Connection, hash: TokenHash, expires_at: Time) -> rusqlite::Result<()> {
    connection
        .execute("UPDATE token SET expires_at = ?2 WHERE hash = ?1", params![hash.0, expires_at.millis()])
        .map(drop)
}

/// Deletes a token together with the device that its session began on.
pub fn delete_with_device(connection: &Connection, hash: TokenHash) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM device WHERE hash = (SELECT device FROM token WHERE hash = ?1)", [hash.0])?;
    delete(connection, hash)
}

/// Deletes a token with its code, and keeps the id of a display's.
pub fn delete(connection: &Connection, hash: TokenHash) -> rusqlite::Result<()> {
    let display = "SELECT 1 FROM token WHERE hash = ?1 AND role = ?2";
    if connection.prepare_cached(display)?.exists(params![hash.0, DISPLAY])? {
        removed_ids::keep(connection, hash.id().bytes())?;
        display_codes::delete(connection, hash)?;
    }
    connection.execute("DELETE FROM token WHERE hash = ?1", [hash.0]).map(drop)
}

/// Deletes one phone of a night, or all of them, and returns their number. The id of a phone is the beginning of its
/// token's hash.
pub fn delete_phones(connection: &Connection, night: NightId, phone: Option<TokenId>) -> rusqlite::Result<usize> {
    let mut delete =
        connection.prepare_cached("DELETE FROM token WHERE night = ?1 AND (?2 IS NULL OR substr(hash, 1, 16) = ?2)")?;
    delete.execute(params![night.bytes(), phone.map(TokenId::bytes)])
}

/// Sets the end of the rights of all phones of a night, or lifts it.
pub fn expire_phones(connection: &Connection, night: NightId, at: Option<Time>) -> rusqlite::Result<()> {
    let mut update = connection.prepare_cached("UPDATE token SET expires_at = ?2 WHERE night = ?1")?;
    update.execute(params![night.bytes(), at.map(Time::millis)]).map(drop)
}
