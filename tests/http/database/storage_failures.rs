//! A full disk and a directory without write permission.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::process::Command;
use std::sync::Arc;

use serde_json::json;

use crate::support::database::{wait_until, wrapped_by};
use crate::support::service::{PASSWORD, Service, unlimited};
use crate::support::table::{Change, Table};

const TABLE: Table = Table(1);

/// The command with SIGXFSZ ignored, so that a file size limit behaves like a full disk.
fn ignoring_size_limits(command: &Command) -> Command {
    let mut ignoring = Command::new("sh");
    ignoring.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(command.get_program());
    wrapped_by(ignoring, command)
}

/// The command bound by file permissions, which root ignores.
fn bound_by_permissions(command: &Command) -> Command {
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        return wrapped_by(Command::new(command.get_program()), command);
    }
    let mut bound = Command::new("setpriv");
    bound.args(["--bounding-set=-dac_override,-dac_read_search", "--"]).arg(command.get_program());
    wrapped_by(bound, command)
}

#[test]
fn a_full_disk_is_503_for_writes_and_reads_still_succeed() {
    let service = Service::start_with(|command| {
        *command = ignoring_size_limits(unlimited(command).env("RUST_LOG", "off"));
        command
    });
    let limit = |bytes: &str| {
        let arguments = ["--pid", &service.child.id().to_string(), &format!("--fsize={bytes}:")];
        assert!(Command::new("prlimit").args(arguments).status().unwrap().success());
    };
    service.dispatch(TABLE.begin()).ok(201);
    service.dispatch(TABLE.request(Change::Peg(0))).ok(201);
    let before = TABLE.game(&service);

    limit("4096");
    for _ in 0..3 {
        let refused = service.dispatch(TABLE.request(Change::Peg(1)));
        assert!(refused.header("retry-after").parse::<u32>().unwrap() >= 1);
        refused.problem(503, "unavailable");
    }
    let elsewhere = service.dispatch(Table(2).begin());
    assert!(elsewhere.header("retry-after").parse::<u32>().unwrap() >= 1);
    elsewhere.problem(503, "unavailable");
    service.get("/readyz").problem(503, "unavailable");
    service.get("/healthz").ok(200);
    assert_eq!(TABLE.game(&service), before);
    assert_eq!(TABLE.log(&service).len(), 1);
    service.dispatch(TABLE.request(Change::Peg(0))).ok(200);
    service.get("/api/v1/score/hand?cards=5H,5D,5S,JC&starter=5C").ok(200);
    service.get(&Table(2).path()).problem(404, "not-found");

    limit("unlimited");
    service.dispatch(TABLE.request(Change::Peg(1))).ok(201);
    service.dispatch(Table(2).begin()).ok(201);
    wait_until("ready", || service.get("/readyz").status == 200);
    TABLE.assert_equals_log(&service);
    assert_eq!(TABLE.log(&service).len(), 2);
}

#[test]
fn a_read_only_directory_is_503_for_games_until_it_is_writable() {
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
    let refused = service.dispatch(TABLE.begin());
    assert!(refused.header("retry-after").parse::<u32>().unwrap() >= 1);
    refused.problem(503, "unavailable");
    service.get(&TABLE.path()).problem(503, "unavailable");
    service.get("/readyz").problem(503, "unavailable");
    sign_in().problem(503, "unavailable");

    allow(0o777);
    wait_until("ready", || service.get("/readyz").status == 200);
    service.dispatch(TABLE.begin()).ok(201);
    service.dispatch(TABLE.request(Change::Peg(0))).ok(201);
    TABLE.assert_equals_log(&service);
    wait_until("the password is set", || sign_in().status != 503);
    sign_in().ok(201);
}
