//! The row of the coordinator's password.

use deadpool_postgres::GenericClient;

use crate::model::grant::Grant;
use crate::store::postgres::failure::Failure;
use crate::store::postgres::statement::{execute, query_opt};
use crate::store::postgres::value::value;

/// The hash of the password in PHC format; `None` before the first start.
pub async fn find(client: &impl GenericClient) -> Result<Option<String>, Failure> {
    let row = query_opt(client, "SELECT hash FROM password", &[]).await?;
    row.map(|row| value(&row, 0)).transpose()
}

/// The hash of the password by which a session has its rights, which stays the same until the transaction ends; `None` where it
/// has them by none, or the representative was removed.
pub async fn locked(client: &impl GenericClient, grant: &Grant) -> Result<Option<String>, Failure> {
    let row = match grant {
        Grant::Coordinator { .. } => query_opt(client, "SELECT hash FROM password FOR SHARE", &[]).await?,
        Grant::Representative { id, .. } => {
            let select = "SELECT hash FROM representative WHERE id = $1 FOR SHARE";
            query_opt(client, select, &[&id.bytes().as_slice()]).await?
        }
        Grant::Scorer | Grant::Phone(_) | Grant::Display { .. } => None,
    };
    row.map(|row| value(&row, 0)).transpose()
}

/// Replaces the hash, and deletes every session that the old password began. Representatives have their own.
pub async fn replace(client: &impl GenericClient, hash: &str) -> Result<(), Failure> {
    // First: a session that the old one begins at this moment is stored then, and deleted.
    let upsert = "INSERT INTO password (hash) VALUES ($1) ON CONFLICT (owner) DO UPDATE SET hash = $1";
    execute(client, upsert, &[&hash]).await?;
    execute(client, "DELETE FROM token WHERE role = 'coordinator' AND representative IS NULL", &[]).await?;
    Ok(())
}
