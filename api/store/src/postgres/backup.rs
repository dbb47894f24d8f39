//! The care of the database as a whole. A backup is a database of SQLite's, so that it can be checked, restored and served
//! anywhere.

use std::env::temp_dir;
use std::fs::File;
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use futures_util::FutureExt;

use super::PostgresStore;
use super::statement::query;
use super::store::read;
use super::value::value;
use crate::copy;
use crate::db::{self, Backend};
use crate::sqlite::backup::forgotten::{self, Forgotten};
use crate::sqlite::backup::{self, unnamed};
use crate::sqlite::unavailable;
use crate::{CheckOfCopy, Database, StoreError, StoreMetrics};

impl PostgresStore {
    /// The path of a copy to be taken away: in the folder of the backups, or else in that for temporary files.
    fn copy_to_take_away(&self) -> PathBuf {
        let folder = self.backups.clone().unwrap_or_else(temp_dir);
        unnamed::place(&folder.join(self.address.name()))
    }

    /// Everything that was forgotten.
    async fn forgotten(&self) -> Result<Forgotten, StoreError> {
        db::read(self, &[], (), |db, ()| Forgotten::read(db).boxed()).await
    }

    async fn size(&self) -> Result<i64, StoreError> {
        read!(self, client => async {
            let rows = query(client, "SELECT pg_database_size(current_database())", &[]).await?;
            rows.first().map_or(Ok(0), |row| value::<i64>(row, 0))
        })
    }

    /// Writes the list of the forgotten to the folder of the backups. If that fails, the log says so.
    pub async fn write_forgotten_list(&self) {
        let Some(folder) = &self.backups else { return };
        let list = forgotten::list_of(Path::new(self.address.name()), Some(folder));
        forgotten::write_read(&list, &self.forgotten().await);
    }
}

#[async_trait]
impl Database for PostgresStore {
    fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    fn waiting_requests(&self) -> Option<u64> {
        Some(self.requests.waiting() as u64)
    }

    async fn back_up(&self, target: PathBuf) -> Result<(), StoreError> {
        let copied = copy::from_postgres(&self.address, target.parent()).await?;
        let written = tokio::task::spawn_blocking(move || backup::write_copy(&copied, &target)).await;
        written.map_err(|error| unavailable(&error))??;
        self.list_forgotten().await;
        Ok(())
    }

    async fn back_up_unnamed(&self, check: CheckOfCopy) -> Result<File, StoreError> {
        let place = self.copy_to_take_away();
        let copied = copy::from_postgres(&self.address, place.parent()).await?;
        let written = tokio::task::spawn_blocking(move || unnamed::write(&copied, &place, check));
        written.await.map_err(|error| unavailable(&error))?
    }

    async fn room_of_copy(&self) -> Option<(PathBuf, u64)> {
        // Once as it is read, and once without gaps. A row takes less room in SQLite.
        let size = self.size().await.ok()?;
        Some((self.copy_to_take_away(), size.unsigned_abs().saturating_mul(2)))
    }

    async fn remove_old_copies(&self) {
        unnamed::remove(&self.copy_to_take_away());
        self.backups.as_deref().into_iter().for_each(backup::remove_left);
    }
}
