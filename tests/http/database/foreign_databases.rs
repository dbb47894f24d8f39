//! Files that are refused at the start: of other programs, of newer versions, or in use.

use std::fs;
use std::os::unix::fs::symlink;
use std::time::Duration;

use rusqlite::Connection;

use crate::support::checksums;
use crate::support::database::{database_path, served_before, start_refusal};
use crate::support::service::Service;
use crate::support::table::{Change, Table};
use crate::support::watcher::Watcher;

const TABLE: Table = Table(1);

#[track_caller]
fn assert_refuses_and_leaves(directory: &tempfile::TempDir, sentence: &str) {
    let path = directory.path().join("pegout.db");
    let before = fs::read(&path).unwrap();
    let said = start_refusal(directory);
    assert!(said.contains(sentence) && said.trim_end().ends_with('.'), "{said}");
    assert_eq!(fs::read(&path).unwrap(), before, "the file was changed");
    assert!(!directory.path().join("pegout.db-wal").exists());
}

#[test]
fn a_database_of_a_newer_pegout_is_refused_and_left_unchanged() {
    let directory = served_before();
    let connection = Connection::open(directory.path().join("pegout.db")).unwrap();
    connection.pragma_update(None, "journal_mode", "delete").unwrap();
    connection.pragma_update(None, "user_version", 1000).unwrap();
    drop(connection);
    assert_refuses_and_leaves(&directory, "was written by a newer Pegout");
}

#[test]
fn a_database_of_another_program_is_refused_and_left_unchanged() {
    for application_id in [0, 0x4752_4150] {
        let directory = tempfile::tempdir().unwrap();
        let connection = Connection::open(directory.path().join("pegout.db")).unwrap();
        connection.pragma_update(None, "application_id", application_id).unwrap();
        connection.execute_batch("CREATE TABLE event (name TEXT); INSERT INTO event VALUES ('a wedding')").unwrap();
        drop(connection);
        assert_refuses_and_leaves(&directory, "is not a database of Pegout's");
    }
}

#[test]
fn the_write_ahead_log_of_another_program_is_left_unchanged() {
    let (open, directory) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let connection = Connection::open(open.path().join("pegout.db")).unwrap();
    connection.pragma_update(None, "journal_mode", "wal").unwrap();
    connection.execute_batch("CREATE TABLE event (name TEXT); INSERT INTO event VALUES ('a wedding')").unwrap();
    let files = ["pegout.db", "pegout.db-wal"].map(|name| directory.path().join(name));
    let before = files.each_ref().map(|file| {
        fs::copy(open.path().join(file.file_name().unwrap()), file).unwrap();
        fs::read(file).unwrap()
    });
    assert!(start_refusal(&directory).contains("is not a database of Pegout's"));
    assert!(files.map(|file| fs::read(file).unwrap()) == before, "the files were changed");
}

#[test]
fn a_file_that_is_not_a_database_is_refused_and_left_unchanged() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("pegout.db"), "Ann owes Bob a dollar. ".repeat(100)).unwrap();
    assert_refuses_and_leaves(&directory, "is not a database of Pegout's");
}

#[test]
fn a_database_in_use_is_refused_under_every_name() {
    let service = Service::start_unlimited();
    service.dispatch(TABLE.begin()).ok(201);
    assert!(start_refusal(&service.directory).contains("Another Pegout serves"));
    let elsewhere = tempfile::tempdir().unwrap();
    symlink(database_path(&service), elsewhere.path().join("pegout.db")).unwrap();
    assert!(start_refusal(&elsewhere).contains("Another Pegout serves"));
    service.dispatch(TABLE.request(Change::Peg(0))).ok(201);
    TABLE.assert_equals_log(&service);
}

#[test]
fn a_command_after_events_of_another_writer_is_decided_again_on_what_is_stored() {
    let service = Service::start_unlimited();
    service.dispatch(TABLE.begin()).ok(201);
    for peg in 0..3 {
        service.dispatch(TABLE.request(Change::Peg(peg))).ok(201);
    }
    let mut watcher = Watcher::open(&service, &format!("{}/live", TABLE.path()), None);
    let mut watcher_sees = |version: u64| drop(watcher.until(|game| game["version"] == version));
    let other = Connection::open(database_path(&service)).unwrap();
    other.busy_timeout(Duration::from_secs(5)).unwrap();
    let copy = "INSERT INTO event SELECT stream, 5, replace(body, '\"id\":\"00000002', '\"id\":\"00000009'), 0 FROM event \
                WHERE version = 4";
    assert_eq!(checksums::execute(&other, copy, []).unwrap(), 1);
    service.dispatch(TABLE.request(Change::Peg(3))).ok(201);
    assert!(TABLE.log(&service).into_keys().eq([0, 1, 2, 3, 9]));
    assert_eq!(TABLE.game(&service)["version"], 6);
    watcher_sees(6);

    checksums::execute(&other, "DELETE FROM event WHERE version >= 5", []).unwrap();
    service.dispatch(TABLE.request(Change::Peg(4))).ok(201);
    assert!(TABLE.log(&service).into_keys().eq([0, 1, 2, 4]));
    watcher_sees(5);
    service.dispatch(TABLE.request(Change::Peg(5))).ok(201);
    watcher_sees(6);
    TABLE.assert_equals_log(&service);
}
