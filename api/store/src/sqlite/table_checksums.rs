//! The checksums of whole tables: the number of rows and the sum of their checksums, in the table `root`. They reveal a
//! row that is lost with its page.

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OptionalExtension, Result, params};

/// The plain tables.
pub const TABLES: [&str; 19] = [
    "password",
    "league",
    "season",
    "player",
    "forgotten_player",
    "merged_player",
    "representative",
    "night",
    "event_text",
    "free_game",
    "removed_game",
    "removed_id",
    "join_code_request",
    "device",
    "token",
    "display_code",
    "player_link",
    "webhook",
    "webhook_delivery",
];

/// The table of the heads. Only the number of its rows is kept: the chains of the events have its checksums.
pub const HEADS: &str = "stream";
/// The function that replaces one checksum in a sum by another, without an end of the numbers.
const REPLACED: &str = "root_replaced";

/// Lets a writing connection keep the checksums of tables. The triggers of the rows' checksums already exist.
pub fn keep(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function(REPLACED, 3, flags, |row| {
        let (sum, old, new): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(sum.wrapping_sub(old).wrapping_add(new))
    })?;
    for table in TABLES {
        connection.execute_batch(&format!(
            "CREATE TEMP TRIGGER IF NOT EXISTS {table}_counted AFTER INSERT ON main.{table} BEGIN
             UPDATE root SET row_count = row_count + 1 WHERE name = '{table}'; END;
             CREATE TEMP TRIGGER IF NOT EXISTS {table}_summed AFTER UPDATE OF checksum ON main.{table} BEGIN
             UPDATE root SET checksums = {REPLACED}(checksums, OLD.checksum, NEW.checksum) WHERE name = '{table}'; END;
             CREATE TEMP TRIGGER IF NOT EXISTS {table}_deleted AFTER DELETE ON main.{table} BEGIN
             UPDATE root SET row_count = row_count - 1, checksums = {REPLACED}(checksums, OLD.checksum, 0)
             WHERE name = '{table}'; END;"
        ))?;
    }
    connection.execute_batch(&format!(
        "CREATE TEMP TRIGGER IF NOT EXISTS {HEADS}_counted AFTER INSERT ON main.{HEADS} BEGIN
         UPDATE root SET row_count = row_count + 1 WHERE name = '{HEADS}'; END;
         CREATE TEMP TRIGGER IF NOT EXISTS {HEADS}_deleted AFTER DELETE ON main.{HEADS} BEGIN
         UPDATE root SET row_count = row_count - 1 WHERE name = '{HEADS}'; END;"
    ))
}

/// Computes the checksums of all tables. A table that a later version of the schema makes comes with its own.
pub fn write(connection: &Connection) -> Result<()> {
    for table in TABLES {
        if connection.table_exists(None, table)? {
            write_one(connection, table)?;
        }
    }
    insert(connection, HEADS, heads(connection)?, 0)
}

/// Computes the checksum of a table.
pub fn write_one(connection: &Connection, table: &str) -> Result<()> {
    let (rows, sum) = computed(connection, table)?;
    insert(connection, table, rows, sum)
}

fn insert(connection: &Connection, table: &str, rows: i64, sum: i64) -> Result<()> {
    let insert = "INSERT OR REPLACE INTO root (name, row_count, checksums) VALUES (?1, ?2, ?3)";
    connection.execute(insert, params![table, rows, sum]).map(drop)
}

/// Returns true if a plain table has the written number of rows and the written sum.
pub fn fits(connection: &Connection, table: &str) -> Result<bool> {
    Ok(written(connection, table)? == Some(computed(connection, table)?))
}

/// Returns true if the number of heads is the written number.
pub fn heads_fit(connection: &Connection) -> Result<bool> {
    Ok(written(connection, HEADS)? == Some((heads(connection)?, 0)))
}

fn written(connection: &Connection, table: &str) -> Result<Option<(i64, i64)>> {
    let select = "SELECT row_count, checksums FROM root WHERE name = ?1";
    connection.query_row(select, [table], |row| Ok((row.get(0)?, row.get(1)?))).optional()
}

fn computed(connection: &Connection, table: &str) -> Result<(i64, i64)> {
    let mut select = connection.prepare(&format!("SELECT checksum FROM {table} NOT INDEXED"))?;
    let mut rows = select.query([])?;
    let (mut count, mut sum) = (0, 0_i64);
    while let Some(row) = rows.next()? {
        count += 1;
        // A damaged checksum may have another type: the sum then differs.
        sum = sum.wrapping_add(row.get_ref(0)?.as_i64().unwrap_or_default());
    }
    Ok((count, sum))
}

fn heads(connection: &Connection) -> Result<i64> {
    connection.query_row(&format!("SELECT count(*) FROM {HEADS}"), [], |row| row.get(0))
}
