//! The seasons of the league.

use pegout_engine::league::{Date, SeasonId};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Store, StoreError, unreadable};

/// A season: nights from one day to another that make one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Season {
    /// The season's id.
    pub id: SeasonId,
    /// Its name.
    #[schema(examples("Winter 2026"))]
    pub name: String,
    /// Its first day.
    pub starts: Date,
    /// Its last day, not before the first.
    pub ends: Date,
    /// Only a player's so many best full cards count; `null`: all of them.
    #[schema(required = true, minimum = 1, maximum = 1000)]
    pub best_of: Option<u16>,
    /// How many full cards it takes to be ranked.
    #[schema(minimum = 1, maximum = 1000)]
    pub minimum_nights: u16,
}

impl Season {
    fn read(row: &Row) -> rusqlite::Result<Season> {
        let date = |column| row.get::<_, String>(column)?.parse::<Date>().map_err(unreadable);
        Ok(Season {
            id: SeasonId::from_bytes(row.get(0)?),
            name: row.get(1)?,
            starts: date(2)?,
            ends: date(3)?,
            best_of: row.get(4)?,
            minimum_nights: row.get(5)?,
        })
    }

    fn find(connection: &Connection, id: SeasonId) -> rusqlite::Result<Option<Season>> {
        let mut select = connection
            .prepare_cached("SELECT id, name, starts, ends, best_of, minimum_nights FROM season WHERE id = ?1")?;
        select.query_row([id.bytes()], Season::read).optional()
    }

    fn put(&self, connection: &Connection) -> rusqlite::Result<()> {
        let Season { id, name, starts, ends, best_of, minimum_nights } = self;
        let mut put = connection.prepare_cached(
            "INSERT INTO season (id, name, starts, ends, best_of, minimum_nights) VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
             ON CONFLICT DO UPDATE SET name = ?2, starts = ?3, ends = ?4, best_of = ?5, minimum_nights = ?6",
        )?;
        let (starts, ends) = (starts.to_string(), ends.to_string());
        put.execute(params![id.bytes(), name, starts, ends, best_of, minimum_nights]).map(drop)
    }
}

impl Store {
    /// All seasons, the earliest first.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn seasons(&self) -> Result<Vec<Season>, StoreError> {
        self.read(|connection| {
            let mut select = connection.prepare_cached(
                "SELECT id, name, starts, ends, best_of, minimum_nights FROM season ORDER BY starts, ends, name, id",
            )?;
            let rows = select.query_map([], Season::read)?;
            rows.collect()
        })
        .await
    }

    /// The season with this id, if there is one.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn season(&self, id: SeasonId) -> Result<Option<Season>, StoreError> {
        self.read(move |connection| Season::find(connection, id)).await
    }

    /// Stores a new season.
    ///
    /// # Errors
    ///
    /// When nothing can be stored.
    pub async fn add_season(&self, season: Season) -> Result<(), StoreError> {
        self.write(move |connection| season.put(connection)).await
    }

    /// Changes a season unless `change` refuses, and returns it, or why not; `None` where there is no such season.
    ///
    /// # Errors
    ///
    /// When nothing can be stored.
    pub async fn change_season<E, F>(&self, id: SeasonId, change: F) -> Result<Option<Result<Season, E>>, StoreError>
    where
        E: Send + 'static,
        F: Fn(&mut Season) -> Result<(), E> + Send + 'static,
    {
        self.write(move |connection| {
            let Some(mut season) = Season::find(connection, id)? else { return Ok(None) };
            if let Err(refusal) = change(&mut season) {
                return Ok(Some(Err(refusal)));
            }
            season.put(connection)?;
            Ok(Some(Ok(season)))
        })
        .await
    }
}
