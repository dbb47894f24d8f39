//! Secrets never reach the log or the database.

use std::fs::File;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;

use crate::support::game::{Game, id, token};
use crate::support::service::{PASSWORD, Service};

#[test]
fn the_access_log_holds_no_token_and_no_password() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut service = Service::start_with(|command| {
        command.env("PEGOUT_PASSWORD", PASSWORD).env("RUST_LOG", "info").stderr(File::create(log.path()).unwrap())
    });
    let coordinator = service.coordinator();
    let unknown = token(7);
    let game = Game::two_sided(&service);
    let scorer = game.token.clone();
    let peg = game.path(&format!("/pegs/{}", id(1)));
    game.peg(1, &json!({"side": 0, "points": 2})).ok(201);
    for secret in [&coordinator, &scorer, &unknown, &PASSWORD.to_owned()] {
        for path in [
            format!("/api/v1/games?token={secret}"),
            format!("{}/history?access_token={secret}&password={secret}", game.path("")),
            format!("/healthz?{secret}"),
            format!("/api/v1/score/hand?cards={secret}"),
        ] {
            service.get(&path);
        }
        service.request("DELETE", &format!("{peg}?by={secret}"), &scorer, None);
        service.request("PUT", &peg, secret, Some(&json!({"side": 0, "points": 3, "by": secret})));
        service.post("/api/v1/session", &json!({"password": secret, "name": secret, secret: secret}));
        service.post("/api/v1/session", &json!(secret));
        service.send("POST", "/api/v1/session", Some(secret), secret.as_bytes());
        service.send("POST", "/api/v1/session", Some("application/json"), secret.as_bytes());
        service.put(&game.path(""), &json!({"scorer_token": secret}));
        for header in ["Authorization", "Cookie", "Referer", "X-Forwarded-For", "Last-Event-ID", "User-Agent"] {
            let request = ureq::http::Request::get(format!("{}/healthz", service.url)).header(header, secret);
            service.run(request.body(Vec::new()).unwrap());
        }
    }
    for secret in [&coordinator, &scorer, &unknown] {
        service.get(&format!("/api/v1/games/{secret}"));
        service.get(&format!("/{secret}"));
        service.get(&format!("/{secret}/{secret}?{secret}"));
        for raw in [
            format!("GET /{secret} HTTP/9.9\r\n\r\n"),
            format!("{secret} / HTTP/1.1\r\nHost: hall\r\n\r\n"),
            format!("GET / HTTP/1.1\r\nHost: hall\r\nAuthorization: Bearer {secret}\0\r\n\r\n"),
            format!("GET / HTTP/1.1\r\nHost: hall\r\n{secret}\r\n\r\n"),
            format!("GET http://{secret}/ HTTP/1.1\r\nHost: {secret}\r\nConnection: close\r\n\r\n"),
            format!("POST /api/v1/session HTTP/1.1\r\nHost: hall\r\nContent-Length: {secret}\r\n\r\n"),
        ] {
            let mut stream = TcpStream::connect(service.url.trim_start_matches("http://")).unwrap();
            stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
            stream.write_all(raw.as_bytes()).unwrap();
            let _ = stream.read(&mut [0; 1024]);
        }
    }
    service.stop();
    let log = std::fs::read_to_string(log.path()).unwrap();
    assert!(log.contains(&format!("\"PUT {peg}\" 201")), "the request is not logged:\n{log}");
    assert!(log.contains("\"GET /healthz\" 200"), "{log}");
    for secret in [coordinator.as_str(), &scorer, &unknown, PASSWORD] {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "a secret is in the log");
    }
}

#[test]
fn the_access_log_names_the_client_behind_a_proxy() {
    for (option, address) in [(None, "127.0.0.1"), (Some("--behind-proxy"), "2001:db8::1")] {
        let log = tempfile::NamedTempFile::new().unwrap();
        let mut service = Service::start_with(|command| {
            command.args(option).env("RUST_LOG", "info").stderr(File::create(log.path()).unwrap())
        });
        let request = ureq::http::Request::get(format!("{}/healthz", service.url));
        service.run(request.header("X-Forwarded-For", "2001:db8::1").body(Vec::new()).unwrap());
        service.stop();
        let log = std::fs::read_to_string(log.path()).unwrap();
        assert!(log.contains(&format!("{address} \"GET /healthz\" 200")), "{log}");
    }
}

#[test]
fn stored_hashes_are_no_tokens_and_no_passwords() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let (coordinator, game) = (service.coordinator(), Game::two_sided(&service));
    let scorer = game.token.clone();
    game.peg(1, &json!({"side": 0, "points": 2})).ok(201);
    let directory = service.directory.clone();
    drop(service);
    for file in std::fs::read_dir(directory.path()).unwrap() {
        let path = file.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        for secret in [coordinator.as_str(), &scorer, PASSWORD] {
            let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(!found, "a secret is in {}", path.display());
        }
    }
}
