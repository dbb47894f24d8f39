//! The ids of representatives and displays that were removed, and nothing else of them.

use deadpool_postgres::GenericClient;

use crate::store::postgres::failure::Failure;
use crate::store::postgres::statement::{execute, exists};

/// Keeps an id.
pub async fn keep(client: &impl GenericClient, id: [u8; 16]) -> Result<(), Failure> {
    execute(client, "INSERT INTO removed_id (id) VALUES ($1) ON CONFLICT DO NOTHING", &[&id.as_slice()]).await?;
    Ok(())
}

/// Returns true for an id that was removed.
pub async fn has(client: &impl GenericClient, id: [u8; 16]) -> Result<bool, Failure> {
    Ok(exists(client, "SELECT FROM removed_id WHERE id = $1", &[&id.as_slice()]).await?)
}
