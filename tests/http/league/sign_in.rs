//! The limits of signing in: the attempts that are refused, and the attempts that are not.

use std::process::Stdio;

use argon2::Argon2;
use argon2::password_hash::PasswordHasher;
use serde_json::{Value, json};
use ureq::http::Request;

use crate::support::league::text;
use crate::support::service::{Answer, PASSWORD, PASSWORD_MEMORY, Service, pegout};

const SESSION: &str = "/api/v1/session";
const SESSIONS: &str = "/api/v1/sessions";

fn service() -> Service {
    Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD))
}

/// Spends the budget of this machine's address.
fn exhaust(service: &Service) {
    for _ in 0..10 {
        service.post_from_afar(SESSION, &json!({"password": "wrong"})).problem(401, "wrong-password");
    }
    service.post_from_afar(SESSION, &json!({"password": PASSWORD})).problem(429, "too-many-requests");
}

#[test]
fn a_device_that_has_signed_in_has_a_limit_of_its_own() {
    let service = service();
    let first = service.post_from_afar(SESSION, &json!({"password": PASSWORD})).ok(201);
    let secret = text(&first["device_secret"]);
    assert_eq!((secret.len(), &first["warning"]), (43, &Value::Null));
    exhaust(&service);
    let on_device = |password: &str, secret: &str| {
        service.post_from_afar(SESSION, &json!({"password": password, "device_secret": secret}))
    };
    let again = on_device(PASSWORD, &secret).ok(201);
    assert_eq!(again["device_secret"], secret.as_str());
    for _ in 0..10 {
        on_device("wrong", &secret).problem(401, "wrong-password");
    }
    on_device(PASSWORD, &secret).problem(429, "too-many-requests");
    on_device(PASSWORD, &"A".repeat(43)).problem(429, "too-many-requests");
    let request = service.request("GET", SESSIONS, text(&again["token"]).as_str(), None).ok(200);
    assert_eq!(request["sessions"].as_array().unwrap().len(), 1, "a device has one session: {request}");
    service.request("GET", SESSIONS, text(&first["token"]).as_str(), None).problem(401, "unauthorized");
}

#[test]
fn a_device_whose_session_somebody_ended_is_not_known_any_more() {
    let service = service();
    let lost = service.post_from_afar(SESSION, &json!({"password": PASSWORD, "name": "Di"})).ok(201);
    let own = text(&service.post_from_afar(SESSION, &json!({"password": PASSWORD})).ok(201)["token"]);
    let listed = service.request("GET", SESSIONS, &own, None).ok(200);
    let sessions = listed["sessions"].as_array().unwrap();
    assert_eq!([&sessions[0]["name"], &sessions[1]["name"]], [&json!("Di"), &Value::Null]);
    assert_eq!([&sessions[0]["current"], &sessions[1]["current"]], [false, true]);
    assert!(sessions.iter().all(|session| session["role"] == "coordinator" && session["began_at"].is_string()));
    let path = format!("{SESSIONS}/{}", text(&sessions[0]["id"]));
    for _ in 0..2 {
        assert_eq!(service.request("DELETE", &path, &own, None).ok(200), json!({}));
    }
    service.request("GET", SESSIONS, &text(&lost["token"]), None).problem(401, "unauthorized");
    exhaust(&service);
    let body = json!({"password": PASSWORD, "device_secret": lost["device_secret"]});
    service.post_from_afar(SESSION, &body).problem(429, "too-many-requests");
}

#[test]
fn this_machine_itself_is_let_in_to_try_unless_a_proxy_may_stand_before_it() {
    let service = service();
    exhaust(&service);
    for _ in 0..12 {
        service.post(SESSION, &json!({"password": "wrong"})).problem(401, "wrong-password");
    }
    service.post(SESSION, &json!({"password": PASSWORD})).ok(201);
    let with = |header: (&str, &str)| -> Answer {
        let request = Request::post(format!("{}{SESSION}", service.url)).header("Content-Type", "application/json");
        let body = json!({"password": PASSWORD}).to_string();
        service.run(request.header(header.0, header.1).body(body.into_bytes()).unwrap())
    };
    for header in
        [("Forwarded", "for=192.0.2.1"), ("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-Host", "a"), ("Via", "b")]
    {
        with(header).problem(429, "too-many-requests");
    }
    let proxied = Service::start_with(|command| {
        command.args(["--behind-proxy", "--wrong-tries", "1"]).env("PEGOUT_PASSWORD", PASSWORD)
    });
    proxied.post(SESSION, &json!({"password": "wrong"})).problem(401, "wrong-password");
    proxied.post(SESSION, &json!({"password": PASSWORD})).problem(429, "too-many-requests");
}

#[test]
fn a_password_is_the_same_however_its_letters_are_composed() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", "quinze-deux à Zoé"));
    for written in ["quinze-deux à Zoé", "quinze-deux a\u{300} Zoe\u{301}"] {
        service.post(SESSION, &json!({"password": written})).ok(201);
    }
    service.post(SESSION, &json!({"password": "quinze-deux a Zoe"})).problem(401, "wrong-password");
}

#[test]
fn a_new_password_of_less_than_eight_letters_stops_the_start() {
    for short in ["fifteen", "cafe\u{301} no"] {
        let directory = tempfile::tempdir().unwrap();
        let output = pegout(&directory).env("PEGOUT_PASSWORD", short).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains("PEGOUT_PASSWORD has less than 8 letters"), "{error}");
        assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 0, "it has left something behind");
    }
    let mut service = service();
    service.stop();
    let mut command = pegout(&service.directory);
    let output = command.args(["--listen", "127.0.0.1:0"]).env("PEGOUT_PASSWORD", "fifteen").stdout(Stdio::null());
    assert_eq!(output.output().unwrap().status.code(), Some(2));
    let service = service.restarted(|command| command);
    service.post(SESSION, &json!({"password": PASSWORD})).ok(201);
    service.post(SESSION, &json!({"password": "fifteen"})).problem(401, "wrong-password");
}

#[test]
fn a_short_password_of_before_works_with_a_warning() {
    let mut service = service();
    let coordinator = service.coordinator();
    let bea = json!({"name": "Bea", "password": "fifteen for six"});
    service.request("POST", "/api/v1/representatives", &coordinator, Some(&bea)).ok(201);
    service.stop();
    let hash = Argon2::default().hash_password(b"pegs").unwrap().to_string();
    for table in ["password", "representative"] {
        assert_eq!(service.sql().change(&format!("UPDATE {table} SET hash = '{hash}'")), 1);
    }
    let log = std::fs::File::create(service.directory.path().join("log")).unwrap();
    let service = service.restarted(|command| command.env("PEGOUT_PASSWORD", "pegs").stderr(log));
    for body in [json!({"password": "pegs"}), json!({"name": "Bea", "password": "pegs"})] {
        let session = service.post(SESSION, &body).ok(201);
        assert_eq!(session["warning"], "This password has less than 8 letters. Choose a longer one.");
    }
    let log = std::fs::read_to_string(service.directory.path().join("log")).unwrap();
    assert_eq!(log.matches("less than 8 letters").count(), 3, "{log}");
    assert!(!log.contains("pegs"), "{log}");
}

#[test]
fn an_unknown_name_takes_as_long_as_a_known_one() {
    let service = Service::start_with(|command| command.env_remove(PASSWORD_MEMORY).env("PEGOUT_PASSWORD", PASSWORD));
    let coordinator = service.coordinator();
    let bea = json!({"name": "Bea", "password": "fifteen for six"});
    service.request("POST", "/api/v1/representatives", &coordinator, Some(&bea)).ok(201);
    let time = |name: &str| {
        let since = std::time::Instant::now();
        service.post(SESSION, &json!({"name": name, "password": "wrong"})).problem(401, "wrong-password");
        since.elapsed()
    };
    // The best of several by turns: a busy machine makes single ones slow.
    let (mut best, mut ratio) = ([std::time::Duration::MAX; 2], 0.0);
    for turn in 1..=60 {
        let times = [time("Bea"), time("Nobody")];
        best = [best[0].min(times[0]), best[1].min(times[1])];
        ratio = best[0].as_secs_f64() / best[1].as_secs_f64();
        if turn >= 10 && (0.6..1.6).contains(&ratio) {
            return;
        }
    }
    panic!("the ratio is {ratio}");
}
