//! The monitoring of the service, for its operators.

pub mod disk_space;
pub mod integrity;
pub mod metrics;
pub mod readiness;

use std::path::PathBuf;
use std::sync::Arc;

use prometheus::Error;

use crate::auth::sessions::{Comparisons, Sessions};
use crate::eventlog::EventLog;
use pegout_model::clock::Clock;
use pegout_store::{Database, Store, files};

use disk_space::DiskSpace;
use integrity::Integrity;
use metrics::Metrics;
use readiness::Readiness;

/// The parts that show the state of the service.
pub struct Monitoring {
    /// The metrics.
    pub metrics: Arc<Metrics>,
    /// The readiness.
    pub readiness: Arc<Readiness>,
    /// The room on the disk of the database.
    pub disk_space: Arc<DiskSpace>,
    /// The damage of the database.
    pub integrity: Arc<Integrity>,
}

impl Monitoring {
    /// The monitoring of a service. `database` is the file of the database, if it is a file. `low_disk` is the limit of
    /// the disk warning in megabytes.
    pub fn new(
        database: Option<PathBuf>,
        low_disk: Option<u32>,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
    ) -> Result<Monitoring, Error> {
        let metrics = Metrics::new()?;
        let disk_space = Arc::new(DiskSpace::new(database.clone(), low_disk, metrics.disk_low.clone()));
        let (damaged, last_check) = (metrics.damaged.clone(), metrics.last_integrity_check.clone());
        let integrity = Arc::new(Integrity::new(store.clone(), clock.clone(), damaged, last_check));
        let readiness = Arc::new(Readiness::new(store, clock, integrity.clone(), metrics.ready.clone()));
        let (of_wal, disk, whole_disk) = (database.clone(), disk_space.clone(), disk_space.clone());
        metrics.measure("pegout_database_bytes", "Size of the database file", move || {
            files::database_size(database.as_deref()?)
        })?;
        metrics
            .measure("pegout_wal_bytes", "Size of the write-ahead log", move || files::wal_size(of_wal.as_deref()?))?;
        metrics.measure("pegout_disk_free_bytes", "Room that is left on the disk of the database", move || {
            disk.room().map(|room| room.free)
        })?;
        metrics.measure("pegout_disk_size_bytes", "Size of the disk of the database", move || {
            whole_disk.room().map(|room| room.size)
        })?;
        Ok(Monitoring { metrics: Arc::new(metrics), readiness, disk_space, integrity })
    }

    /// Adds the metrics of the database, and the numbers of entries in memory.
    pub fn add(
        &self,
        database: Arc<dyn Database>,
        log: Arc<EventLog>,
        sessions: Arc<Sessions>,
        comparisons: Arc<Comparisons>,
    ) -> Result<(), Error> {
        self.metrics.add(database.metrics().collectors())?;
        self.metrics.add(vec![Box::new(log.versions_lost.clone())])?;
        self.metrics.measure(
            "pegout_connection_waits",
            "Requests that wait for a connection to PostgreSQL",
            move || database.waiting_requests(),
        )?;
        self.metrics.measure(
            "pegout_comparison_age_seconds",
            "Age of the last comparison of memory with a database that other servers change too",
            move || comparisons.age().map(|age| age.as_secs()),
        )?;
        let (games, nights) = (log.clone(), log);
        self.metrics
            .measure("pegout_games_in_memory", "Games in memory", move || Some(games.games.count_in_memory() as u64))?;
        self.metrics.measure("pegout_nights_in_memory", "Nights in memory", move || {
            Some(nights.nights.count_in_memory() as u64)
        })?;
        self.metrics.measure("pegout_tokens_in_memory", "Tokens in memory whose rights are known", move || {
            Some(sessions.count_in_memory() as u64)
        })
    }
}
