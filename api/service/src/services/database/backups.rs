//! Automatic backups in a folder. All backups of a day are kept, one a day for a month, and one a month for two years.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Span, Timestamp, ToSpan};
use pegout_engine::Time;
use prometheus::{Gauge, IntGauge};
use tokio::task::spawn_blocking;

use super::inspection::{self, Report};
use crate::services::monitoring::integrity::Integrity;
use pegout_model::clock::Clock;
use pegout_store::backup::BackupPart;
use pegout_store::{Database, StoreError};

/// The format of a backup's name: the moment when the backup was begun, in UTC.
const NAME: &str = "pegout-%Y-%m-%dT%H-%M-%SZ.db";
/// The time for which every backup is kept.
const ALL: SignedDuration = SignedDuration::from_hours(24);
/// The days for which one backup a day is kept.
const DAYS: i64 = 31;
/// The months for which one backup a month is kept.
const MONTHS: i64 = 24;

/// The backups of a database in a folder.
pub struct Backups {
    /// The database.
    pub database: Arc<dyn Database>,
    /// The clock for the names of the backups.
    pub clock: Arc<dyn Clock>,
    /// The folder.
    pub folder: PathBuf,
    /// The time between two backups.
    pub every: Duration,
    /// The last backup, as metrics and coordinators see it.
    pub last: LastBackup,
    /// The known damage.
    pub integrity: Arc<Integrity>,
}

impl Backups {
    /// Makes a backup at each interval, forever. After a failed backup the service waits for the next interval.
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
        let reason = match make_checked(&target, async |part| self.database.back_up(part).await).await {
            Ok(BackupOutcome::Backup(report)) => {
                log::info!("{} is a backup of everything, checked: {}", target.display(), report.contents());
                self.last.set(now);
                self.integrity.set_backup(None);
                self.remove_outdated(now);
                None
            }
            // Older backups stay, because they may be the last intact copies.
            Ok(BackupOutcome::Damaged { copy, findings }) => {
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
        for made in expired(&made_in(&self.folder), now) {
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

/// The moments of the backups in a folder, in any order. Files with other names are skipped.
fn made_in(folder: &Path) -> Vec<DateTime> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let made = |name: &str| DateTime::strptime(NAME, name).ok();
    entries.filter_map(|entry| made(entry.file_name().to_str()?)).collect()
}

/// The result of a backup.
pub enum BackupOutcome {
    /// An intact backup, with its contents.
    Backup(Report),
    /// A copy of a damaged database. Its name is not the name of a backup.
    Damaged {
        /// The copy.
        copy: PathBuf,
        /// A sentence for each damage.
        findings: Vec<String>,
    },
}

/// Makes a backup, and checks it completely before it gets the name `target`. `write` gets the path to write to.
pub async fn make_checked(
    target: &Path,
    write: impl AsyncFnOnce(PathBuf) -> Result<(), StoreError>,
) -> Result<BackupOutcome, StoreError> {
    let part = BackupPart::begin(target)?;
    write(part.path().to_owned()).await?;
    let copy = part.path().to_owned();
    let examined = spawn_blocking(move || inspection::examine(&copy)).await;
    let report = examined.map_err(|error| StoreError::Unavailable(error.to_string()))?;
    if report.findings.is_empty() {
        part.place()?;
        Ok(BackupOutcome::Backup(report))
    } else {
        Ok(BackupOutcome::Damaged { copy: part.set_aside()?, findings: report.findings })
    }
}

/// The backups to remove. All backups of the last 24 hours stay, and the newest of all. The newest backup of each day
/// stays for 31 days, and of each month for 24 months.
fn expired(backups: &[DateTime], now: DateTime) -> Vec<DateTime> {
    let mut newest_first = backups.to_vec();
    newest_first.sort_unstable_by(|one, other| other.cmp(one));
    let (mut days, mut months) = (HashSet::new(), HashSet::new());
    let is_older = |made: DateTime, span: Span| now.checked_sub(span).is_ok_and(|limit| made < limit);
    let goes = |(place, made): (usize, DateTime)| {
        let is_first_of_month = months.insert((made.year(), made.month()));
        let is_first_of_day = days.insert(made.date());
        let is_kept = place == 0
            || now.duration_since(made) <= ALL
            || (is_first_of_day && !is_older(made, DAYS.days()))
            || (is_first_of_month && !is_older(made, MONTHS.months()));
        (!is_kept).then_some(made)
    };
    newest_first.into_iter().enumerate().filter_map(goes).collect()
}

/// The last backup, and the outcome of the last try.
#[derive(Clone)]
pub struct LastBackup {
    /// The metric of its moment, in seconds since 1970; NaN before the first backup.
    newest: Gauge,
    /// The metric that is 1 while the last try failed.
    failed: IntGauge,
    /// The reason of the failure, as a sentence.
    reason: Arc<Mutex<Option<String>>>,
}

impl LastBackup {
    /// The state of a service before its first try. These metrics show it.
    pub fn new(newest: Gauge, failed: IntGauge) -> LastBackup {
        LastBackup { newest, failed, reason: Arc::default() }
    }

    /// Sets the moment of a backup, in UTC.
    pub fn set(&self, made: DateTime) {
        if let Ok(made) = made.to_zoned(TimeZone::UTC) {
            self.newest.set(made.timestamp().as_second() as f64);
        }
    }

    /// Sets the outcome of a try: `None`, or the reason of the failure as a sentence.
    pub fn set_reason(&self, reason: Option<String>) {
        self.failed.set(reason.is_some().into());
        *self.reason.lock().unwrap_or_else(PoisonError::into_inner) = reason;
    }

    /// The moment of the last backup; `None` before the first backup.
    pub fn moment(&self) -> Option<Time> {
        let seconds = self.newest.get();
        if seconds.is_nan() { None } else { Time::from_millis((seconds * 1000.0) as i64) }
    }

    /// The reason why the last try failed, as a sentence; `None` if it did not fail.
    pub fn reason(&self) -> Option<String> {
        self.reason.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime {
        text.parse().expect("a moment")
    }

    #[test]
    fn three_years_of_backups_each_quarter_of_an_hour_leave_a_day_a_month_of_days_and_two_years_of_months() {
        let end = at("2026-11-23T12:00:00");
        let mut kept: Vec<DateTime> = Vec::new();
        let mut now = at("2023-11-23T12:00:00");
        while now <= end {
            kept.push(now);
            let gone = expired(&kept, now);
            kept.retain(|made| !gone.contains(made));
            // Steps of an hour are enough, and take a quarter of the time.
            now = now.checked_add(1.hours()).expect("no end of time");
        }
        let newer_than =
            |made: &DateTime, days: i64| end.duration_since(*made) <= SignedDuration::from_hours(24 * days);
        let of_a_day = kept.iter().filter(|made| newer_than(made, 1)).count();
        let of_a_month = kept.iter().filter(|made| !newer_than(made, 1) && newer_than(made, DAYS)).count();
        let older: Vec<&DateTime> = kept.iter().filter(|made| !newer_than(made, DAYS)).collect();
        assert_eq!((of_a_day, of_a_month), (25, 30));
        assert_eq!(older.len(), 23, "{older:?}");
        assert_eq!(older[0].to_string(), "2024-11-30T23:00:00");
    }

    #[test]
    fn the_newest_backup_stays_however_old_it_is() {
        let backups = [at("2020-01-01T00:00:00"), at("2020-01-02T00:00:00")];
        assert_eq!(expired(&backups, at("2026-11-23T12:00:00")), [backups[0]]);
    }
}
