//! The rows of representatives and of the coordinator's password.

use async_trait::async_trait;
use futures_util::FutureExt;
use pegout_league::RepresentativeId;

use super::{is_removed_id, keep_removed_id};
use crate::StoreError;
use crate::db::{Db, DbError, HasBackend, Lock, Row, RowLock, query_opt, read, write};
use pegout_model::grant::Grant;
use pegout_model::name_key;
use pegout_model::role::Representative;

/// The outcome of adding a representative.
#[derive(Debug)]
pub enum AddRepresentativeOutcome {
    /// The representative was added.
    Added,
    /// A representative with this id exists, and is unchanged.
    Exists(Representative),
    /// A representative with this id existed, and was removed.
    Removed,
    /// Another representative has the name.
    NameTaken,
}

/// The representatives of a database.
#[async_trait]
pub trait RepresentativeStore: HasBackend {
    /// All representatives, in any order.
    async fn representatives(&self) -> Result<Vec<Representative>, StoreError> {
        read(self.backend(), &["representative"], (), |db, ()| all(db).boxed()).await
    }

    /// The representative with this name, in any spelling, and the hash of their password in PHC format.
    async fn representative_by_name(&self, name: String) -> Result<Option<(Representative, String)>, StoreError> {
        read(self.backend(), &["representative"], name, |db, name| by_name(db, name).boxed()).await
    }

    /// Adds a representative with the hash of their password.
    async fn add_representative(
        &self,
        added: Representative,
        hash: String,
    ) -> Result<AddRepresentativeOutcome, StoreError> {
        write(self.backend(), (added, hash), |db, (added, hash)| add(db, added, String::as_str(hash)).boxed()).await
    }

    /// Deletes a representative with their sessions. Keeps the id, so that no repeat adds them again.
    async fn delete_representative(&self, id: RepresentativeId) -> Result<(), StoreError> {
        write(self.backend(), id, |db, id| delete(db, *id).boxed()).await
    }
}

impl<B: HasBackend> RepresentativeStore for B {}

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

async fn add(db: &dyn Db, added: &Representative, hash: &str) -> Result<AddRepresentativeOutcome, DbError> {
    let Representative { id, name, role } = added;
    // Until the end no other server can add the same name.
    db.lock(Lock::Representatives).await?;
    if is_removed_id(db, id.bytes()).await? {
        return Ok(AddRepresentativeOutcome::Removed);
    }
    let stored = all(db).await?;
    if let Some(known) = stored.iter().find(|known| known.id == *id) {
        return Ok(AddRepresentativeOutcome::Exists(known.clone()));
    }
    let key = name_key::plain_key(name);
    if stored.iter().any(|other| name_key::plain_key(&other.name) == key) {
        return Ok(AddRepresentativeOutcome::NameTaken);
    }
    let insert = "INSERT INTO representative (id, name, key, hash, role) VALUES ($1, $2, $3, $4, $5)";
    db.execute(insert, &[id.bytes().into(), name.into(), key.into(), hash.into(), role.to_string().into()]).await?;
    Ok(AddRepresentativeOutcome::Added)
}

async fn delete(db: &dyn Db, id: RepresentativeId) -> Result<(), DbError> {
    db.lock(Lock::Representatives).await?;
    if db.execute("DELETE FROM representative WHERE id = $1", &[id.bytes().into()]).await? > 0 {
        keep_removed_id(db, id.bytes()).await?;
    }
    Ok(())
}

/// The password of a database.
#[async_trait]
pub trait PasswordStore: HasBackend {
    /// The hash of the coordinator's password in PHC format; `None` before the first start.
    async fn password_hash(&self) -> Result<Option<String>, StoreError> {
        read(self.backend(), &["password"], (), |db, ()| password_hash(db).boxed()).await
    }

    /// Replaces the hash of the coordinator's password, and ends the sessions that the old password began.
    async fn set_password_hash(&self, hash: String) -> Result<(), StoreError> {
        write(self.backend(), hash, |db, hash| replace_password(db, hash).boxed()).await?;
        self.backend().recheck_tables();
        Ok(())
    }
}

impl<B: HasBackend> PasswordStore for B {}

async fn password_hash(db: &dyn Db) -> Result<Option<String>, DbError> {
    query_opt(db, "SELECT hash FROM password", &[]).await?.map(|row| row.get(0)).transpose()
}

/// The hash of the password that gives a session its rights. Nobody changes it until the transaction ends. `None` if no
/// password gives them, or the representative was removed.
pub async fn locked_hash(db: &dyn Db, grant: &Grant) -> Result<Option<String>, DbError> {
    let lock = db.locking(RowLock::Share);
    let row = match grant {
        Grant::Coordinator { .. } => query_opt(db, &format!("SELECT hash FROM password{lock}"), &[]).await?,
        Grant::Representative { id, .. } => {
            let select = format!("SELECT hash FROM representative WHERE id = $1{lock}");
            query_opt(db, &select, &[id.bytes().into()]).await?
        }
        Grant::Scorer | Grant::Phone(_) | Grant::Player(_) | Grant::Display { .. } => None,
    };
    row.map(|row| row.get(0)).transpose()
}

/// Replaces the hash, and deletes each session that the old password began. Representatives have their own passwords.
async fn replace_password(db: &dyn Db, hash: &str) -> Result<(), DbError> {
    db.lock(Lock::Password).await?;
    // A damaged row refuses an update. The deletion waits for a session that begins now, so that the last statement
    // finds it.
    db.execute("DELETE FROM password", &[]).await?;
    db.execute("INSERT INTO password (hash) VALUES ($1)", &[hash.into()]).await?;
    db.execute("DELETE FROM token WHERE role = 'coordinator' AND representative IS NULL", &[]).await.map(drop)
}
