//! The row of the coordinator's password.

use deadpool_postgres::GenericClient;

use crate::store::postgres::failure::Failure;
use crate::store::postgres::statement::{execute, query_opt};
use crate::store::postgres::value::value;

/// The hash of the password in PHC format; `None` before the first start.
pub async fn find(client: &impl GenericClient) -> Result<Option<String>, Failure> {
    let row = query_opt(client, "SELECT hash FROM password", &[]).await?;
    row.map(|row| value(&row, 0)).transpose()
}

/// Replaces the hash, and deletes every session that the old password began. Representatives have their own.
pub async fn replace(client: &impl GenericClient, hash: &str) -> Result<(), Failure> {
    execute(client, "DELETE FROM token WHERE role = 'coordinator' AND representative IS NULL", &[]).await?;
    let upsert = "INSERT INTO password (hash) VALUES ($1) ON CONFLICT (owner) DO UPDATE SET hash = $1";
    execute(client, upsert, &[&hash]).await?;
    Ok(())
}
