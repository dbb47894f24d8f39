//! The metrics of the service, for Prometheus. All are there from the start.

use prometheus::core::{Collector, Desc};
use prometheus::process_collector::ProcessCollector;
use prometheus::proto::MetricFamily;
use prometheus::{Error, Gauge, IntCounter, IntGauge, Opts, Registry, TextEncoder};

/// The registry of all metrics, and the metrics that other modules set.
pub struct Metrics {
    /// All metrics.
    pub registry: Registry,
    /// The live streams that are open.
    pub watchers: IntGauge,
    /// 1 while events can be stored, or else 0.
    pub ready: IntGauge,
    /// 1 while there is little room on the disk, or else 0.
    pub disk_low: IntGauge,
    /// 1 while damage of the database is known, or else 0.
    pub damaged: IntGauge,
    /// The moment of the last look for damage, in seconds since 1970; NaN before the first look.
    pub last_integrity_check: Gauge,
    /// The moment of the last backup, in seconds since 1970; NaN before the first backup.
    pub last_backup: Gauge,
    /// 1 while the last try of a backup failed, or else 0.
    pub backup_failed: IntGauge,
    /// The wrong passwords since the start.
    pub wrong_passwords: IntCounter,
}

/// A gauge that is read for each scrape; NaN if it cannot be read.
struct Measured {
    gauge: Gauge,
    read: Box<dyn Fn() -> Option<u64> + Send + Sync>,
}

impl Metrics {
    /// The metrics of this process.
    pub fn new() -> Result<Metrics, Error> {
        let metrics = Metrics {
            registry: Registry::new(),
            watchers: IntGauge::new("pegout_watchers", "Live streams of games and nights that are open")?,
            ready: IntGauge::new("pegout_ready", "1 while events can be stored, or else 0")?,
            disk_low: IntGauge::new("pegout_disk_low", "1 while there is little room on the disk, or else 0")?,
            damaged: IntGauge::new("pegout_database_damaged", "1 while damage of the database is known, or else 0")?,
            last_integrity_check: Gauge::new(
                "pegout_last_integrity_check_timestamp_seconds",
                "Moment of the last look for damage, in seconds since 1970; NaN before the first",
            )?,
            last_backup: Gauge::new(
                "pegout_last_backup_timestamp_seconds",
                "Moment of the last backup that is whole, in seconds since 1970; NaN before the first",
            )?,
            backup_failed: IntGauge::new("pegout_backup_failed", "1 while the last try of a backup failed, or else 0")?,
            wrong_passwords: IntCounter::new("pegout_wrong_passwords_total", "Wrong passwords that were tried")?,
        };
        metrics.last_integrity_check.set(f64::NAN);
        metrics.last_backup.set(f64::NAN);
        let version =
            Opts::new("pegout_build_info", "1, with the version").const_label("version", env!("CARGO_PKG_VERSION"));
        let build = IntGauge::with_opts(version)?;
        build.set(1);
        metrics.add(vec![
            Box::new(metrics.watchers.clone()),
            Box::new(metrics.ready.clone()),
            Box::new(metrics.disk_low.clone()),
            Box::new(metrics.damaged.clone()),
            Box::new(metrics.last_integrity_check.clone()),
            Box::new(metrics.last_backup.clone()),
            Box::new(metrics.backup_failed.clone()),
            Box::new(metrics.wrong_passwords.clone()),
            Box::new(build),
            Box::new(ProcessCollector::for_self()),
        ])?;
        Ok(metrics)
    }

    /// Adds metrics.
    pub fn add(&self, collectors: Vec<Box<dyn Collector>>) -> Result<(), Error> {
        collectors.into_iter().try_for_each(|collector| self.registry.register(collector))
    }

    /// Adds a gauge that is read for each scrape; NaN if it cannot be read.
    pub fn measure(
        &self,
        name: &str,
        help: &str,
        read: impl Fn() -> Option<u64> + Send + Sync + 'static,
    ) -> Result<(), Error> {
        self.registry.register(Box::new(Measured { gauge: Gauge::new(name, help)?, read: Box::new(read) }))
    }

    /// The metrics in Prometheus's text format.
    pub fn text(&self) -> String {
        TextEncoder::new()
            .encode_to_string(&self.registry.gather())
            .expect("only a family without metrics cannot be written, and gathering leaves those out")
    }
}

impl Collector for Measured {
    fn desc(&self) -> Vec<&Desc> {
        self.gauge.desc()
    }

    fn collect(&self) -> Vec<MetricFamily> {
        self.gauge.set((self.read)().map_or(f64::NAN, |value| value as f64));
        self.gauge.collect()
    }
}
