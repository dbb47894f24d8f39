//! `Idempotency-Key`: repeats that create nothing twice.

use serde_json::{Value, json};

use crate::support::league::{League, text};
use crate::support::service::Answer;

fn create(league: &League, path: &str, key: &str, body: &Value) -> Answer {
    let token = format!("Bearer {}", league.token);
    league.service.ask("POST", path, &[("Authorization", &token), ("Idempotency-Key", key)], Some(body))
}

#[test]
fn the_same_key_creates_once_also_after_a_restart() {
    let league = League::open();
    let season = json!({"name": "2026", "starts": "2026-01-01", "ends": "2026-12-31"});
    let bodies = [
        ("/api/v1/players", json!({"name": "Ann"})),
        ("/api/v1/seasons", season),
        ("/api/v1/nights", json!({"date": "2026-01-28"})),
        ("/api/v1/representatives", json!({"name": "Bea", "password": "a-long-password"})),
        ("/api/v1/displays", json!({"name": "Hall"})),
    ];
    let first: Vec<Value> = bodies
        .iter()
        .map(|(path, body)| create(&league, path, "8e03978e-40d5-43dd-bc93-6894a57f9324", body).ok(201))
        .collect();
    let again = |league: &League| {
        for ((path, body), first) in bodies.iter().zip(&first) {
            let repeat = create(league, path, "\"8e03978e-40d5-43dd-bc93-6894a57f9324\"", body).ok(200);
            assert_eq!(repeat, *first, "{path}");
        }
        assert_eq!(league.get("/api/v1/players").ok(200)["players"].as_array().unwrap().len(), 1);
        assert_eq!(league.get("/api/v1/nights").ok(200)["nights"].as_array().unwrap().len(), 1);
        assert_eq!(league.get("/api/v1/displays").ok(200)["displays"].as_array().unwrap().len(), 1);
    };
    again(&league);
    again(&league.start_again());
}

#[test]
fn a_key_does_not_bring_back_who_was_forgotten_or_what_was_removed() {
    let league = League::open();
    let additions = [
        ("/api/v1/players", json!({"name": "Ann"}), "player-forgotten"),
        ("/api/v1/representatives", json!({"name": "Bea", "password": "a-long-password"}), "representative-removed"),
        ("/api/v1/displays", json!({"name": "Hall"}), "display-removed"),
        ("/api/v1/webhooks", json!({"url": "https://example.org/pegout"}), "webhook-removed"),
    ];
    for (path, body, _) in &additions {
        let id = text(&create(&league, path, "key", body).ok(201)["id"]);
        create(&league, path, "key", body).ok(200);
        league.as_coordinator("DELETE", &format!("{path}/{id}"), &json!({})).ok(200);
    }
    let league = league.start_again();
    for (path, body, problem) in &additions {
        create(&league, path, "key", body).problem(410, problem);
        assert_eq!(league.get(path).ok(200)[path.rsplit('/').next().unwrap()], json!([]), "{path}");
        create(&league, path, "another", body).ok(201);
    }
}

#[test]
fn a_webhook_that_is_added_again_with_its_key_keeps_its_secret_to_itself() {
    let league = League::open();
    let body = json!({"url": "https://example.org/pegout"});
    let added = create(&league, "/api/v1/webhooks", "key", &body).ok(201);
    let again = create(&league, "/api/v1/webhooks", "key", &body).ok(200);
    assert_eq!((&again["id"], again.get("secret")), (&added["id"], None));
    assert!(added["secret"].is_string());
}

#[test]
fn another_key_or_another_caller_creates_another() {
    let league = League::open();
    let night = json!({"date": "2026-01-28"});
    let first = text(&create(&league, "/api/v1/nights", "one", &night).ok(201)["id"]);
    let second = text(&create(&league, "/api/v1/nights", "two", &night).ok(201)["id"]);
    assert_ne!(first, second);
    let other = League { token: league.coordinator(), service: league.service };
    let third = text(&create(&other, "/api/v1/nights", "one", &night).ok(201)["id"]);
    assert_ne!(first, third, "the key of another session is another key");
}

#[test]
fn a_key_with_another_body_is_422_unless_nothing_was_created() {
    let league = League::open();
    create(&league, "/api/v1/nights", "key", &json!({"date": "2026-13-01"})).problem(422, "invalid");
    create(&league, "/api/v1/nights", "key", &json!({"date": "2026-01-28"})).ok(201);
    let problem = create(&league, "/api/v1/nights", "key", &json!({"date": "2026-01-29"})).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "Idempotency-Key");
}

#[test]
fn a_key_that_is_none_or_where_none_is_taken_is_422() {
    let league = League::open();
    let long = "k".repeat(256);
    for key in ["", "two words", "clé", &long] {
        let problem = create(&league, "/api/v1/nights", key, &json!({"date": "2026-01-28"})).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], "Idempotency-Key", "{key}");
    }
    let sides = json!({"sides": [{"name": "Ann"}, {"name": "Bob"}]});
    let problem = create(&league, "/api/v1/games", "key", &sides).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "Idempotency-Key");
}

#[test]
fn of_many_repeats_at_once_one_creates() {
    let league = League::open();
    let statuses = std::thread::scope(|scope| {
        let repeats: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| create(&league, "/api/v1/players", "key", &json!({"name": "Ann"})).status))
            .collect();
        repeats.into_iter().map(|repeat| repeat.join().unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 201, 409].contains(status)), "{statuses:?}");
    assert_eq!(league.get("/api/v1/players").ok(200)["players"].as_array().unwrap().len(), 1);
}
