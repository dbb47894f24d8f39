//! The row of the coordinator's password.

use async_trait::async_trait;
use futures_util::FutureExt;

use crate::StoreError;
use crate::db::{Backed, Backend, Db, DbError, Lock, RowLock, query_opt, read, write};
use pegout_model::grant::Grant;

/// The password of a database.
#[async_trait]
pub trait PasswordStore: Backed {
    /// The hash of the coordinator's password in PHC format; `None` before the first start.
    async fn password_hash(&self) -> Result<Option<String>, StoreError> {
        read(self.backend(), &["password"], (), |db, ()| find(db).boxed()).await
    }

    /// Replaces the hash of the coordinator's password, and ends the sessions that the old password began.
    async fn set_password_hash(&self, hash: String) -> Result<(), StoreError> {
        write(self.backend(), hash, |db, hash| replace(db, hash).boxed()).await?;
        self.backend().recheck_tables();
        Ok(())
    }
}

impl<B: Backend> PasswordStore for B {}

async fn find(db: &dyn Db) -> Result<Option<String>, DbError> {
    query_opt(db, "SELECT hash FROM password", &[]).await?.map(|row| row.get(0)).transpose()
}

/// The hash of the password that gives a session its rights. Nobody changes it until the transaction ends. `None` if no password gives
/// them, or the representative was removed.
pub async fn locked(db: &dyn Db, grant: &Grant) -> Result<Option<String>, DbError> {
    let lock = db.locking(RowLock::Share);
    let row = match grant {
        Grant::Coordinator { .. } => query_opt(db, &format!("SELECT hash FROM password{lock}"), &[]).await?,
        Grant::Representative { id, .. } => {
            let select = format!("SELECT hash FROM representative WHERE id = $1{lock}");
            query_opt(db, &select, &[id.bytes().into()]).await?
        }
        Grant::Scorer | Grant::Phone(_) | Grant::Display { .. } => None,
    };
    row.map(|row| row.get(0)).transpose()
}

/// Replaces the hash, and deletes each session that the old password began. Representatives have their own passwords.
async fn replace(db: &dyn Db, hash: &str) -> Result<(), DbError> {
    db.lock(Lock::Password).await?;
    // A damaged row refuses an update. The deletion waits for a session that begins now, so that the last statement finds it.
    db.execute("DELETE FROM password", &[]).await?;
    db.execute("INSERT INTO password (hash) VALUES ($1)", &[hash.into()]).await?;
    db.execute("DELETE FROM token WHERE role = 'coordinator' AND representative IS NULL", &[]).await.map(drop)
}
