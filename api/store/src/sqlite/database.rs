//! The care of the database as a whole.

use std::fs::File;
use std::path::PathBuf;

use async_trait::async_trait;

use super::file::{copies, folder};
use super::{SqliteStore, backup};
use crate::{CheckOfCopy, Database, StoreError, StoreMetrics, sizes};

#[async_trait]
impl Database for SqliteStore {
    fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    fn waiting_requests(&self) -> Option<u64> {
        None
    }

    async fn back_up(&self, target: PathBuf) -> Result<(), StoreError> {
        SqliteStore::back_up(self, target).await
    }

    async fn back_up_unnamed(&self, check: CheckOfCopy) -> Result<File, StoreError> {
        SqliteStore::back_up_unnamed(self, check).await
    }

    async fn room_of_copy(&self) -> Option<(PathBuf, u64)> {
        let size = sizes::database(&self.path).unwrap_or(0) + sizes::wal(&self.path).unwrap_or(0);
        Some((self.path.clone(), size))
    }

    async fn remove_old_copies(&self) {
        self.remove_unnamed_backup();
        [Some(folder(&self.path)), self.backups.as_deref()].into_iter().flatten().for_each(backup::remove_left);
        copies::remove_old_daily(self.path.clone()).await;
    }
}
