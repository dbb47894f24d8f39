//! The rows of seasons.

use async_trait::async_trait;
use futures_util::FutureExt;
use pegout_league::SeasonId;

use super::nights;
use crate::db::{Db, DbError, HasBackend, Row, RowLock, query_opt, read, write};
use crate::{NightVersions, StoreError};
use pegout_model::league::Season;

const SELECT: &str =
    "SELECT id, name, starts, ends, best_of, minimum_nights, average, card, counts, from_points FROM season";

/// The seasons of a database.
#[async_trait]
pub trait SeasonStore: HasBackend {
    /// All seasons, the earliest first.
    async fn seasons(&self) -> Result<Vec<Season>, StoreError> {
        read(self.backend(), &["season"], (), |db, ()| all(db).boxed()).await
    }

    /// A season.
    async fn season(&self, id: SeasonId) -> Result<Option<Season>, StoreError> {
        read(self.backend(), &["season"], id, |db, id| find(db, *id).boxed()).await
    }

    /// Adds a season. Returns false if a season has this id.
    async fn add_season(&self, season: Season) -> Result<bool, StoreError> {
        write(self.backend(), season, |db, season| add(db, season).boxed()).await
    }

    /// Replaces a season that is still as `old` says, and whose nights are at these versions. Returns false otherwise.
    async fn replace_season(&self, old: Season, new: Season, nights: NightVersions) -> Result<bool, StoreError> {
        write(self.backend(), (old, new, nights), |db, (old, new, nights)| replace(db, old, new, nights).boxed()).await
    }
}

fn decode(row: &Row) -> Result<Season, DbError> {
    Ok(Season {
        id: SeasonId::from_bytes(row.get(0)?),
        name: row.get(1)?,
        starts: row.parse(2)?,
        ends: row.parse(3)?,
        best_of: row.get(4)?,
        minimum_nights: row.get(5)?,
        average: row.parse(6)?,
        card: row.parse(7)?,
        counts: row.parse(8)?,
        from_points: row.get(9)?,
    })
}

async fn all(db: &dyn Db) -> Result<Vec<Season>, DbError> {
    let mut seasons: Vec<Season> = db.query(SELECT, &[]).await?.iter().map(decode).collect::<Result<_, _>>()?;
    // The databases sort names each in its own way.
    seasons.sort_by(|a, b| (a.starts, a.ends, &a.name, a.id).cmp(&(b.starts, b.ends, &b.name, b.id)));
    Ok(seasons)
}

/// A season.
pub async fn find(db: &dyn Db, id: SeasonId) -> Result<Option<Season>, DbError> {
    query_opt(db, &format!("{SELECT} WHERE id = $1"), &[id.bytes().into()]).await?.as_ref().map(decode).transpose()
}

async fn add(db: &dyn Db, season: &Season) -> Result<bool, DbError> {
    let insert = "INSERT INTO season
                      (id, name, starts, ends, best_of, minimum_nights, average, card, counts, from_points)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING";
    Ok(put(db, insert, season).await? > 0)
}

/// Replaces a season under a lock, so that no append can depend on it until the transaction ends.
async fn replace(db: &dyn Db, old: &Season, new: &Season, nights: &NightVersions) -> Result<bool, DbError> {
    let lock = format!("SELECT 1 FROM season WHERE id = $1{}", db.locking(RowLock::Update));
    db.query(&lock, &[old.id.bytes().into()]).await?;
    if find(db, old.id).await?.as_ref() != Some(old) || !nights::are_at(db, Some(old.id), nights).await? {
        return Ok(false);
    }
    let update = "UPDATE season SET name = $2, starts = $3, ends = $4, best_of = $5, minimum_nights = $6, average = $7,
                      card = $8, counts = $9, from_points = $10
                  WHERE id = $1";
    Ok(put(db, update, new).await? > 0)
}

async fn put(db: &dyn Db, sql: &str, season: &Season) -> Result<u64, DbError> {
    let Season { id, name, starts, ends, best_of, minimum_nights, average, card, counts, from_points } = season;
    let texts = (starts.to_string(), ends.to_string(), average.to_string(), card.to_string(), counts.to_string());
    let (starts, ends, average, card, counts) = texts;
    let (best_of, minimum_nights) = ((*best_of).into(), (*minimum_nights).into());
    let row = [id.bytes().into(), name.into(), starts.into(), ends.into(), best_of, minimum_nights, average.into()];
    let row = row.into_iter().chain([card.into(), counts.into(), (*from_points).into()]);
    db.execute(sql, &row.collect::<Vec<_>>()).await
}
