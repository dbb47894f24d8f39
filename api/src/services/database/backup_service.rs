//! The backups as the coordinator sees them: the last one that the service made, and one to take away.

use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

use pegout_league::Date;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::backups::LastBackup;
use super::inspection;
use crate::problem::Problem;
use crate::services::monitoring::disk_space::{self, NoRoom};
use pegout_model::clock::Clock;
use pegout_store::{Damage, Database, StoreError};

/// The backups of a database.
pub struct BackupService {
    database: Arc<dyn Database>,
    clock: Arc<dyn Clock>,
    every: Option<Duration>,
    last: LastBackup,
    /// The permission to take a backup away.
    free: Arc<Semaphore>,
}

/// A whole backup in a file without a name.
pub struct TakenBackup {
    /// The file.
    pub file: File,
    /// The day on which it was made.
    pub day: Date,
    /// The permission to take it away, to be held until it has left.
    pub permit: OwnedSemaphorePermit,
}

impl BackupService {
    /// The backups of this database. `every` is the interval of the automatic backups, if there are any, and `last` the newest one.
    pub fn new(
        database: Arc<dyn Database>,
        clock: Arc<dyn Clock>,
        every: Option<Duration>,
        last: LastBackup,
    ) -> BackupService {
        BackupService { database, clock, every, last, free: Arc::new(Semaphore::new(1)) }
    }

    /// The time from one backup that the service makes by itself to the next; `None` where it makes none.
    pub const fn every(&self) -> Option<Duration> {
        self.every
    }

    /// The last automatic backup.
    pub const fn last(&self) -> &LastBackup {
        &self.last
    }

    /// Returns true while the mark of the database cannot be written. Then nobody notices a damaged log.
    pub fn has_no_mark(&self) -> bool {
        self.database.metrics().mark_failed.get() > 0
    }

    /// The permission to take a backup away, unless somebody has it.
    pub fn permit(&self) -> Result<OwnedSemaphorePermit, Problem> {
        self.free.clone().try_acquire_owned().map_err(|_| Problem::backup_under_way())
    }

    /// Makes a backup to take away. Must not be cancelled: the permission is given back only when it is done.
    pub async fn take(&self, permit: OwnedSemaphorePermit) -> Result<TakenBackup, Problem> {
        let day = self.clock.today();
        // A disk that the copy fills would take no peg meanwhile.
        if let Some((copy, size)) = self.database.room_of_copy().await
            && let Err(NoRoom { needed, free }) = disk_space::check_copy(&copy, size)
        {
            log::warn!("507: no backup is made to be taken away: it needs {needed} MB, and {free} MB are free");
            return Err(Problem::no_room_for_backup(needed, free));
        }
        let check = |copy: &std::path::Path| {
            let findings = inspection::examine(copy).findings;
            findings.iter().for_each(|finding| log::error!("damage: {finding}"));
            if findings.is_empty() { Ok(()) } else { Err(StoreError::Damaged(Damage::Database)) }
        };
        match self.database.back_up_unnamed(Box::new(check)).await {
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
