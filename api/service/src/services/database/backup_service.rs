//! The backups for the coordinator: the state of the automatic backups, and a backup to take away.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use pegout_league::Date;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::backups::LastBackup;
use super::inspection;
use crate::eventlog::uncancellable;
use crate::problem::Problem;
use crate::services::monitoring::disk_space::{self, NoRoom};
use pegout_model::clock::Clock;
use pegout_store::{Damage, Database, StoreError};

/// The backups of a database.
pub struct BackupService {
    database: Arc<dyn Database>,
    clock: Arc<dyn Clock>,
    /// The time between automatic backups; `None` if there are none.
    pub every: Option<Duration>,
    /// The last automatic backup.
    pub last: LastBackup,
    /// The permission to take a backup away.
    free: Arc<Semaphore>,
}

/// A whole backup in a file without a name.
pub struct TakenBackup {
    /// The file.
    pub file: File,
    /// The day on which it was made.
    pub day: Date,
    /// The permission to take the backup away. It must be held until the whole file is sent.
    pub permit: OwnedSemaphorePermit,
}

impl BackupService {
    /// The backups of this database. `every` and `last` describe the automatic backups.
    pub fn new(
        database: Arc<dyn Database>,
        clock: Arc<dyn Clock>,
        every: Option<Duration>,
        last: LastBackup,
    ) -> BackupService {
        BackupService { database, clock, every, last, free: Arc::new(Semaphore::new(1)) }
    }

    /// Returns true while the mark of the database cannot be written. Damage of the log is then not noticed.
    pub fn has_no_mark(&self) -> bool {
        self.database.metrics().mark_failed.get() > 0
    }

    /// Makes a backup to take away, one at a time. Runs to completion even if the client disconnects: the work on the
    /// disk cannot be cancelled, and needs its permission to the end.
    pub async fn take(self: &Arc<Self>) -> Result<TakenBackup, Problem> {
        let permit = self.free.clone().try_acquire_owned().map_err(|_| Problem::backup_under_way())?;
        let service = self.clone();
        uncancellable(async move { service.make(permit).await }).await
    }

    async fn make(&self, permit: OwnedSemaphorePermit) -> Result<TakenBackup, Problem> {
        let day = self.clock.today();
        // A copy that fills the disk would keep pegs from being stored.
        if let Some((copy, size)) = self.database.room_of_copy().await
            && let Err(NoRoom { needed, free }) = disk_space::check_copy(&copy, size)
        {
            log::warn!("507: no backup is made to be taken away: it needs {needed} MB, and {free} MB are free");
            return Err(Problem::no_room_for_backup(needed, free));
        }
        let check = |copy: &Path| {
            let findings = inspection::examine(copy).findings;
            findings.iter().for_each(|finding| log::error!("damage: {finding}"));
            if findings.is_empty() { Ok(()) } else { Err(StoreError::Damaged(Damage::Database)) }
        };
        match self.database.back_up_unlinked(Box::new(check)).await {
            Ok(file) => {
                log::info!("the coordinator takes a backup of everything away");
                Ok(TakenBackup { file, day, permit })
            }
            Err(error @ StoreError::Damaged(_)) => Err(error.into()),
            Err(error) => {
                log::error!("503: no backup was made to be taken away: {error}");
                Err(Problem::not_now(
                    "No backup could be made: it takes as much room on the disk of the database as the database itself.",
                ))
            }
        }
    }
}
