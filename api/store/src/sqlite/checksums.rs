//! The checksums of the rows of plain tables: each covers the other columns of its row.

use std::collections::BTreeSet;

use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Result};
use sha2::{Digest, Sha256};

use super::failure::{cause, is_of_the_schema};
use super::table_checksums::{self, TABLES};
use crate::FailureCause;
use crate::checksum_chain::shortened;

/// The name of the function for the values of a row.
pub const OF_ROW: &str = "row_checksum";

/// Gives a connection the function [`OF_ROW`], for any number of values.
pub fn register(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function(OF_ROW, -1, flags, |row| {
        let mut hasher = Sha256::new();
        for place in 0..row.len() {
            add(&mut hasher, row.get_raw(place));
        }
        Ok(shortened(hasher))
    })
}

/// Adds a value with its type and length, so that no two rows read alike.
fn add(hasher: &mut Sha256, value: ValueRef) {
    let (kind, bytes): (u8, &[u8]) = match &value {
        ValueRef::Null => (0, &[]),
        ValueRef::Integer(number) => (1, &number.to_be_bytes()),
        ValueRef::Real(number) => (2, &number.to_be_bytes()),
        ValueRef::Text(text) => (3, text),
        ValueRef::Blob(blob) => (4, blob),
    };
    hasher.update([kind]);
    hasher.update((bytes.len() as u64).to_be_bytes());
    hasher.update(bytes);
}

/// The columns of a plain table.
struct Columns {
    /// All but the checksum.
    covered: Vec<String>,
    /// The primary key.
    key: Vec<String>,
}

impl Columns {
    fn of(connection: &Connection, table: &str) -> Result<Columns> {
        let select = "SELECT name, pk FROM pragma_table_info(?1) WHERE name <> 'checksum' ORDER BY cid";
        let columns: Vec<(String, i64)> = connection
            .prepare_cached(select)?
            .query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_>>()?;
        let key = columns.iter().filter(|(_, place)| *place > 0).map(|(name, _)| name.clone()).collect();
        Ok(Columns { covered: columns.into_iter().map(|(name, _)| name).collect(), key })
    }

    /// The call of the checksum's function; `row` is `NEW.`, `OLD.` or nothing.
    fn checksum(&self, row: &str) -> String {
        let columns: Vec<String> = self.covered.iter().map(|name| format!("{row}{name}")).collect();
        format!("{OF_ROW}({})", columns.join(", "))
    }
}

/// Lets a writing connection keep the checksums. Each inserted or updated row gets its checksum. A damaged row refuses
/// the update, which would hide the damage.
pub fn keep(connection: &Connection) -> Result<()> {
    register(connection)?;
    for table in TABLES {
        let columns = Columns::of(connection, table)?;
        let is_new: Vec<String> = columns.key.iter().map(|name| format!("{name} IS NEW.{name}")).collect();
        let (is_new, covered) = (is_new.join(" AND "), columns.covered.join(", "));
        let (old, new) = (columns.checksum("OLD."), columns.checksum("NEW."));
        let set = format!("UPDATE {table} SET checksum = {new} WHERE {is_new};");
        connection.execute_batch(&format!(
            "CREATE TEMP TRIGGER IF NOT EXISTS {table}_inserted AFTER INSERT ON main.{table} BEGIN {set} END;
             CREATE TEMP TRIGGER IF NOT EXISTS {table}_updated AFTER UPDATE OF {covered} ON main.{table} BEGIN {set} END;
             CREATE TEMP TRIGGER IF NOT EXISTS {table}_damaged BEFORE UPDATE OF {covered} ON main.{table}
             WHEN OLD.checksum IS NOT {old} BEGIN SELECT RAISE(ABORT, 'a row of {table} is damaged'); END;"
        ))?;
    }
    table_checksums::keep(connection)
}

/// The SQL condition of an undamaged row of this table.
pub fn is_sound(connection: &Connection, table: &str) -> Result<String> {
    let checksum = Columns::of(connection, table)?.checksum(&format!("{table}."));
    Ok(format!("{table}.checksum IS {checksum}"))
}

/// Gives every row its checksum, of the tables that the schema has at this version.
pub fn write(connection: &Connection) -> Result<()> {
    for table in TABLES {
        let columns = Columns::of(connection, table)?;
        if columns.covered.is_empty() {
            continue;
        }
        let checksum = columns.checksum("");
        connection.execute(&format!("UPDATE {table} SET checksum = {checksum}"), [])?;
    }
    Ok(())
}

/// Writes the checksums of a table that has got new columns. A damaged row keeps its wrong checksum, and a table that has lost
/// a row keeps its wrong sum.
pub fn write_with_new_columns(connection: &Connection, table: &str, new: &[&str]) -> Result<()> {
    register(connection)?;
    let is_whole = table_checksums::fits(connection, table)?;
    let columns = Columns::of(connection, table)?;
    let before: Vec<String> = columns.covered.iter().filter(|name| !new.contains(&name.as_str())).cloned().collect();
    let (before, after) = (Columns { covered: before, key: Vec::new() }.checksum(""), columns.checksum(""));
    connection.execute(&format!("UPDATE {table} SET checksum = {after} WHERE checksum IS {before}"), [])?;
    if is_whole { table_checksums::write_one(connection, table) } else { Ok(()) }
}

/// The tables with a changed or missing row, or with damaged pages or indexes.
pub fn damaged(connection: &Connection) -> Result<BTreeSet<&'static str>> {
    let mut damaged = BTreeSet::new();
    for table in TABLES {
        if is_damaged(connection, table)? {
            damaged.insert(table);
        }
    }
    if !known(table_checksums::heads_fit(connection))? {
        damaged.insert(table_checksums::HEADS);
    }
    Ok(damaged)
}

/// Returns true for a table with a changed or missing row, or with damaged pages or indexes.
pub fn is_damaged(connection: &Connection, table: &str) -> Result<bool> {
    register(connection)?;
    let is_sound = || {
        // One moment for all questions.
        let _snapshot = connection.is_autocommit().then(|| connection.unchecked_transaction()).transpose()?;
        let finding: String =
            connection.query_row(&format!("PRAGMA integrity_check('{table}')"), [], |row| row.get(0))?;
        let checksum = Columns::of(connection, table)?.checksum("");
        let query = format!("SELECT EXISTS (SELECT 1 FROM {table} NOT INDEXED WHERE checksum IS NOT {checksum})");
        let is_changed: bool = connection.query_row(&query, [], |row| row.get(0))?;
        Ok(finding == "ok" && !is_changed && table_checksums::fits(connection, table)?)
    };
    known(is_sound()).map(|is_sound| !is_sound)
}

/// Takes an error that comes from damage for the answer no.
fn known(is_sound: Result<bool>) -> Result<bool> {
    match is_sound {
        Err(error) if cause(&error) == Some(FailureCause::Corrupt) || is_of_the_schema(&error) => Ok(false),
        other => other,
    }
}
