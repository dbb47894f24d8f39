//! The row of the league in a new database.

use deadpool_postgres::GenericClient;

use crate::postgres::failure::Failure;
use crate::postgres::statement::execute;
use crate::rows::league;
use pegout_model::league::League;

/// Writes the league of a new database, which nobody has set yet.
pub async fn insert_new(client: &impl GenericClient) -> Result<(), Failure> {
    let League { name, settings, is_public, .. } = League::default();
    let insert = "INSERT INTO league (name, settings, public) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    execute(client, insert, &[&name, &league::encode(&settings), &is_public]).await?;
    Ok(())
}
