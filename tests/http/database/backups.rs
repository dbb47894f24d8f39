//! `pegout backup`, `restore`, `check` and `password`, and the backups that the service makes by itself.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use crate::support::checksums;
use crate::support::command::{done, refused, run};
use crate::support::database::{served_before, wait_until};
use crate::support::frozen::stopped_at;
use crate::support::league::League;
use crate::support::postgres::on_file;
use crate::support::service::{PASSWORD, Service, pegout, unlimited};
use crate::support::table::{Change, Table};

const TABLE: Table = Table(1);

fn pegs(file: &Path) -> u32 {
    let database = Connection::open(file).unwrap();
    let count = "SELECT count(*) FROM event WHERE body LIKE '%\"pegged\"%'";
    database.query_row(count, [], |row| row.get(0)).unwrap()
}

/// A folder with the demonstration, which has nights, money and people.
fn demonstration() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    done(&directory, &["demo"]);
    directory
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.to_str().unwrap().ends_with(ending)).collect();
    files.sort();
    files
}

#[test]
fn a_backup_under_load_is_sound_and_has_everything_that_was_acknowledged_before_it_began() {
    let service = Service::start_unlimited();
    service.dispatch(TABLE.begin()).ok(201);
    let (acknowledged, compared) = (AtomicU32::new(0), AtomicU32::new(0));
    thread::scope(|scope| {
        let pegging = scope.spawn(|| {
            for peg in 0..200 {
                if peg == 199 {
                    wait_until("two backups are made", || compared.load(Ordering::SeqCst) > 1);
                }
                service.dispatch(TABLE.request(Change::Peg(peg)));
                if peg % 3 == 2 {
                    service.dispatch(TABLE.request(Change::TakeBack(peg)));
                }
                acknowledged.fetch_add(1, Ordering::SeqCst);
            }
        });
        while !pegging.is_finished() {
            let before = acknowledged.load(Ordering::SeqCst);
            let backup = format!("copy-{}.db", compared.load(Ordering::SeqCst));
            done(&service.directory, &["backup", &backup]);
            let said = done(&service.directory, &["check", &backup]);
            assert!(said.contains("is sound: 1 game,"), "{said}");
            assert!(pegs(&service.directory.path().join(&backup)) >= before, "{backup}");
            compared.fetch_add(1, Ordering::SeqCst);
        }
    });
}

#[test]
fn a_backup_replaces_nothing_and_leaves_nothing_half_done() {
    let _file = on_file();
    let directory = served_before();
    let said = done(&directory, &["backup", "copy.db"]);
    assert!(said.contains("copy.db is a backup of everything"), "{said}");
    assert!(refused(&directory, &["backup", "copy.db"]).contains("is there already: name another file"));
    fs::create_dir(directory.path().join("folder")).unwrap();
    done(&directory, &["backup", "folder"]);
    assert_eq!(files(&directory.path().join("folder"), "Z.db").len(), 1);
    assert!(refused(&directory, &["backup", "missing/copy.db"]).contains("missing/copy.db"));
    assert!(refused(&directory, &["backup", "other.db", "--database", "none.db"]).contains("none.db cannot be opened"));
    fs::write(directory.path().join("text.db"), "no database at all, though it is long enough to be one").unwrap();
    assert!(
        refused(&directory, &["backup", "other.db", "--database", "text.db"]).contains("not a database of Pegout's")
    );
    assert!(files(directory.path(), ".part").is_empty() && !directory.path().join("other.db").exists());
}

#[test]
fn a_check_changes_nothing_and_names_each_fault() {
    let directory = demonstration();
    let file = directory.path().join("pegout.db");
    let before = fs::read(&file).unwrap();
    let said = done(&directory, &["check"]);
    assert!(said.starts_with("pegout.db is sound: ") && said.contains("8 nights"), "{said}");
    assert!(fs::read(&file).unwrap() == before, "the check has changed the file");

    let game = "SELECT stream FROM event WHERE version = 1 AND body LIKE '%\"begun\"%'";
    let first_game = format!("(SELECT min(stream) FROM event WHERE version = 4 AND stream IN ({game}))");
    let first_night = "(SELECT stream FROM event WHERE version = 1 AND body LIKE '%\"scheduled\"%' LIMIT 1)";
    for (fault, said) in [
        (format!("DELETE FROM event WHERE stream = {first_game} AND version = 3"), "is damaged in the database"),
        (format!("DELETE FROM event WHERE stream = {first_game}"), "The game"),
        (format!("UPDATE event SET body = '{{}}' WHERE stream = {first_game} AND version = 2"), "cannot be read"),
        (format!("DELETE FROM event WHERE stream = {first_night}"), "has a row, and no log"),
        (format!("DELETE FROM night WHERE id = {first_night}"), "has a log and no row"),
        ("DELETE FROM player".to_owned(), "The player"),
    ] {
        fs::write(directory.path().join("faulty.db"), &before).unwrap();
        let faulty = Connection::open(directory.path().join("faulty.db")).unwrap();
        // A fault of a program, not of a disk.
        assert!(checksums::execute(&faulty, &fault, []).unwrap() > 0, "{fault}");
        drop(faulty);
        let sentences = refused(&directory, &["check", "faulty.db"]);
        assert!(sentences.starts_with("faulty.db is damaged:\n") && sentences.contains(said), "{fault}: {sentences}");
        assert!(sentences.contains("pegout restore"), "{sentences}");
        assert!(refused(&directory, &["restore", "faulty.db", "--replace"]).contains("is damaged"));
    }
    let mut torn = before.clone();
    let middle = torn.len() / 2;
    torn[middle..middle + 4096].fill(0xa5);
    fs::write(directory.path().join("torn.db"), torn).unwrap();
    assert!(refused(&directory, &["check", "torn.db"]).contains("SQLite says"));
    assert!(fs::read(&file).unwrap() == before, "a refused restore has changed the file");
}

#[test]
fn a_restored_backup_takes_the_place_of_what_is_kept_beside_it() {
    let _file = on_file();
    let mut service = Service::start_unlimited();
    service.dispatch(TABLE.begin()).ok(201);
    service.dispatch(TABLE.request(Change::Peg(0)));
    done(&service.directory, &["backup", "one-peg.db"]);
    service.dispatch(TABLE.request(Change::Peg(1)));
    let sentence = refused(&service.directory, &["restore", "one-peg.db", "--replace"]);
    assert!(sentence.contains("Another Pegout serves"), "{sentence}");
    service.stop();
    assert!(refused(&service.directory, &["restore", "one-peg.db"]).contains("Add --replace"));
    let said = done(&service.directory, &["restore", "one-peg.db", "--replace"]);
    assert!(said.contains("What was there before is"), "{said}");
    let service = service.restarted(unlimited);
    assert_eq!(TABLE.log(&service).len(), 1);
    let kept = files(service.directory.path(), "Z");
    assert_eq!(kept.iter().map(|file| pegs(file)).collect::<Vec<_>>(), [2]);
    let elsewhere = Arc::new(tempfile::tempdir().unwrap());
    let backup = service.directory.path().join("one-peg.db");
    done(&elsewhere, &["restore", backup.to_str().unwrap()]);
    assert_eq!(TABLE.log(&Service::start_in(elsewhere, unlimited)).len(), 1);
}

#[test]
fn a_damaged_database_is_replaced_too() {
    let _file = on_file();
    let directory = served_before();
    done(&directory, &["backup", "sound.db"]);
    fs::write(directory.path().join("pegout.db"), [0xa5; 8192]).unwrap();
    assert!(refused(&directory, &["check"]).contains("not a database of Pegout's"));
    done(&directory, &["restore", "sound.db", "--replace"]);
    assert!(done(&directory, &["check"]).contains("1 game"));
}

#[test]
fn a_database_keeps_its_owner_when_root_replaces_it() {
    let _file = on_file();
    let directory = served_before();
    done(&directory, &["backup", "sound.db"]);
    let file = directory.path().join("pegout.db");
    // Nobody else may give a file away.
    if chown(&file, Some(61_234), Some(61_235)).is_err() {
        return;
    }
    done(&directory, &["restore", "sound.db", "--replace"]);
    let owner = fs::metadata(&file).unwrap();
    assert_eq!((owner.uid(), owner.gid()), (61_234, 61_235));
}

#[test]
fn whoever_was_forgotten_after_a_backup_is_forgotten_in_it_when_it_is_restored() {
    let forget = |with_list: bool| {
        let backups = tempfile::tempdir().unwrap();
        let folder = backups.path().to_str().unwrap().to_owned();
        let service =
            Service::start_with(|command| unlimited(command).args(["--backup-to", &folder, "--backup-every", "1h"]));
        let mut league = League::new(service);
        let ann = json!({"name": "Ann Forgetmenot"});
        let player = league.request("POST", "/api/v1/players", &league.token, Some(&ann)).ok(201);
        let link = format!("/api/v1/players/{}/link", player["id"].as_str().unwrap());
        let token = json!({"token": "VGhlIGxpbmsgb2YgQW5uIEZvcmdldG1lbm90LCA0NDQ"});
        league.as_coordinator("PUT", &link, &token).ok(201);
        let backup = backups.path().join("with-ann.db");
        done(&league.directory, &["backup", backup.to_str().unwrap()]);
        let path = format!("/api/v1/players/{}", player["id"].as_str().unwrap());
        league.request("DELETE", &path, &league.token, None).ok(200);
        league.service.stop();
        let lists = files(backups.path(), ".forgotten");
        assert_eq!(lists.len(), 1);
        let list = fs::read_to_string(&lists[0]).unwrap();
        assert_eq!(list.trim(), player["id"].as_str().unwrap());
        if !with_list {
            fs::remove_file(&lists[0]).unwrap();
        }
        let elsewhere = tempfile::tempdir().unwrap();
        let said = done(&elsewhere, &["restore", backup.to_str().unwrap()]);
        let restored = fs::read(elsewhere.path().join("pegout.db")).unwrap();
        let database = rusqlite::Connection::open(elsewhere.path().join("pegout.db")).unwrap();
        let links: u32 = database.query_row("SELECT count(*) FROM player_link", [], |row| row.get(0)).unwrap();
        drop(database);
        done(&elsewhere, &["check", "pegout.db"]);
        let is_known = restored.windows(11).any(|bytes| bytes == b"Forgetmenot");
        assert_eq!(links, u32::from(is_known), "the personal link goes with the name");
        (said, is_known)
    };
    let (said, is_known) = forget(true);
    assert!(said.contains("One person who has been forgotten since") && !is_known, "{said}");
    // The control: without the list the name is there again, and the command says so.
    let (said, is_known) = forget(false);
    assert!(said.contains("No list of forgotten people was found") && is_known, "{said}");
}

#[test]
fn whoever_was_forgotten_in_an_older_database_is_forgotten_in_the_backup_that_replaces_it() {
    let _file = on_file();
    let mut league = League::open();
    let ann = league.player("Ann Forgetmenot");
    done(&league.directory, &["backup", "copy.db"]);
    league.service.stop();
    let folder = league.directory.path();
    files(folder, "pegout.db").iter().chain(&files(folder, "-wal")).for_each(|file| fs::remove_file(file).unwrap());
    let older = stopped_at(4, folder);
    let forgotten = "INSERT INTO forgotten_player (id) VALUES (unhex(?1, '-'))";
    assert_eq!(older.execute(forgotten, [&ann]).unwrap(), 1);
    drop(older);
    let said = done(&league.directory, &["restore", "copy.db", "--replace"]);
    assert!(said.contains("One person who has been forgotten since"), "{said}");
}

#[test]
fn the_service_makes_backups_by_itself_and_goes_on_when_it_cannot() {
    let backups = tempfile::tempdir().unwrap();
    let folder = backups.path().join("usb");
    let every_second = |command: &mut std::process::Command| {
        command.args(["--backup-to", folder.to_str().unwrap(), "--backup-every", "1s"]);
    };
    let service = Service::start_with(|command| {
        every_second(unlimited(command));
        command
    });
    service.dispatch(TABLE.begin()).ok(201);
    service.dispatch(TABLE.request(Change::Peg(0)));
    let told = || {
        let metrics = service.get("/metrics").text;
        let newest =
            metrics.lines().find_map(|line| line.strip_prefix("pegout_last_backup_timestamp_seconds ")).unwrap();
        newest.parse::<f64>().unwrap()
    };
    assert!(told().is_nan());
    let coordinator = service.coordinator();
    let warnings = || service.request("GET", "/api/v1/sessions", &coordinator, None).ok(200)["warnings"].clone();
    wait_until("a backup fails", || warnings() == json!(["backup_failed"]));
    assert!(service.get("/metrics").text.contains("\npegout_backup_failed 1\n"));
    // The folder is there only now, as a disk is that is plugged in late.
    fs::create_dir(&folder).unwrap();
    wait_until("two backups", || files(&folder, "Z.db").len() >= 2);
    let newest = files(&folder, "Z.db").pop().unwrap();
    let said = done(&service.directory, &["check", newest.to_str().unwrap()]);
    assert!(said.contains("1 game"), "{said}");
    assert!(told() > 1_700_000_000.0);
    assert_eq!(warnings(), json!([]));
}

#[test]
fn an_interval_that_is_none_is_refused_with_an_example() {
    let directory = tempfile::tempdir().unwrap();
    for interval in ["often", "0s", "-5m"] {
        let output = run(&directory, &[&format!("--backup-every={interval}")]);
        let sentence = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && sentence.contains("15m"), "{interval}: {sentence}");
    }
}

#[test]
fn a_new_password_is_set_at_the_machine_and_ends_the_old_sessions() {
    let _file = on_file();
    let mut service = Service::start_unlimited();
    let token = service.coordinator();
    let directory = service.directory.clone();
    let set = |password: &str| {
        let mut command = pegout(&directory);
        let mut child = command
            .arg("password")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(format!("{password}\n").as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert!(set("another-password").1.contains("Another Pegout serves"));
    service.stop();
    let (code, sentence) = set("short");
    assert!(code == Some(1) && sentence.contains("at least 8 letters"), "{sentence}");
    assert_eq!(set("another-password"), (Some(0), String::new()));
    let service = service.restarted(|command| command.args(["--wrong-tries", "100"]));
    assert_eq!(service.post("/api/v1/session", &json!({"password": PASSWORD})).status, 401);
    service.post("/api/v1/session", &json!({"password": "another-password"})).ok(201);
    assert_eq!(service.request("GET", "/api/v1/sessions", &token, None).status, 401);
    let empty = tempfile::tempdir().unwrap();
    assert!(refused(&empty, &["password"]).contains("pegout.db is missing"));
}
