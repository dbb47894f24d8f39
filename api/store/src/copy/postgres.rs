//! The part of the copy that reads and writes PostgreSQL.

use std::sync::mpsc::SyncSender;

use deadpool_postgres::Client;
use futures_util::{TryStreamExt, pin_mut};
use rusqlite::Connection;
use rusqlite::types::Value;
use tokio::runtime::Handle;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::table::{Kind, TABLES, Table};
use super::{AT_ONCE, Rows, next_rows, select};
use crate::StoreError;
use crate::error::unavailable;
use crate::postgres::{Connections, Failure, PostgresAddress, damaged_tables, value, verify_newest};

/// Fills an empty database with everything of a file, in one transaction.
pub async fn fill(source: &Connection, address: &PostgresAddress) -> Result<(), StoreError> {
    let client = one_connection(address)?.get().await?;
    client
        .batch_execute(
            "BEGIN; SET LOCAL statement_timeout = 0; \
                 SET LOCAL idle_in_transaction_session_timeout = 0",
        )
        .await?;
    if !is_empty(&client).await? {
        let sentence = format!("{address} has a club's records already: name a database that is empty.");
        return Err(StoreError::Unusable(sentence));
    }
    client.batch_execute("DELETE FROM league").await?;
    for table in TABLES {
        copy_table(source, &client, table).await?;
    }
    let next = "SELECT setval(pg_get_serial_sequence('webhook_delivery', 'sequence'),
                (SELECT coalesce(max(sequence), 0) + 1 FROM webhook_delivery), false)";
    client.execute(next, &[]).await?;
    Ok(client.batch_execute("COMMIT").await?)
}

fn one_connection(address: &PostgresAddress) -> Result<Connections, StoreError> {
    Connections::new(address.clone(), 1, Handle::current())
}

/// Copies a table by parts: that of a large club is more than fits into memory.
async fn copy_table(source: &Connection, client: &Client, table: &Table) -> Result<(), StoreError> {
    let mut select = source.prepare(&select(table)).map_err(unavailable)?;
    let mut rows = select.query([]).map_err(unavailable)?;
    loop {
        let part = next_rows(&mut rows, table, AT_ONCE).map_err(unavailable)?;
        if part.is_empty() {
            return Ok(());
        }
        refuse_zeros(table, &part)?;
        insert(client, table, &part).await?;
    }
}

/// Refuses a text with the character U+0000, which PostgreSQL cannot keep, and names its row.
fn refuse_zeros(table: &Table, rows: &[Vec<Value>]) -> Result<(), StoreError> {
    let is_refused = |value: &Value| matches!(value, Value::Text(text) if text.contains('\0'));
    for row in rows {
        if let Some(((column, _), _)) = table.columns.iter().zip(row).find(|(_, value)| is_refused(value)) {
            let sentence = format!(
                "The table \"{}\" has a text with the character U+0000 in the column \"{column}\", in the row {}. PostgreSQL cannot \
                 keep it: serve the file with this Pegout, write that text anew without the character, or remove it, and copy again.",
                table.name,
                table.key_of(row)
            );
            return Err(StoreError::Unusable(sentence));
        }
    }
    Ok(())
}

async fn is_empty(client: &Client) -> Result<bool, Failure> {
    for table in TABLES.iter().filter(|table| table.name != "league") {
        let select = format!("SELECT EXISTS (SELECT FROM {})", table.name);
        if value(&client.query_one(&select, &[]).await?, 0)? {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn insert(client: &Client, table: &Table, rows: &[Vec<Value>]) -> Result<(), Failure> {
    let columns = table.columns.iter().enumerate().map(|(place, (_, kind))| column(*kind, place, rows));
    let columns: Vec<Box<dyn ToSql + Sync + Send>> = columns.collect::<Result<_, _>>()?;
    let arrays = table.columns.iter().zip(1..).map(|((_, kind), place)| format!("${place}::{}[]", type_of(*kind)));
    let arrays: Vec<String> = arrays.collect();
    let insert = format!("INSERT INTO {} ({}) SELECT * FROM unnest({})", table.name, table.names(), arrays.join(", "));
    let columns: Vec<&(dyn ToSql + Sync)> = columns.iter().map(|column| &**column as _).collect();
    client.execute(&insert, &columns).await?;
    Ok(())
}

const fn type_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Bytes => "bytea",
        Kind::Text => "text",
        Kind::Number => "bigint",
        Kind::Flag => "boolean",
    }
}

/// The values of a column of these rows.
fn column(kind: Kind, place: usize, rows: &[Vec<Value>]) -> Result<Box<dyn ToSql + Sync + Send>, Failure> {
    fn all<T>(place: usize, rows: &[Vec<Value>], one: impl Fn(&Value) -> Option<T>) -> Result<Vec<Option<T>>, Failure> {
        let value = |row: &Vec<Value>| match &row[place] {
            Value::Null => Ok(None),
            value => one(value).map(Some).ok_or_else(|| Failure::unreadable(format!("{value:?}"))),
        };
        rows.iter().map(value).collect()
    }
    let integer = |value: &Value| if let Value::Integer(number) = value { Some(*number) } else { None };
    Ok(match kind {
        Kind::Bytes => {
            Box::new(all(place, rows, |value| if let Value::Blob(bytes) = value { Some(bytes.clone()) } else { None })?)
        }
        Kind::Text => {
            Box::new(all(place, rows, |value| if let Value::Text(text) = value { Some(text.clone()) } else { None })?)
        }
        Kind::Number => Box::new(all(place, rows, integer)?),
        Kind::Flag => Box::new(all(place, rows, |value| integer(value).map(|number| number != 0))?),
    })
}

/// Sends all rows of a database as they are at one moment.
pub async fn read(address: &PostgresAddress, sender: SyncSender<Rows>) -> Result<(), StoreError> {
    // A source is only read, and not brought up to date either.
    let client = one_connection(address)?.free().await?;
    verify_newest(address, &client).await?;
    let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; \
                 SET LOCAL idle_in_transaction_session_timeout = 0";
    client.batch_execute(begin).await?;
    // The rows get new checksums, which would hide the damage.
    if let Some(damage) = damaged_tables(&client).await?.pop() {
        return Err(StoreError::Damaged(damage));
    }
    for (place, table) in TABLES.iter().enumerate() {
        let none: [&(dyn ToSql + Sync); 0] = [];
        let rows = client.query_raw(&select(table), none).await?;
        let chunks = rows.try_chunks(AT_ONCE);
        pin_mut!(chunks);
        while let Some(chunk) = chunks.try_next().await.map_err(|error| Failure::from(error.1))? {
            let decoded = chunk.iter().map(|row| decode(table, row)).collect::<Result<_, _>>()?;
            let (sender, rows) = (sender.clone(), (place, decoded));
            // The other side writes the rows to a disk, which may be slower.
            let sent = tokio::task::spawn_blocking(move || sender.send(rows).is_ok()).await;
            if !sent.map_err(unavailable)? {
                return Ok(());
            }
        }
    }
    Ok(client.batch_execute("COMMIT").await?)
}

fn decode(table: &Table, row: &Row) -> Result<Vec<Value>, Failure> {
    let value = |(column, (_, kind)): (usize, &(&str, Kind))| {
        Ok(match kind {
            Kind::Bytes => value::<Option<Vec<u8>>>(row, column)?.map_or(Value::Null, Value::Blob),
            Kind::Text => value::<Option<String>>(row, column)?.map_or(Value::Null, Value::Text),
            Kind::Number => value::<Option<i64>>(row, column)?.map_or(Value::Null, Value::Integer),
            Kind::Flag => value::<Option<bool>>(row, column)?.map_or(Value::Null, |flag| Value::Integer(flag.into())),
        })
    };
    table.columns.iter().enumerate().map(value).collect()
}
