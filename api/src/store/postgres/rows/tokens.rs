//! The rows of tokens: their hashes, and the rights that they give.

use deadpool_postgres::GenericClient;
use pegout_engine::Time;
use pegout_engine::game::{Role, TokenId};
use pegout_engine::league::{NightId, PlayerId, RepresentativeId};
use tokio_postgres::Row;

use super::{display_codes, password};
use crate::model::grant::{Grant, PhoneGrant, PhoneOwner, StoredToken};
use crate::model::token::TokenHash;
use crate::store::postgres::failure::Failure;
use crate::store::postgres::rows::removed_ids;
use crate::store::postgres::statement::{Params, execute, exists, query, query_opt};
use crate::store::postgres::value::{bytes, expiry, number, some_bytes, value, word};
use crate::store::{AddedDisplay, NewDisplay, NewSession};

/// The role of a display's token, which no log names.
const DISPLAY: &str = "display";
/// The columns that [`decode`] reads.
const SELECT: &str = "SELECT token.role, token.name, expires_at, representative, night, player, table_number,
    representative.role, token.hash, began_at
    FROM token LEFT JOIN representative ON representative.id = representative";

/// The beginning of a session or of a display's rights.
pub struct Beginning {
    /// The moment.
    pub at: Time,
    /// The device of a session.
    pub device: Option<TokenHash>,
}

/// Inserts a token, unless it is there, which returns false.
pub async fn insert(
    client: &impl GenericClient,
    hash: TokenHash,
    grant: &Grant,
    beginning: Option<&Beginning>,
) -> Result<bool, Failure> {
    let (name, representative) = match grant {
        Grant::Display { name } => (Some(&**name), None),
        Grant::Coordinator { name, .. } => (name.as_deref(), None),
        Grant::Representative { id, name, .. } => (Some(&**name), Some(id.bytes().to_vec())),
        Grant::Scorer | Grant::Phone(_) => (None, None),
    };
    let night = grant.phone().map(|phone| phone.night.bytes().to_vec());
    let (player, table) = match grant.phone().map(|phone| phone.owner) {
        Some(PhoneOwner::Player(player)) => (Some(player.bytes().to_vec()), None),
        Some(PhoneOwner::Table(table)) => (None, Some(table as i64)),
        None => (None, None),
    };
    let expires_at = grant.expires_at().map(Time::millis);
    let role = grant.author_role().map_or_else(|| DISPLAY.to_owned(), |role| role.to_string());
    let began_at = beginning.map(|beginning| beginning.at.millis());
    let device = beginning.and_then(|beginning| beginning.device).map(|device| device.0.to_vec());
    let insert =
        "INSERT INTO token (hash, role, name, expires_at, representative, night, player, table_number, began_at,
                  device) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING";
    let hash = hash.0.as_slice();
    let row: Params<'_> =
        &[&hash, &role, &name, &expires_at, &representative, &night, &player, &table, &began_at, &device];
    if execute(client, insert, row).await? > 0 {
        return Ok(true);
    }
    // It stays until this is stored, unless it was deleted just now.
    let is_there = exists(client, "SELECT FROM token WHERE hash = $1 FOR KEY SHARE", &[&hash]).await?;
    Ok(!is_there && execute(client, insert, row).await? > 0)
}

/// Inserts the token of a display, unless there are as many as `most`.
pub async fn add_display(client: &impl GenericClient, new: &NewDisplay, most: usize) -> Result<AddedDisplay, Failure> {
    let NewDisplay { hash, name, at } = new;
    let hash = *hash;
    // No other server adds a display meanwhile, so there are never more than `most`.
    execute(client, "SELECT FROM league FOR UPDATE", &[]).await?;
    let is_there = exists(client, "SELECT FROM token WHERE hash = $1", &[&hash.0.as_slice()]).await?;
    let is_removed = removed_ids::has(client, hash.id().bytes()).await?;
    let count = "SELECT FROM token WHERE role = $1 OFFSET $2";
    if !is_there && !is_removed && exists(client, count, &[&DISPLAY, &(most as i64 - 1)]).await? {
        return Ok(AddedDisplay::TooMany);
    }
    let (grant, beginning) = (Grant::Display { name: name.clone() }, Beginning { at: *at, device: None });
    let is_new = insert(client, hash, &grant, Some(&beginning)).await?;
    // After the insertion, which waits for whoever removes the same token at this moment.
    if is_new && removed_ids::has(client, hash.id().bytes()).await? {
        execute(client, "DELETE FROM token WHERE hash = $1", &[&hash.0.as_slice()]).await?;
        return Ok(AddedDisplay::Removed);
    }
    Ok(if is_new { AddedDisplay::Added } else { AddedDisplay::TokenUsed })
}

/// The rights of a token.
pub async fn find(client: &impl GenericClient, hash: TokenHash) -> Result<Option<Grant>, Failure> {
    let row = query_opt(client, &format!("{SELECT} WHERE token.hash = $1"), &[&hash.0.as_slice()]).await?;
    row.as_ref().map(decode).transpose()
}

/// All sessions and displays, the oldest first.
pub async fn revocable(client: &impl GenericClient) -> Result<Vec<StoredToken>, Failure> {
    let select = format!(
        "{SELECT} WHERE token.role IN ('coordinator', 'display')
                          ORDER BY began_at NULLS FIRST, token.hash"
    );
    let token =
        |row| Ok(StoredToken { hash: TokenHash(bytes(row, 8)?), grant: decode(row)?, began_at: expiry(row, 9)? });
    query(client, &select, &[]).await?.iter().map(token).collect()
}

/// Inserts a session, which replaces the earlier ones of its device, and deletes everything that has expired. Returns
/// the tokens of the replaced sessions; `None` where the password is another by now.
pub async fn begin_session(
    client: &impl GenericClient,
    session: &NewSession,
) -> Result<Option<Vec<TokenHash>>, Failure> {
    let NewSession { hash, grant, password, at, device, device_expires_at } = session;
    if password::locked(client, grant).await?.as_ref() != Some(password) {
        return Ok(None);
    }
    execute(client, "DELETE FROM token WHERE expires_at <= $1", &[&at.millis()]).await?;
    display_codes::delete_expired(client, *at).await?;
    execute(client, "DELETE FROM device WHERE expires_at <= $1", &[&at.millis()]).await?;
    let keep = "INSERT INTO device (hash, expires_at) VALUES ($1, $2) ON CONFLICT (hash) DO UPDATE SET expires_at = $2";
    execute(client, keep, &[&device.0.as_slice(), &device_expires_at.millis()]).await?;
    let replaced = query(client, "DELETE FROM token WHERE device = $1 RETURNING hash", &[&device.0.as_slice()]).await?;
    let replaced = replaced.iter().map(|row| Ok(TokenHash(bytes(row, 0)?))).collect::<Result<_, Failure>>()?;
    insert(client, *hash, grant, Some(&Beginning { at: *at, device: Some(*device) })).await?;
    Ok(Some(replaced))
}

/// Returns true for a device that has signed in, and is still known.
pub async fn has_device(client: &impl GenericClient, device: TokenHash, now: Time) -> Result<bool, Failure> {
    let select = "SELECT FROM device WHERE hash = $1 AND expires_at > $2";
    Ok(exists(client, select, &[&device.0.as_slice(), &now.millis()]).await?)
}

/// The phones that have joined a night, in no order.
pub async fn phones(client: &impl GenericClient, night: NightId) -> Result<Vec<(TokenId, PhoneGrant)>, Failure> {
    let rows = query(client, &format!("{SELECT} WHERE night = $1"), &[&night.bytes().as_slice()]).await?;
    rows.iter().map(|row| Ok((TokenHash(bytes(row, 8)?).id(), decode_phone(row)?))).collect()
}

fn decode(row: &Row) -> Result<Grant, Failure> {
    let name: Option<String> = value(row, 1)?;
    if value::<&str>(row, 0)? == DISPLAY {
        return Ok(Grant::Display { name: name.unwrap_or_default() });
    }
    let session_end = || expiry(row, 2)?.ok_or_else(|| Failure::unreadable("a session without an end"));
    let representative = some_bytes(row, 3)?.map(RepresentativeId::from_bytes);
    Ok(match (word(row, 0)?, representative) {
        (Role::Scorer, _) => Grant::Scorer,
        (Role::Coordinator, None) => Grant::Coordinator { name, expires_at: session_end()? },
        (Role::Coordinator, Some(id)) => Grant::Representative {
            id,
            role: word(row, 7)?,
            name: name.unwrap_or_default(),
            expires_at: session_end()?,
        },
        (Role::Phone, _) => Grant::Phone(decode_phone(row)?),
    })
}

fn decode_phone(row: &Row) -> Result<PhoneGrant, Failure> {
    let owner = match some_bytes(row, 5)? {
        Some(player) => PhoneOwner::Player(PlayerId::from_bytes(player)),
        None => PhoneOwner::Table(number(row, 6)?),
    };
    Ok(PhoneGrant { night: NightId::from_bytes(bytes(row, 4)?), owner, expires_at: expiry(row, 2)? })
}

/// Moves the end of a token's rights.
pub async fn renew(client: &impl GenericClient, hash: TokenHash, expires_at: Time) -> Result<(), Failure> {
    let update = "UPDATE token SET expires_at = $2 WHERE hash = $1";
    execute(client, update, &[&hash.0.as_slice(), &expires_at.millis()]).await?;
    Ok(())
}

/// Deletes a token together with the device that its session began on.
pub async fn delete_with_device(client: &impl GenericClient, hash: TokenHash) -> Result<(), Failure> {
    let delete_device = "DELETE FROM device WHERE hash = (SELECT device FROM token WHERE hash = $1)";
    execute(client, delete_device, &[&hash.0.as_slice()]).await?;
    delete(client, hash).await
}

/// Deletes a token with its code, and keeps the id of a display's.
pub async fn delete(client: &impl GenericClient, hash: TokenHash) -> Result<(), Failure> {
    if exists(client, "SELECT FROM token WHERE hash = $1 AND role = $2", &[&hash.0.as_slice(), &DISPLAY]).await? {
        removed_ids::keep(client, hash.id().bytes()).await?;
        display_codes::delete(client, hash).await?;
    }
    execute(client, "DELETE FROM token WHERE hash = $1", &[&hash.0.as_slice()]).await?;
    Ok(())
}

/// Deletes one phone of a night, or all of them, and returns their number. The id of a phone is the beginning of its
/// token's hash.
pub async fn delete_phones(
    client: &impl GenericClient,
    night: NightId,
    phone: Option<TokenId>,
) -> Result<u64, Failure> {
    let delete = "DELETE FROM token WHERE night = $1 AND ($2::bytea IS NULL OR substring(hash FROM 1 FOR 16) = $2)";
    let phone = phone.map(|phone| phone.bytes().to_vec());
    Ok(execute(client, delete, &[&night.bytes().as_slice(), &phone]).await?)
}

/// Sets the end of the rights of all phones of a night, or lifts it.
pub async fn expire_phones(client: &impl GenericClient, night: NightId, at: Option<Time>) -> Result<(), Failure> {
    let update = "UPDATE token SET expires_at = $2 WHERE night = $1";
    execute(client, update, &[&night.bytes().as_slice(), &at.map(Time::millis)]).await?;
    Ok(())
}
