//! The settings of the league.

use serde_json::{Value, json};

use crate::support::game::Game;
use crate::support::service::{PASSWORD, Service};

const LEAGUE: &str = "/api/v1/league";

fn club() -> (Service, String) {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let coordinator = service.coordinator();
    (service, coordinator)
}

#[test]
fn a_new_league_has_the_default_settings() {
    let league = Service::start().get(LEAGUE).ok(200);
    assert_eq!(league["games_per_night"], 4);
    assert_eq!([&league["fee"], &league["draw_part"]], [1000, 200]);
    assert_eq!([&league["draw_percent"], &league["pot_percent"]], [50, 80]);
    assert_eq!(league["prize_shares"], json!([50, 30, 20]));
    assert_eq!(league["rules"]["target"], 121);
}

#[test]
fn new_settings_replace_all_the_old_and_survive_a_restart() {
    let (service, token) = club();
    let put = |body: Value| service.request("PUT", LEAGUE, &token, Some(&body));
    let body = json!({
        "name": "Ligue d'été", "preset": "auclair", "rules": {"muggins": true}, "games_per_night": 3.0, "fee": 525,
        "draw_part": 525, "draw_percent": 0, "pot_percent": 100, "prize_shares": [60, 40],
    });
    let answer = put(body.clone());
    assert_eq!(answer.header("location"), LEAGUE);
    let league = answer.ok(201);
    for field in ["name", "fee", "draw_part", "draw_percent", "pot_percent", "prize_shares"] {
        assert_eq!(league[field], body[field], "{field}");
    }
    assert_eq!(league["games_per_night"], 3);
    assert_eq!(league["rules"]["muggins"], true);
    // The response is a valid request body.
    assert_eq!(put(league.clone()).ok(200), league);
    let service = service.start_again(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    assert_eq!(service.get(LEAGUE).ok(200), league);
    let plain = service.request("PUT", LEAGUE, &token, Some(&json!({"name": "Plain"}))).ok(200);
    assert_eq!([&plain["fee"], &plain["games_per_night"]], [1000, 4]);
    assert_eq!(plain["rules"]["muggins"], false);
    assert_eq!(service.get(LEAGUE).ok(200), plain);
}

#[test]
fn invalid_settings_are_422_with_a_pointer() {
    let (service, token) = club();
    for (field, wrong, pointer) in [
        ("name", json!(""), "/name"),
        ("name", Value::Null, "/name"),
        ("games_per_night", json!(0), "/games_per_night"),
        ("games_per_night", json!(21), "/games_per_night"),
        ("fee", json!(-1), "/fee"),
        ("fee", json!(100_001), "/fee"),
        ("fee", json!(10.5), "/fee"),
        ("fee", json!("ten dollars"), "/fee"),
        ("draw_part", json!(1001), "/draw_part"),
        ("fee", json!(100), "/fee"),
        ("draw_percent", json!(101), "/draw_percent"),
        ("pot_percent", json!(-5), "/pot_percent"),
        ("prize_shares", json!([50, 51]), "/prize_shares"),
        ("prize_shares", json!([101]), "/prize_shares/0"),
        ("prize_shares", json!(vec![1; 21]), "/prize_shares"),
        ("rules", json!({"target": 100}), "/rules/target"),
        ("rules", json!({"skunk_below": 90, "double_skunk_below": 95}), "/rules/double_skunk_below"),
        ("rules", json!({"colour": "red"}), "/rules/colour"),
        ("preset", json!("house"), "/preset"),
        ("currency", json!("CAD"), "/currency"),
    ] {
        let mut body = json!({"name": "Thursdays"});
        body[field] = wrong;
        let problem = service.request("PUT", LEAGUE, &token, Some(&body)).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
    }
    assert_eq!(service.get(LEAGUE).ok(200)["name"], "Cribbage league");
}

#[test]
fn only_the_coordinator_changes_the_settings() {
    let (service, token) = club();
    let scorer = Game::two_sided(&service).token;
    let body = json!({"name": "Mine"});
    service.request("PUT", LEAGUE, &scorer, Some(&body)).problem(403, "forbidden");
    service.put(LEAGUE, &body).problem(401, "unauthorized");
    assert_eq!(service.get(LEAGUE).ok(200)["name"], "Cribbage league");
    service.request("PUT", LEAGUE, &token, Some(&body)).ok(201);
}

#[test]
fn the_address_of_the_club_stays_where_it_is_left_out_and_goes_with_null() {
    let (service, token) = club();
    let put = |body: Value| service.request("PUT", LEAGUE, &token, Some(&body));
    let address = "https://example.org/cribbage";
    assert_eq!(put(json!({"name": "Thursdays", "address": address})).ok(201)["address"], address);
    assert_eq!(put(json!({"name": "Fridays"})).ok(200)["address"], address);
    for wrong in
        ["example.org", "javascript:alert(1)", "ftp://example.org", "https://", &format!("https://{}", "a".repeat(200))]
    {
        assert_eq!(
            put(json!({"name": "Fridays", "address": wrong})).problem(422, "invalid")["errors"][0]["pointer"],
            "/address",
            "{wrong}"
        );
    }
    assert_eq!(put(json!({"name": "Fridays", "address": null})).ok(200)["address"], json!(null));
}

#[test]
fn the_day_of_the_rules_is_that_of_their_last_change() {
    let (service, token) = club();
    let put = |service: &Service, body: Value| service.request("PUT", LEAGUE, &token, Some(&body)).json();
    assert_eq!(service.get(LEAGUE).ok(200)["rules_since"], json!(null), "nobody has set them");
    let today = || jiff::Zoned::now().date().to_string();
    let before = today();
    let first = put(&service, json!({"name": "Thursdays"}))["rules_since"].as_str().unwrap().to_owned();
    assert!([before, today()].contains(&first), "{first}");
    let at = |service: Service, day: &str| {
        let mut service = service;
        service.stop();
        assert_eq!(service.sql().change(&format!("UPDATE league SET rules_since = '{day}'")), 1);
        service.restarted(|command| command.env("PEGOUT_PASSWORD", PASSWORD))
    };
    let service = at(service, "2026-01-28");
    let renamed = put(&service, json!({"name": "Fridays", "fee": 500, "rules_since": "2020-01-01"}));
    assert_eq!((&renamed["fee"], &renamed["rules_since"]), (&json!(500), &json!("2026-01-28")));
    assert_eq!(service.get(LEAGUE).ok(200), renamed);
    let changed = put(&service, json!({"name": "Fridays", "rules": {"muggins": true}}));
    assert_ne!(changed["rules_since"], "2026-01-28");
    assert_eq!(service.get(LEAGUE).ok(200), changed);
    // A club of an earlier release does not know the day, and saving the same rules does not make one up.
    let service = at(service, "");
    assert_eq!(put(&service, json!({"name": "Fridays", "rules": {"muggins": true}}))["rules_since"], json!(null));
}
