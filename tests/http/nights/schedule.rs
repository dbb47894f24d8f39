//! Scheduling nights, changing and cancelling them.

use serde_json::json;

use crate::support::game::{id, token};
use crate::support::league::{League, list, text};

#[test]
fn a_night_goes_through_scheduled_open_playing_and_finished() {
    let league = League::open();
    let players = league.players(2);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    let view = night.view();
    assert_eq!(
        (&view["status"], &view["starts_at"], &view["games_per_night"]),
        (&json!("scheduled"), &json!("19:00"), &json!(4))
    );
    assert_eq!(
        (&view["season_id"], &view["cancelled"], &view["fifty_fifty"]),
        (&json!(null), &json!(null), &json!(null))
    );
    night.pay(&players[0]).ok(201);
    night.finish().problem(409, "night-not-playing");
    assert_eq!(night.draw().problem(409, "too-few-players")["present"], 1);
    assert_eq!(night.pay(&players[1]).ok(201)["status"], "open");
    assert_eq!(night.draw().ok(201)["status"], "playing");
    night.result(1, &[121, 100]).ok(201);
    assert_eq!(night.finish().ok(200)["status"], "finished");
    assert_eq!(night.finish().ok(200)["version"], night.view()["version"], "a second finish has changed something");
    night.draw().problem(409, "night-finished");
    let newcomer = league.player("Late");
    night.pay(&newcomer).problem(409, "night-finished");
    assert_eq!(night.kinds(), ["scheduled", "entered", "entered", "settings_taken", "round_drawn", "finished"]);
}

#[test]
fn nights_are_listed_by_date_and_season_and_may_be_postponed() {
    let league = League::open();
    let season = json!({"name": "Winter", "starts": "2026-01-01", "ends": "2026-04-15"});
    let season = text(&league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"]);
    let second = league.schedule(&json!({"date": "2026-02-04", "season_id": season}));
    let first = league.schedule(&json!({"date": "2026-01-28", "season_id": season}));
    let friendly = league.schedule(&json!({"date": "2026-01-28", "starts_at": "14:30", "games_per_night": 2}));
    let listed = |query: &str| -> Vec<String> {
        let nights = league.get(&format!("/api/v1/nights{query}")).ok(200);
        list(&nights["nights"]).iter().map(|night| text(&night["id"])).collect()
    };
    assert_eq!(listed(""), [&friendly.id, &first.id, &second.id].map(String::clone));
    assert_eq!(listed(&format!("?season_id={season}")), [&first.id, &second.id].map(String::clone));
    let later = first.request("PATCH", "", &json!({"date": "2026-02-11", "games_per_night": 3})).ok(200);
    assert_eq!(
        (&later["date"], &later["starts_at"], &later["games_per_night"]),
        (&json!("2026-02-11"), &json!("19:00"), &json!(3))
    );
    assert_eq!(listed(&format!("?season_id={season}")), [&second.id, &first.id].map(String::clone));
    let nowhere = json!({"date": "2026-01-28", "season_id": id(9)});
    let problem = league.as_coordinator("POST", "/api/v1/nights", &nowhere).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/season_id");
    for (body, pointer) in [
        (json!({}), "/date"),
        (json!({"date": "2026-02-30"}), "/date"),
        (json!({"date": "2026-01-28", "starts_at": "25:00"}), "/starts_at"),
        (json!({"date": "2026-01-28", "games_per_night": 0}), "/games_per_night"),
        (json!({"date": "2026-01-28", "games_per_night": 21}), "/games_per_night"),
        (json!({"date": "2026-01-28", "games": 4}), "/games"),
    ] {
        let problem = league.as_coordinator("POST", "/api/v1/nights", &body).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}");
    }
}

#[test]
fn only_the_coordinator_changes_a_night_and_everybody_reads_it() {
    let league = League::open();
    let players = league.players(4);
    let night = league.night(&players);
    night.draw().ok(201);
    let phone = night.join(&players[0]);
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
        let path = night.path(rest);
        league.request(method, &path, &phone, None).problem(403, "forbidden");
        league.send(method, &path, None, b"").problem(401, "unauthorized");
    }
    let before = night.view();
    league.service.get(&night.path("/history")).problem(401, "unauthorized");
    for rest in ["", "/standings", "/standings.csv", "/history"] {
        let answer =
            if rest == "/history" { league.get(&night.path(rest)) } else { league.service.get(&night.path(rest)) };
        assert_eq!(answer.status, 200, "{rest}");
        assert!(!answer.text.contains(before["join_code"].as_str().unwrap()), "{rest} shows the code");
    }
    assert_eq!(league.request("GET", &night.path(""), &phone, None).ok(200).get("join_code"), None);
    league.request("GET", &night.path(""), &token(9), None).problem(401, "unauthorized");
    assert_eq!(night.view(), before);
    league.get(&format!("/api/v1/nights/{}", id(9))).problem(404, "not-found");
    league.get("/api/v1/nights/tonight").problem(422, "invalid");
}

#[test]
fn a_cancelled_night_lists_phone_numbers_and_one_mail_link() {
    let league = League::open();
    let add = |body| text(&league.as_coordinator("POST", "/api/v1/players", &body).ok(201)["id"]);
    let edith = add(json!({"name": "Édith", "phone": "555-0101", "email": "edith+cards@example.org"}));
    let bob = add(json!({"name": "Bob", "phone": "555-0102"}));
    add(json!({"name": "Cy", "email": "cy@example.org"}));
    add(json!({"name": "Gone", "active_member": false, "phone": "555-0199", "email": "gone@example.org"}));
    let guest = add(json!({"name": "Guest", "active_member": false, "phone": "555-0103"}));
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    night.enter(&guest, &json!({"guest": true})).ok(201);
    let cancelled = night.request("PUT", "/cancellation", &json!({"reason": "Snow & ice"})).ok(201);
    assert_eq!((&cancelled["status"], &cancelled["cancelled"]), (&json!("cancelled"), &json!("Snow & ice")));
    let phones = json!([
        {"player_id": bob, "name": "Bob", "phone": "555-0102", "notified": null},
        {"player_id": edith, "name": "Édith", "phone": "555-0101", "notified": null},
        {"player_id": guest, "name": "Guest", "phone": "555-0103", "notified": null},
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
    assert!(!league.service.get(&night.path("")).text.contains("555-01"), "the night shows phone numbers");
    night.request("PUT", "/cancellation", &json!({"reason": "Snow & ice"})).ok(200);
    let other = night.request("PUT", "/cancellation", &json!({"reason": "A storm"})).ok(200);
    assert_eq!(other["cancelled"], "A storm");
    night.draw().problem(409, "night-cancelled");
    night.pay(&league.player("Di")).problem(409, "night-cancelled");
    night.request("PUT", "/cancellation", &json!({"reason": " "})).problem(422, "invalid");
    assert_eq!(night.request("DELETE", "/cancellation", &json!({})).ok(200)["status"], "open");
    night.request("DELETE", "/cancellation", &json!({})).ok(200);
    assert_eq!(night.kinds(), ["scheduled", "entered", "cancelled", "cancelled", "reinstated"]);
    night.pay(&league.player("Ed")).ok(201);
    night.draw().ok(201);
    night.request("PUT", "/cancellation", &json!({"reason": "Snow"})).problem(409, "night-playing");
}

#[test]
fn several_people_share_the_list_of_a_cancelled_night_by_ticking_off_who_was_told() {
    let league = League::open();
    let add = |name: &str| {
        let body = json!({"name": name, "phone": "555-0101"});
        text(&league.as_coordinator("POST", "/api/v1/players", &body).ok(201)["id"])
    };
    let (bob, cy) = (add("Bob"), add("Cy"));
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    let list = || night.request("GET", "/cancellation", &json!({}));
    list().problem(404, "not-found");
    night.request("PUT", &format!("/cancellation/notified/{bob}"), &json!({})).problem(404, "not-found");
    night.request("PUT", "/cancellation", &json!({"reason": "Snow"})).ok(201);
    night.request("PUT", &format!("/cancellation/notified/{}", id(9)), &json!({})).problem(404, "not-found");
    let ticked = night.request("PUT", &format!("/cancellation/notified/{bob}"), &json!({})).ok(201);
    assert!(ticked["phones"][0]["notified"]["at"].is_string() && ticked["phones"][1]["notified"].is_null());
    assert_eq!(night.request("PUT", &format!("/cancellation/notified/{bob}"), &json!({})).ok(200), ticked);
    night.request("PUT", &format!("/cancellation/notified/{cy}"), &json!({})).ok(201);
    let read = list().ok(200);
    assert_eq!(read["phones"][0], ticked["phones"][0]);
    assert!(read["phones"][1]["notified"].is_object());
    let back = night.request("DELETE", &format!("/cancellation/notified/{cy}"), &json!({})).ok(200);
    assert_eq!(back["phones"][1]["notified"], json!(null));
    assert_eq!(night.kinds(), ["scheduled", "cancelled", "notified", "notified", "notified"]);
    let history = league.get(&night.path("/history")).ok(200);
    assert!(history["players"].as_array().unwrap().iter().any(|player| player["name"] == "Cy"));
}

#[test]
fn the_hour_when_a_night_ends_is_taken_away_by_null_and_stays_when_it_is_left_out() {
    let league = League::open();
    let night = league.schedule(&json!({"date": "2026-01-14", "ends_at": "22:30"}));
    let change = |body: &serde_json::Value| league.as_coordinator("PATCH", &night.path(""), body).ok(200);
    assert_eq!(change(&json!({"starts_at": "18:30"}))["ends_at"], "22:30");
    assert_eq!(change(&json!({"ends_at": null}))["ends_at"], json!(null));
    let league = league.start_again();
    assert_eq!(league.get("/api/v1/nights").ok(200)["nights"][0]["ends_at"], json!(null));
}
