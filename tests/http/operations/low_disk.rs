//! The warning of a disk that is nearly full: in the log, in the metrics, and for the coordinator alone.

use std::fs::{self, File};
use std::process::Stdio;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::support::postgres::on_file;
use crate::support::service::{Service, pegout, unlimited};

const LOG: &str = "pegout.log";

/// A service that warns below `megabytes` free megabytes.
fn warning_below(megabytes: &str) -> Service {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let log = File::create(directory.path().join(LOG)).unwrap();
    Service::start_in(directory, |command| unlimited(command).args(["--low-disk", megabytes]).stderr(Stdio::from(log)))
}

fn warnings(service: &Service, token: &str) -> Value {
    service.request("GET", "/api/v1/sessions", token, None).ok(200)["warnings"].clone()
}

/// A representative's token.
fn representative(service: &Service) -> String {
    let body = json!({"name": "Bea", "password": "pegs-and-skunks"});
    service.request("POST", "/api/v1/representatives", &service.coordinator(), Some(&body)).ok(201);
    let session = service.post("/api/v1/session", &body).ok(201);
    session["token"].as_str().unwrap().to_owned()
}

#[test]
fn a_disk_that_is_nearly_full_is_told_to_the_coordinator_and_nobody_else() {
    let _file = on_file();
    // No disk has as much room as that.
    let service = warning_below("4294967295");
    let coordinator = service.coordinator();
    assert_eq!(warnings(&service, &coordinator), json!(["low_disk"]));
    assert_eq!(warnings(&service, &representative(&service)), json!([]));
    assert!(service.get("/metrics").text.contains("\npegout_disk_low 1\n"));
    let log = fs::read_to_string(service.directory.path().join(LOG)).unwrap();
    assert_eq!(log.matches("MB are free on the disk of").count(), 1, "{log}");
    service.get("/readyz").ok(200);
}

#[test]
fn a_disk_with_room_is_not_warned_of() {
    let service = warning_below("0");
    let coordinator = service.coordinator();
    assert_eq!(warnings(&service, &coordinator), json!([]));
    assert!(service.get("/metrics").text.contains("\npegout_disk_low 0\n"));
    assert_eq!(fs::read_to_string(service.directory.path().join(LOG)).unwrap(), "");
}

#[test]
fn a_bound_that_is_no_number_is_refused_with_its_name() {
    let directory = tempfile::tempdir().unwrap();
    let mut command = pegout(&directory);
    let output = command.args(["--low-disk", "much"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--low-disk"));
}
