//! The care of the database as a whole. A backup is a database of SQLite's, so that it can be checked, restored and served
//! anywhere.

use std::env::temp_dir;
use std::fs::File;
use std::path::{Path, PathBuf};

use async_trait::async_trait;

use super::PostgresStore;
use super::rows::{players, texts};
use crate::store::copy;
use crate::store::sqlite::backup::forgotten::{self, Forgotten};
use crate::store::sqlite::backup::{self, unnamed};
use crate::store::sqlite::unavailable;
use crate::store::{Database, StoreError, StoreMetrics};

/// The name of a backup's database, after which the list of the forgotten is named.
const NAME: &str = "pegout.db";

#[async_trait]
impl Database for PostgresStore {
    fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    fn waiting_requests(&self) -> Option<u64> {
        Some(self.requests.waiting() as u64)
    }

    async fn back_up(&self, target: PathBuf) -> Result<(), StoreError> {
        let copied = copy::from_postgres(&self.address).await?;
        let written = tokio::task::spawn_blocking(move || backup::write_copy(&copied, &target)).await;
        written.map_err(|error| unavailable(&error))??;
        self.list_forgotten().await;
        Ok(())
    }

    async fn back_up_unnamed(&self) -> Result<File, StoreError> {
        let copied = copy::from_postgres(&self.address).await?;
        let written = tokio::task::spawn_blocking(move || unnamed::write(&copied, &temp_dir().join(NAME)));
        written.await.map_err(|error| unavailable(&error))?
    }

    async fn list_forgotten(&self) {
        let Some(folder) = &self.backups else { return };
        let Ok(client) = self.requests.get().await else { return };
        let (Ok(players), Ok(texts)) = (players::forgotten(&client).await, texts::removed(&client).await) else {
            return;
        };
        forgotten::write(&forgotten::list_of(Path::new(NAME), Some(folder)), &Forgotten { players, texts });
    }

    async fn remove_old_copies(&self) {}
}
