//! What becomes of what is kept when the disk, the file or its place is not as it should be.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::json;

use crate::hall::{Ask, Table, hall, unlimited};
use crate::service::{PASSWORD, Service, pegout};
use crate::superset::assert_keeps;

const TABLE: Table = Table(1);

pub fn database(service: &Service) -> PathBuf {
    service.directory.path().join("pegout.db")
}

/// Waits until it is so; asserts that it comes to be.
#[track_caller]
pub fn eventually(what: &str, so: impl Fn() -> bool) {
    let since = Instant::now();
    while !so() {
        assert!(since.elapsed() < Duration::from_secs(30), "still not: {what}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// What the start of a service in this directory says when it refuses.
#[track_caller]
pub fn refusal(directory: &tempfile::TempDir) -> String {
    let mut command = pegout(directory);
    let mut child = command.args(["--listen", "127.0.0.1:0"]).stderr(Stdio::piped()).spawn().unwrap();
    let since = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if since.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
        }
        thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "it has started");
    String::from_utf8(output.stderr).unwrap()
}

/// A directory with a database that a Pegout has served and one game in it.
pub fn served_before() -> Arc<tempfile::TempDir> {
    let mut service = hall();
    service.tell(TABLE.begin()).ok(201);
    service.stop();
    service.directory.clone()
}

/// The same start by another program, which may have arguments of its own.
pub fn started_by(mut program: Command, command: &Command) -> Command {
    program.args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => program.env(name, value),
            None => program.env_remove(name),
        };
    }
    program.current_dir(command.get_current_dir().unwrap()).stdout(Stdio::piped());
    program
}

/// The command as one that is not killed when a file may not grow: that is how a disk comes to be full here.
fn ignoring_size_limits(command: &Command) -> Command {
    let mut ignoring = Command::new("sh");
    ignoring.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(command.get_program());
    started_by(ignoring, command)
}

/// The command as one that a directory can be closed to, which none is to root with all its rights.
fn bound_by_permissions(command: &Command) -> Command {
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        return started_by(Command::new(command.get_program()), command);
    }
    let mut bound = Command::new("setpriv");
    bound.args(["--bounding-set=-dac_override,-dac_read_search", "--"]).arg(command.get_program());
    started_by(bound, command)
}

#[track_caller]
fn assert_refuses_and_leaves(directory: &tempfile::TempDir, sentence: &str) {
    let path = directory.path().join("pegout.db");
    let before = fs::read(&path).unwrap();
    let said = refusal(directory);
    assert!(said.contains(sentence) && said.trim_end().ends_with('.'), "{said}");
    assert_eq!(fs::read(&path).unwrap(), before, "the file was changed");
    assert!(!directory.path().join("pegout.db-wal").exists());
}

#[test]
fn a_full_disk_is_503_and_reading_goes_on_until_there_is_room_again() {
    let service = Service::start_with(|command| {
        *command = ignoring_size_limits(unlimited(command).env("RUST_LOG", "off"));
        command
    });
    let limit = |bytes: &str| {
        let arguments = ["--pid", &service.child.id().to_string(), &format!("--fsize={bytes}:")];
        assert!(Command::new("prlimit").args(arguments).status().unwrap().success());
    };
    service.tell(TABLE.begin()).ok(201);
    service.tell(TABLE.ask(Ask::Peg(0))).ok(201);
    let before = TABLE.game(&service);

    limit("4096");
    for _ in 0..3 {
        let refused = service.tell(TABLE.ask(Ask::Peg(1)));
        assert!(refused.header("retry-after").parse::<u32>().unwrap() >= 1);
        refused.problem(503, "unavailable");
    }
    let elsewhere = service.tell(Table(2).begin());
    assert!(elsewhere.header("retry-after").parse::<u32>().unwrap() >= 1);
    elsewhere.problem(503, "unavailable");
    service.get("/readyz").problem(503, "unavailable");
    service.get("/healthz").ok(200);
    assert_eq!(TABLE.game(&service), before);
    assert_eq!(TABLE.log(&service).len(), 1);
    service.tell(TABLE.ask(Ask::Peg(0))).ok(200);
    service.get("/api/v1/score/hand?cards=5H,5D,5S,JC&starter=5C").ok(200);
    service.get(&Table(2).path()).problem(404, "not-found");

    limit("unlimited");
    service.tell(TABLE.ask(Ask::Peg(1))).ok(201);
    service.tell(Table(2).begin()).ok(201);
    service.get("/readyz").ok(200);
    TABLE.is_its_log(&service);
    assert_eq!(TABLE.log(&service).len(), 2);
}

#[test]
fn a_directory_that_cannot_be_written_to_holds_up_only_the_games_and_only_so_long() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let allow = |mode| fs::set_permissions(directory.path(), Permissions::from_mode(mode)).unwrap();
    allow(0o555);
    let service = Service::start_in(directory.clone(), |command| {
        *command = bound_by_permissions(unlimited(command).env("RUST_LOG", "off"));
        command
    });
    let sign_in = || service.post("/api/v1/session", &json!({"password": PASSWORD}));
    service.get("/healthz").ok(200);
    service.get("/api/v1/score/hand?cards=5H,5D,5S,JC&starter=5C").ok(200);
    let refused = service.tell(TABLE.begin());
    assert!(refused.header("retry-after").parse::<u32>().unwrap() >= 1);
    refused.problem(503, "unavailable");
    service.get(&TABLE.path()).problem(503, "unavailable");
    service.get("/readyz").problem(503, "unavailable");
    sign_in().problem(503, "unavailable");

    allow(0o777);
    eventually("ready", || service.get("/readyz").status == 200);
    service.tell(TABLE.begin()).ok(201);
    service.tell(TABLE.ask(Ask::Peg(0))).ok(201);
    TABLE.is_its_log(&service);
    eventually("the password is seen to", || sign_in().status != 503);
    sign_in().ok(201);
}

#[test]
fn a_database_of_a_newer_pegout_is_refused_and_left_as_it_is() {
    let directory = served_before();
    let connection = Connection::open(directory.path().join("pegout.db")).unwrap();
    connection.pragma_update(None, "journal_mode", "delete").unwrap();
    connection.pragma_update(None, "user_version", 1000).unwrap();
    drop(connection);
    assert_refuses_and_leaves(&directory, "was written by a newer Pegout");
}

#[test]
fn a_database_of_another_program_is_refused_and_left_as_it_is() {
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
fn what_another_program_left_in_its_write_ahead_log_is_not_tidied_up_for_it() {
    let (open, directory) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let connection = Connection::open(open.path().join("pegout.db")).unwrap();
    connection.pragma_update(None, "journal_mode", "wal").unwrap();
    connection.execute_batch("CREATE TABLE event (name TEXT); INSERT INTO event VALUES ('a wedding')").unwrap();
    let files = ["pegout.db", "pegout.db-wal"].map(|name| directory.path().join(name));
    let before = files.each_ref().map(|file| {
        fs::copy(open.path().join(file.file_name().unwrap()), file).unwrap();
        fs::read(file).unwrap()
    });
    assert!(refusal(&directory).contains("is not a database of Pegout's"));
    assert!(files.map(|file| fs::read(file).unwrap()) == before, "the files were changed");
}

#[test]
fn a_file_that_is_no_database_is_refused_and_left_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("pegout.db"), "Ann owes Bob a dollar. ".repeat(100)).unwrap();
    assert_refuses_and_leaves(&directory, "is not a database of Pegout's");
}

#[test]
fn a_database_that_another_pegout_serves_is_refused_by_whatever_name() {
    let service = hall();
    service.tell(TABLE.begin()).ok(201);
    assert!(refusal(&service.directory).contains("Another Pegout serves"));
    let elsewhere = tempfile::tempdir().unwrap();
    symlink(database(&service), elsewhere.path().join("pegout.db")).unwrap();
    assert!(refusal(&elsewhere).contains("Another Pegout serves"));
    service.tell(TABLE.ask(Ask::Peg(0))).ok(201);
    TABLE.is_its_log(&service);
}

#[test]
fn after_a_stop_everything_is_in_the_one_file() {
    let directory = served_before();
    let beside = fs::metadata(directory.path().join("pegout.db-wal")).map_or(0, |file| file.len());
    assert_eq!(beside, 0, "what was written ahead was left beside the database");
    let copy = Arc::new(tempfile::tempdir().unwrap());
    fs::copy(directory.path().join("pegout.db"), copy.path().join("pegout.db")).unwrap();
    let service = Service::start_in(copy, unlimited);
    assert_eq!(TABLE.game(&service)["version"], 1);
}

#[test]
fn what_another_program_did_to_the_log_is_neither_written_over_nor_built_upon() {
    let service = hall();
    service.tell(TABLE.begin()).ok(201);
    for peg in 0..3 {
        service.tell(TABLE.ask(Ask::Peg(peg))).ok(201);
    }
    let other = Connection::open(database(&service)).unwrap();
    other.busy_timeout(Duration::from_secs(5)).unwrap();
    let copy = "INSERT INTO event SELECT stream, 5, replace(body, '\"id\":\"00000002', '\"id\":\"00000009') FROM event \
                WHERE version = 4";
    assert_eq!(other.execute(copy, []).unwrap(), 1);
    // The first who notices is asked to send it again, and then all is as the log has it.
    service.tell(TABLE.ask(Ask::Peg(3))).problem(503, "unavailable");
    service.tell(TABLE.ask(Ask::Peg(3))).ok(201);
    assert!(TABLE.log(&service).into_keys().eq([0, 1, 2, 3, 9]));
    assert_eq!(TABLE.game(&service)["version"], 6);

    other.execute("DELETE FROM event WHERE version >= 5", []).unwrap();
    service.tell(TABLE.ask(Ask::Peg(4))).problem(503, "unavailable");
    service.tell(TABLE.ask(Ask::Peg(4))).ok(201);
    assert!(TABLE.log(&service).into_keys().eq([0, 1, 2, 4]));
    TABLE.is_its_log(&service);
}

#[test]
fn a_stop_while_everybody_pegs_keeps_what_was_acknowledged_and_waits_for_nobody() {
    let mut service = hall();
    let tables: Vec<Table> = (0..16).map(Table).collect();
    for table in &tables {
        service.tell(table.begin()).ok(201);
    }
    let acknowledged: Vec<u32> = thread::scope(|scope| {
        let phones = tables.iter().map(|table| scope.spawn(|| peg_until_refused(&service, *table)));
        let phones: Vec<_> = phones.collect();
        thread::sleep(Duration::from_millis(300));
        service.signal("-TERM");
        phones.into_iter().map(|phone| phone.join().unwrap()).collect()
    });
    let stopping = Instant::now();
    assert!(service.child.wait().unwrap().success());
    assert!(stopping.elapsed() < Duration::from_secs(5), "the stop waited for phones that go on pegging");
    let service = service.revived(unlimited);
    for (table, count) in tables.into_iter().zip(acknowledged) {
        let pegs: Vec<u32> = table.log(&service).into_keys().collect();
        // The one that was on its way is there or not.
        let there = [count, count + 1].map(|count| (0..count).collect());
        assert!(there.contains(&pegs), "{count} pegs of {table:?} were acknowledged, and there are {pegs:?}");
        table.is_its_log(&service);
    }
}

/// Pegs until there is no answer, and says how many pegs were acknowledged.
fn peg_until_refused(service: &Service, table: Table) -> u32 {
    for peg in 0..200 {
        match service.try_to_tell(table.ask(Ask::Peg(peg))) {
            Ok(answer) if answer.status == 201 => {}
            Ok(answer) => {
                answer.problem(503, "unavailable");
                return peg;
            }
            Err(_) => return peg,
        }
    }
    panic!("the stop came too late for {table:?}")
}

#[test]
fn the_database_of_every_release_still_loads() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/http/data");
    let releases: Vec<PathBuf> = fs::read_dir(data)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sql"))
        .collect();
    assert!(!releases.is_empty());
    for release in releases {
        let directory = Arc::new(tempfile::tempdir().unwrap());
        let connection = Connection::open(directory.path().join("pegout.db")).unwrap();
        connection.execute_batch(&fs::read_to_string(&release).unwrap()).unwrap();
        drop(connection);
        let service = Service::start_in(directory, |command| command);
        let expected: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(release.with_extension("json")).unwrap()).unwrap();
        for game in expected["games"].as_array().unwrap() {
            let path = format!("/api/v1/games/{}", game["id"].as_str().unwrap());
            assert_keeps(game, &service.get(&path).ok(200), &format!("{}: GET {path}", release.display()));
        }
        for answer in expected["answers"].as_array().unwrap() {
            let (path, body) = (answer["path"].as_str().unwrap(), answer["body"].to_string());
            let request = ureq::http::Request::builder()
                .method(answer["method"].as_str().unwrap())
                .uri(path)
                .header("Authorization", format!("Bearer {}", answer["token"].as_str().unwrap_or_default()))
                .header("Content-Type", "application/json");
            let given = service.tell(request.body(body.into_bytes()).unwrap());
            assert_eq!(given.status, answer["status"], "{path}: {}", given.text);
        }
    }
}
