//! Damage in the file, its indexes, its plain tables and its streams, and the proof that events can be stored.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pegout_engine::game::GameId;
use pegout_league::NightId;
use rusqlite::{Connection, Result};

use super::failure::{cause, is_of_the_schema};
use super::{checksums, events, schema, table_checksums};
use crate::{Damage, FailureCause, StoreError, StreamId};

/// The most findings of SQLite that are reported.
const MOST_FINDINGS: usize = 20;

/// The checked plain tables; true for a damaged table.
#[derive(Default)]
pub struct DamagedTables(Mutex<BTreeMap<&'static str, bool>>);

impl DamagedTables {
    /// Fails if one of these tables is damaged. Checks each table before its first use.
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

    /// Replaces the known state after all tables were checked. `damaged` has the damaged tables.
    pub fn set(&self, damaged: &BTreeSet<&'static str>) {
        *self.tables() = table_checksums::TABLES.iter().map(|table| (*table, damaged.contains(table))).collect();
    }

    /// Forgets the known state, so that each table is checked again.
    pub fn forget(&self) {
        self.tables().clear();
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<&'static str, bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The sentences of SQLite's own check of the file; if `thorough`, also of its indexes and foreign keys.
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
    Ok(changed.into_iter().map(|table| FailureCause::MissingTable(table.to_owned()).to_string()).collect())
}

/// A sentence for each damaged table and each damaged stream.
pub fn of_contents(connection: &Connection) -> Result<Vec<String>> {
    let changed = of_schema(connection)?;
    if !changed.is_empty() {
        return Ok(changed);
    }
    let tables = checksums::damaged(connection)?;
    let tables = tables.into_iter().map(|table| Damage::Table(table).to_string());
    Ok(tables.chain(of_streams(connection)?).collect())
}

/// A sentence for each damaged stream.
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

/// The stream of the event that is undone. No id is all zeros.
const NO_STREAM: [u8; 16] = [0; 16];

/// Proves that events can be stored: reads all tables, writes an event and undoes that, and stores `at`. Damage is
/// returned as a value, so that the other jobs of the batch are still stored. An error of the disk concerns the whole
/// batch.
pub fn probe_write(connection: &Connection, at: i64) -> rusqlite::Result<Result<(), StoreError>> {
    for table in schema::tables() {
        if let Err(error) = read_any(connection, table) {
            return known_damage(error, table);
        }
    }
    connection.execute_batch("SAVEPOINT probe")?;
    let written = write_event(connection);
    connection.execute_batch("ROLLBACK TO probe; RELEASE probe")?;
    if let Err(error) = written {
        return known_damage(error, "event");
    }
    let upsert = "INSERT INTO trial (only, at) VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = excluded.at";
    match connection.execute(upsert, [at]) {
        Ok(_) => Ok(Ok(())),
        Err(error) => known_damage(error, "trial"),
    }
}

fn read_any(connection: &Connection, table: &str) -> rusqlite::Result<bool> {
    connection.query_row(&format!("SELECT EXISTS (SELECT * FROM \"{table}\")"), [], |row| row.get(0))
}

fn write_event(connection: &Connection) -> rusqlite::Result<usize> {
    connection.execute("INSERT INTO event (stream, version, body) VALUES (?1, 1, '{}')", [NO_STREAM])
}

fn known_damage(error: rusqlite::Error, table: &str) -> rusqlite::Result<Result<(), StoreError>> {
    let cause = match cause(&error) {
        Some(FailureCause::Corrupt) => FailureCause::Corrupt,
        None if is_of_the_schema(&error) => FailureCause::MissingTable(table.to_owned()),
        _ => return Err(error),
    };
    Ok(Err(StoreError::Failed(cause, error.to_string())))
}
