//! An upgrade that is killed at any step: the next start has everything. PEGOUT_KILL_EVERY=1 tries each step.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::sync::Arc;

use tempfile::TempDir;

use super::{frozen, newest_until, release_of_today, version_of_today, with_its_password, write};
use crate::support::calls::{Calls, Fate, SIGKILL};
use crate::support::command::{done, refused, run};
use crate::support::frozen::{stopped_at, version};
use crate::support::service::{Service, pegout};

/// The distance of the steps that are tried without PEGOUT_KILL_EVERY.
const EVERY: usize = 31;

/// Starts the service with the library, and returns true if it was killed before it listened.
fn is_killed(directory: &TempDir, calls: &Calls, step: usize) -> bool {
    let mut command = pegout(directory);
    let command = with_its_password(&mut command).args(["--listen", "127.0.0.1:0"]).env("RUST_LOG", "off");
    let mut child = calls.at(step, Fate::Killed, command).stdout(Stdio::piped()).spawn().unwrap();
    let is_listening = BufReader::new(child.stdout.take().unwrap()).lines().next().is_some();
    if is_listening {
        child.kill().unwrap();
    }
    assert_eq!(child.wait().unwrap().signal(), Some(SIGKILL));
    !is_listening
}

#[test]
fn an_upgrade_that_is_killed_at_any_step_is_finished_by_the_next_start() {
    let every = env::var("PEGOUT_KILL_EVERY").map_or(EVERY, |every| every.parse().unwrap());
    let calls = Calls::new();
    let today = version_of_today();
    for number in 1..today {
        let frozen = frozen(&newest_until(number));
        let mut killed = 0;
        for step in (1..).step_by(every) {
            let directory = Arc::new(tempfile::tempdir().unwrap());
            drop(stopped_at(number, directory.path()));
            if !is_killed(&directory, &calls, step) {
                break;
            }
            killed += 1;
            // SQLite finishes or undoes the interrupted write, and a check changes nothing.
            let checked = run(&directory, &["check"]);
            let said = String::from_utf8(checked.stderr).unwrap();
            assert!(
                checked.status.success() || said.contains("Start Pegout, which finishes it"),
                "step {step}: {said}"
            );
            let copy = format!("pegout.db.before-{today}");
            if directory.path().join(&copy).exists() {
                done(&directory, &["check", &copy]);
            }
            let service = Service::start_in(directory, with_its_password);
            frozen.assert_unchanged(&service);
            assert_eq!(version(&service.database()), today, "step {step}");
            done(&service.directory, &["check"]);
        }
        assert!(killed > 1 && killed * every > 100, "version {number} took {} steps", killed * every);
    }
}

#[test]
fn control_an_upgrade_without_its_transaction_is_found_half_done() {
    let directory = tempfile::tempdir().unwrap();
    let database = write(&release_of_today(), directory.path());
    database.execute_batch("UPDATE event SET checksum = 0 WHERE rowid > 9; DELETE FROM stream").unwrap();
    drop(database);
    assert!(refused(&directory, &["check"]).contains("is damaged in the database"));
    fs::remove_file(directory.path().join("pegout.db")).unwrap();
}
