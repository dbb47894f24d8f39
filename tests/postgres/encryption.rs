//! Connections to a server that can encrypt them. The tests start their own cluster, whose certificate has an unknown
//! authority, as on Debian.

use std::fs;
use std::process::{Command, Stdio};
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tempfile::TempDir;

use crate::support::command::refused;
use crate::support::postgres::{connect, on_file};
use crate::support::service::{Service, unlimited};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/postgres/cluster");

/// A cluster whose certificate is for `localhost`, stopped when it is dropped.
struct Cluster {
    directory: TempDir,
    port: String,
    /// The certificate of its authority.
    authority: String,
}

impl Cluster {
    fn start() -> Cluster {
        let directory = tempfile::tempdir().unwrap();
        let (issuer, authority) = authority();
        let key = KeyPair::generate().unwrap();
        let server = CertificateParams::new(["localhost".to_owned()]).unwrap().signed_by(&key, &issuer).unwrap();
        fs::write(directory.path().join("server.crt"), server.pem()).unwrap();
        fs::write(directory.path().join("server.key"), key.serialize_pem()).unwrap();
        let started =
            Command::new(SCRIPT).arg("start").arg(directory.path()).arg("tls").stderr(Stdio::inherit()).output();
        let url = String::from_utf8(started.unwrap().stdout).unwrap();
        let port =
            url.trim().strip_prefix("postgres://postgres@127.0.0.1:").and_then(|rest| rest.strip_suffix("/postgres"));
        let port = port.unwrap_or_else(|| panic!("no cluster: {url}")).to_owned();
        Cluster { directory, port, authority }
    }

    /// The address of its database with this host and these parameters.
    fn address(&self, host: &str, parameters: &str) -> String {
        format!("postgres://postgres@{host}:{}/postgres{parameters}", self.port)
    }

    /// Serves its database by this address. Returns how many connections are encrypted, and how many are not.
    fn served(&self, directory: &Arc<TempDir>, address: &str) -> (i64, i64) {
        let _file = on_file();
        let service =
            Service::start_in(directory.clone(), |command| unlimited(command).env("PEGOUT_DATABASE", address));
        assert_eq!(service.get("/readyz").status, 200, "{address}");
        let select = "SELECT count(*) FILTER (WHERE ssl), count(*) FILTER (WHERE NOT ssl)
                      FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name LIKE 'pegout%'";
        let row = connect(&self.address("127.0.0.1", "")).query_one(select, &[]).unwrap();
        (row.get(0), row.get(1))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = Command::new(SCRIPT).arg("stop").arg(self.directory.path()).status();
    }
}

/// A new authority, and its certificate.
fn authority() -> (Issuer<'static, KeyPair>, String) {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let certificate = params.self_signed(&key).unwrap().pem();
    (Issuer::new(params, key), certificate)
}

#[test]
fn connections_are_encrypted_where_the_authority_is_known_and_plain_on_the_machine_itself() {
    let cluster = Cluster::start();
    let directory = Arc::new(tempfile::tempdir().unwrap());
    fs::write(directory.path().join("ca.pem"), &cluster.authority).unwrap();
    for parameters in ["?sslmode=verify-full&sslrootcert=ca.pem", "?sslrootcert=ca.pem"] {
        let (encrypted, plain) = cluster.served(&directory, &cluster.address("localhost", parameters));
        assert!(encrypted > 0 && plain == 0, "{parameters}: {encrypted} are encrypted and {plain} are not");
    }
    // As with Debian's own certificate, which nobody can check.
    for (host, parameters) in [("127.0.0.1", ""), ("localhost", ""), ("127.0.0.1", "?sslmode=disable")] {
        let (encrypted, plain) = cluster.served(&directory, &cluster.address(host, parameters));
        assert!(encrypted == 0 && plain > 0, "{host}{parameters}: {encrypted} are encrypted and {plain} are not");
    }
}

#[test]
fn a_wrong_authority_and_a_wrong_name_are_refused_with_what_to_do() {
    let cluster = Cluster::start();
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("ca.pem"), &cluster.authority).unwrap();
    fs::write(directory.path().join("other.pem"), authority().1).unwrap();
    fs::write(directory.path().join("empty.pem"), "").unwrap();
    for (host, parameters, told) in [
        ("localhost", "?sslmode=require", "of no authority that is trusted here; name the file of its authority"),
        ("localhost", "?sslrootcert=other.pem", "of no authority that is trusted here"),
        ("127.0.0.1", "?sslrootcert=ca.pem", "is for another name; write the name that it has as the host"),
        ("localhost", "?sslrootcert=empty.pem", "empty.pem, which sslrootcert names, has no certificate"),
        ("localhost", "?sslrootcert=none.pem", "none.pem, which sslrootcert names, cannot be read"),
    ] {
        let answer = refused(&directory, &["check", "--database", &cluster.address(host, parameters)]);
        assert!(answer.contains(told), "{host}{parameters}: {answer}");
    }
}
