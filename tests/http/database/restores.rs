//! `pegout restore`: it overwrites nothing, and a database is there at every moment. PEGOUT_KILL_EVERY=1 tries each call.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tempfile::TempDir;

use crate::support::calls::{Calls, Fate, SIGKILL};
use crate::support::command::{done, refused};
use crate::support::database::{Files, files, folder_with, start_refusal};
use crate::support::service::{Service, pegout, unlimited};
use crate::support::table::{Change, Table};

const TABLE: Table = Table(1);
/// The distance of the calls that are tried without PEGOUT_KILL_EVERY.
const EVERY: usize = 5;
/// The errors of a broken disk, of a full one, and of a file system without links.
const ERRORS: [i32; 3] = [5, 28, 1];

/// The files of a stopped service with two pegs, and a backup of the time when it had one.
fn two_pegs() -> Files {
    let mut service = Service::start_unlimited();
    service.dispatch(TABLE.begin()).ok(201);
    service.dispatch(TABLE.request(Change::Peg(0)));
    done(&service.directory, &["backup", "one-peg.db"]);
    service.dispatch(TABLE.request(Change::Peg(1)));
    service.stop();
    files(service.directory.path())
}

/// The same, whose database and log are damaged, so that SQLite would take the log for an empty one.
fn damaged() -> Files {
    let mut files = two_pegs();
    files.insert("pegout.db".to_owned(), vec![0xa5; 8192]);
    files.insert("pegout.db-wal".to_owned(), vec![0x5a; 4096]);
    files
}

fn restore(directory: &TempDir) -> std::process::Command {
    let mut command = pegout(directory);
    command.args(["restore", "one-peg.db", "--replace"]);
    command
}

/// The databases that were kept.
fn kept(directory: &TempDir) -> Vec<String> {
    let is_kept =
        |name: &String| name.starts_with("pegout.db.replaced-") && !name.ends_with("-wal") && !name.ends_with(".mark");
    files(directory.path()).into_keys().filter(is_kept).collect()
}

fn calls_to_try(all: usize) -> impl Iterator<Item = usize> {
    let every = env::var("PEGOUT_KILL_EVERY").map_or(EVERY, |every| every.parse().unwrap());
    (1..=all).step_by(every)
}

#[test]
fn a_restore_overwrites_no_database_that_was_kept_in_the_same_second() {
    let directory = folder_with(&two_pegs());
    let now = Timestamp::now();
    let names = (0..60).map(|second| {
        let then = now + SignedDuration::from_secs(second);
        format!("pegout.db.replaced-{}", then.strftime("%Y-%m-%dT%H-%M-%SZ"))
    });
    let names: Vec<String> = names.collect();
    names.iter().for_each(|name| fs::write(directory.path().join(name), name).unwrap());
    let mut newest = Vec::new();
    for ending in ["-2", "-3"] {
        let before = fs::read(directory.path().join("pegout.db")).unwrap();
        let said = done(&directory, &["restore", "one-peg.db", "--replace"]);
        let name = said.lines().find_map(|line| line.strip_prefix("What was there before is ")).unwrap();
        let name = Path::new(name.trim_end_matches('.')).file_name().unwrap().to_str().unwrap().to_owned();
        assert!(names.iter().any(|taken| name.starts_with(taken)), "{name} is of another second");
        assert!(fs::read(directory.path().join(&name)).unwrap() == before, "{name}{ending}");
        newest.push(name);
    }
    assert_ne!(newest[0], newest[1]);
    for name in &names {
        assert_eq!(fs::read_to_string(directory.path().join(name)).unwrap(), *name);
    }
}

/// Asserts that the database is the old or the new one, or that a start asks for the restore again. Nothing may
/// be lost. Returns true if the start refused it.
#[track_caller]
fn assert_whole(directory: &Arc<TempDir>, original: &Files) -> bool {
    let folder = directory.path();
    for name in kept(directory) {
        assert!(fs::read(folder.join(&name)).unwrap() == original["pegout.db"], "{name} is not what was there");
    }
    // SQLite may leave an empty log, which is like none.
    let log_before = original.get("pegout.db-wal").filter(|log| !log.is_empty());
    let is_refused = folder.join("pegout.db.replacing").exists();
    if is_refused {
        let sentence = start_refusal(directory);
        assert!(sentence.contains("was being replaced") && sentence.contains("pegout restore"), "{sentence}");
        assert!(refused(directory, &["check"]).contains("was being replaced"));
        done(directory, &["restore", "one-peg.db", "--replace"]);
    } else if fs::read(folder.join("pegout.db")).unwrap() == original["pegout.db"] {
        let log = fs::read(folder.join("pegout.db-wal")).ok().filter(|log| !log.is_empty());
        assert_eq!(log.as_ref(), log_before);
        if original["pegout.db"].starts_with(b"SQLite") {
            let mut service = Service::start_in(directory.clone(), unlimited);
            assert_eq!(TABLE.log(&service).len(), 2);
            service.stop();
            assert!(!folder.join("pegout.db.restored").exists());
        }
        let inode = |name: &str| fs::metadata(folder.join(name)).unwrap().ino();
        assert!(kept(directory).iter().all(|kept| inode(kept) != inode("pegout.db")), "it has two names");
        return false;
    }
    let service = Service::start_in(directory.clone(), unlimited);
    assert_eq!(TABLE.log(&service).len(), 1);
    let names = kept(directory);
    assert!(!names.is_empty(), "what was there is gone");
    for name in names {
        assert!(fs::read(folder.join(&name)).unwrap() == original["pegout.db"], "{name} is not what was there");
    }
    if let Some(log) = log_before {
        assert!(
            kept(directory)
                .iter()
                .any(|name| fs::read(folder.join(format!("{name}-wal"))).is_ok_and(|kept| kept == *log))
        );
    }
    is_refused
}

#[test]
fn a_restore_that_is_killed_at_any_call_leaves_a_whole_database_or_one_that_is_refused() {
    let calls = Calls::new();
    for original in [two_pegs(), damaged()] {
        let all = calls.count(&mut restore(&folder_with(&original)));
        assert!(all > 20, "only {all} calls");
        let mut was_refused = 0;
        for call in calls_to_try(all).chain(all - 6..=all) {
            let directory = folder_with(&original);
            let killed = calls.at(call, Fate::Killed, &mut restore(&directory)).output().unwrap();
            assert_eq!(killed.status.signal(), Some(SIGKILL), "call {call}");
            was_refused += u32::from(assert_whole(&directory, &original));
        }
        assert!(was_refused > 0, "no call was between the two databases");
    }
}

#[test]
fn a_restore_whose_calls_fail_says_what_became_of_the_database() {
    let calls = Calls::new();
    let original = two_pegs();
    let all = calls.count(&mut restore(&folder_with(&original)));
    let mut said = BTreeMap::new();
    for error in ERRORS {
        for call in calls_to_try(all).chain(all - 6..=all) {
            let directory = folder_with(&original);
            let output = calls.at(call, Fate::Fails(error), &mut restore(&directory)).output().unwrap();
            let sentence = String::from_utf8(output.stderr).unwrap();
            let is_replaced = fs::read(directory.path().join("pegout.db")).unwrap() != original["pegout.db"];
            let outcome = match output.status.code() {
                Some(0) => "done",
                _ if sentence.contains("Nothing was changed.") => "not done",
                _ if sentence.contains("did not confirm it") => "not confirmed",
                code => panic!("call {call}, error {error}: {code:?} {sentence}"),
            };
            assert_eq!(is_replaced, outcome != "not done", "call {call}, error {error}: {sentence}");
            assert_eq!(kept(&directory).len(), usize::from(is_replaced), "call {call}, error {error}: {sentence}");
            assert!(!assert_whole(&directory, &original), "call {call}, error {error}: {sentence}");
            *said.entry(outcome).or_insert(0) += 1;
        }
    }
    assert_eq!(said.keys().copied().collect::<Vec<_>>(), ["done", "not confirmed", "not done"]);
}

#[test]
fn a_missing_database_beside_what_an_interrupted_restore_has_left_is_not_begun_anew() {
    let mut original = two_pegs();
    let database = original.remove("pegout.db").unwrap();
    original.insert("pegout.db.restored".to_owned(), database);
    original.insert("pegout.db-wal".to_owned(), Vec::new());
    let directory = folder_with(&original);
    let sentence = start_refusal(&directory);
    assert!(sentence.contains("pegout.db is missing") && sentence.contains("pegout restore"), "{sentence}");
    assert!(!directory.path().join("pegout.db").exists());
    done(&directory, &["restore", "one-peg.db"]);
    assert_eq!(TABLE.log(&Service::start_in(directory, unlimited)).len(), 1);
}
