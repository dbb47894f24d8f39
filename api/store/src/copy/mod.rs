//! The copy of a whole database from SQLite to PostgreSQL, and back: the log, the plain rows and the tokens.

mod postgres;
mod table;

use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use sha2::{Digest, Sha256};

use super::StoreError;
use super::postgres::PostgresAddress;
use super::sqlite::backup;
use crate::error::unavailable;
use table::{TABLES, Table};

/// The number of rows that are copied in one go.
const AT_ONCE: usize = 500;

/// Copies a file that is not served to an empty PostgreSQL database, in one transaction.
pub async fn to_postgres(source: &Connection, address: &PostgresAddress) -> Result<(), StoreError> {
    postgres::fill(source, address).await
}

/// Reads a whole PostgreSQL database again, and compares it with a file, row by row.
pub async fn verify(file: &Connection, address: &PostgresAddress) -> Result<(), StoreError> {
    let read = from_postgres(address, None).await?;
    match first_difference(file, &read)? {
        None => Ok(()),
        Some(table) => {
            let sentence = format!(
                "The table \"{table}\" is another in the copy: do not use it. Stop every server, and copy to another database."
            );
            Err(StoreError::Unavailable(sentence))
        }
    }
}

/// Copies a PostgreSQL database at one moment to a new SQLite database. Its file is in `folder`, or in SQLite's own
/// folder, and ends with the connection.
pub async fn from_postgres(address: &PostgresAddress, folder: Option<&Path>) -> Result<Connection, StoreError> {
    let (sender, rows) = sync_channel(4);
    let folder = folder.map(Path::to_owned);
    let filled = tokio::task::spawn_blocking(move || filled_with(&rows, folder.as_deref()));
    let read = postgres::read(address, sender).await;
    let filled = filled.await.map_err(unavailable)?;
    read?;
    filled
}

/// Returns the first table whose rows differ between two databases.
fn first_difference(one: &Connection, other: &Connection) -> Result<Option<&'static str>, StoreError> {
    for table in TABLES {
        if digest(one, table)? != digest(other, table)? {
            return Ok(Some(table.name));
        }
    }
    Ok(None)
}

fn digest(connection: &Connection, table: &Table) -> Result<[u8; 32], StoreError> {
    let mut hasher = Sha256::new();
    each_row(connection, table, |row| hasher.update(format!("{row:?}"))).map_err(unavailable)?;
    Ok(hasher.finalize().0)
}

/// Rows of a table, by its place in [`TABLES`].
type Rows = (usize, Vec<Vec<Value>>);

/// A new database with these rows. Its file is in `folder`, or in SQLite's own folder, and ends with the connection.
fn filled_with(rows: &Receiver<Rows>, folder: Option<&Path>) -> Result<Connection, StoreError> {
    let connection = backup::empty(folder)?;
    fill(&connection, rows).map_err(unavailable)?;
    Ok(connection)
}

fn fill(connection: &Connection, rows: &Receiver<Rows>) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    connection.execute("DELETE FROM league", [])?;
    for (table, rows) in rows {
        let table = &TABLES[table];
        let places: Vec<String> = (1..=table.columns.len()).map(|place| format!("?{place}")).collect();
        let insert = format!("INSERT INTO {} ({}) VALUES ({})", table.name, table.names(), places.join(", "));
        let mut insert = connection.prepare_cached(&insert)?;
        for row in rows {
            insert.execute(params_from_iter(row))?;
        }
    }
    transaction.commit()
}

/// The query for all rows of a table in its order.
fn select(table: &Table) -> String {
    format!("SELECT {} FROM {} ORDER BY {}", table.names(), table.name, table.order)
}

/// The next rows of a table, at most `most`.
fn next_rows(rows: &mut rusqlite::Rows<'_>, table: &Table, most: usize) -> rusqlite::Result<Vec<Vec<Value>>> {
    let mut next = Vec::new();
    while next.len() < most
        && let Some(row) = rows.next()?
    {
        next.push((0..table.columns.len()).map(|column| row.get(column)).collect::<Result<_, _>>()?);
    }
    Ok(next)
}

/// Calls `of` with each row of a table in its order.
fn each_row(connection: &Connection, table: &Table, mut of: impl FnMut(Vec<Value>)) -> rusqlite::Result<()> {
    let mut select = connection.prepare(&select(table))?;
    let mut rows = select.query([])?;
    loop {
        let next = next_rows(&mut rows, table, AT_ONCE)?;
        if next.is_empty() {
            return Ok(());
        }
        next.into_iter().for_each(&mut of);
    }
}
