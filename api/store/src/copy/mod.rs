//! The copy of a whole database from SQLite to PostgreSQL, and back: the log, the plain rows and the tokens.

mod file;
mod postgres;
mod table;

use std::path::Path;

use rusqlite::Connection;
use sha2::{Digest, Sha256};

use super::StoreError;
use super::postgres::PostgresAddress;
use super::sqlite::unavailable;
use table::{TABLES, Table};

/// The number of rows that are copied in one go.
const AT_ONCE: usize = 500;

/// Copies a file that nobody serves to a database of PostgreSQL's, which must be empty, all at once.
pub async fn to_postgres(source: &Connection, address: &PostgresAddress) -> Result<(), StoreError> {
    postgres::fill(source, address).await
}

/// Reads everything of a database of PostgreSQL's again, and compares it with a file, row by row.
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

/// Everything of a database of PostgreSQL's at one moment, as a database of SQLite's in a file that goes with the connection. It
/// lies in this folder, or where SQLite puts its own.
pub async fn from_postgres(address: &PostgresAddress, folder: Option<&Path>) -> Result<Connection, StoreError> {
    let (sender, rows) = std::sync::mpsc::sync_channel(4);
    let folder = folder.map(Path::to_owned);
    let filled = tokio::task::spawn_blocking(move || file::filled_with(&rows, folder.as_deref()));
    let read = postgres::read(address, sender).await;
    let filled = filled.await.map_err(|error| unavailable(&error))?;
    read?;
    filled
}

/// The first table of which two databases have other rows.
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
    file::each_row(connection, table, |row| hasher.update(format!("{row:?}"))).map_err(|error| unavailable(&error))?;
    Ok(hasher.finalize().0)
}
