//! HTTPS with a certificate.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::crypto::ring;
use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use crate::support::database::wait_until;
use crate::support::game::{id, scores, two_sides};
use crate::support::service::{Service, pegout};
use crate::support::watcher::Watcher;

/// A certificate for this machine and its key, as files.
fn certificate(directory: &TempDir) -> (PathBuf, PathBuf, String) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned(), "127.0.0.1".to_owned()]).unwrap();
    let (cert, key) = (directory.path().join("cert.pem"), directory.path().join("key.pem"));
    fs::write(&cert, made.cert.pem()).unwrap();
    fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    (cert, key, made.cert.pem())
}

/// A client without connections yet, which trusts this certificate alone.
fn client(pem: &str) -> ureq::Agent {
    let tls = TlsConfig::builder()
        .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()))
        .root_certs(RootCerts::new_with_certs(&[Certificate::from_pem(pem.as_bytes()).unwrap()]))
        .build();
    ureq::Agent::config_builder().proxy(None).tls_config(tls).build().new_agent()
}

/// Sends this body, and returns the answer's.
fn send(request: ureq::RequestBuilder<ureq::typestate::WithBody>, body: &Value) -> Value {
    let mut answer = request.header("Content-Type", "application/json").send(body.to_string()).unwrap();
    serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap()
}

/// A service with this certificate, whose log is in the file `log` of its directory.
fn served(directory: &Arc<TempDir>, cert: &Path, key: &Path) -> Service {
    let log = File::create(directory.path().join("log")).unwrap();
    Service::start_in(directory.clone(), |command| {
        command
            .arg("--tls-cert")
            .arg(cert)
            .arg("--tls-key")
            .arg(key)
            .env("RUST_LOG", "warn,pegout::server=info")
            .stderr(log)
    })
}

/// Sends SIGHUP, and returns the one line that the service logs then.
fn hang_up(service: &Service) -> String {
    let read = || fs::read_to_string(service.directory.path().join("log")).unwrap();
    let before = read().len();
    service.signal("-HUP");
    wait_until("SIGHUP is in the log", || read()[before..].ends_with('\n'));
    let log = read();
    assert_eq!(log[before..].lines().count(), 1, "{log}");
    log[before..].to_owned()
}

#[test]
fn with_a_certificate_the_service_and_the_health_check_use_https() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let (cert, key, pem) = certificate(&directory);
    let service = served(&directory, &cert, &key);
    let listen = service.url.strip_prefix("https://").unwrap();
    let mut answer = client(&pem).get(format!("{}/healthz", service.url)).call().unwrap();
    assert_eq!(answer.body_mut().read_to_string().unwrap(), r#"{"status":"ok"}"#);
    assert!(client(&pem).get(format!("http://{listen}/healthz")).call().is_err(), "it speaks http too");
    let mut check = pegout(&directory);
    check.args(["healthcheck", "--listen", listen, "--tls-cert"]).arg(&cert).arg("--tls-key").arg(&key);
    assert!(check.status().unwrap().success());
}

#[test]
fn after_sighup_new_connections_get_the_new_certificate_and_open_ones_go_on() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let (cert, key, old) = certificate(&directory);
    let service = served(&directory, &cert, &key);
    let (watching, kept) = (client(&old), client(&old));
    let trusts = |pem: &str| client(pem).get(format!("{}/healthz", service.url)).call().is_ok();

    let game = format!("{}/api/v1/games", service.url);
    let begun = send(kept.post(&game), &two_sides());
    let game = format!("{game}/{}", begun["game"]["id"].as_str().unwrap());
    let bearer = format!("Bearer {}", begun["scorer_token"].as_str().unwrap());
    let mut watcher =
        Watcher::of(watching.get(format!("{game}/live")).header("Accept-Encoding", "gzip").call().unwrap());
    assert_eq!(scores(&watcher.next().unwrap().1), [0, 0]);

    let (_, _, new) = certificate(&directory);
    assert!(trusts(&old) && !trusts(&new), "the files are read without being told to");
    let said = hang_up(&service);
    assert!(said.contains("INFO") && said.contains("New connections use the certificate"), "{said}");
    assert!(trusts(&new) && !trusts(&old), "a new connection gets the old certificate");

    for (number, client) in [(1_u32, client(&new)), (2, kept)] {
        let peg = client.put(format!("{game}/pegs/{}", id(number))).header("Authorization", &bearer);
        send(peg, &json!({"side": 0, "points": 2}));
        assert_eq!(scores(&watcher.next().unwrap().1), [2 * u64::from(number), 0], "the open stream");
    }
}

#[test]
fn a_certificate_that_cannot_be_used_leaves_the_one_of_before() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let (cert, key, pem) = certificate(&directory);
    let service = served(&directory, &cert, &key);
    let elsewhere = tempfile::tempdir().unwrap();
    let (_, other_key, _) = certificate(&elsewhere);
    let (own_cert, own_key) = (fs::read(&cert).unwrap(), fs::read(&key).unwrap());
    let other_key = fs::read(&other_key).unwrap();
    for (new_cert, new_key, sentence) in [
        (Some(own_cert.as_slice()), other_key.as_slice(), "cert.pem cannot be used: "),
        (Some(b"-----BEGIN CERTIFICATE-----\nhalf of it"), own_key.as_slice(), "cert.pem cannot be read: "),
        (Some(b""), own_key.as_slice(), "cert.pem cannot be used: "),
        (None, own_key.as_slice(), "cert.pem cannot be read: "),
        (Some(own_cert.as_slice()), b"no key", "key.pem cannot be read: "),
    ] {
        let _ = fs::remove_file(&cert);
        if let Some(bytes) = new_cert {
            fs::write(&cert, bytes).unwrap();
        }
        fs::write(&key, new_key).unwrap();
        let said = hang_up(&service);
        assert!(said.contains("ERROR") && said.contains(sentence) && said.contains("stays in use"), "{said}");
        client(&pem).get(format!("{}/healthz", service.url)).call().unwrap();
    }
    let (_, _, mended) = certificate(&directory);
    hang_up(&service);
    client(&mended).get(format!("{}/healthz", service.url)).call().unwrap();
}

#[test]
fn without_a_certificate_sighup_ends_nothing() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let log = File::create(directory.path().join("log")).unwrap();
    let mut service =
        Service::start_in(directory, |command| command.env("RUST_LOG", "warn,pegout::server=info").stderr(log));
    for _ in 0..2 {
        assert!(hang_up(&service).contains("there is nothing to read again"));
        service.get("/healthz").ok(200);
    }
    service.stop();
}

#[test]
fn an_invalid_certificate_is_refused_with_a_sentence() {
    let directory = tempfile::tempdir().unwrap();
    let (cert, key, _) = certificate(&directory);
    let elsewhere = tempfile::tempdir().unwrap();
    let (_, other, _) = certificate(&elsewhere);
    for (cert, key, sentence) in [
        (directory.path().join("none.pem"), key.clone(), "cannot be read"),
        (key.clone(), key.clone(), "cannot be used"),
        (cert.clone(), other, "cannot be used"),
    ] {
        let output = pegout(&directory).arg("--tls-cert").arg(&cert).arg("--tls-key").arg(&key).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains(sentence), "{error}");
    }
}
