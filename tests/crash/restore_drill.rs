//! The restore drill: 200 pegs a second, a backup at each interval, and each backup restored and served. A backup has
//! every peg that was acknowledged before the backup began. `tests/crash/restore` does this for two minutes, with a
//! backup every ten seconds.

use std::collections::BTreeSet;
use std::env;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::load::{self, Load, Peg};
use crate::support::command::done;
use crate::support::service::{Service, unlimited};

/// A backup, and what was acknowledged before it began.
struct Copy {
    name: String,
    before: BTreeSet<Peg>,
}

#[test]
fn each_backup_under_load_restores_everything_that_was_acknowledged_before_it_began() {
    let seconds = |name: &str, without: f64| env::var(name).map_or(without, |seconds| seconds.parse().unwrap());
    let lasts = Duration::from_secs_f64(seconds("PEGOUT_DRILL_SECONDS", 4.0));
    let interval = Duration::from_secs_f64(seconds("PEGOUT_DRILL_INTERVAL", 1.0));
    let (service, load) = (Service::start_unlimited(), Load::default());
    let copies: Vec<Copy> = thread::scope(|scope| {
        load.start(scope, &service);
        let copies = back_up(&service, &load, lasts, interval);
        load.stop();
        copies
    });
    for copy in &copies {
        let there = restored(&service.directory, &copy.name);
        let lost: Vec<_> = copy.before.difference(&there).collect();
        assert!(lost.is_empty(), "{} lacks {} pegs: {:?} …", copy.name, lost.len(), &lost[..lost.len().min(5)]);
    }
    let (first, last) = (&copies[0], copies.last().unwrap());
    // The control: the first backup lacks pegs that were acknowledged before the last backup began.
    assert!(!last.before.is_subset(&restored(&service.directory, &first.name)), "the drill cannot fail");
    println!(
        "{} backups in {} s, {:.0} pegs a second: each restored, with everything that was acknowledged before it began",
        copies.len(),
        lasts.as_secs(),
        load.until(Instant::now()).len() as f64 / lasts.as_secs_f64()
    );
}

/// Makes a backup whenever one is due.
fn back_up(service: &Service, load: &Load, lasts: Duration, interval: Duration) -> Vec<Copy> {
    let begin = Instant::now();
    let mut copies = Vec::new();
    for number in 1.. {
        let due = interval * number;
        if due > lasts {
            break;
        }
        thread::sleep(due.saturating_sub(begin.elapsed()));
        let before = load.until(Instant::now());
        let name = format!("copy-{number}.db");
        done(&service.directory, &["backup", &name]);
        copies.push(Copy { name, before });
    }
    copies
}

/// Restores this backup, and returns the pegs of a service on it.
fn restored(directory: &TempDir, backup: &str) -> BTreeSet<Peg> {
    let elsewhere = Arc::new(tempfile::tempdir().unwrap());
    done(&elsewhere, &["restore", directory.path().join(backup).to_str().unwrap()]);
    assert!(done(&elsewhere, &["check"]).contains("is sound"), "{backup}");
    load::stored(&Service::start_in(elsewhere, unlimited))
}
