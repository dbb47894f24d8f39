//! Start, banner and stop.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::sync::Arc;

use crate::support::database::wait_until;
use crate::support::postgres::on_file;
use crate::support::service::{Service, patient, pegout};

#[test]
fn the_banner_shows_the_url_and_a_qr_code() {
    let service = Service::start();
    assert!(service.output[0].starts_with("Pegout is open at http://127.0.0.1:"), "{:?}", service.output);
    let code = service.output.iter().filter(|line| line.contains('█')).count();
    assert!(code >= 10, "no QR code in {:?}", service.output);
}

#[test]
fn an_address_in_use_is_refused_with_a_sentence() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let directory = tempfile::tempdir().unwrap();
    let output = pegout(&directory).args(["--listen", &address]).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(error.contains(&format!("Cannot listen on {address}")), "{error}");
}

#[test]
fn a_start_that_cannot_listen_creates_no_database_and_no_password() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let elsewhere = tempfile::tempdir().unwrap();
    let key = elsewhere.path().join("key.pem").to_str().unwrap().to_owned();
    std::fs::write(&key, "no key at all").unwrap();
    for options in [
        &["--listen", &address][..],
        &["--listen", "192.0.2.1:8080"],
        &["--listen", "nowhere"],
        &["--listen", "127.0.0.1:0", "--tls-cert", &key, "--tls-key", &key],
    ] {
        let directory = tempfile::tempdir().unwrap();
        let output = pegout(&directory).args(options).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{options:?}");
        let left: Vec<_> = std::fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(left.is_empty(), "{options:?} leaves {left:?}");
        let service = Service::start_in(Arc::new(directory), |command| command);
        let shown = service.output.iter().any(|line| line.starts_with("The coordinator's password is "));
        assert!(shown, "after {options:?} nobody learns the password: {:?}", service.output);
    }
}

#[test]
fn a_password_that_cannot_be_shown_is_not_stored() {
    let directory = tempfile::tempdir().unwrap();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = pegout(&directory).args(["--listen", "127.0.0.1:0"]).stdout(full).output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("Cannot write to the standard output"));
    let service = Service::start_in(Arc::new(directory), |command| command);
    let shown = service.output.iter().any(|line| line.starts_with("The coordinator's password is "));
    assert!(shown, "nobody learns the password: {:?}", service.output);
}

#[test]
fn a_password_generated_after_the_start_is_shown_at_every_log_level() {
    let _file = on_file();
    let directory = tempfile::tempdir().unwrap();
    let said = directory.path().join("said");
    let mut command = pegout(&directory);
    command.args(["--listen", "127.0.0.1:0", "--database", "later/pegout.db"]).env("RUST_LOG", "off");
    let mut child = command.stdout(std::fs::File::create(&said).unwrap()).spawn().unwrap();
    let says = |words: &str| std::fs::read_to_string(&said).unwrap().contains(words);
    wait_until("it is open", || says("Pegout is open at"));
    std::fs::create_dir(directory.path().join("later")).unwrap();
    wait_until("the password is shown", || says("The coordinator's password is "));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn options_come_from_the_environment_and_an_invalid_one_is_explained() {
    let directory = tempfile::tempdir().unwrap();
    let output = pegout(&directory).env("PEGOUT_LISTEN", "nowhere").output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("Cannot listen on nowhere"));
    let output = pegout(&directory).arg("--lissen").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let help = String::from_utf8(pegout(&directory).arg("--help").output().unwrap().stdout).unwrap();
    for option in
        ["--listen", "PEGOUT_LISTEN", "0.0.0.0:8080", "--database", "PEGOUT_DATABASE", "pegout.db", "healthcheck"]
    {
        assert!(help.contains(option), "{option} is not in {help}");
    }
}

#[test]
fn the_health_check_distinguishes_a_live_service_from_a_dead_one() {
    let mut service = Service::start();
    let address = service.url.trim_start_matches("http://").to_owned();
    let directory = tempfile::tempdir().unwrap();
    let check = |proxy: &str| {
        let mut command = pegout(&directory);
        command.args(["healthcheck", "--listen", &address]).env("HTTP_PROXY", proxy);
        command.status().unwrap().success()
    };
    // The check fails after three seconds, and a busy machine may take longer.
    wait_until("it is alive", || check(""));
    wait_until("it is alive without the proxy", || check("http://127.0.0.1:9"));
    service.child.kill().unwrap();
    service.child.wait().unwrap();
    assert!(!check(""));
}

#[test]
fn the_health_check_fails_with_the_reason_while_nothing_can_be_stored() {
    let _file = on_file();
    let service = Service::start();
    let database = service.directory.path().join("pegout.db");
    let address = service.url.trim_start_matches("http://");
    let directory = tempfile::tempdir().unwrap();
    let check = || pegout(&directory).args(["healthcheck", "--listen", address]).output().unwrap();
    wait_until("it is ready", || check().status.success());
    std::fs::rename(&database, database.with_extension("aside")).unwrap();
    service.get("/healthz").ok(200);
    // The outcome of a try holds for a few seconds.
    wait_until("it fails", || check().status.code() == Some(1));
    let error = String::from_utf8(check().stderr).unwrap();
    assert!(error.contains("is not ready (503): ") && error.contains("removed or replaced"), "{error}");
    std::fs::rename(database.with_extension("aside"), &database).unwrap();
    wait_until("it is ready again", || check().status.success());
}

#[test]
fn sigterm_and_ctrl_c_finish_open_requests_and_stop() {
    for signal in ["-TERM", "-INT"] {
        let directory = Arc::new(tempfile::tempdir().unwrap());
        let log = directory.path().join("log");
        let output = std::fs::File::create(&log).unwrap();
        let mut service =
            Service::start_in(directory, |command| patient(command).env("RUST_LOG", "info").stderr(output));
        let mut slow = TcpStream::connect(service.url.trim_start_matches("http://")).unwrap();
        let body = r#"{"cards":["5H","5D","5S","JC"],"starter":"5C"}"#;
        let head = format!(
            "POST /api/v1/score/hand HTTP/1.1\r\nHost: hall\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Expect: 100-continue\r\n\r\n",
            body.len()
        );
        slow.write_all(head.as_bytes()).unwrap();
        let mut go_on = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
        std::io::Read::read_exact(&mut slow, &mut go_on).unwrap();
        assert!(Command::new("kill").args([signal, &service.child.id().to_string()]).status().unwrap().success());
        wait_until("it is stopping", || std::fs::read_to_string(&log).unwrap().contains("stopping"));
        slow.write_all(body.as_bytes()).unwrap();
        let mut answer = String::new();
        std::io::Read::read_to_string(&mut slow, &mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"total\":29"), "{signal}: {answer}");
        let status = service.ended();
        assert!(status.success(), "{signal}: {status}");
    }
}

#[test]
fn a_stalled_client_delays_no_other_client_and_no_stop() {
    let mut service = Service::start_with(|command| command.args(["--body-wait", "1h"]));
    let stalled: Vec<TcpStream> = (0..50)
        .map(|_| {
            let mut stream = TcpStream::connect(service.url.trim_start_matches("http://")).unwrap();
            stream.write_all(b"POST /api/v1/play HTTP/1.1\r\nHost: hall\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{").unwrap();
            stream
        })
        .collect();
    assert_eq!(service.get("/healthz").status, 200);
    assert!(Command::new("kill").args(["-TERM", &service.child.id().to_string()]).status().unwrap().success());
    service.ended();
    drop(stalled);
}
