//! Backups at intervals, into a folder that is kept small.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use prometheus::{Gauge, IntGauge};

use super::thinning::outdated;
use crate::clock::Clock;
use crate::store::Database;

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
    /// The metric of the newest one, in seconds since 1970.
    pub newest: Gauge,
    /// The metric that is 1 while the last try failed.
    pub failed: IntGauge,
}

impl Backups {
    /// Makes a backup whenever one is due, for ever. One that fails is tried again when the next is due.
    pub async fn make_forever(self) {
        // A service that is started again and again must not fill the folder.
        if let Some(newest) = made_in(&self.folder).into_iter().max() {
            let age = Duration::try_from(self.now().duration_since(newest)).unwrap_or_default();
            self.tell(newest);
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
        match self.database.back_up(target.clone()).await {
            Ok(()) => {
                log::info!("{} is a backup of everything", target.display());
                self.tell(now);
                self.failed.set(0);
                self.remove_outdated(now);
            }
            Err(error) => {
                log::error!("no backup was made: {error}");
                self.failed.set(1);
            }
        }
    }

    fn tell(&self, newest: DateTime) {
        if let Ok(newest) = newest.to_zoned(TimeZone::UTC) {
            self.newest.set(newest.timestamp().as_second() as f64);
        }
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
