//! Statements, each prepared once a connection, and the values of their rows.

use deadpool_postgres::GenericClient;
use tokio_postgres::types::{FromSql, ToSql};
use tokio_postgres::{Error, Row};

use super::failure::Failure;

/// The values of a statement's parameters.
pub type Params<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Runs a statement; returns the number of rows that it has changed.
pub async fn execute(client: &impl GenericClient, sql: &str, params: Params<'_>) -> Result<u64, Error> {
    let statement = client.prepare_cached(sql).await?;
    client.execute(&statement, params).await
}

/// All rows of a query.
pub async fn query(client: &impl GenericClient, sql: &str, params: Params<'_>) -> Result<Vec<Row>, Error> {
    let statement = client.prepare_cached(sql).await?;
    client.query(&statement, params).await
}

/// Returns true if a query has any row.
pub async fn exists(client: &impl GenericClient, sql: &str, params: Params<'_>) -> Result<bool, Error> {
    Ok(!query(client, sql, params).await?.is_empty())
}

/// The value of a column.
pub fn value<'a, T: FromSql<'a>>(row: &'a Row, column: usize) -> Result<T, Failure> {
    Ok(row.try_get(column)?)
}

/// The bytes of an id, a hash or a secret.
pub fn bytes<const N: usize>(row: &Row, column: usize) -> Result<[u8; N], Failure> {
    let bytes: &[u8] = value(row, column)?;
    bytes.try_into().map_err(|_| Failure::unreadable(format!("{} bytes in the place of {N}", bytes.len())))
}

/// A number that is never negative.
pub fn number<T: TryFrom<i64>>(row: &Row, column: usize) -> Result<T, Failure> {
    let number: i64 = value(row, column)?;
    T::try_from(number).map_err(|_| Failure::unreadable(format!("the number {number}")))
}

/// A number that may be missing.
pub fn some_number<T: TryFrom<i64>>(row: &Row, column: usize) -> Result<Option<T>, Failure> {
    if value::<Option<i64>>(row, column)?.is_none() { Ok(None) } else { number(row, column).map(Some) }
}
