//! The rows of nights: their seasons, join codes and join secrets.

use async_trait::async_trait;
use futures_util::FutureExt;
use pegout_league::{CommandId, NightId, SeasonId};

use crate::db::{Db, DbError, HasBackend, Row, Value, query_opt, read, write};
use crate::{NightRow, NightVersions, StoreError};
use pegout_model::join_code::{JoinCode, JoinKeys, JoinSecret};

/// The nights of a database.
#[async_trait]
pub trait NightStore: HasBackend {
    /// All nights, or the nights of a season, in any order.
    async fn night_ids(&self, season: Option<SeasonId>) -> Result<Vec<NightId>, StoreError> {
        read(self.backend(), &["night"], season, |db, season| ids(db, *season).boxed()).await
    }

    /// All nights, or the nights of a season, with the versions of their streams, in any order.
    async fn night_versions(&self, season: Option<SeasonId>) -> Result<Vec<(NightId, u64)>, StoreError> {
        read(self.backend(), &["night"], season, |db, season| versions(db, *season).boxed()).await
    }

    /// The night with this join code.
    async fn night_by_code(&self, code: JoinCode) -> Result<Option<NightId>, StoreError> {
        read(self.backend(), &["night"], code, |db, code| by_code(db, *code).boxed()).await
    }

    /// The night with this join secret.
    async fn night_by_secret(&self, secret: JoinSecret) -> Result<Option<NightId>, StoreError> {
        read(self.backend(), &["night"], secret, |db, secret| by_secret(db, *secret).boxed()).await
    }

    /// The join code and secret of a night.
    async fn join_keys(&self, night: NightId) -> Result<Option<JoinKeys>, StoreError> {
        read(self.backend(), &["night"], night, |db, night| join_keys(db, *night).boxed()).await
    }

    /// Replaces the join code and secret of a night. Returns false if the request with this id did so before.
    async fn renew_join_keys(&self, night: NightId, keys: JoinKeys, request: CommandId) -> Result<bool, StoreError> {
        write(self.backend(), (night, keys, request), |db, &(night, keys, request)| {
            renew(db, night, keys, request).boxed()
        })
        .await
    }
}

impl<B: HasBackend> NightStore for B {}

/// Inserts the row of a new night.
pub async fn insert(db: &dyn Db, NightRow { id, season, keys }: &NightRow) -> Result<(), DbError> {
    let insert = "INSERT INTO night (id, season, join_code, join_secret) VALUES ($1, $2, $3, $4)";
    let season = season.map(SeasonId::bytes).into();
    db.execute(insert, &[id.bytes().into(), season, keys.code.to_string().into(), keys.secret.bytes().into()])
        .await
        .map(drop)
}

/// All nights, or the nights of a season, in any order.
pub async fn ids(db: &dyn Db, season: Option<SeasonId>) -> Result<Vec<NightId>, DbError> {
    let rows = of_season(db, "SELECT id FROM night", season).await?;
    rows.iter().map(|row| row.get(0).map(NightId::from_bytes)).collect()
}

/// All nights, or the nights of a season, with the versions of their streams, in any order. A stream without a head has
/// version 0.
pub async fn versions(db: &dyn Db, season: Option<SeasonId>) -> Result<Vec<(NightId, u64)>, DbError> {
    let select = "SELECT night.id, stream.version FROM night LEFT JOIN stream ON stream.id = night.id";
    let rows = of_season(db, select, season).await?;
    // A version of another type is damage, which is found when the night is loaded.
    let version = |row: &Row| row.get(1).unwrap_or_default();
    rows.iter().map(|row| Ok((NightId::from_bytes(row.get(0)?), version(row)))).collect()
}

async fn of_season(db: &dyn Db, select: &str, season: Option<SeasonId>) -> Result<Vec<Row>, DbError> {
    match season {
        Some(season) => db.query(&format!("{select} WHERE season = $1"), &[season.bytes().into()]).await,
        None => db.query(select, &[]).await,
    }
}

async fn by_code(db: &dyn Db, code: JoinCode) -> Result<Option<NightId>, DbError> {
    found(db, "SELECT id FROM night WHERE join_code = $1", code.to_string().into()).await
}

async fn by_secret(db: &dyn Db, secret: JoinSecret) -> Result<Option<NightId>, DbError> {
    found(db, "SELECT id FROM night WHERE join_secret = $1", secret.bytes().into()).await
}

async fn found(db: &dyn Db, select: &str, key: Value) -> Result<Option<NightId>, DbError> {
    let row = query_opt(db, select, &[key]).await?;
    row.map(|row| row.get(0).map(NightId::from_bytes)).transpose()
}

async fn join_keys(db: &dyn Db, night: NightId) -> Result<Option<JoinKeys>, DbError> {
    let select = "SELECT join_code, join_secret FROM night WHERE id = $1";
    let row = query_opt(db, select, &[night.bytes().into()]).await?;
    row.map(|row| keys(&row, 0)).transpose()
}

/// The code in this column, and the secret in the next.
pub fn keys(row: &Row, column: usize) -> Result<JoinKeys, DbError> {
    Ok(JoinKeys { code: row.parse(column)?, secret: JoinSecret::from_bytes(row.get(column + 1)?) })
}

/// Replaces the join code and secret of a night.
pub async fn set_join_keys(db: &dyn Db, night: NightId, keys: JoinKeys) -> Result<(), DbError> {
    let JoinKeys { code, secret } = keys;
    let update = "UPDATE night SET join_code = $2, join_secret = $3 WHERE id = $1";
    db.execute(update, &[night.bytes().into(), code.to_string().into(), secret.bytes().into()]).await.map(drop)
}

async fn renew(db: &dyn Db, night: NightId, keys: JoinKeys, request: CommandId) -> Result<bool, DbError> {
    let insert = "INSERT INTO join_code_request (night, id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    let is_new = db.execute(insert, &[night.bytes().into(), request.bytes().into()]).await? > 0;
    if is_new {
        set_join_keys(db, night, keys).await?;
    }
    Ok(is_new)
}

/// Returns true if a season, or the database, has exactly these nights, at these versions.
pub async fn are_at(db: &dyn Db, season: Option<SeasonId>, nights: &NightVersions) -> Result<bool, DbError> {
    Ok(versions(db, season).await?.into_iter().collect::<NightVersions>() == *nights)
}
