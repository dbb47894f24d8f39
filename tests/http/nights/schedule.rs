//! Scheduling nights, changing and cancelling them.

use serde_json::json;

use super::{League, list, text};

#[test]
fn a_night_goes_from_scheduled_over_open_and_playing_to_finished() {
    let league = League::open();
    let players = league.players(2);
    let evening = league.schedule(&json!({"date": "2026-01-28"}));
    let night = evening.look();
    assert_eq!(
        (&night["status"], &night["starts_at"], &night["games_per_night"]),
        (&json!("scheduled"), &json!("19:00"), &json!(4))
    );
    assert_eq!(
        (&night["season_id"], &night["cancelled"], &night["fifty_fifty"]),
        (&json!(null), &json!(null), &json!(null))
    );
    evening.pay(&players[0]).ok(201);
    evening.finish().problem(409, "night-not-playing");
    assert_eq!(evening.draw().problem(409, "too-few-players")["present"], 1);
    assert_eq!(evening.pay(&players[1]).ok(201)["status"], "open");
    assert_eq!(evening.draw().ok(201)["status"], "playing");
    evening.result(1, &[121, 100]).ok(201);
    assert_eq!(evening.finish().ok(200)["status"], "finished");
    assert_eq!(evening.finish().ok(200)["version"], evening.look()["version"], "a second finish has changed something");
    evening.draw().problem(409, "night-finished");
    let newcomer = league.player("Late");
    evening.pay(&newcomer).problem(409, "night-finished");
    assert_eq!(evening.kinds(), ["scheduled", "entered", "entered", "settings_taken", "round_drawn", "finished"]);
}

#[test]
fn a_night_is_listed_by_its_day_and_season_and_may_be_put_off() {
    let league = League::open();
    let season = json!({"name": "Winter", "starts": "2026-01-01", "ends": "2026-04-15"});
    let season = text(&league.coordinate("POST", "/api/v1/seasons", &season).ok(201)["id"]);
    let second = league.schedule(&json!({"date": "2026-02-04", "season_id": season}));
    let first = league.schedule(&json!({"date": "2026-01-28", "season_id": season}));
    let friendly = league.schedule(&json!({"date": "2026-01-28", "starts_at": "14:30", "games_per_night": 2}));
    let listed = |query: &str| -> Vec<String> {
        let nights = league.get(&format!("/api/v1/nights{query}")).ok(200);
        list(&nights["nights"]).iter().map(|night| text(&night["id"])).collect()
    };
    assert_eq!(listed(""), [&friendly.id, &first.id, &second.id].map(String::clone));
    assert_eq!(listed(&format!("?season_id={season}")), [&first.id, &second.id].map(String::clone));
    let later = first.ask("PATCH", "", &json!({"date": "2026-02-11", "games_per_night": 3})).ok(200);
    assert_eq!(
        (&later["date"], &later["starts_at"], &later["games_per_night"]),
        (&json!("2026-02-11"), &json!("19:00"), &json!(3))
    );
    assert_eq!(listed(&format!("?season_id={season}")), [&second.id, &first.id].map(String::clone));
    let nowhere = json!({"date": "2026-01-28", "season_id": crate::game::id(9)});
    let problem = league.coordinate("POST", "/api/v1/nights", &nowhere).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/season_id");
    for (body, pointer) in [
        (json!({}), "/date"),
        (json!({"date": "2026-02-30"}), "/date"),
        (json!({"date": "2026-01-28", "starts_at": "25:00"}), "/starts_at"),
        (json!({"date": "2026-01-28", "games_per_night": 0}), "/games_per_night"),
        (json!({"date": "2026-01-28", "games_per_night": 21}), "/games_per_night"),
        (json!({"date": "2026-01-28", "games": 4}), "/games"),
    ] {
        let problem = league.coordinate("POST", "/api/v1/nights", &body).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}");
    }
}

#[test]
fn only_the_coordinator_runs_a_night_and_everybody_may_look() {
    let league = League::open();
    let players = league.players(4);
    let evening = league.evening(&players);
    evening.draw().ok(201);
    let phone = evening.join(&players[0]);
    let entry = format!("/entries/{}", players[1]);
    for (method, rest) in [
        ("PATCH", ""),
        ("PUT", "/cancellation"),
        ("DELETE", "/cancellation"),
        ("PUT", entry.as_str()),
        ("DELETE", entry.as_str()),
        ("POST", "/rounds"),
        ("POST", "/rounds/1/swaps"),
        ("GET", "/money"),
        ("POST", "/fifty-fifty"),
        ("DELETE", "/fifty-fifty"),
        ("POST", "/finish"),
        ("GET", "/join.svg"),
        ("GET", "/phones"),
        ("DELETE", "/phones"),
    ] {
        let path = evening.path(rest);
        league.ask(method, &path, &phone, None).problem(403, "forbidden");
        league.send(method, &path, None, b"").problem(401, "unauthorized");
    }
    let before = evening.look();
    for rest in ["", "/standings", "/standings.csv", "/history"] {
        let told = league.get(&evening.path(rest));
        assert_eq!(told.status, 200, "{rest}");
        assert!(!told.text.contains(before["join_code"].as_str().unwrap()), "{rest} tells the code");
    }
    assert_eq!(league.ask("GET", &evening.path(""), &phone, None).ok(200).get("join_code"), None);
    league.ask("GET", &evening.path(""), &crate::game::token(9), None).problem(401, "unauthorized");
    assert_eq!(evening.look(), before);
    league.get(&format!("/api/v1/nights/{}", crate::game::id(9))).problem(404, "not-found");
    league.get("/api/v1/nights/tonight").problem(422, "invalid");
}

#[test]
fn a_cancelled_night_tells_whom_to_call_and_has_one_mail_for_all() {
    let league = League::open();
    let add = |body| text(&league.coordinate("POST", "/api/v1/players", &body).ok(201)["id"]);
    add(json!({"name": "Édith", "phone": "555-0101", "email": "edith+cards@example.org"}));
    add(json!({"name": "Bob", "phone": "555-0102"}));
    add(json!({"name": "Cy", "email": "cy@example.org"}));
    add(json!({"name": "Gone", "active_member": false, "phone": "555-0199", "email": "gone@example.org"}));
    let guest = add(json!({"name": "Guest", "active_member": false, "phone": "555-0103"}));
    let evening = league.schedule(&json!({"date": "2026-01-28"}));
    evening.enter(&guest, &json!({"guest": true})).ok(201);
    let cancelled = evening.ask("PUT", "/cancellation", &json!({"reason": "Snow & ice"})).ok(201);
    assert_eq!((&cancelled["status"], &cancelled["cancelled"]), (&json!("cancelled"), &json!("Snow & ice")));
    let phones = json!([
        {"name": "Bob", "phone": "555-0102"}, {"name": "Édith", "phone": "555-0101"}, {"name": "Guest", "phone": "555-0103"},
    ]);
    assert_eq!(cancelled["phones"], phones);
    let mail = text(&cancelled["mailto"]);
    let (bcc, rest) = mail.strip_prefix("mailto:?bcc=").unwrap().split_once('&').unwrap();
    let mut addresses: Vec<&str> = bcc.split(',').collect();
    addresses.sort_unstable();
    assert_eq!(addresses, ["cy%40example%2Eorg", "edith%2Bcards%40example%2Eorg"]);
    assert!(
        rest.starts_with("subject=") && rest.contains("2026%2D01%2D28") && rest.contains("Snow%20%26%20ice"),
        "{rest}"
    );
    assert!(!league.get(&evening.path("")).text.contains("555-"), "the night tells phone numbers");
    evening.ask("PUT", "/cancellation", &json!({"reason": "Snow & ice"})).ok(200);
    let other = evening.ask("PUT", "/cancellation", &json!({"reason": "A storm"})).ok(200);
    assert_eq!(other["cancelled"], "A storm");
    evening.draw().problem(409, "night-cancelled");
    evening.pay(&league.player("Di")).problem(409, "night-cancelled");
    evening.ask("PUT", "/cancellation", &json!({"reason": " "})).problem(422, "invalid");
    assert_eq!(evening.ask("DELETE", "/cancellation", &json!({})).ok(200)["status"], "open");
    evening.ask("DELETE", "/cancellation", &json!({})).ok(200);
    assert_eq!(evening.kinds(), ["scheduled", "entered", "cancelled", "cancelled", "reinstated"]);
    evening.pay(&league.player("Ed")).ok(201);
    evening.draw().ok(201);
    evening.ask("PUT", "/cancellation", &json!({"reason": "Snow"})).problem(409, "night-playing");
}
