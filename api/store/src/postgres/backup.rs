//! The care of the database as a whole. A backup is a SQLite database, so that it can be checked, restored and served
//! anywhere.

use std::env::temp_dir;
use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use deadpool_postgres::Object;
use tokio::time::timeout;

use super::PostgresStore;
use super::statement::{query, value};
use super::store::read;
use crate::copy;
use crate::db::Backend;
use crate::error::unavailable;
use crate::sqlite::backup::{self, remove_unlinked, unlinked_path, write_unlinked};
use crate::{CheckOfCopy, Database, StoreError, StoreMetrics};

/// The tables with names and free texts. They are rewritten: a plain VACUUM frees the space of a row but leaves its
/// bytes.
const REWRITTEN: [&str; 2] = ["player", "event_text"];
/// The table whose rows are deleted with a player. Its rows have no names, and a large league has many rows.
const VACUUMED: &str = "token";
/// Limits the wait for a table's lock, because all other readers of the table wait behind it.
const VACUUM_LIMITS: &str = "SET lock_timeout = '1s'; SET statement_timeout = '60s'";
/// The longest time for all tables.
const LONGEST_VACUUM: Duration = Duration::from_secs(60);

impl PostgresStore {
    /// The path of a copy to be taken away: in the folder of the backups, or else in that for temporary files.
    fn copy_to_take_away(&self) -> PathBuf {
        let folder = self.backups.clone().unwrap_or_else(temp_dir);
        unlinked_path(&folder.join(self.address.name()))
    }

    async fn size(&self) -> Result<i64, StoreError> {
        read!(self, client => async {
            let rows = query(client, "SELECT pg_database_size(current_database())", &[]).await?;
            rows.first().map_or(Ok(0), |row| value::<i64>(row, 0))
        })
    }

    /// Removes deleted rows from the files of the tables, where PostgreSQL keeps their bytes. If this fails, the log
    /// says so, and the next deletion or the operator repeats it.
    pub async fn vacuum_forgotten(&self) {
        let error = match timeout(LONGEST_VACUUM, self.try_vacuum()).await {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "it takes too long".to_owned(),
        };
        log::warn!(
            "the files of the database still hold what was deleted last: {error}. Run \"VACUUM FULL player; VACUUM FULL \
             event_text\" in it, or forget somebody once more"
        );
    }

    async fn try_vacuum(&self) -> Result<(), StoreError> {
        // Take the connection out of the pool, because its session has other settings. The session ends here.
        let client = Object::take(self.requests.get().await?);
        client.batch_execute(VACUUM_LIMITS).await?;
        client.batch_execute(&format!("VACUUM {VACUUMED}")).await?;
        for table in REWRITTEN {
            client.batch_execute(&format!("VACUUM FULL {table}")).await?;
        }
        Ok(())
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
        written.map_err(unavailable)??;
        self.list_forgotten().await;
        Ok(())
    }

    async fn back_up_unlinked(&self, check: CheckOfCopy) -> Result<File, StoreError> {
        let path = self.copy_to_take_away();
        let copied = copy::from_postgres(&self.address, path.parent()).await?;
        let written = tokio::task::spawn_blocking(move || write_unlinked(&copied, &path, check));
        written.await.map_err(unavailable)?
    }

    async fn room_of_copy(&self) -> Option<(PathBuf, u64)> {
        // The copy is written twice: row by row, then without gaps. A row takes less space in SQLite.
        let size = self.size().await.ok()?;
        Some((self.copy_to_take_away(), size.unsigned_abs().saturating_mul(2)))
    }

    async fn remove_old_copies(&self) {
        remove_unlinked(&self.copy_to_take_away());
        self.backups.as_deref().into_iter().for_each(backup::remove_left);
    }
}
