//! The replica drill: Litestream copies the database under 200 pegs a second, both are killed, and the copy is restored
//! elsewhere and served. Then Litestream restores it in the place of the old database, whose mark knows more. `tests/crash/replica`
//! installs Litestream and does this several times.

use std::env;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use rusqlite::Connection;
use tempfile::TempDir;

use super::load::{self, Load};
use crate::support::command::done;
use crate::support::database::{files, folder_with, number_missing, start_refusal};
use crate::support::service::{Service, unlimited};
use crate::support::table::{Change, Table};

/// The replica may lack pegs that were acknowledged within this time before the kill.
const RECOVERY_POINT: Duration = Duration::from_secs(2);
/// The longest time from the restore's beginning to the first answer.
const RECOVERY_TIME: Duration = Duration::from_secs(60);

/// The outcome of a run.
struct Outcome {
    acknowledged: usize,
    /// The pegs that the replica lacks although they were acknowledged before the recovery point.
    lost: usize,
    /// All acknowledged pegs that the replica lacks.
    behind: usize,
    took: Duration,
}

#[test]
#[ignore = "needs Litestream: tests/crash/replica installs it"]
fn a_replica_has_everything_that_was_acknowledged_two_seconds_before_both_were_killed() {
    let rounds = env::var("PEGOUT_DRILL_ROUNDS").map_or(3, |rounds| rounds.parse().unwrap());
    for round in 1..=rounds {
        let lasts =
            Duration::from_millis(4000 + u64::from(SystemTime::UNIX_EPOCH.elapsed().unwrap().subsec_micros()) / 200);
        let Outcome { acknowledged, lost, behind, took } = run(lasts, Duration::ZERO);
        println!(
            "round {round}: {acknowledged} acknowledged in {lasts:?}, {lost} of them lost, {behind} pegs behind, back after {took:?}"
        );
        assert!(acknowledged > 100 && lost == 0 && took < RECOVERY_TIME, "round {round}");
    }
    // The control: a replicator that was stopped before has lost something.
    let stopped = run(Duration::from_secs(7), RECOVERY_POINT * 2);
    assert!(stopped.lost > 0 && stopped.behind > 0, "the drill cannot fail");
}

/// Pegs for the time `lasts`, and stops the replicator `earlier`. Then kills both, and restores the replica.
fn run(lasts: Duration, earlier: Duration) -> Outcome {
    let (mut service, load) = (Service::start_unlimited(), Load::default());
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
    service.ended();
    let elsewhere = Arc::new(tempfile::tempdir().unwrap());
    let begin = Instant::now();
    restore(&config, &service.directory, &elsewhere);
    let events = events(&elsewhere);
    let log = elsewhere.path().join("log");
    let errors = File::create(&log).unwrap();
    let restored = Service::start_in(elsewhere.clone(), |command| unlimited(command).stderr(errors));
    restored.get("/readyz").ok(200);
    let took = begin.elapsed();
    let said = fs::read_to_string(log).unwrap();
    assert!(said.contains("WARN") && said.contains("it was copied while it was served"), "{said}");
    assert_goes_on(&restored);
    assert!(done(&elsewhere, &["check"]).contains("is sound"));
    let there = load::stored(&restored);
    let due = load.until(killed - RECOVERY_POINT);
    let behind = load.until(Instant::now()).difference(&there).count();
    restore_in_place(&config, &service.directory, events, behind);
    Outcome { acknowledged: load.until(killed).len(), lost: due.difference(&there).count(), behind, took }
}

/// Restores the replica in the place of the old database, whose mark is still there. The start refuses a replica that lacks
/// acknowledged pegs.
fn restore_in_place(config: &str, place: &Arc<TempDir>, events_of_replica: usize, behind: usize) {
    let missing = events(place) - events_of_replica;
    let mut old = files(place.path());
    old.retain(|name, _| name.starts_with("pegout.db") && name != "pegout.db.mark");
    old.keys().for_each(|name| fs::remove_file(place.path().join(name)).unwrap());
    restore(config, place, place);
    if behind == 0 {
        return;
    }
    let sentence = start_refusal(place);
    // The kill came before the mark of the newest commit, perhaps.
    let number = number_missing(&sentence).unwrap();
    assert!((behind..=missing).contains(&number), "{behind} to {missing}: {sentence}");
    assert!(sentence.contains("pegout accept-loss"), "{sentence}");
    done(place, &["accept-loss"]);
    assert_goes_on(&Service::start_in(place.clone(), unlimited));
}

/// Restores the replica of the database in one folder into another.
fn restore(config: &str, from: &TempDir, to: &TempDir) {
    let [database, copy] = [from, to].map(|folder| folder.path().join("pegout.db").to_str().unwrap().to_owned());
    assert!(litestream(&["restore", "-config", config, "-o", &copy, &database]).wait().unwrap().success());
}

/// The number of events in the database of this folder, which nobody serves. SQLite looks at a copy, since it may change files.
fn events(folder: &TempDir) -> usize {
    let copy = folder_with(&files(folder.path()));
    let database = Connection::open(copy.path().join("pegout.db")).unwrap();
    database.query_row("SELECT count(*) FROM event", [], |row| row.get(0)).unwrap()
}

/// Asserts that the service takes changes.
fn assert_goes_on(service: &Service) {
    let table = Table(u32::MAX);
    service.dispatch(table.begin()).ok(201);
    service.dispatch(table.request(Change::Peg(0))).ok(201);
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
