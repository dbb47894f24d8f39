//! HTTPS with a certificate.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;

use rustls::crypto::ring;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use crate::support::service::pegout;

/// A certificate for localhost and its key, as files.
fn certificate(directory: &tempfile::TempDir) -> (PathBuf, PathBuf, String) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let (cert, key) = (directory.path().join("cert.pem"), directory.path().join("key.pem"));
    fs::write(&cert, made.cert.pem()).unwrap();
    fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    (cert, key, made.cert.pem())
}

#[test]
fn with_a_certificate_the_service_and_the_health_check_use_https() {
    let directory = tempfile::tempdir().unwrap();
    let (cert, key, pem) = certificate(&directory);
    let mut child = pegout(&directory)
        .args(["--listen", "127.0.0.1:0", "--tls-cert"])
        .arg(&cert)
        .arg("--tls-key")
        .arg(&key)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let address = said.trim().strip_prefix("Pegout is open at https://127.0.0.1:").unwrap().trim_end_matches('/');
    let tls = TlsConfig::builder()
        .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()))
        .root_certs(RootCerts::new_with_certs(&[Certificate::from_pem(pem.as_bytes()).unwrap()]))
        .build();
    let agent = ureq::Agent::config_builder().proxy(None).tls_config(tls).build().new_agent();
    let mut answer = agent.get(format!("https://localhost:{address}/healthz")).call().unwrap();
    assert_eq!(answer.body_mut().read_to_string().unwrap(), r#"{"status":"ok"}"#);
    assert!(agent.get(format!("http://localhost:{address}/healthz")).call().is_err(), "it speaks http too");
    let listen = format!("127.0.0.1:{address}");
    let mut check = pegout(&directory);
    check.args(["healthcheck", "--listen", &listen, "--tls-cert"]).arg(&cert).arg("--tls-key").arg(&key);
    assert!(check.status().unwrap().success());
    child.kill().unwrap();
    child.wait().unwrap();
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
