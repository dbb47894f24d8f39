//! The rows of representatives: their names, and the hashes of their passwords.

use async_trait::async_trait;
use futures_util::FutureExt;
use pegout_league::RepresentativeId;

use super::removed_ids;
use crate::db::{Backed, Backend, Db, DbError, Lock, Row, read, write};
use crate::{AddedRepresentative, StoreError};
use pegout_model::name_key;
use pegout_model::representative::Representative;

/// The representatives of a database.
#[async_trait]
pub trait RepresentativeStore: Backed {
    /// All representatives, in no order.
    async fn representatives(&self) -> Result<Vec<Representative>, StoreError> {
        read(self.backend(), &["representative"], (), |db, ()| all(db).boxed()).await
    }

    /// The representative with this name, in any spelling, and the hash of their password in PHC format.
    async fn representative_by_name(&self, name: String) -> Result<Option<(Representative, String)>, StoreError> {
        read(self.backend(), &["representative"], name, |db, name| by_name(db, name).boxed()).await
    }

    /// Adds a representative with the hash of their password.
    async fn add_representative(&self, added: Representative, hash: String) -> Result<AddedRepresentative, StoreError> {
        write(self.backend(), (added, hash), |db, (added, hash)| add(db, added, String::as_str(hash)).boxed()).await
    }

    /// Deletes a representative with their sessions. Keeps the id, so that no repeat adds them again.
    async fn delete_representative(&self, id: RepresentativeId) -> Result<(), StoreError> {
        write(self.backend(), id, |db, id| delete(db, *id).boxed()).await
    }
}

impl<B: Backend> RepresentativeStore for B {}

fn decode(row: &Row) -> Result<Representative, DbError> {
    Ok(Representative { id: RepresentativeId::from_bytes(row.get(0)?), name: row.get(1)?, role: row.parse(2)? })
}

async fn all(db: &dyn Db) -> Result<Vec<Representative>, DbError> {
    db.query("SELECT id, name, role FROM representative", &[]).await?.iter().map(decode).collect()
}

async fn by_name(db: &dyn Db, name: &str) -> Result<Option<(Representative, String)>, DbError> {
    let (key, spelled) = (name_key::plain_key(name), name_key::spelled(name));
    let rows = db.query("SELECT id, name, role, hash, key FROM representative", &[]).await?;
    let rows = rows.iter().map(|row| Ok((decode(row)?, row.get(3)?, row.get(4)?)));
    let rows: Vec<(Representative, String, String)> = rows.collect::<Result<_, DbError>>()?;
    let same = rows.into_iter().filter(|(representative, ..)| name_key::plain_key(&representative.name) == key);
    // The names of two from release 0.1.0 may differ by blanks alone: each signs in as the name is spelled.
    let nearest = same.min_by_key(|(.., stored)| (*stored != spelled, *stored != key));
    Ok(nearest.map(|(representative, hash, _)| (representative, hash)))
}

async fn add(db: &dyn Db, added: &Representative, hash: &str) -> Result<AddedRepresentative, DbError> {
    let Representative { id, name, role } = added;
    // Nobody else adds the same name meanwhile.
    db.lock(Lock::Representatives).await?;
    if removed_ids::has(db, id.bytes()).await? {
        return Ok(AddedRepresentative::Removed);
    }
    let stored = all(db).await?;
    if let Some(known) = stored.iter().find(|known| known.id == *id) {
        return Ok(AddedRepresentative::Known(known.clone()));
    }
    let key = name_key::plain_key(name);
    if stored.iter().any(|other| name_key::plain_key(&other.name) == key) {
        return Ok(AddedRepresentative::NameTaken);
    }
    let insert = "INSERT INTO representative (id, name, key, hash, role) VALUES ($1, $2, $3, $4, $5)";
    db.execute(insert, &[id.bytes().into(), name.into(), key.into(), hash.into(), role.to_string().into()]).await?;
    Ok(AddedRepresentative::Added)
}

async fn delete(db: &dyn Db, id: RepresentativeId) -> Result<(), DbError> {
    db.lock(Lock::Representatives).await?;
    if db.execute("DELETE FROM representative WHERE id = $1", &[id.bytes().into()]).await? > 0 {
        removed_ids::keep(db, id.bytes()).await?;
    }
    Ok(())
}
