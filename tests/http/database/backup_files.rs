//! The age of the backups, and a backup that the coordinator takes away as a file.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use serde_json::{Value, json};
use ureq::Body;
use ureq::http::{Request, Response};

use crate::support::command::done;
use crate::support::database::{served_before, wait_until};
use crate::support::league::League;
use crate::support::postgres::on_file;
use crate::support::service::{Answer, PASSWORD, Service, unlimited};
use crate::support::table::{Change, Table};

const BACKUPS: &str = "/api/v1/backups";
const TABLE: Table = Table(1);
/// More than the buffers of a connection hold.
const BALLAST: usize = 32_000_000;

fn asked(service: &Service, token: &str, password: &str) -> Request<Vec<u8>> {
    let request = Request::post(format!("{}{BACKUPS}", service.url)).header("Content-Type", "application/json");
    let body = json!({"password": password}).to_string().into_bytes();
    request.header("Authorization", format!("Bearer {token}")).body(body).unwrap()
}

fn take(service: &Service, token: &str) -> Response<Body> {
    let mut request = asked(service, token, PASSWORD);
    request.headers_mut().insert("Accept-Encoding", "gzip".parse().unwrap());
    service.open(request)
}

fn header<'a>(response: &'a Response<Body>, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

/// The files next to the database into which the service writes a backup for download.
fn unfinished(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.to_str().unwrap().contains(".download")).collect()
}

/// A service on a database that takes a while to be copied and sent.
fn large() -> Service {
    let directory = served_before();
    let database = rusqlite::Connection::open(directory.path().join("pegout.db")).unwrap();
    database.execute_batch("CREATE TABLE ballast (bytes BLOB)").unwrap();
    for _ in 0..BALLAST / 1_000_000 {
        database.execute("INSERT INTO ballast VALUES (randomblob(1000000))", []).unwrap();
    }
    drop(database);
    Service::start_in(directory, unlimited)
}

#[test]
fn the_coordinator_takes_everything_away_in_a_file_that_check_calls_sound() {
    let service = Service::start_unlimited();
    service.dispatch(TABLE.begin()).ok(201);
    service.dispatch(TABLE.request(Change::Peg(0)));
    let mut response = take(&service, &service.coordinator());
    assert_eq!(response.status(), 200);
    assert_eq!(header(&response, "content-type"), "application/vnd.sqlite3");
    assert_eq!(header(&response, "cache-control"), "no-store");
    assert_eq!(response.headers().get("content-encoding"), None);
    let name = header(&response, "content-disposition").strip_prefix("attachment; filename=\"pegout-").unwrap();
    let day = name.strip_suffix(".db\"").unwrap();
    assert!(day.parse::<pegout_league::Date>().is_ok(), "{day}");
    let length: usize = header(&response, "content-length").parse().unwrap();
    let bytes = response.body_mut().read_to_vec().unwrap();
    assert_eq!(bytes.len(), length);
    let taken = service.directory.path().join("taken.db");
    fs::write(&taken, bytes).unwrap();
    let said = done(&service.directory, &["check", "taken.db"]);
    assert!(said.contains("is sound: 1 game,"), "{said}");
    let pegs = "SELECT count(*) FROM event WHERE body LIKE '%\"pegged\"%'";
    let count: u32 = rusqlite::Connection::open(&taken).unwrap().query_row(pegs, [], |row| row.get(0)).unwrap();
    assert_eq!(count, 1);
    assert_eq!(unfinished(service.directory.path()), Vec::<PathBuf>::new());
}

#[test]
fn one_backup_is_taken_away_at_a_time_and_its_file_is_for_nobody_else() {
    let _file = on_file();
    let service = large();
    let token = service.coordinator();
    let folder = service.directory.path().to_owned();
    let first = thread::scope(|scope| {
        let taking = scope.spawn(|| take(&service, &token));
        let mut modes = Vec::new();
        while !taking.is_finished() {
            let found = unfinished(&folder).into_iter().filter_map(|path| fs::metadata(path).ok());
            modes.extend(found.map(|file| file.permissions().mode() & 0o777));
        }
        assert!(!modes.is_empty() && modes.iter().all(|mode| *mode == 0o600), "{modes:?}");
        taking.join().unwrap()
    });
    assert_eq!(first.status(), 200);
    assert_eq!(unfinished(&folder), Vec::<PathBuf>::new(), "the file is gone while it is sent");
    let second = || service.run(asked(&service, &token, "wrong")).status;
    assert_eq!(second(), 401, "a password is asked for first");
    let refused = service.request("POST", BACKUPS, &token, Some(&json!({"password": PASSWORD})));
    let problem = refused.problem(409, "backup-under-way");
    assert!(problem["detail"].as_str().unwrap().contains("try again"), "{problem}");
    // The client leaves in the middle.
    drop(first);
    wait_until("the next one may be taken away", || take(&service, &token).status() == 200);
}

#[test]
fn a_backup_whose_bytes_look_like_an_answer_is_sent_as_it_is_and_ends_the_connection() {
    let _file = on_file();
    // The text is 127 bytes long, a prime: among 127 pieces of the file, one piece ends with the whole text.
    let line = "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n";
    let answer = format!("{line}date: {}\r\n\r\n", "d".repeat(127 - line.len() - 10));
    let blob = answer.repeat(BALLAST / answer.len() + BALLAST / 10 / answer.len());
    let directory = served_before();
    let database = rusqlite::Connection::open(directory.path().join("pegout.db")).unwrap();
    database.execute_batch("CREATE TABLE ballast (bytes BLOB)").unwrap();
    database.execute("INSERT INTO ballast VALUES (?)", [blob.as_bytes()]).unwrap();
    drop(database);
    let service = Service::start_in(directory, unlimited);
    let mut response = take(&service, &service.coordinator());
    assert_eq!(header(&response, "connection"), "close");
    let taken = service.directory.path().join("taken.db");
    fs::write(&taken, response.body_mut().with_config().limit(u64::MAX).read_to_vec().unwrap()).unwrap();
    let read = |row: &rusqlite::Row<'_>| row.get(0);
    let sent: Vec<u8> =
        rusqlite::Connection::open(&taken).unwrap().query_row("SELECT bytes FROM ballast", [], read).unwrap();
    assert!(sent == blob.as_bytes(), "the backup is damaged");
}

#[test]
fn a_backup_for_which_the_disk_has_no_room_is_refused_before_it_is_written() {
    let _file = on_file();
    let service = Service::start_unlimited();
    let token = service.coordinator();
    service.dispatch(TABLE.begin()).ok(201);
    let folder = service.directory.path();
    // A hole in a file takes no room, and would in its copy.
    let log = fs::File::options().write(true).open(folder.join("pegout.db-wal")).unwrap();
    let length = || log.metadata().unwrap().len();
    let ask = || service.request("POST", BACKUPS, &token, Some(&json!({"password": PASSWORD})));
    let (mut size, hole) = (length(), 1 << 43);
    log.set_len(hole).unwrap();
    let mut refused = ask();
    // A late checkpoint of the start has emptied the log, hole and all. There is no second.
    if length() < hole {
        size = length();
        log.set_len(hole).unwrap();
        refused = ask();
    }
    let problem = refused.problem(507, "no-room");
    let sentence = problem["detail"].as_str().unwrap();
    assert!(sentence.contains("8796126 MB") && sentence.contains("Make room"), "{sentence}");
    assert_eq!(unfinished(folder), Vec::<PathBuf>::new());
    // The control.
    log.set_len(size).unwrap();
    assert_eq!(take(&service, &token).status(), 200);
    service.dispatch(TABLE.request(Change::Peg(0))).ok(201);
}

#[test]
fn a_killed_service_leaves_no_part_of_a_backup_behind() {
    let _file = on_file();
    let directory = served_before();
    for name in ["pegout.db.download", "pegout.db.download.part"] {
        fs::write(directory.path().join(name), "half of it").unwrap();
    }
    let service = Service::start_in(directory, unlimited);
    wait_until("nothing is left", || unfinished(service.directory.path()).is_empty());
}

#[test]
fn a_wrong_password_of_a_backup_counts_like_one_of_a_sign_in_and_ends_no_session() {
    let service = Service::start_unlimited();
    let token = service.coordinator();
    let from_afar = |password: &str| -> Answer {
        let mut request = asked(&service, &token, password);
        request.headers_mut().insert("Via", "1.1 hall".parse().unwrap());
        service.run(request)
    };
    for _ in 0..10 {
        from_afar("fifteen-four").problem(401, "wrong-password");
    }
    from_afar(PASSWORD).problem(429, "too-many-requests");
    let sign_in = service.post_from_afar("/api/v1/session", &json!({"password": PASSWORD}));
    sign_in.problem(429, "too-many-requests");
    service.request("GET", BACKUPS, &token, None).ok(200);
    // The password of a helper opens nothing here.
    let league = League::new(service);
    let bea = json!({"name": "Bea", "password": "fifteen for six"});
    league.as_coordinator("POST", "/api/v1/representatives", &bea).ok(201);
    league
        .request("POST", BACKUPS, &league.token, Some(&json!({"password": "fifteen for six"})))
        .problem(401, "wrong-password");
    let bea = league.post("/api/v1/session", &bea).ok(201)["token"].as_str().unwrap().to_owned();
    for (method, body) in [("GET", None), ("POST", Some(json!({"password": PASSWORD})))] {
        let refused = league.request(method, BACKUPS, &bea, body.as_ref()).problem(403, "forbidden");
        assert_eq!(refused["roles"], json!(["coordinator"]));
    }
}

#[test]
fn the_coordinator_is_told_the_age_of_the_last_backup_and_that_one_failed() {
    let state = |service: &Service, token: &str| -> Value { service.request("GET", BACKUPS, token, None).ok(200) };
    let alone = Service::start_unlimited();
    let token = alone.coordinator();
    assert_eq!(
        state(&alone, &token),
        json!({"every_seconds": null, "last_backup": null, "failed": false, "reason": null})
    );

    let backups = tempfile::tempdir().unwrap();
    let folder = backups.path().join("usb");
    let to = folder.to_str().unwrap().to_owned();
    let served = |directory| {
        Service::start_in(directory, |command| unlimited(command).args(["--backup-to", &to, "--backup-every", "1h"]))
    };
    let service = served(Arc::new(tempfile::tempdir().unwrap()));
    let token = service.coordinator();
    wait_until("a backup fails", || state(&service, &token)["failed"] == true);
    let failed = state(&service, &token);
    assert_eq!((&failed["every_seconds"], &failed["last_backup"]), (&json!(3600), &Value::Null));
    assert!(failed["reason"].as_str().unwrap().contains("usb"), "{failed}");
    fs::create_dir(&folder).unwrap();
    let service = service.start_again(|command| unlimited(command).args(["--backup-to", &to, "--backup-every", "1h"]));
    wait_until("a backup is made", || state(&service, &token)["last_backup"].is_string());
    let made = state(&service, &token);
    assert_eq!((&made["failed"], &made["reason"]), (&json!(false), &Value::Null));
    let made: pegout_engine::Time = made["last_backup"].as_str().unwrap().parse().unwrap();
    let newest = fs::read_dir(&folder).unwrap().find_map(|entry| {
        let name = entry.unwrap().file_name().into_string().unwrap();
        name.strip_prefix("pegout-")?.strip_suffix("Z.db").map(str::to_owned)
    });
    let (day, time) = newest.as_deref().unwrap().split_once('T').unwrap();
    assert_eq!(made.to_string(), format!("{day}T{}.000Z", time.replace('-', ":")), "by its name");
    // A service that is started again knows it from the folder.
    let service = service.start_again(|command| unlimited(command).args(["--backup-to", &to, "--backup-every", "1h"]));
    wait_until("it is known again", || state(&service, &token)["last_backup"] == made.to_string());
}
