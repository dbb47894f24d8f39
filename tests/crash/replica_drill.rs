//! The replica drill: Litestream copies the database under 200 pegs a second, both are killed, and the copy is restored
//! elsewhere and served. `tests/crash/replica` installs Litestream and does this several times.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use tempfile::TempDir;

use super::load::{self, Load};
use crate::support::command::done;
use crate::support::service::{Service, unlimited};

/// The time before the kill of which the replica may lack what was acknowledged.
const RECOVERY_POINT: Duration = Duration::from_secs(2);
/// The longest time from the restore's beginning to the first answer.
const RECOVERY_TIME: Duration = Duration::from_secs(60);

/// A run of both, which has ended.
struct Outcome {
    acknowledged: usize,
    /// The pegs that the replica lacks although they were acknowledged before the recovery point.
    lost: usize,
    took: Duration,
}

#[test]
#[ignore = "needs Litestream: tests/crash/replica installs it"]
fn a_replica_has_everything_that_was_acknowledged_two_seconds_before_both_were_killed() {
    let rounds = env::var("PEGOUT_DRILL_ROUNDS").map_or(3, |rounds| rounds.parse().unwrap());
    for round in 1..=rounds {
        let lasts =
            Duration::from_millis(4000 + u64::from(SystemTime::UNIX_EPOCH.elapsed().unwrap().subsec_micros()) / 200);
        let Outcome { acknowledged, lost, took } = run(lasts, Duration::ZERO);
        println!("round {round}: {acknowledged} acknowledged in {lasts:?}, {lost} of them lost, back after {took:?}");
        assert!(acknowledged > 100 && lost == 0 && took < RECOVERY_TIME, "round {round}");
    }
    // The control: a replicator that was stopped before has lost something.
    let stopped = run(Duration::from_secs(7), RECOVERY_POINT * 2);
    assert!(stopped.lost > 0, "the drill cannot fail");
}

/// Pegs for so long, and stops the replicator so much earlier. Then both are killed, and the replica is restored.
fn run(lasts: Duration, earlier: Duration) -> Outcome {
    let (service, load) = (Service::start_unlimited(), Load::default());
    let replica = tempfile::tempdir().unwrap();
    let config = write_config(&service.directory, &replica);
    let mut replicator = litestream(&["replicate", "-config", &config]);
    let killed = thread::scope(|scope| {
        load.start(scope, &service);
        thread::sleep(lasts - earlier);
        if !earlier.is_zero() {
            replicator.kill().unwrap();
            thread::sleep(earlier);
        }
        let killed = Instant::now();
        service.signal("-KILL");
        replicator.kill().unwrap();
        killed
    });
    replicator.wait().unwrap();
    let elsewhere = Arc::new(tempfile::tempdir().unwrap());
    let begin = Instant::now();
    let (database, copy) = (service.directory.path().join("pegout.db"), elsewhere.path().join("pegout.db"));
    let arguments = ["restore", "-config", &config, "-o", copy.to_str().unwrap(), database.to_str().unwrap()];
    assert!(litestream(&arguments).wait().unwrap().success());
    let restored = Service::start_in(elsewhere.clone(), unlimited);
    restored.get("/readyz").ok(200);
    let took = begin.elapsed();
    assert!(done(&elsewhere, &["check"]).contains("is sound"));
    let there = load::stored(&restored);
    let due = load.until(killed - RECOVERY_POINT);
    Outcome { acknowledged: load.until(killed).len(), lost: due.difference(&there).count(), took }
}

fn litestream(arguments: &[&str]) -> Child {
    let program = env::var("PEGOUT_LITESTREAM").expect("tests/crash/replica names the program");
    Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// The file of `deploy/` with other paths.
fn write_config(directory: &TempDir, replica: &TempDir) -> String {
    let shipped = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/litestream.yml")).unwrap();
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let config = shipped
        .replace("/var/lib/pegout/pegout.db", &text(&directory.path().join("pegout.db")))
        .replace("/mnt/replica/pegout", &text(replica.path()));
    assert_ne!(config, shipped);
    let path = directory.path().join("litestream.yml");
    fs::write(&path, config).unwrap();
    text(&path)
}
