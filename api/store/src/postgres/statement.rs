//! Statements, each prepared once a connection.

use deadpool_postgres::GenericClient;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row};

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

/// Returns true where a query has any row.
pub async fn exists(client: &impl GenericClient, sql: &str, params: Params<'_>) -> Result<bool, Error> {
    Ok(!query(client, sql, params).await?.is_empty())
}
