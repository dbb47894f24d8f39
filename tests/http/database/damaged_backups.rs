//! A backup counts when it was checked whole: that of a damaged database is kept under another name, and said everywhere.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;
use tempfile::TempDir;

use crate::support::calls::{Calls, Fate};
use crate::support::command::{done, refused};
use crate::support::database::{served_before, wait_until};
use crate::support::service::{PASSWORD, Service, pegout, unlimited};

const BACKUPS: &str = "/api/v1/backups";

/// Changes an event as a broken disk would: its checksum stays.
fn damage(directory: &TempDir) {
    let database = rusqlite::Connection::open(directory.path().join("pegout.db")).unwrap();
    assert_eq!(database.execute("UPDATE event SET body = replace(body, 'begun', 'begum')", []).unwrap(), 1);
}

fn names(folder: &Path, ending: &str) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(ending)).collect();
    names.sort();
    names
}

fn with_backups(directory: Arc<TempDir>, folder: &Path) -> Service {
    let folder = folder.to_str().unwrap();
    Service::start_in(directory, |command| {
        unlimited(command).args(["--backup-to", folder, "--backup-every", "1s"]).env("RUST_LOG", "off")
    })
}

#[test]
fn a_backup_of_a_damaged_database_fails_and_keeps_a_copy_that_nobody_takes_for_a_backup() {
    let directory = served_before();
    let said = done(&directory, &["backup", "sound.db"]);
    assert!(said.contains("sound.db is a backup of everything in pegout.db, checked: 1 game, 0 nights"), "{said}");
    damage(&directory);
    let sentences = refused(&directory, &["backup", "copy.db"]);
    assert!(sentences.contains("No backup was made: pegout.db is damaged"), "{sentences}");
    assert!(sentences.contains("is damaged in the database") && sentences.contains("pegout restore"), "{sentences}");
    assert_eq!(names(directory.path(), "copy.db.damaged"), ["copy.db.damaged"]);
    assert!(!directory.path().join("copy.db").exists());
    for name in ["second.db", "third.db"] {
        refused(&directory, &["backup", name]);
    }
    assert_eq!(names(directory.path(), ".damaged"), ["second.db.damaged", "third.db.damaged"], "the newest two stay");
}

#[test]
fn a_service_whose_database_is_damaged_says_so_at_its_next_backup_and_removes_none() {
    let directory = served_before();
    let backups = tempfile::tempdir().unwrap();
    // Without damage only one of these two old backups of a month would stay.
    let old = ["pegout-2020-01-01T00-00-00Z.db", "pegout-2020-01-02T00-00-00Z.db"];
    let have_both = || old.iter().all(|name| backups.path().join(name).exists());
    old.iter().for_each(|name| fs::write(backups.path().join(name), "").unwrap());
    damage(&directory);
    let service = with_backups(directory.clone(), backups.path());
    let coordinator = service.coordinator();
    let told = || service.request("GET", BACKUPS, &coordinator, None).ok(200);
    wait_until("a backup fails", || told()["failed"] == true);
    let reason = told()["reason"].as_str().unwrap().to_owned();
    assert!(reason.contains("The database is damaged") && reason.contains("Z.db.damaged"), "{reason}");
    assert_eq!(service.get("/readyz").ok(200)["status"], "ok");
    assert!(service.get("/readyz").text.contains("damaged"), "{}", service.get("/readyz").text);
    for line in ["\npegout_backup_failed 1\n", "\npegout_database_damaged 1\n"] {
        assert!(service.get("/metrics").text.contains(line), "{line}");
    }
    let sessions = service.request("GET", "/api/v1/sessions", &coordinator, None).ok(200);
    assert_eq!(sessions["warnings"], json!(["backup_failed", "database_damaged"]));
    assert_eq!(names(backups.path(), "Z.db").len(), 2);
    assert!(have_both());
    drop(service);
    // The control: the next backup of a sound database is one, and the older of the two goes.
    let _service = with_backups(served_before(), backups.path());
    wait_until("one goes", || !have_both());
}

#[test]
fn no_backup_of_a_damaged_database_is_given_out() {
    let directory = served_before();
    damage(&directory);
    let service = Service::start_in(directory, |command| unlimited(command).env("RUST_LOG", "off"));
    let password = json!({"password": PASSWORD});
    let refused = service.request("POST", BACKUPS, &service.coordinator(), Some(&password));
    let problem = refused.problem(503, "damaged");
    assert!(problem["detail"].as_str().unwrap().contains("no backup of it is given out"), "{problem}");
}

#[test]
fn what_a_killed_backup_has_left_goes_with_the_next_one_or_at_the_next_start() {
    let directory = served_before();
    let calls = Calls::new();
    let backup = |name: &str| {
        let mut command = pegout(&directory);
        command.args(["backup", name]);
        command
    };
    let all = calls.count(&mut backup("counted.db"));
    let kill = |name: &str| {
        calls.at(all / 2, Fate::Killed, &mut backup(name)).output().unwrap();
        assert_eq!(names(directory.path(), ".part"), [format!("{name}.part")]);
    };
    fs::write(directory.path().join("notes.part.txt"), "mine").unwrap();
    kill("first.db");
    done(&directory, &["backup", "second.db"]);
    assert!(names(directory.path(), ".part").is_empty());
    kill("third.db");
    fs::write(directory.path().join("mine.part"), "the coordinator's own").unwrap();
    let _service = Service::start_in(directory.clone(), unlimited);
    wait_until("it is removed", || names(directory.path(), ".part") == ["mine.part"]);
    // A locked part stays.
    let written = fs::File::create(directory.path().join("fourth.db.part")).unwrap();
    written.lock().unwrap();
    done(&directory, &["backup", "fifth.db"]);
    assert_eq!(names(directory.path(), ".part"), ["fourth.db.part", "mine.part"]);
    assert!(refused(&directory, &["backup", "fourth.db"]).contains("Another Pegout writes"));
    drop(written);
    done(&directory, &["backup", "fourth.db"]);
}
