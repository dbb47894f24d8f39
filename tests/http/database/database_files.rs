//! Database files: permissions, removal while the service runs, and the copy before a migration.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use crate::support::command::done;
use crate::support::database::{database_path, served_before, start_refusal, wait_until, wrapped_by};
use crate::support::frozen::stopped_at;
use crate::support::service::{Service, unlimited};
use crate::support::table::{Change, Table};

const TABLE: Table = Table(1);
const DISPLACED: &str = "was removed or replaced while Pegout serves it";

fn beside(service: &Service, name: &str) -> PathBuf {
    service.directory.path().join(name)
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).permissions().mode() & 0o777
}

/// A service that writes its log into the file `log` of its folder.
fn logging() -> Service {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let log = File::create(directory.path().join("log")).unwrap();
    Service::start_in(directory, |command| unlimited(command).env("RUST_LOG", "info").stderr(log))
}

fn logged(service: &Service) -> String {
    fs::read_to_string(beside(service, "log")).unwrap()
}

/// The command with a umask of 0.
fn with_an_open_umask(command: &mut Command) -> &mut Command {
    let mut open = Command::new("sh");
    open.args(["-c", "umask 0; exec \"$0\" \"$@\""]).arg(command.get_program());
    *command = wrapped_by(open, command);
    command
}

#[test]
fn the_database_files_are_readable_by_their_owner_only() {
    let files = ["pegout.db", "pegout.db-wal", "pegout.db-shm", "pegout.db.lock"];
    let mut service = Service::start_with(with_an_open_umask);
    for file in files {
        assert_eq!(mode(&beside(&service, file)), 0o600, "{file} of a new database");
    }
    service.child.kill().unwrap();
    service.child.wait().unwrap();
    for file in files {
        fs::set_permissions(beside(&service, file), Permissions::from_mode(0o644)).unwrap();
    }
    let service = service.restarted(with_an_open_umask);
    for file in files {
        assert_eq!(mode(&beside(&service, file)), 0o600, "{file} of a database that others could read");
    }
}

#[test]
fn a_linked_database_keeps_its_files_beside_the_target() {
    let elsewhere = tempfile::tempdir().unwrap();
    let directory = tempfile::tempdir().unwrap();
    symlink(elsewhere.path().join("club.db"), directory.path().join("pegout.db")).unwrap();
    let service = Service::start_in(Arc::new(directory), |command| with_an_open_umask(unlimited(command)));
    service.dispatch(TABLE.begin()).ok(201);
    for file in ["club.db", "club.db-wal", "club.db-shm"] {
        assert_eq!(mode(&elsewhere.path().join(file)), 0o600, "{file}");
    }
    let other = elsewhere.path().join("other.db");
    fs::copy(elsewhere.path().join("club.db"), &other).unwrap();
    fs::remove_file(database_path(&service)).unwrap();
    symlink(&other, database_path(&service)).unwrap();
    service.dispatch(TABLE.request(Change::Peg(0))).problem(503, "unavailable");
}

#[test]
fn pegs_are_refused_while_the_database_is_removed_and_accepted_when_it_is_back() {
    let service = logging();
    service.dispatch(TABLE.begin()).ok(201);
    service.dispatch(TABLE.request(Change::Peg(0))).ok(201);
    let away = beside(&service, "away.db");
    fs::rename(database_path(&service), &away).unwrap();
    for peg in 1..10 {
        service.dispatch(TABLE.request(Change::Peg(peg))).problem(503, "unavailable");
    }
    let unready = service.get("/readyz").problem(503, "unavailable");
    assert!(unready["detail"].as_str().unwrap().contains(DISPLACED), "{unready}");
    assert!(logged(&service).contains(DISPLACED));
    assert!(!database_path(&service).exists(), "an empty database was made in the place of the old");
    assert_eq!(TABLE.game(&service)["version"], 2);

    fs::rename(&away, database_path(&service)).unwrap();
    wait_until("ready", || service.get("/readyz").status == 200);
    service.dispatch(TABLE.request(Change::Peg(1))).ok(201);
    let service = service.start_again(unlimited);
    assert!(TABLE.log(&service).into_keys().eq([0, 1]));
}

#[test]
fn pegs_are_refused_while_another_database_replaces_the_open_one() {
    let service = Service::start_unlimited();
    service.dispatch(TABLE.begin()).ok(201);
    service.dispatch(Table(2).begin()).ok(201);
    let other = served_before();
    let away = beside(&service, "away.db");
    fs::rename(database_path(&service), &away).unwrap();
    fs::rename(other.path().join("pegout.db"), database_path(&service)).unwrap();
    service.dispatch(TABLE.request(Change::Peg(0))).problem(503, "unavailable");
    service.dispatch(Table(3).begin()).problem(503, "unavailable");
    // A game outside the cache is refused too, since the other file has other games.
    service.get(&Table(3).path()).problem(503, "unavailable");

    fs::rename(&away, database_path(&service)).unwrap();
    service.dispatch(TABLE.request(Change::Peg(0))).ok(201);
    service.dispatch(Table(3).begin()).ok(201);
    let service = service.start_again(unlimited);
    assert_eq!(TABLE.log(&service).len(), 1);
    for table in [Table(2), Table(3)] {
        assert!(table.log(&service).is_empty());
    }
}

#[test]
fn no_peg_is_accepted_after_a_backup_was_copied_over_the_open_database() {
    let mut service = logging();
    service.dispatch(TABLE.begin()).ok(201);
    service.dispatch(TABLE.request(Change::Peg(0))).ok(201);
    done(&service.directory, &["backup", "club.db"]);
    service.dispatch(Table(2).begin()).ok(201);
    service.dispatch(TABLE.request(Change::Peg(1))).ok(201);
    // The control: SQLite writes to the file as well, also that of another program.
    for mode in ["PASSIVE", "TRUNCATE"] {
        let modified = || fs::metadata(database_path(&service)).unwrap().modified().unwrap();
        let before = modified();
        service.database().query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |_| Ok(())).unwrap();
        assert!(mode == "TRUNCATE" || modified() > before, "the checkpoint wrote nothing, and shows nothing");
        service.dispatch(TABLE.request(Change::Peg(if mode == "PASSIVE" { 2 } else { 3 }))).ok(201);
    }
    // The log has no page of the games.
    service.database().query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    service.coordinator();

    fs::copy(beside(&service, "club.db"), database_path(&service)).unwrap();
    for peg in 4..7 {
        let refused = service.dispatch(TABLE.request(Change::Peg(peg))).problem(503, "unavailable");
        assert!(refused["detail"].as_str().unwrap().contains("Another program has written"), "{refused}");
    }
    service.get("/readyz").problem(503, "unavailable");
    // A game that is not in memory would have to be read from the other file.
    service.get(&Table(3).path()).problem(503, "unavailable");
    assert!(logged(&service).contains("another program has written into"));
    let log = fs::read(beside(&service, "pegout.db-wal")).unwrap();
    assert!(!log.is_empty());
    service.stop();
    assert_eq!(fs::read(beside(&service, "pegout.db-wal")).unwrap(), log);
    let mut service = service.restarted(unlimited);
    let unready = service.get("/readyz").problem(503, "unavailable");
    assert!(unready["detail"].as_str().unwrap().contains("Go back to a backup"), "{unready}");
    service.stop();
    done(&service.directory, &["restore", "club.db", "--replace"]);
    let service = service.restarted(unlimited);
    assert!(TABLE.log(&service).into_keys().eq(0..1));
}

#[test]
fn pegs_survive_a_kill_after_the_write_ahead_log_was_removed() {
    for companion in ["pegout.db-wal", "pegout.db-shm"] {
        survives_a_kill_without(companion);
    }
}

fn survives_a_kill_without(companion: &str) {
    let mut service = Service::start_unlimited();
    service.dispatch(TABLE.begin()).ok(201);
    for peg in 0..9 {
        service.dispatch(TABLE.request(Change::Peg(peg))).ok(201);
    }
    fs::remove_file(beside(&service, companion)).unwrap();
    let refused = service.dispatch(TABLE.request(Change::Peg(9))).problem(503, "unavailable");
    assert!(refused["detail"].as_str().unwrap().contains("Start Pegout again"), "{refused}");
    wait_until("the pegs are in the file", || {
        let directory = tempfile::tempdir().unwrap();
        let copy = directory.path().join("copy.db");
        fs::copy(database_path(&service), &copy).unwrap();
        let count = Connection::open(copy).unwrap().query_row("SELECT count(*) FROM event", [], |row| row.get(0));
        count == Ok(10)
    });
    service.child.kill().unwrap();
    service.child.wait().unwrap();
    let service = service.restarted(unlimited);
    assert!(TABLE.log(&service).into_keys().eq(0..9));
}

#[test]
fn forgetting_a_player_during_a_read_delays_no_peg_and_no_stop() {
    let mut service = logging();
    let coordinator = service.coordinator();
    let add = |name: &str| {
        let player = service.request("POST", "/api/v1/players", &coordinator, Some(&json!({"name": name}))).ok(201);
        player["id"].as_str().unwrap().to_owned()
    };
    // SQLite would wait five seconds for the reader at each of them, which is longer than this test allows.
    let players: Vec<String> = (0..40).map(|number| add(&format!("Wilhelmina {number}"))).collect();
    service.dispatch(TABLE.begin()).ok(201);
    let log = beside(&service, "pegout.db-wal");
    let holds_a_name = || String::from_utf8_lossy(&fs::read(&log).unwrap()).contains("Wilhelmina");
    let reader = service.database();
    reader.execute_batch("BEGIN; SELECT count(*) FROM player").unwrap();
    let since = Instant::now();
    for (peg, player) in (0..).zip(&players) {
        let forgotten = service.request("DELETE", &format!("/api/v1/players/{player}"), &coordinator, None);
        assert!(forgotten.status < 300, "{}", forgotten.text);
        service.dispatch(TABLE.request(Change::Peg(peg))).ok(201);
    }
    assert!(since.elapsed() < Duration::from_secs(150), "{:?}", since.elapsed());
    assert!(holds_a_name(), "the reader holds up nothing, and the test shows nothing");
    wait_until("the log says so", || logged(&service).contains("still holds what was deleted last"));

    reader.execute_batch("COMMIT").unwrap();
    wait_until("the write-ahead log is emptied", || !holds_a_name());
    wait_until("the log says so", || logged(&service).contains("is emptied"));
    for file in ["pegout.db", "pegout.db-wal"] {
        let bytes = fs::read(beside(&service, file)).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains("Wilhelmina"), "the name is in {file}");
    }

    reader.execute_batch("BEGIN; SELECT count(*) FROM player").unwrap();
    service.dispatch(TABLE.request(Change::Peg(40))).ok(201);
    service.stop();
    assert!(logged(&service).contains("The next start tries it again"));
    drop(reader);
    let service = service.restarted(unlimited);
    wait_until("the next start empties it", || fs::metadata(beside(&service, "pegout.db-wal")).unwrap().len() == 0);
    assert_eq!(TABLE.log(&service).len(), 41);
}

#[test]
fn a_write_ahead_log_without_its_database_is_kept() {
    let mut service = Service::start_unlimited();
    service.dispatch(TABLE.begin()).ok(201);
    service.dispatch(TABLE.request(Change::Peg(0))).ok(201);
    service.child.kill().unwrap();
    service.child.wait().unwrap();
    let away = beside(&service, "away.db");
    fs::rename(database_path(&service), &away).unwrap();
    let said = start_refusal(&service.directory);
    assert!(said.contains("is missing") && said.contains("has a part of it"), "{said}");
    fs::rename(&away, database_path(&service)).unwrap();
    let service = service.restarted(unlimited);
    assert_eq!(TABLE.log(&service).len(), 1);
}

/// A directory with a database of the first schema.
fn of_the_first_schema() -> Arc<TempDir> {
    let directory = tempfile::tempdir().unwrap();
    drop(stopped_at(1, directory.path()));
    Arc::new(directory)
}

/// The schema version and all events.
fn contents(path: &Path) -> (u32, Vec<(Vec<u8>, u64, String)>) {
    let connection = Connection::open(path).unwrap();
    let mut select = connection.prepare("SELECT stream, version, body FROM event ORDER BY stream, version").unwrap();
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    let version = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    (version, rows.map(Result::unwrap).collect())
}

#[test]
fn a_database_of_an_older_schema_is_copied_before_its_migration() {
    let directory = of_the_first_schema();
    let (database, copy) = (directory.path().join("pegout.db"), directory.path().join("pegout.db.before-11"));
    let before = contents(&database);
    assert_eq!(before.0, 1);
    fs::write(directory.path().join("pegout.db.before-11.part"), "of a start that was cut off").unwrap();
    let mut service = Service::start_in(directory.clone(), with_an_open_umask);
    service.stop();
    assert_eq!(contents(&database).0, 11);
    assert_eq!(contents(&copy), before);
    assert_eq!(mode(&copy), 0o600);
    assert!(!directory.path().join("pegout.db.before-11.part").exists());

    fs::remove_file(&copy).unwrap();
    Service::start_in(directory.clone(), |command| command).stop();
    assert!(!copy.exists(), "a database that is up to date was copied");
    Service::start().stop();
}

#[test]
fn a_database_that_cannot_be_copied_is_not_migrated() {
    let directory = of_the_first_schema();
    let obstacle = directory.path().join("pegout.db.before-11.part");
    fs::create_dir(&obstacle).unwrap();
    let service = Service::start_in(directory.clone(), |command| unlimited(command).env("RUST_LOG", "off"));
    service.get("/readyz").problem(503, "unavailable");
    assert_eq!(contents(&database_path(&service)).0, 1);
    fs::remove_dir(&obstacle).unwrap();
    wait_until("ready", || service.get("/readyz").status == 200);
    assert_eq!(contents(&database_path(&service)).0, 11);
}

#[test]
fn copies_from_before_a_migration_are_removed_after_thirty_days() {
    let directory = served_before();
    let day = Duration::from_secs(24 * 60 * 60);
    let make = |name: &str, days: u32| {
        let file = File::create(directory.path().join(name)).unwrap();
        file.set_modified(SystemTime::now() - day * days).unwrap();
        directory.path().join(name)
    };
    let old = make("pegout.db.before-1", 31);
    let kept = ["other.db.before-1", "pegout.db.saved", "pegout.db.before-summer", "pegout.db.before-1.gz"];
    let kept = [kept.map(|name| make(name, 31)).to_vec(), vec![make("pegout.db.before-3", 29)]].concat();
    let _service = Service::start_in(directory.clone(), |command| command);
    wait_until("the old copy is gone", || !old.exists());
    assert!(kept.iter().all(|file| file.exists()));
}
