//! Damage in the file, its indexes, its plain tables and its streams.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use pegout_engine::game::GameId;
use pegout_engine::league::NightId;
use rusqlite::{Connection, Result};
use tokio::sync::OnceCell;

use super::events;
use super::rows::checksums;
use crate::store::{Damage, StoreError, StreamId};

/// The most findings of SQLite that are told.
const MOST_FINDINGS: usize = 20;

/// The plain tables that are damaged, known once all were looked at.
#[derive(Default)]
pub struct DamagedTables(OnceCell<Mutex<BTreeSet<&'static str>>>);

impl DamagedTables {
    /// Fails where one of these tables is damaged. The first who asks looks at all of them.
    pub async fn check<F>(&self, read: &[&'static str], look: impl FnOnce() -> F) -> Result<(), StoreError>
    where
        F: Future<Output = Result<BTreeSet<&'static str>, StoreError>>,
    {
        let tables = self.0.get_or_try_init(async || Ok::<_, StoreError>(Mutex::new(look().await?))).await?;
        let damaged = tables.lock().unwrap_or_else(PoisonError::into_inner);
        match read.iter().find(|table| damaged.contains(*table)) {
            Some(table) => Err(StoreError::Damaged(Damage::Table(table))),
            None => Ok(()),
        }
    }

    /// Replaces what was found.
    pub fn set(&self, damaged: BTreeSet<&'static str>) {
        if let Some(tables) = self.0.get() {
            *tables.lock().unwrap_or_else(PoisonError::into_inner) = damaged;
        }
    }
}

/// The sentences of SQLite's own check of the file, and where it is `thorough`, of its indexes and foreign keys too.
pub fn of_file(connection: &Connection, thorough: bool) -> Result<Vec<String>> {
    let check = if thorough { "integrity_check" } else { "quick_check" };
    let mut check = connection.prepare(&format!("PRAGMA {check}({MOST_FINDINGS})"))?;
    let mut findings: Vec<String> = check.query_map([], |row| row.get(0))?.collect::<Result<_>>()?;
    findings.retain(|finding| finding != "ok");
    if thorough && findings.is_empty() {
        let mut check = connection.prepare("PRAGMA foreign_key_check")?;
        for table in check.query_map([], |row| row.get::<_, String>(0))?.take(MOST_FINDINGS) {
            findings.push(format!("a row of the table {} belongs to one that is missing", table?));
        }
    }
    Ok(findings.iter().map(|finding| format!("SQLite says: {finding}.")).collect())
}

/// A sentence for each plain table and each stream that is not as it was written.
pub fn of_contents(connection: &Connection) -> Result<Vec<String>> {
    let tables = checksums::damaged(connection)?;
    let tables = tables.into_iter().map(|table| Damage::Table(table).to_string());
    Ok(tables.chain(of_streams(connection)?).collect())
}

/// A sentence for each stream that is not as it was written.
pub fn of_streams(connection: &Connection) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    let mut last = None;
    while let Some(stream) = events::stream_after(connection, last)? {
        if events::select(connection, stream)?.is_err() {
            findings.push(Damage::Stream(kind_of(connection, stream)?).to_string());
        }
        last = Some(stream);
    }
    Ok(findings)
}

fn kind_of(connection: &Connection, stream: [u8; 16]) -> Result<StreamId> {
    let mut select = connection.prepare_cached("SELECT EXISTS (SELECT 1 FROM night WHERE id = ?1)")?;
    let is_night = select.query_row([stream], |row| row.get(0))?;
    Ok(if is_night { NightId::from_bytes(stream).into() } else { GameId::from_bytes(stream).into() })
}
