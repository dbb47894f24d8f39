//! Backups at intervals, into a folder that is kept small.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::checked_backup::{self, Made};
use super::last_backup::LastBackup;
use super::thinning::outdated;
use crate::services::monitoring::integrity::Integrity;
use pegout_model::clock::Clock;
use pegout_store::Database;

/// The names of backups, by the moment when they were begun, in UTC.
const NAME: &str = "pegout-%Y-%m-%dT%H-%M-%SZ.db";

/// The backups of a database in a folder.
pub struct Backups {
    /// The database.
    pub database: Arc<dyn Database>,
    /// The clock that names them.
    pub clock: Arc<dyn Clock>,
    /// The folder.
    pub folder: PathBuf,
    /// The time from one to the next.
    pub every: Duration,
    /// The last backup, as metrics and coordinators see it.
    pub last: LastBackup,
    /// The damage that is known.
    pub integrity: Arc<Integrity>,
}

impl Backups {
    /// Makes a backup whenever one is due, for ever. One that fails is tried again when the next is due.
    pub async fn make_forever(self) {
        // A service that is started again and again must not fill the folder.
        if let Some(newest) = made_in(&self.folder).into_iter().max() {
            let age = Duration::try_from(self.now().duration_since(newest)).unwrap_or_default();
            self.last.set(newest);
            tokio::time::sleep(self.every.saturating_sub(age)).await;
        }
        loop {
            self.make().await;
            tokio::time::sleep(self.every).await;
        }
    }

    async fn make(&self) {
        let now = self.now();
        let target = self.folder.join(name(now));
        let reason = match checked_backup::make(&target, async |part| self.database.back_up(part).await).await {
            Ok(Made::Backup(report)) => {
                log::info!("{} is a backup of everything, checked: {}", target.display(), report.contents());
                self.last.set(now);
                self.integrity.set_backup(None);
                self.remove_outdated(now);
                None
            }
            // Older backups stay: they may be the last sound copies.
            Ok(Made::Damaged { copy, findings }) => {
                findings.iter().for_each(|finding| log::error!("damage: {finding}"));
                let copy = copy.display();
                let reason = format!("The database is damaged. {copy} is a copy of it as it is, and no backup.");
                self.integrity.set_backup(Some(reason.clone()));
                Some(reason)
            }
            Err(error) => Some(format!("{error}.")),
        };
        if let Some(reason) = &reason {
            log::error!("no backup was made: {reason}");
        }
        self.last.set_reason(reason);
    }

    fn remove_outdated(&self, now: DateTime) {
        for made in outdated(&made_in(&self.folder), now) {
            let backup = self.folder.join(name(made));
            if let Err(error) = fs::remove_file(&backup) {
                log::warn!("the old backup {} cannot be removed: {error}", backup.display());
            }
        }
    }

    fn now(&self) -> DateTime {
        let now = Timestamp::from_millisecond(self.clock.now().millis()).expect("every moment is one of the calendar");
        now.to_zoned(TimeZone::UTC).datetime()
    }
}

/// The name of the backup of a moment.
pub fn name(made: DateTime) -> String {
    made.strftime(NAME).to_string()
}

/// The moments of the backups in a folder, in no order. Files with other names are passed over.
fn made_in(folder: &Path) -> Vec<DateTime> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let made = |name: &str| DateTime::strptime(NAME, name).ok();
    entries.filter_map(|entry| made(entry.file_name().to_str()?)).collect()
}
