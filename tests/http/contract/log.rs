//! The log: its forms, the ids of requests, and the absence of secrets in the log and the database.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::NamedTempFile;
use ureq::http::Request;

use crate::support::game::{Game, id, token};
use crate::support::service::{Answer, PASSWORD, Service};
use crate::support::watcher::Watcher;

const PEG_PATTERN: &str = "/api/v1/games/{id}/pegs/{peg_id}";

/// A service that logs to this file in this form.
fn logging(log: &NamedTempFile, form: &str) -> Service {
    let log = File::create(log.path()).unwrap();
    Service::start_with(|command| {
        command.args(["--log", form]).env("PEGOUT_PASSWORD", PASSWORD).env("RUST_LOG", "info").stderr(log)
    })
}

/// The log of a service, which is stopped.
fn stopped(mut service: Service, log: &NamedTempFile) -> String {
    service.stop();
    fs::read_to_string(log.path()).unwrap()
}

/// The lines of a log in JSON.
fn entries(log: &str) -> Vec<Value> {
    log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// The answer to a request with this id.
fn ask(service: &Service, method: &str, path: &str, id: &str) -> Answer {
    let request = Request::builder().method(method).uri(format!("{}{path}", service.url));
    service.run(request.header("X-Request-Id", id).body(Vec::new()).unwrap())
}

#[test]
fn the_access_log_holds_no_token_and_no_password() {
    for form in ["text", "json"] {
        log_of_secrets(form);
    }
}

/// Sends secrets wherever a client may write, and looks for them in the log.
fn log_of_secrets(form: &str) {
    let log = NamedTempFile::new().unwrap();
    let service = logging(&log, form);
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
        for header in
            ["Authorization", "Cookie", "Referer", "X-Forwarded-For", "Last-Event-ID", "User-Agent", "X-Request-Id"]
        {
            if (header, secret.as_str()) == ("X-Request-Id", PASSWORD) {
                // The password has the form of an id.
                continue;
            }
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
    let log = stopped(service, &log);
    let (peg, quote) = if form == "json" { (PEG_PATTERN, "\\\"") } else { (peg.as_str(), "\"") };
    assert!(log.contains(&format!("{quote}PUT {peg}{quote} 201")), "the request is not logged:\n{log}");
    assert!(log.contains(&format!("{quote}GET /healthz{quote} 200")), "{log}");
    for secret in [coordinator.as_str(), &scorer, &unknown, PASSWORD] {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "a secret is in the log");
    }
}

#[test]
fn the_access_log_names_the_client_behind_a_proxy() {
    for (option, address) in [(None, "127.0.0.1"), (Some("--behind-proxy"), "2001:db8::1")] {
        let log = NamedTempFile::new().unwrap();
        let mut service = Service::start_with(|command| {
            command.args(option).env("RUST_LOG", "info").stderr(File::create(log.path()).unwrap())
        });
        let request = ureq::http::Request::get(format!("{}/healthz", service.url));
        service.run(request.header("X-Forwarded-For", "2001:db8::1").body(Vec::new()).unwrap());
        service.stop();
        let log = fs::read_to_string(log.path()).unwrap();
        assert!(log.contains(&format!("{address} \"GET /healthz\" 200")), "{log}");
    }
}

#[test]
fn the_log_in_json_tells_each_request_by_its_operation() {
    let log = NamedTempFile::new().unwrap();
    let service = logging(&log, "json");
    let game = Game::two_sided(&service);
    game.peg(1, &json!({"side": 0, "points": 2})).ok(201);
    ask(&service, "HEAD", "/nowhere/here", "a-request.of_mine");
    ask(&service, "GET", "/healthz", "12345678");
    let mut watcher = Watcher::open(&service, &game.path("/live"), None);
    watcher.next().unwrap();
    let id = game.id.clone();
    let log = stopped(service, &log);
    assert!(!log.contains(&id), "{log}");
    let entries = entries(&log);
    for entry in &entries {
        let time = entry["time"].as_str().unwrap();
        assert!(time.parse::<jiff::Timestamp>().is_ok() && time.ends_with('Z'), "{entry}");
        assert!(["ERROR", "WARN", "INFO"].contains(&entry["level"].as_str().unwrap()), "{entry}");
        assert!(!entry["target"].as_str().unwrap().is_empty() && !entry["message"].as_str().unwrap().is_empty());
    }
    assert!(
        entries.iter().any(|entry| entry["message"] == "stopping" && entry["target"] == "pegout::server::application")
    );
    let find = |method: &str, path: &str| {
        let entry = entries.iter().find(|entry| entry["method"] == method && entry["path"] == path);
        entry.unwrap_or_else(|| panic!("no {method} {path} in {log}"))
    };
    let peg = find("PUT", PEG_PATTERN);
    assert_eq!(
        (&peg["status"], &peg["client"], &peg["target"]),
        (&json!(201), &json!("127.0.0.1"), &json!("pegout::http::access_log"))
    );
    assert!(peg["bytes"].as_u64().unwrap() > 100 && peg["duration"].as_f64().unwrap() > 0.0, "{peg}");
    assert_eq!(peg["request_id"].as_str().unwrap().len(), 36);
    let nowhere = find("HEAD", "/nowhere/here");
    assert_eq!((&nowhere["status"], &nowhere["request_id"]), (&json!(404), &json!("a-request.of_mine")));
    assert_eq!(find("GET", "/healthz")["request_id"], "12345678");
    assert_eq!(find("GET", "/api/v1/games/{id}/live")["status"], 200);
}

#[test]
fn every_answer_and_problem_has_the_id_of_its_request_or_a_new_one() {
    let log = NamedTempFile::new().unwrap();
    let service = logging(&log, "text");
    let live = Game::two_sided(&service).path("/live");
    let longest = "x".repeat(64);
    let mut refusals = 0;
    for (method, path) in [
        ("GET", "/"),
        ("GET", "/nowhere"),
        ("HEAD", "/healthz"),
        ("BREW", "/healthz"),
        ("OPTIONS", "/api/v1/rules"),
        ("GET", "/api/v1/score/hand?cards=5H"),
        ("GET", "/api/v1/nights"),
        ("HEAD", &live),
        ("GET", "/metrics"),
    ] {
        for id in ["client-1", "0198c5a2-0000-7000-8000-000000000001", "A.b_c-9.", &longest] {
            let answer = ask(&service, method, path, id);
            assert_eq!(answer.header("x-request-id"), id, "{method} {path}");
            if answer.status >= 400 && method != "HEAD" {
                assert_eq!(answer.json()["request_id"], id, "{method} {path}: {}", answer.text);
                refusals += 1;
            }
        }
        let mut made = BTreeSet::new();
        for id in
            ["", "seven77", &"x".repeat(65), "two words", "a/b/c/d/e/f", "identité", "{\"a\": \"b\"}", "a,b,c,d,e,f"]
        {
            let answer = ask(&service, method, path, id);
            let answered = answer.header("x-request-id").to_owned();
            assert!(answered.len() == 36 && answered != id, "{method} {path} {id}: {answered}");
            assert!(made.insert(answered), "{id}: an id is answered twice");
        }
        made.insert(service.send(method, path, None, b"").header("x-request-id").to_owned());
        assert_eq!(made.len(), 9);
    }
    assert_eq!(refusals, 16, "four of each of four refusals");
    let last = service.get("/healthz").header("x-request-id").to_owned();
    let log = stopped(service, &log);
    let line = log.lines().find(|line| line.ends_with(&last)).unwrap_or_else(|| panic!("no {last} in {log}"));
    assert!(line.contains("127.0.0.1 \"GET /healthz\" 200 15 "), "{line}");
}

#[test]
fn no_name_and_no_way_to_reach_a_player_is_in_the_log() {
    for form in ["text", "json"] {
        let log = NamedTempFile::new().unwrap();
        let service = logging(&log, form);
        let coordinator = service.coordinator();
        let person = json!({"name": "Wilhelmina Ott", "phone": "555-0134-99", "email": "wilhelmina@example.org"});
        let added = service.request("POST", "/api/v1/players", &coordinator, Some(&person)).ok(201);
        let path = format!("/api/v1/players/{}", added["id"].as_str().unwrap());
        service.request(
            "PATCH",
            &path,
            &coordinator,
            Some(&json!({"name": "Wilhelmina Ott", "phone": "no-number-555"})),
        );
        service.request("POST", "/api/v1/players", &coordinator, Some(&person));
        service.post("/api/v1/session", &json!({"name": "Wilhelmina Ott", "password": "wilhelmina@example.org"}));
        service.get("/api/v1/players?name=Wilhelmina&phone=555-0134-99");
        Game::begin(&service, &json!({"sides": [{"name": "Wilhelmina"}, {"name": "Ott"}]}));
        let log = stopped(service, &log);
        assert!(log.contains("/api/v1/players"), "{log}");
        for word in ["Wilhelmina", "wilhelmina", "Ott", "555-0134", "no-number"] {
            let line = log.lines().find(|line| line.contains(word));
            assert_eq!(line, None, "{word} is in the log");
        }
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
    for file in fs::read_dir(directory.path()).unwrap() {
        let path = file.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        for secret in [coordinator.as_str(), &scorer, PASSWORD] {
            let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(!found, "a secret is in {}", path.display());
        }
    }
}
