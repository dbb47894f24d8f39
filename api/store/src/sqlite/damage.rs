//! Damage in the file, its indexes, its plain tables and its streams.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pegout_engine::game::GameId;
use pegout_league::NightId;
use rusqlite::{Connection, Result};

use super::rows::checksums;
use super::{events, schema};
use crate::{Damage, Part, StoreError, StreamId};

/// The most findings of SQLite that are told.
const MOST_FINDINGS: usize = 20;

/// The plain tables that were looked at; true for one that is damaged.
#[derive(Default)]
pub struct DamagedTables(Mutex<BTreeMap<&'static str, bool>>);

impl DamagedTables {
    /// Fails where one of these tables is damaged. The first who asks for a table looks at it.
    pub async fn check<F>(&self, read: &[&'static str], look: impl Fn(&'static str) -> F) -> Result<(), StoreError>
    where
        F: Future<Output = Result<bool, StoreError>>,
    {
        for table in read {
            let known = self.tables().get(table).copied();
            let is_damaged = match known {
                Some(is_damaged) => is_damaged,
                None => {
                    let found = look(table).await?;
                    *self.tables().entry(table).or_insert(found)
                }
            };
            if is_damaged {
                return Err(StoreError::Damaged(Damage::Table(table)));
            }
        }
        Ok(())
    }

    /// Replaces what is known by a look at all tables, of which these are damaged.
    pub fn set(&self, damaged: &BTreeSet<&'static str>) {
        *self.tables() = checksums::TABLES.iter().map(|table| (*table, damaged.contains(table))).collect();
    }

    /// Forgets what is known, so that each table is looked at again.
    pub fn forget(&self) {
        self.tables().clear();
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<&'static str, bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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

/// A sentence for each table that is not as Pegout made it. SQLite's own check takes each schema that it can read.
pub fn of_schema(connection: &Connection) -> Result<Vec<String>> {
    let changed = schema::changed_tables(connection)?;
    Ok(changed.into_iter().map(|table| Part::Table(table.to_owned()).to_string()).collect())
}

/// A sentence for each table and each stream that is not as it was written.
pub fn of_contents(connection: &Connection) -> Result<Vec<String>> {
    let changed = of_schema(connection)?;
    if !changed.is_empty() {
        return Ok(changed);
    }
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
