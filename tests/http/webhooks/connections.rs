//! The connections to receivers: certificates, proxies, and receivers that do not answer.

use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::PrivateKeyDer;
use serde_json::{Value, json};

use super::hooks::{add, deliveries, league, reaching};
use crate::support::database::wait_until;
use crate::support::league::{League, text};
use crate::support::receiver::Receiver;
use crate::support::service::{Service, patient};

/// A certificate for this machine, and the receiver that has it.
fn receiver_with_tls() -> (String, Receiver) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    (made.cert.pem(), Receiver::open_with_tls(Arc::new(config)))
}

/// Lets a message be sent, and returns its delivery once it was tried.
fn tried(league: &League, url: &str) -> Value {
    let id = text(&add(league, &json!({"url": url})).ok(201)["id"]);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    night.request("PUT", "/cancellation", &json!({"reason": "Snow"})).ok(201);
    wait_until("it was tried", || deliveries(league, &id)[0]["attempts"] != 0);
    deliveries(league, &id).remove(0)
}

#[test]
fn a_message_over_https_goes_to_a_receiver_whose_certificate_is_trusted_and_to_no_other() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let ((trusted, receiver), (_, stranger)) = (receiver_with_tls(), receiver_with_tls());
    let authorities = directory.path().join("authorities.pem");
    fs::write(&authorities, trusted).unwrap();
    let service = Service::start_in(directory, |command| {
        reaching(command).env("SSL_CERT_FILE", &authorities).env_remove("SSL_CERT_DIR")
    });
    let league = League::new(service);
    let delivery = tried(&league, &format!("https://localhost:{}/pegout", receiver.port));
    assert_eq!((&delivery["status"], &delivery["http_status"]), (&json!("delivered"), &json!(204)));
    // The certificate is for another name.
    let delivery = tried(&league, &format!("https://127.0.0.1:{}/pegout", receiver.port));
    assert_eq!((&delivery["status"], &delivery["failure"]), (&json!("waiting"), &json!("no_connection")));
    let delivery = tried(&league, &format!("https://localhost:{}/pegout", stranger.port));
    assert_eq!((&delivery["status"], &delivery["failure"]), (&json!("waiting"), &json!("no_connection")));
    assert_eq!(stranger.all().len(), 0);
}

#[test]
fn no_proxy_of_the_environment_is_used() {
    let (proxy, receiver) = (Receiver::open(), Receiver::open());
    let service = Service::start_with(|command| {
        for variable in ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
            command.env(variable, format!("http://127.0.0.1:{}", proxy.port));
        }
        reaching(command).env_remove("NO_PROXY").env_remove("no_proxy")
    });
    let delivery = tried(&League::new(service), &receiver.url());
    assert_eq!(delivery["status"], "delivered");
    assert_eq!((proxy.all().len(), receiver.all().len()), (0, 1));
}

#[test]
fn a_receiver_that_does_not_answer_is_left_after_ten_seconds() {
    let league = league();
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://127.0.0.1:{}/pegout", silent.local_addr().unwrap().port());
    let begun = Instant::now();
    let delivery = tried(&league, &url);
    assert_eq!((&delivery["failure"], &delivery["http_status"]), (&json!("timed_out"), &Value::Null));
    assert!(begun.elapsed() >= Duration::from_secs(9), "{:?}", begun.elapsed());
}

#[test]
fn a_receiver_that_does_not_answer_holds_up_no_stop() {
    let mut league = League::new(Service::start_with(|command| patient(reaching(command))));
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://127.0.0.1:{}/pegout", silent.local_addr().unwrap().port());
    add(&league, &json!({"url": url})).ok(201);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    night.request("PUT", "/cancellation", &json!({"reason": "Ice"})).ok(201);
    let (mut message, _) = silent.accept().unwrap();
    assert!(message.read(&mut [0; 4]).unwrap() > 0, "the message is on its way");
    league.service.stop();
}
