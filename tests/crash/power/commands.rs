//! The power fails during an upgrade, a restore, and the acceptance of a loss.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use tempfile::TempDir;

use super::replay::Ignored;
use super::state::{Due, What, fault, fault_of_copy, objection};
use super::{Look, State, finished, recorded_command};
use crate::support::calls::Calls;
use crate::support::command::{done, run};
use crate::support::database::{Files, files, folder_with};
use crate::support::frozen::{newest_until, version, version_of_today, write};
use crate::support::service::{Service, unlimited};
use crate::support::table::{Change, Table};

const TABLE: Table = Table(1);
const EVENTS: &str = "SELECT count(*) FROM event";

fn events(number: i64) -> Vec<Due> {
    vec![Due { from: 0, what: What::AtLeast(EVENTS.to_owned(), number) }]
}

/// The names in a folder with this beginning and this end.
fn named(place: &TempDir, beginning: &str, end: &str) -> Vec<PathBuf> {
    let names = files(place.path()).into_keys();
    names
        .filter(|name| name.starts_with(beginning) && name.ends_with(end))
        .map(|name| place.path().join(name))
        .collect()
}

#[test]
fn a_power_cut_during_an_upgrade_leaves_the_old_database_or_the_new_one() {
    let today = version_of_today();
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let database = write(&newest_until(today - 1), folder.path());
    let number: i64 = database.query_row(EVENTS, [], |row| row.get(0)).unwrap();
    assert!(number > 100 && version(&database) < today);
    drop(database);
    let before = files(folder.path());
    let (calls, other) = (Calls::new(), tempfile::tempdir().unwrap());
    let record = other.path().join("record");
    let served = |command: &mut std::process::Command| {
        unlimited(command).env_remove("PEGOUT_PASSWORD");
    };
    let mut service = Service::start_in(folder.clone(), |command| {
        served(command);
        calls.recorded(&record, command)
    });
    service.stop();
    let look = move |place: &TempDir, length: u64, is_looked_at: bool| {
        let (due, database) = (events(number), place.path().join("pegout.db"));
        if let Some(fault) = fault(place.path(), &due, length) {
            return State::Bad(fault);
        }
        let copies = named(place, "pegout.db.before-", &today.to_string());
        let is_new = version(&rusqlite::Connection::open(&database).unwrap()) == today;
        match copies.first().map(|copy| fault_of_copy(copy, &due, length)) {
            Some(Some(fault)) => return State::Bad(format!("the copy: {fault}")),
            None if is_new => return State::Bad("there is no copy of the old database".to_owned()),
            _ => {}
        }
        if !is_looked_at {
            return State::Whole;
        }
        let directory = folder_with(&files(place.path()));
        match Service::try_start_in(&directory, |command| {
            served(command);
            command
        }) {
            Err(status) => State::Bad(format!("it does not start: {status}")),
            Ok(mut service) => {
                service.stop();
                objection(&directory).map_or(State::Whole, State::Bad)
            }
        }
    };
    let run = finished(folder.path(), before, &record, |_| Box::new(look));
    run.assert_whole(
        "upgrade",
        &run.all_moments(),
        1,
        &[Ignored::Files(&["pegout.db-wal"]), Ignored::Files(&[".part"])],
    );
}

/// The files of a stopped service with two pegs, and a backup of the time when it had one.
fn two_pegs() -> Files {
    let mut service = Service::start_unlimited();
    service.dispatch(TABLE.begin()).ok(201);
    service.dispatch(TABLE.request(Change::Peg(0))).ok(201);
    done(&service.directory, &["backup", "one-peg.db"]);
    service.dispatch(TABLE.request(Change::Peg(1))).ok(201);
    service.stop();
    files(service.directory.path())
}

#[test]
fn a_power_cut_during_a_restore_leaves_a_whole_database_or_one_that_is_refused() {
    let before = two_pegs();
    let original = before["pegout.db"].clone();
    let look = |end: u64| -> Look {
        Box::new(move |place, length, is_looked_at| {
            let database = place.path().join("pegout.db");
            let kept = named(place, "pegout.db.replaced-", "Z");
            let is_original = |path: &PathBuf| fs::read(path).is_ok_and(|bytes| bytes == original);
            if !is_original(&database) && !kept.iter().any(is_original) {
                return State::Bad("what was there is gone".to_owned());
            }
            let is_between = place.path().join("pegout.db.replacing").exists();
            if length == end && (is_original(&database) || is_between) {
                return State::Bad("the restore was done, and is not".to_owned());
            }
            // During the replacement the log of the old database may be gone.
            let fault = if is_between { None } else { fault(place.path(), &events(2), length) };
            match fault {
                Some(fault) => State::Bad(fault),
                None if !is_looked_at => State::Whole,
                None => match objection(place) {
                    Some(said) if !is_between || !said.contains("was being replaced") => State::Bad(said),
                    None if is_between => State::Bad("it is not refused".to_owned()),
                    _ => State::Whole,
                },
            }
        })
    };
    let restore = ["restore", "one-peg.db", "--replace"];
    let run = recorded_command(before, |command| command.args(restore), look);
    run.assert_whole("restore", &run.all_moments(), 1, &[Ignored::Folders, Ignored::Files(&[".part", ".restored"])]);
}

/// The files of a database that lacks the second peg, which its mark has.
fn behind_its_mark() -> Files {
    let mut service = Service::start_unlimited();
    service.dispatch(TABLE.begin()).ok(201);
    service.dispatch(TABLE.request(Change::Peg(0))).ok(201);
    service.stop();
    let mut before = files(service.directory.path());
    let mut service = Service::start_in(service.directory.clone(), unlimited);
    service.dispatch(TABLE.request(Change::Peg(1))).ok(201);
    service.stop();
    let mark = files(service.directory.path()).remove("pegout.db.mark").unwrap();
    before.insert("pegout.db.mark".to_owned(), mark);
    before
}

#[test]
fn a_power_cut_while_a_loss_is_accepted_leaves_a_copy_or_asks_again() {
    let before = behind_its_mark();
    let original = before["pegout.db"].clone();
    let look = |end: u64| -> Look {
        Box::new(move |place, length, is_looked_at| {
            if let Some(fault) = fault(place.path(), &events(2), length) {
                return State::Bad(fault);
            }
            if !is_looked_at && length < end {
                return State::Whole;
            }
            let has_copy = named(place, "pegout.db.lost-", "Z").iter().any(|copy| fs::read(copy).unwrap() == original);
            let output = run(place, &["check"]);
            let said = String::from_utf8(output.stderr).unwrap();
            match output.status.success() {
                true if has_copy => State::Whole,
                false if length < end && said.contains("pegout accept-loss") => State::Whole,
                true => State::Bad("no copy of what was there".to_owned()),
                false => State::Bad(said),
            }
        })
    };
    let run = recorded_command(before, |command| command.arg("accept-loss"), look);
    run.assert_whole(
        "accept-loss",
        &run.all_moments(),
        1,
        &[Ignored::Files(&["Z"]), Ignored::Files(&["pegout.db-wal"])],
    );
}
