//! The side of SQLite.

use std::path::Path;
use std::sync::mpsc::Receiver;

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::AT_ONCE;
use super::table::{TABLES, Table};
use crate::StoreError;
use crate::sqlite::{backup, unavailable};

/// Rows of a table, by its place in [`TABLES`].
pub type Rows = (usize, Vec<Vec<Value>>);

/// A new database with these rows, in a file that goes with the connection. It lies in this folder, or where SQLite puts its own.
pub fn filled_with(rows: &Receiver<Rows>, folder: Option<&Path>) -> Result<Connection, StoreError> {
    let connection = backup::empty(folder)?;
    fill(&connection, rows).map_err(|error| unavailable(&error))?;
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
pub fn select(table: &Table) -> String {
    format!("SELECT {} FROM {} ORDER BY {}", table.names(), table.name, table.order)
}

/// The next rows of a table, so many at most.
pub fn next_rows(rows: &mut rusqlite::Rows<'_>, table: &Table, most: usize) -> rusqlite::Result<Vec<Vec<Value>>> {
    let mut next = Vec::new();
    while next.len() < most
        && let Some(row) = rows.next()?
    {
        next.push((0..table.columns.len()).map(|column| row.get(column)).collect::<Result<_, _>>()?);
    }
    Ok(next)
}

/// Calls `of` with each row of a table in its order.
pub fn each_row(connection: &Connection, table: &Table, mut of: impl FnMut(Vec<Value>)) -> rusqlite::Result<()> {
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
