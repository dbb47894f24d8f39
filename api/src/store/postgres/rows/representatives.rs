//! The rows of representatives: their names, and the hashes of their passwords.

use deadpool_postgres::GenericClient;
use pegout_engine::league::RepresentativeId;
use tokio_postgres::Row;

use crate::model::name_key;
use crate::model::representative::Representative;
use crate::store::AddedRepresentative;
use crate::store::postgres::failure::Failure;
use crate::store::postgres::rows::removed_ids;
use crate::store::postgres::statement::{execute, query};
use crate::store::postgres::value::{bytes, value, word};

fn decode(row: &Row) -> Result<Representative, Failure> {
    let (id, name, role) = (RepresentativeId::from_bytes(bytes(row, 0)?), value(row, 1)?, word(row, 2)?);
    Ok(Representative { id, name, role })
}

/// All representatives, in no order.
pub async fn all(client: &impl GenericClient) -> Result<Vec<Representative>, Failure> {
    query(client, "SELECT id, name, role FROM representative", &[]).await?.iter().map(decode).collect()
}

/// The representative with this name, in any spelling, and the hash of their password.
pub async fn by_name(client: &impl GenericClient, name: &str) -> Result<Option<(Representative, String)>, Failure> {
    let (key, spelled) = (name_key::plain_key(name), name_key::spelled(name));
    let rows = query(client, "SELECT id, name, role, hash, key FROM representative", &[]).await?;
    let rows = rows.iter().map(|row| Ok((decode(row)?, value(row, 3)?, value(row, 4)?)));
    let rows: Vec<(Representative, String, String)> = rows.collect::<Result<_, Failure>>()?;
    let same = rows.into_iter().filter(|(representative, ..)| name_key::plain_key(&representative.name) == key);
    // Two of release 0.1.0 may differ by their blanks alone: each still signs in as they are spelled.
    let nearest = same.min_by_key(|(.., stored)| (*stored != spelled, *stored != key));
    Ok(nearest.map(|(representative, hash, _)| (representative, hash)))
}

/// Inserts a representative with the hash of their password.
pub async fn add(
    client: &impl GenericClient,
    added: &Representative,
    hash: &str,
) -> Result<AddedRepresentative, Failure> {
    let Representative { id, name, role } = added;
    // Nobody else may add the same name meanwhile.
    lock(client).await?;
    if removed_ids::has(client, id.bytes()).await? {
        return Ok(AddedRepresentative::Removed);
    }
    let stored = all(client).await?;
    if let Some(known) = stored.iter().find(|known| known.id == *id) {
        return Ok(AddedRepresentative::Known(known.clone()));
    }
    let key = name_key::plain_key(name);
    if stored.iter().any(|other| name_key::plain_key(&other.name) == key) {
        return Ok(AddedRepresentative::NameTaken);
    }
    let insert = "INSERT INTO representative (id, name, key, hash, role) VALUES ($1, $2, $3, $4, $5)";
    execute(client, insert, &[&id.bytes().as_slice(), name, &key, &hash, &role.to_string()]).await?;
    Ok(AddedRepresentative::Added)
}

/// Deletes a representative with their sessions, and keeps the id.
pub async fn delete(client: &impl GenericClient, id: RepresentativeId) -> Result<(), Failure> {
    lock(client).await?;
    if execute(client, "DELETE FROM representative WHERE id = $1", &[&id.bytes().as_slice()]).await? > 0 {
        removed_ids::keep(client, id.bytes()).await?;
    }
    Ok(())
}

/// Lets nobody else change the table until the transaction ends.
async fn lock(client: &impl GenericClient) -> Result<(), Failure> {
    execute(client, "LOCK TABLE representative IN SHARE ROW EXCLUSIVE MODE", &[]).await?;
    Ok(())
}
