//! Signing in and out.

use std::io::Write;
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::support::game::Game;
use crate::support::service::{Answer, PASSWORD, PASSWORD_MEMORY, Service, pegout};

const SESSION: &str = "/api/v1/session";

fn sign_in(service: &Service, password: &str) -> Answer {
    service.post_from_afar(SESSION, &json!({"password": password}))
}

fn with_password(password: &'static str) -> impl FnOnce(&mut std::process::Command) -> &mut std::process::Command {
    move |command| command.env("PEGOUT_PASSWORD", password)
}

/// Returns true if the token has the coordinator's rights.
fn opens(service: &Service, token: &str) -> bool {
    let game = Game::two_sided(service);
    let answer = service.request("PUT", &game.path("/result"), token, Some(&json!({"scores": [121, 0]})));
    if answer.status == 201 {
        return true;
    }
    answer.problem(401, "unauthorized");
    false
}

/// The password shown at the start.
fn shown(service: &Service) -> Option<String> {
    let line = service.output.iter().find(|line| line.contains("password"))?;
    Some(line.split(' ').find(|word| word.matches('-').count() == 2).unwrap().to_owned())
}

#[test]
fn the_coordinator_signs_in_and_out() {
    let service = Service::start_with(with_password(PASSWORD));
    assert_eq!(shown(&service), None);
    let answer = sign_in(&service, PASSWORD);
    assert_eq!(answer.header("location"), SESSION);
    let session = answer.ok(201);
    let token = session["token"].as_str().unwrap();
    assert!(opens(&service, token));
    assert_eq!(service.request("DELETE", SESSION, token, None).ok(200), json!({}));
    assert!(!opens(&service, token));
    service.request("DELETE", SESSION, token, None).problem(401, "unauthorized");
    service.send("DELETE", SESSION, None, b"").problem(401, "unauthorized");
}

#[test]
fn signing_out_ends_one_session_only() {
    let service = Service::start_with(with_password(PASSWORD));
    let (one, other) = (service.coordinator(), service.coordinator());
    assert_ne!(one, other);
    service.request("DELETE", SESSION, &one, None).ok(200);
    assert!(opens(&service, &other));
}

#[test]
fn a_scorers_token_cannot_sign_out() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    service.request("DELETE", SESSION, &game.token, None).problem(403, "forbidden");
    game.peg(1, &json!({"side": 0, "points": 1})).ok(201);
}

#[test]
fn a_password_is_generated_at_the_first_start_and_shown_once() {
    let service = Service::start();
    let password = shown(&service).unwrap();
    assert_eq!(password.len(), 14, "{password}");
    sign_in(&service, &password).ok(201);
    let service = service.start_again(|command| command);
    assert_eq!(shown(&service), None, "it was shown again: {:?}", service.output);
    sign_in(&service, &password).ok(201);
    let stored = service.sql().texts("SELECT hash FROM password").concat();
    assert!(stored.starts_with("$argon2id$") && !stored.contains(&password), "{stored}");
    assert_ne!(shown(&Service::start()).unwrap(), password);
}

/// The memory that OWASP's Password Storage Cheat Sheet asks for. The services of other tests take less.
#[test]
fn a_password_is_hashed_with_19_mib_in_two_passes() {
    let service = Service::start_with(|command| command.env_remove(PASSWORD_MEMORY).env("PEGOUT_PASSWORD", PASSWORD));
    service.coordinator();
    let stored = service.sql().texts("SELECT hash FROM password").concat();
    assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
}

#[test]
fn a_changed_password_replaces_the_old_and_ends_its_sessions() {
    let service = Service::start_with(with_password("the first one"));
    let token = sign_in(&service, "the first one").ok(201)["token"].as_str().unwrap().to_owned();
    let game = Game::two_sided(&service);
    let (id, scorer) = (game.id.clone(), game.token.clone());
    let service = service.start_again(with_password("the first one"));
    assert!(opens(&service, &token), "the same password again ended a session");
    let service = service.start_again(|command| command);
    assert!(opens(&service, &token), "a start without a password ended a session");
    let service = service.start_again(with_password("another one"));
    assert!(!opens(&service, &token));
    sign_in(&service, "the first one").problem(401, "wrong-password");
    sign_in(&service, "another one").ok(201);
    Game { service: &service, id, token: scorer }.peg(1, &json!({"side": 0, "points": 1})).ok(201);
}

#[test]
fn an_unusable_password_is_refused_at_the_start() {
    let long = "a".repeat(1001);
    for (useless, sentence) in [("", "is empty"), ("  ", "is empty"), (long.as_str(), "has more than 1000 letters")] {
        let directory = tempfile::tempdir().unwrap();
        let output = pegout(&directory).env("PEGOUT_PASSWORD", useless).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success());
        assert!(error.contains(&format!("PEGOUT_PASSWORD {sentence}")), "{error}");
        assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 0, "it has left something behind");
    }
}

#[test]
fn wrong_passwords_are_401_and_the_eleventh_within_a_minute_is_429() {
    let service = Service::start_with(with_password(PASSWORD));
    let answer = sign_in(&service, "wrong");
    assert_eq!(answer.header("www-authenticate"), "Bearer");
    answer.problem(401, "wrong-password");
    for wrong in
        ["", " ", "Fifteen-two-and-a-pair", "fifteen-two-and-a-pai", "fifteen-two-and-a-pair ", "ü", "\u{1}", "wrong"]
    {
        sign_in(&service, wrong).problem(401, "wrong-password");
    }
    for _ in 0..4 {
        sign_in(&service, PASSWORD).ok(201);
    }
    sign_in(&service, "the tenth").problem(401, "wrong-password");
    for password in ["the eleventh", PASSWORD] {
        let answer = sign_in(&service, password);
        let wait: u64 = answer.header("retry-after").parse().unwrap();
        assert!((1..=60).contains(&wait), "{wait}");
        answer.problem(429, "too-many-requests");
    }
}

#[test]
fn concurrent_wrong_passwords_are_limited_too() {
    let service = Service::start_with(with_password(PASSWORD));
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let attempts: Vec<_> = (0..24).map(|_| scope.spawn(|| sign_in(&service, "wrong").status)).collect();
        attempts.into_iter().map(|attempt| attempt.join().unwrap()).collect()
    });
    let count = |status| statuses.iter().filter(|one| **one == status).count();
    // On a busy machine some wait too long to be tried, and are 429 too.
    assert!((1..=10).contains(&count(401)) && count(401) + count(429) == 24, "{statuses:?}");
}

#[test]
fn wrong_passwords_count_even_if_the_client_disconnects() {
    let service = Service::start_with(with_password(PASSWORD));
    let try_and_leave = || {
        let mut stream = TcpStream::connect(service.url.trim_start_matches("http://")).unwrap();
        let head = "Host: hall\r\nVia: 1.1 hall\r\nContent-Type: application/json\r\nContent-Length: 21";
        write!(stream, "POST {SESSION} HTTP/1.1\r\n{head}\r\n\r\n{{\"password\": \"wrong\"}}").unwrap();
    };
    (0..10).for_each(|_| try_and_leave());
    // On a busy machine some of them wait too long to be tried.
    let refused = (0..100).any(|_| {
        let answer = sign_in(&service, PASSWORD);
        try_and_leave();
        answer.text.contains("Too many wrong passwords")
    });
    assert!(refused, "disconnected tries do not count");
}

#[test]
fn an_invalid_sign_in_is_422_and_not_a_wrong_password() {
    let service = Service::start_with(with_password(PASSWORD));
    for (body, pointer) in [
        (json!({}), "/password"),
        (json!({"password": null}), "/password"),
        (json!({"password": 5}), "/password"),
        (json!({"password": "x".repeat(1001)}), "/password"),
        (json!({"password": PASSWORD, "name": ""}), "/name"),
        (json!({"password": PASSWORD, "name": "x".repeat(101)}), "/name"),
        (json!({"password": PASSWORD, "user": "Ann"}), "/user"),
    ] {
        for _ in 0..2 {
            let problem = service.post(SESSION, &body).problem(422, "invalid");
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
            assert!(!problem.to_string().contains(PASSWORD), "{problem}");
        }
    }
    sign_in(&service, PASSWORD).ok(201);
}

/// The expiry of the only session, in milliseconds since 1970.
fn expiry(service: &Service) -> i64 {
    let select = "SELECT expires_at FROM token WHERE role = 'coordinator'";
    service.sql().number(select)
}

fn now() -> i64 {
    i64::try_from(std::time::UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap()
}

#[test]
fn a_session_lasts_twelve_hours_and_is_renewed_by_use() {
    const HOUR: i64 = 3_600_000;
    let mut service = Service::start_with(with_password(PASSWORD));
    let session: Value = sign_in(&service, PASSWORD).ok(201);
    let token = session["token"].as_str().unwrap();
    let lasts = expiry(&service) - now();
    assert!((11 * HOUR..=12 * HOUR).contains(&lasts), "{lasts}");
    assert!(session["expires_at"].as_str().unwrap().ends_with('Z'));
    service.stop();
    let end_at = |service: &Service, at: i64| {
        let update = format!("UPDATE token SET expires_at = {at} WHERE role = 'coordinator'");
        assert_eq!(service.sql().change(&update), 1);
    };
    end_at(&service, now() + HOUR);
    let mut service = service.restarted(with_password(PASSWORD));
    assert!(opens(&service, token));
    assert!(expiry(&service) - now() > 11 * HOUR, "its use did not renew it");
    service.stop();
    end_at(&service, now());
    let service = service.restarted(with_password(PASSWORD));
    assert!(!opens(&service, token));
    sign_in(&service, PASSWORD).ok(201);
    let kept = "SELECT count(*) FROM token WHERE role = 'coordinator'";
    assert_eq!(service.sql().number(kept), 1, "who kept the old one?");
}
