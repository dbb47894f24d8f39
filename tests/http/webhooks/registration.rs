//! Adding, listing, changing and removing webhooks.

use std::thread;

use serde_json::json;

use super::hooks::{add, hook, hooks, league};
use crate::support::game::id;
use crate::support::league::{League, text};
use crate::support::receiver::Receiver;
use crate::support::service::{Service, unlimited};

const URL: &str = "https://example.org/pegout";

#[test]
fn the_secret_is_told_once() {
    let league = League::open();
    let request = json!({"id": id(1), "url": URL});
    let added = add(&league, &request);
    assert_eq!(added.header("location"), format!("/api/v1/webhooks/{}", id(1)));
    let added = added.ok(201);
    let secret = text(&added["secret"]);
    assert!(secret.starts_with("whsec_") && secret.len() == 50, "{secret}");
    let again = add(&league, &request).ok(200);
    assert!(again.get("secret").is_none(), "{again}");
    let listed = hooks(&league);
    assert_eq!(listed, [again]);
    assert_eq!(
        (&listed[0]["url"], &listed[0]["status"], &listed[0]["waiting"]),
        (&json!(URL), &json!("active"), &json!(0))
    );
    let other = add(&league, &json!({"url": URL})).ok(201);
    assert_ne!(text(&other["secret"]), secret);
}

#[test]
fn a_list_tells_if_messages_are_sent_at_all() {
    for (receivers, is_sending) in [("public", true), ("any", true), ("off", false)] {
        let service = Service::start_with(|command| unlimited(command).env("PEGOUT_WEBHOOKS", receivers));
        let listed = League::new(service).get("/api/v1/webhooks").ok(200);
        assert_eq!(listed["sending"], is_sending, "{receivers}");
    }
}

#[test]
fn an_id_is_not_used_for_another_address_or_after_a_removal() {
    let league = League::open();
    add(&league, &json!({"id": id(1), "url": URL})).ok(201);
    add(&league, &json!({"id": id(1), "url": "https://example.org/other"})).problem(409, "already-used");
    let path = format!("/api/v1/webhooks/{}", id(1));
    for _ in 0..2 {
        league.request("DELETE", &path, &league.token, None).ok(200);
    }
    add(&league, &json!({"id": id(1), "url": URL})).problem(410, "webhook-removed");
    assert!(hooks(&league).is_empty());
    for (method, rest, body) in [
        ("PATCH", "", Some(json!({"active": true}))),
        ("GET", "/deliveries", None),
        ("POST", &format!("/deliveries/{}/resend", id(2)), None),
    ] {
        let answer = league.request(method, &format!("{path}{rest}"), &league.token, body.as_ref());
        answer.problem(404, "not-found");
    }
}

#[test]
fn there_are_ten_webhooks_at_most_also_when_they_are_added_at_once() {
    let league = League::open();
    let statuses: Vec<u16> = thread::scope(|scope| {
        let adding: Vec<_> = (1..=15)
            .map(|number| (number, &league))
            .map(|(number, league)| scope.spawn(move || add(league, &json!({"id": id(number), "url": URL})).status))
            .collect();
        adding.into_iter().map(|adding| adding.join().unwrap()).collect()
    });
    let count = |status| statuses.iter().filter(|one| **one == status).count();
    assert_eq!((count(201), count(409)), (10, 5), "{statuses:?}");
    let problem = add(&league, &json!({"url": URL})).problem(409, "too-many-webhooks");
    assert_eq!(problem["most"], 10);
    let known = text(&hooks(&league)[0]["id"]);
    add(&league, &json!({"id": known, "url": URL})).ok(200);
    league.request("DELETE", &format!("/api/v1/webhooks/{known}"), &league.token, None).ok(200);
    add(&league, &json!({"url": URL})).ok(201);
}

#[test]
fn a_webhook_that_is_added_twice_at_once_is_one() {
    let league = League::open();
    let answers = thread::scope(|scope| {
        let adding: Vec<_> = (0..8).map(|_| scope.spawn(|| add(&league, &json!({"id": id(1), "url": URL})))).collect();
        adding.into_iter().map(|adding| adding.join().unwrap()).collect::<Vec<_>>()
    });
    let secrets = answers.iter().filter(|answer| answer.json().get("secret").is_some()).count();
    assert_eq!((secrets, hooks(&league).len()), (1, 1));
}

#[test]
fn webhooks_are_for_the_coordinator_alone() {
    let league = league();
    let hook = hook(&league, &Receiver::open());
    let body = json!({"name": "Bea", "password": "fifteen for six", "role": "representative"});
    league.as_coordinator("POST", "/api/v1/representatives", &body).ok(201);
    let session = league.post("/api/v1/session", &json!({"name": "Bea", "password": "fifteen for six"})).ok(201);
    let token = text(&session["token"]);
    let path = format!("/api/v1/webhooks/{}", hook.id);
    for (method, path, body) in [
        ("GET", "/api/v1/webhooks".to_owned(), None),
        ("POST", "/api/v1/webhooks".to_owned(), Some(json!({"url": URL}))),
        ("PATCH", path.clone(), Some(json!({"active": false}))),
        ("DELETE", path.clone(), None),
        ("GET", format!("{path}/deliveries"), None),
        ("POST", format!("{path}/deliveries/{}/resend", id(1)), None),
    ] {
        let refused = league.request(method, &path, &token, body.as_ref()).problem(403, "forbidden");
        assert_eq!(refused["roles"], json!(["coordinator"]), "{method} {path}");
    }
    assert_eq!(hooks(&league).len(), 1);
}
