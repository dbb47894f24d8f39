//! Which streams of the log are nights, and which phones have joined them.

use pegout_engine::league::{NightId, SeasonId};
use rusqlite::{Connection, OptionalExtension, params};

use super::{Store, StoreError, TokenRow, unreadable};
use crate::model::join_code::JoinCode;
use crate::model::token::TokenHash;

/// A night, as far as it does not stand in its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NightRow {
    /// The night.
    pub id: NightId,
    /// The season it belongs to.
    pub season: Option<SeasonId>,
    /// What phones join it with.
    pub code: JoinCode,
}

impl NightRow {
    pub(super) fn insert(&self, connection: &Connection) -> rusqlite::Result<()> {
        let NightRow { id, season, code } = self;
        let mut insert = connection.prepare_cached("INSERT INTO night (id, season, join_code) VALUES (?1, ?2, ?3)")?;
        insert.execute(params![id.bytes(), season.map(SeasonId::bytes), code.to_string()]).map(drop)
    }
}

/// Lets the phones of a night open nothing any more from this moment on, in milliseconds since 1970.
pub(super) fn expire_phones(connection: &Connection, night: NightId, at: i64) -> rusqlite::Result<()> {
    let mut update = connection.prepare_cached("UPDATE token SET expires_at = ?2 WHERE night = ?1")?;
    update.execute(params![night.bytes(), at]).map(drop)
}

impl Store {
    /// All nights, or those of a season, in no order.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn nights(&self, season: Option<SeasonId>) -> Result<Vec<NightId>, StoreError> {
        self.read(move |connection| {
            let mut select = connection.prepare_cached("SELECT id FROM night WHERE ?1 IS NULL OR season = ?1")?;
            let rows = select.query_map([season.map(SeasonId::bytes)], |row| row.get(0).map(NightId::from_bytes))?;
            rows.collect()
        })
        .await
    }

    /// The night that is joined with this code, if there is one.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn night_of_code(&self, code: JoinCode) -> Result<Option<NightId>, StoreError> {
        self.read(move |connection| {
            let mut select = connection.prepare_cached("SELECT id FROM night WHERE join_code = ?1")?;
            select.query_row([code.to_string()], |row| row.get(0).map(NightId::from_bytes)).optional()
        })
        .await
    }

    /// What phones join a night with.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn join_code(&self, night: NightId) -> Result<Option<JoinCode>, StoreError> {
        self.read(move |connection| {
            let mut select = connection.prepare_cached("SELECT join_code FROM night WHERE id = ?1")?;
            let code = |text: String| text.parse().map_err(unreadable);
            select.query_row([night.bytes()], |row| code(row.get(0)?)).optional()
        })
        .await
    }

    /// The phones that have joined a night and have not been sent away, in no order.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn phones(&self, night: NightId) -> Result<Vec<TokenRow>, StoreError> {
        self.read(move |connection| {
            let mut select = connection.prepare_cached(
                "SELECT role, name, expires_at, representative, night, player, table_number, hash \
                 FROM token WHERE night = ?1",
            )?;
            let rows = select.query_map([night.bytes()], |row| TokenRow::read(row, TokenHash(row.get(7)?)))?;
            rows.collect()
        })
        .await
    }

    /// Sends phones away that have joined a night: the one with the hash that begins so, or all of them.
    ///
    /// # Errors
    ///
    /// When nothing can be stored.
    pub async fn delete_phones(&self, night: NightId, phone: Option<[u8; 16]>) -> Result<(), StoreError> {
        self.write(move |connection| {
            let mut delete = connection
                .prepare_cached("DELETE FROM token WHERE night = ?1 AND (?2 IS NULL OR substr(hash, 1, 16) = ?2)")?;
            delete.execute(params![night.bytes(), phone]).map(drop)
        })
        .await
    }
}
