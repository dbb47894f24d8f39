//! The rows of tokens: their hashes, and the rights that they give.

use async_trait::async_trait;
use futures_util::FutureExt;
use pegout_engine::Time;
use pegout_engine::game::{Role, TokenId};
use pegout_league::{NightId, PlayerId, RepresentativeId};

use super::{is_removed_id, keep_removed_id, player_links, representatives};
use crate::db::{Db, DbError, HasBackend, Row, RowLock, exists, query_opt, read, write, write_quietly};
use crate::{Damage, StoreError};
use pegout_model::grant::{Grant, PhoneGrant, PhoneOwner, StoredToken};
use pegout_model::token::TokenHash;

/// The role of a display's token, which no log names.
const DISPLAY: &str = "display";
/// The columns that [`decode`] reads, the hash and the beginning.
const COLUMNS: &str = "token.role, token.name, expires_at, representative, night, player, table_number,
    representative.role, token.hash, began_at";
const TABLES: &str = "token LEFT JOIN representative ON representative.id = representative";

/// A session that begins.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// Its token.
    pub hash: TokenHash,
    /// Its rights.
    pub grant: Grant,
    /// The hash that the password was compared with.
    pub password: String,
    /// The moment.
    pub at: Time,
    /// The device.
    pub device: TokenHash,
    /// The moment when the device is forgotten.
    pub device_expires_at: Time,
}

/// A display to add.
#[derive(Clone, Debug)]
pub struct NewDisplay {
    /// Its token.
    pub hash: TokenHash,
    /// Its name.
    pub name: String,
    /// The moment.
    pub at: Time,
}

/// The outcome of adding a display, or a television's code.
#[derive(Debug)]
pub enum AddDisplayOutcome {
    /// The row was added.
    Added,
    /// The token exists already, whatever its role, and keeps its rights.
    TokenUsed,
    /// A display with this token existed, and was removed.
    Removed,
    /// The largest number is reached.
    TooMany,
}

/// The tokens of a database.
#[async_trait]
pub trait TokenStore: HasBackend {
    /// The rights of a token.
    async fn grant(&self, hash: TokenHash) -> Result<Option<Grant>, StoreError> {
        let backend = self.backend();
        // Damage of another token does not matter.
        match read(backend, &[], hash, |db, hash| find(db, *hash).boxed()).await {
            Ok(Some(Ok(grant))) => Ok(Some(grant)),
            Ok(Some(Err(table))) => Err(StoreError::Damaged(Damage::Table(table))),
            // A damaged page may hide the row.
            Ok(None) => backend.check_tables(&["token", "player_link"]).await.map(|()| None),
            Err(error) => backend.check_tables(&["token", "representative", "player_link"]).await.and(Err(error)),
        }
    }

    /// Stores a session, which replaces the sessions of its device, and deletes the expired tokens. Returns the
    /// replaced tokens. Returns `None`, and stores nothing, if the person's password was changed or the person was
    /// removed.
    async fn begin_session(&self, session: NewSession) -> Result<Option<Vec<TokenHash>>, StoreError> {
        write(self.backend(), session, |db, session| begin_session(db, session).boxed()).await
    }

    /// Stores the token of a display, unless a token of any kind has this hash, or there are `most` displays.
    async fn add_display(&self, new: NewDisplay, most: usize) -> Result<AddDisplayOutcome, StoreError> {
        write(self.backend(), (new, most), |db, (new, most)| add_display(db, new, *most).boxed()).await
    }

    /// The tokens of all sessions and displays, the oldest first.
    async fn revocable_tokens(&self) -> Result<Vec<StoredToken>, StoreError> {
        read(self.backend(), &["token", "representative"], (), |db, ()| revocable(db).boxed()).await
    }

    /// Returns true for a known device: it has signed in, and has not expired.
    async fn has_device(&self, device: TokenHash, now: Time) -> Result<bool, StoreError> {
        read(self.backend(), &["device"], (device, now), |db, &(device, now)| has_device(db, device, now).boxed()).await
    }

    /// Moves the end of a token's rights.
    async fn renew_grant(&self, hash: TokenHash, expires_at: Time) -> Result<(), StoreError> {
        write_quietly(self.backend(), (hash, expires_at), |db, &(hash, expires_at)| renew(db, hash, expires_at).boxed())
            .await
    }

    /// Deletes a token with its code. Keeps the id of a display's token, so that no repeat adds it again.
    async fn delete_grant(&self, hash: TokenHash) -> Result<(), StoreError> {
        write(self.backend(), hash, |db, hash| delete(db, *hash).boxed()).await
    }

    /// Deletes the token of a session together with its device.
    async fn delete_session(&self, hash: TokenHash) -> Result<(), StoreError> {
        write(self.backend(), hash, |db, hash| delete_with_device(db, *hash).boxed()).await
    }

    /// The phones that have joined a night, in any order.
    async fn phones(&self, night: NightId) -> Result<Vec<(TokenId, PhoneGrant)>, StoreError> {
        read(self.backend(), &["token"], night, |db, night| phones(db, *night).boxed()).await
    }
}

/// The beginning of a session or of a display's rights.
pub struct Beginning {
    /// The moment.
    pub at: Time,
    /// The device of a session.
    pub device: Option<TokenHash>,
}

/// Inserts a token. Returns false if the token is there already, or is that of a personal link.
pub async fn insert(
    db: &dyn Db,
    hash: TokenHash,
    grant: &Grant,
    beginning: Option<&Beginning>,
) -> Result<bool, DbError> {
    let (name, representative) = match grant {
        Grant::Display { name } => (Some(&**name), None),
        Grant::Coordinator { name, .. } => (name.as_deref(), None),
        Grant::Representative { id, name, .. } => (Some(&**name), Some(id.bytes())),
        Grant::Scorer | Grant::Phone(_) | Grant::Player(_) => (None, None),
    };
    let night = grant.phone().map(|phone| phone.night.bytes());
    let (player, table) = match grant.phone().map(|phone| phone.owner) {
        Some(PhoneOwner::Player(player)) => (Some(player.bytes()), None),
        Some(PhoneOwner::Table(table)) => (None, Some(table)),
        None => (None, None),
    };
    let expires_at = grant.expires_at().into();
    let role = grant.author_role().map_or_else(|| DISPLAY.to_owned(), |role| role.to_string()).into();
    let began_at = beginning.map(|beginning| beginning.at).into();
    let device = beginning.and_then(|beginning| beginning.device).map(|device| device.0).into();
    // The token of a personal link keeps its rights, as every other token does.
    if player_links::has(db, hash).await? {
        return Ok(false);
    }
    let insert =
        "INSERT INTO token (hash, role, name, expires_at, representative, night, player, table_number, began_at,
                  device) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING";
    let (name, representative, night) = (name.into(), representative.into(), night.into());
    let row =
        [hash.0.into(), role, name, expires_at, representative, night, player.into(), table.into(), began_at, device];
    if db.execute(insert, &row).await? > 0 {
        return Ok(true);
    }
    // The lock keeps the token until the commit, unless another transaction has deleted it.
    let lock = format!("SELECT 1 FROM token WHERE hash = $1{}", db.locking(RowLock::KeyShare));
    let is_there = exists(db, &lock, &[hash.0.into()]).await?;
    Ok(!is_there && db.execute(insert, &row).await? > 0)
}

/// Lets no other server add a display or a code until the transaction ends.
pub async fn lock_displays(db: &dyn Db) -> Result<(), DbError> {
    db.query(&format!("SELECT 1 FROM league{}", db.locking(RowLock::Update)), &[]).await.map(drop)
}

async fn add_display(db: &dyn Db, new: &NewDisplay, most: usize) -> Result<AddDisplayOutcome, DbError> {
    let NewDisplay { hash, name, at } = new;
    let hash = *hash;
    lock_displays(db).await?;
    let is_used = has(db, hash).await? || is_removed_id(db, hash.id().bytes()).await?;
    let count = "SELECT 1 FROM token WHERE role = $1 LIMIT 1 OFFSET $2";
    if !is_used && exists(db, count, &[DISPLAY.into(), most.saturating_sub(1).into()]).await? {
        return Ok(AddDisplayOutcome::TooMany);
    }
    let (grant, beginning) = (Grant::Display { name: name.clone() }, Beginning { at: *at, device: None });
    let is_new = insert(db, hash, &grant, Some(&beginning)).await?;
    // Look after the insertion: the insertion waits while another transaction removes the same token.
    if is_new && is_removed_id(db, hash.id().bytes()).await? {
        db.execute("DELETE FROM token WHERE hash = $1", &[hash.0.into()]).await?;
        return Ok(AddDisplayOutcome::Removed);
    }
    Ok(if is_new { AddDisplayOutcome::Added } else { AddDisplayOutcome::TokenUsed })
}

/// Returns true if a token or a personal link has this hash.
pub async fn has(db: &dyn Db, hash: TokenHash) -> Result<bool, DbError> {
    let is_token = exists(db, "SELECT 1 FROM token WHERE hash = $1", &[hash.0.into()]).await?;
    Ok(is_token || player_links::has(db, hash).await?)
}

/// The rights of a token, or the table with the damaged row that they depend on.
async fn find(db: &dyn Db, hash: TokenHash) -> Result<Option<Result<Grant, &'static str>>, DbError> {
    let (token, representative) = (db.intact("token")?, db.intact("representative")?);
    let select = format!(
        "SELECT {COLUMNS}, {token}, representative.id IS NULL OR {representative} FROM {TABLES} WHERE token.hash = $1"
    );
    let Some(row) = query_opt(db, &select, &[hash.0.into()]).await? else {
        let link = player_links::find(db, hash).await?;
        return Ok(link.map(|player| player.map(Grant::Player)));
    };
    let checked = |row: Row| {
        Ok(match (row.get(10)?, row.get(11)?) {
            (false, _) => Err("token"),
            (true, false) => Err("representative"),
            (true, true) => Ok(decode(&row)?),
        })
    };
    checked(row).map(Some)
}

async fn revocable(db: &dyn Db) -> Result<Vec<StoredToken>, DbError> {
    let select = format!(
        "SELECT {COLUMNS} FROM {TABLES} WHERE token.role IN ('coordinator', 'display')
         ORDER BY began_at NULLS FIRST, token.hash"
    );
    let token =
        |row: &Row| Ok(StoredToken { hash: TokenHash(row.get(8)?), grant: decode(row)?, began_at: row.get(9)? });
    db.query(&select, &[]).await?.iter().map(token).collect()
}

async fn begin_session(db: &dyn Db, session: &NewSession) -> Result<Option<Vec<TokenHash>>, DbError> {
    let NewSession { hash, grant, password, at, device, device_expires_at } = session;
    if representatives::locked_hash(db, grant).await?.as_ref() != Some(password) {
        return Ok(None);
    }
    db.execute("DELETE FROM token WHERE expires_at <= $1", &[(*at).into()]).await?;
    delete_expired_codes(db, *at).await?;
    db.execute("DELETE FROM device WHERE expires_at <= $1", &[(*at).into()]).await?;
    let keep = "INSERT INTO device (hash, expires_at) VALUES ($1, $2) ON CONFLICT (hash) DO UPDATE SET expires_at = $2";
    db.execute(keep, &[device.0.into(), (*device_expires_at).into()]).await?;
    let replaced = db.query("DELETE FROM token WHERE device = $1 RETURNING hash", &[device.0.into()]).await?;
    let replaced = replaced.iter().map(|row| row.get(0).map(TokenHash)).collect::<Result<_, _>>()?;
    insert(db, *hash, grant, Some(&Beginning { at: *at, device: Some(*device) })).await?;
    Ok(Some(replaced))
}

async fn has_device(db: &dyn Db, device: TokenHash, now: Time) -> Result<bool, DbError> {
    let select = "SELECT 1 FROM device WHERE hash = $1 AND expires_at > $2";
    exists(db, select, &[device.0.into(), now.into()]).await
}

async fn phones(db: &dyn Db, night: NightId) -> Result<Vec<(TokenId, PhoneGrant)>, DbError> {
    let select = format!("SELECT {COLUMNS} FROM {TABLES} WHERE night = $1");
    let rows = db.query(&select, &[night.bytes().into()]).await?;
    rows.iter().map(|row| Ok((TokenHash(row.get(8)?).id(), decode_phone(row)?))).collect()
}

fn decode(row: &Row) -> Result<Grant, DbError> {
    let name: Option<String> = row.get(1)?;
    if row.get::<String>(0)? == DISPLAY {
        return Ok(Grant::Display { name: name.unwrap_or_default() });
    }
    let session_end = || row.get::<Option<Time>>(2)?.ok_or_else(|| DbError::unreadable("a session without an end"));
    let representative = row.get::<Option<_>>(3)?.map(RepresentativeId::from_bytes);
    Ok(match (row.parse(0)?, representative) {
        (Role::Scorer, _) => Grant::Scorer,
        (Role::Coordinator, None) => Grant::Coordinator { name, expires_at: session_end()? },
        (Role::Coordinator, Some(id)) => Grant::Representative {
            id,
            role: row.parse(7)?,
            name: name.unwrap_or_default(),
            expires_at: session_end()?,
        },
        (Role::Phone, _) => Grant::Phone(decode_phone(row)?),
        (Role::Player, _) => return Err(DbError::unreadable("a personal link among the tokens")),
    })
}

fn decode_phone(row: &Row) -> Result<PhoneGrant, DbError> {
    let owner = match row.get::<Option<_>>(5)? {
        Some(player) => PhoneOwner::Player(PlayerId::from_bytes(player)),
        None => PhoneOwner::Table(row.get(6)?),
    };
    Ok(PhoneGrant { night: NightId::from_bytes(row.get(4)?), owner, expires_at: row.get(2)? })
}

async fn renew(db: &dyn Db, hash: TokenHash, expires_at: Time) -> Result<(), DbError> {
    let update = "UPDATE token SET expires_at = $2 WHERE hash = $1";
    db.execute(update, &[hash.0.into(), expires_at.into()]).await.map(drop)
}

async fn delete_with_device(db: &dyn Db, hash: TokenHash) -> Result<(), DbError> {
    let delete_device = "DELETE FROM device WHERE hash = (SELECT device FROM token WHERE hash = $1)";
    db.execute(delete_device, &[hash.0.into()]).await?;
    delete(db, hash).await
}

async fn delete(db: &dyn Db, hash: TokenHash) -> Result<(), DbError> {
    let display = "SELECT 1 FROM token WHERE hash = $1 AND role = $2";
    if exists(db, display, &[hash.0.into(), DISPLAY.into()]).await? {
        keep_removed_id(db, hash.id().bytes()).await?;
        delete_code(db, hash).await?;
    }
    db.execute("DELETE FROM token WHERE hash = $1", &[hash.0.into()]).await.map(drop)
}

/// Deletes one phone of a night, or all of them, and returns their number. The id of a phone is the beginning of its
/// token's hash.
pub async fn delete_phones(db: &dyn Db, night: NightId, phone: Option<TokenId>) -> Result<u64, DbError> {
    let delete = "DELETE FROM token WHERE night = $1";
    let night = night.bytes().into();
    match phone {
        Some(phone) => {
            let delete = format!("{delete} AND substr(hash, 1, 16) = $2");
            db.execute(&delete, &[night, phone.bytes().into()]).await
        }
        None => db.execute(delete, &[night]).await,
    }
}

/// Sets the moment when all phones of a night lose their rights. `None` takes it away.
pub async fn expire_phones(db: &dyn Db, night: NightId, at: Option<Time>) -> Result<(), DbError> {
    let update = "UPDATE token SET expires_at = $2 WHERE night = $1";
    db.execute(update, &[night.bytes().into(), at.into()]).await.map(drop)
}

/// Deletes the codes that have expired.
pub async fn delete_expired_codes(db: &dyn Db, now: Time) -> Result<(), DbError> {
    db.execute("DELETE FROM display_code WHERE expires_at <= $1", &[now.into()]).await.map(drop)
}

/// Deletes the code of a token.
pub async fn delete_code(db: &dyn Db, token: TokenHash) -> Result<(), DbError> {
    db.execute("DELETE FROM display_code WHERE token = $1", &[token.0.into()]).await.map(drop)
}
