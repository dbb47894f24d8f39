//! The row of the league.

use async_trait::async_trait;
use futures_util::FutureExt;
use pegout_league::{Date, Settings};

use crate::StoreError;
use crate::db::{Db, DbError, HasBackend, Row, RowLock, query_opt, read, write};
use pegout_model::contact::{Place, WebAddress};
use pegout_model::league::{League, TimeZoneName};

const SELECT: &str = "SELECT name, settings, public, address, rules_since, time_zone, place, is_set FROM league";

/// The league of a database.
#[async_trait]
pub trait LeagueStore: HasBackend {
    /// The league; the default one until it is set.
    async fn league(&self) -> Result<League, StoreError> {
        read(self.backend(), &["league"], (), |db, ()| find(db).boxed()).await
    }

    /// Replaces the league that is still as `old` says. Returns it with the day of its rules, which is today if the
    /// rules have changed, and true for the first time. Returns `None` if the league is not as `old` says.
    async fn put_league(&self, old: League, new: League, today: Date) -> Result<Option<(League, bool)>, StoreError> {
        write(self.backend(), (old, new, today), |db, (old, new, today)| {
            replace(db, old, League::clone(new), *today).boxed()
        })
        .await
    }
}

impl<B: HasBackend> LeagueStore for B {}

/// The settings as the database keeps them.
pub fn encode(settings: &Settings) -> String {
    serde_json::to_string(settings).expect("settings have no map whose keys are not text")
}

/// The league; until somebody sets it, the league of a new database.
pub async fn find(db: &dyn Db) -> Result<League, DbError> {
    row(db, SELECT).await.map(|(league, _)| league)
}

async fn row(db: &dyn Db, select: &str) -> Result<(League, bool), DbError> {
    let row = query_opt(db, select, &[]).await?.ok_or_else(|| DbError::unreadable("no row of the league"))?;
    Ok((decode(&row)?, row.get(7)?))
}

fn decode(row: &Row) -> Result<League, DbError> {
    let given = |column| Ok::<_, DbError>(Some(row.get::<String>(column)?).filter(|text| !text.is_empty()));
    let rules_since = given(4)?.map(|day| day.parse().map_err(DbError::unreadable)).transpose()?;
    Ok(League {
        name: row.get(0)?,
        settings: serde_json::from_str(&row.get::<String>(1)?).map_err(DbError::unreadable)?,
        is_public: row.get(2)?,
        address: given(3)?.map(WebAddress),
        rules_since,
        time_zone: given(5)?.map(TimeZoneName),
        place: given(6)?.map(Place),
    })
}

async fn replace(
    db: &dyn Db,
    old: &League,
    mut league: League,
    today: Date,
) -> Result<Option<(League, bool)>, DbError> {
    let (before, is_set) = row(db, &format!("{SELECT}{}", db.locking(RowLock::Update))).await?;
    if before != *old {
        return Ok(None);
    }
    let is_changed = !is_set || before.settings.rules != league.settings.rules;
    league.rules_since = if is_changed { Some(today) } else { before.rules_since };
    let update =
        "UPDATE league SET name = $1, settings = $2, public = $3, address = $4, rules_since = $5, time_zone = $6,
                  place = $7, is_set = true";
    let League { name, settings, is_public, address, rules_since, time_zone, place } = &league;
    let address = address.as_ref().map_or("", |address| &address.0).into();
    let since = rules_since.map_or_else(String::new, |day| day.to_string()).into();
    let zone = time_zone.as_ref().map_or("", |zone| &zone.0).into();
    let place = place.as_ref().map_or("", |place| &place.0).into();
    let row = [name.into(), encode(settings).into(), (*is_public).into(), address, since, zone, place];
    db.execute(update, &row).await?;
    Ok(Some((league, !is_set)))
}
