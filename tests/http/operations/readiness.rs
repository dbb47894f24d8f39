//! `/readyz`: a real write, its faults by their part, and the rest between two tries.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Instant;

use crate::support::database::{wait_until, wrapped_by};
use crate::support::postgres::on_file;
use crate::support::service::{Service, unlimited};
use crate::support::table::{Change, Table};

const TABLE: Table = Table(1);

/// A service that says nothing in its log, and has stored its password.
fn silent() -> Service {
    let service = Service::start_with(|command| unlimited(command).env("RUST_LOG", "off"));
    service.get("/healthz").ok(200);
    service
}

/// The sentence of a service that is not ready.
#[track_caller]
fn illness(service: &Service) -> String {
    let answer = service.get("/readyz");
    assert_eq!(answer.header("retry-after"), "1");
    answer.problem(503, "unavailable")["detail"].as_str().unwrap().to_owned()
}

/// The moment of the last try, as it is stored.
fn tried(service: &Service) -> i64 {
    service.sql().number("SELECT at FROM trial")
}

#[test]
fn a_table_that_another_program_dropped_is_named_until_it_is_back() {
    for table in ["event", "trial", "merged_player"] {
        let service = silent();
        let mut sql = service.sql();
        let create = sql.drop_table(table);
        let sentence = illness(&service);
        assert!(sentence.contains(&format!("\"{table}\"")) && sentence.contains("backup"), "{sentence}");
        service.get("/healthz").ok(200);
        sql.run(&create);
        wait_until("ready", || service.get("/readyz").status == 200);
    }
}

#[test]
fn a_missing_table_keeps_nobody_from_storing_in_the_others() {
    let service = silent();
    service.dispatch(TABLE.begin()).ok(201);
    service.sql().run("DROP TABLE join_code_request");
    assert!(illness(&service).contains("\"join_code_request\""));
    service.dispatch(TABLE.request(Change::Peg(0))).ok(201);
    TABLE.assert_equals_log(&service);
}

#[test]
fn a_database_that_another_program_holds_is_told_as_such() {
    let _file = on_file();
    let service = silent();
    let database = service.database();
    database.execute_batch("BEGIN IMMEDIATE").unwrap();
    let sentence = illness(&service);
    assert!(sentence.contains("another program holds the database"), "{sentence}");
    database.execute_batch("ROLLBACK").unwrap();
    wait_until("ready", || service.get("/readyz").status == 200);
}

#[test]
fn a_disk_that_takes_nothing_is_told_as_such() {
    let _file = on_file();
    let service = Service::start_with(|command| {
        let mut ignoring = Command::new("sh");
        ignoring.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(command.get_program());
        *command = wrapped_by(ignoring, unlimited(command).env("RUST_LOG", "off"));
        command
    });
    let limit = |bytes: &str| {
        let arguments = ["--pid", &service.child.id().to_string(), &format!("--fsize={bytes}:")];
        assert!(Command::new("prlimit").args(arguments).status().unwrap().success());
    };
    service.get("/healthz").ok(200);
    limit("4096");
    let sentence = illness(&service);
    assert!(sentence.contains("disk"), "{sentence}");
    limit("unlimited");
    wait_until("ready", || service.get("/readyz").status == 200);
}

#[test]
fn many_questions_at_once_are_one_write() {
    let service = silent();
    let started = tried(&service);
    service.get("/readyz").ok(200);
    let (first, since) = (tried(&service), Instant::now());
    assert!(first > started, "nothing was written");
    let mut writes = BTreeSet::new();
    for _ in 0..100 {
        service.get("/readyz").ok(200);
        writes.insert(tried(&service));
    }
    // One for every five seconds that the questions took, and the first.
    let most = since.elapsed().as_secs() as usize / 5 + 2;
    assert!(writes.len() <= most, "{} writes, {most} at most", writes.len());
    wait_until("another try", || {
        service.get("/readyz").ok(200);
        tried(&service) > first
    });
}

#[test]
fn the_event_of_a_try_is_taken_back() {
    let service = silent();
    service.get("/readyz").ok(200);
    let count = |table: &str| service.sql().number(&format!("SELECT count(*) FROM {table}"));
    assert_eq!((count("event"), count("trial")), (0, 1));
}
