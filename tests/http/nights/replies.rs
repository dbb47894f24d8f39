//! The replies of players before a night.

use serde_json::{Value, json};

use crate::league::player_links::put as put_link;
use crate::support::game::id;
use crate::support::league::{League, Night, list, text};
use crate::support::service::Answer;

const LINK: &str = "VGhlIGxpbmsgb2YgYSBwbGF5ZXIgd2hvIHJlcGxpZXM";

fn reply(night: &Night, token: &str, player: &str, body: &Value) -> Answer {
    night.league.request("PUT", &night.path(&format!("/replies/{player}")), token, Some(body))
}

fn take_back(night: &Night, token: &str, player: &str) -> Answer {
    night.league.request("DELETE", &night.path(&format!("/replies/{player}")), token, None)
}

fn replies(night: &Night) -> Value {
    night.league.get(&night.path("/replies")).ok(200)
}

/// The numbers of players who come, who do not, and who have not replied.
fn counts(replies: &Value) -> [u64; 3] {
    ["coming", "not_coming", "unanswered"].map(|name| replies[name].as_u64().unwrap())
}

fn sign_in(league: &League, role: &str) -> String {
    let body = json!({"name": role, "password": "fifteen for six", "role": role});
    league.as_coordinator("POST", "/api/v1/representatives", &body).ok(201);
    text(&league.post("/api/v1/session", &json!({"name": role, "password": "fifteen for six"})).ok(201)["token"])
}

fn forget(league: &League, player: &str) {
    league.as_coordinator("DELETE", &format!("/api/v1/players/{player}"), &json!({})).ok(200);
}

#[test]
fn players_and_helpers_reply_and_the_tables_follow() {
    let league = League::open();
    let players = league.players(6);
    let guest = league.as_coordinator("POST", "/api/v1/players", &json!({"name": "Guest", "active_member": false}));
    let guest = text(&guest.ok(201)["id"]);
    let night = league.schedule(&json!({"date": "2098-01-29"}));
    assert_eq!((counts(&replies(&night)), &replies(&night)["tables"]), ([0, 0, 6], &json!([])));
    put_link(&league, &players[0], LINK).ok(201);
    let made = reply(&night, LINK, &players[0], &json!({"coming": true}));
    assert_eq!(made.header("location"), night.path(&format!("/replies/{}", players[0])));
    let own = made.ok(201);
    assert_eq!((counts(&own), list(&own["players"]).len()), ([1, 0, 5], 1), "the numbers, and the own reply");
    assert_eq!(own["players"][0], json!({"player_id": players[0], "name": "Player 01", "coming": true}));
    reply(&night, LINK, &players[0], &json!({"coming": true})).ok(200);
    reply(&night, LINK, &players[1], &json!({"coming": true})).problem(403, "forbidden");
    take_back(&night, LINK, &players[1]).problem(403, "forbidden");

    let door = sign_in(&league, "door");
    for player in [&players[1], &players[2], &players[3], &guest] {
        reply(&night, &door, player, &json!({"coming": true})).ok(201);
    }
    let all = reply(&night, &door, &players[4], &json!({"coming": false})).ok(201);
    assert_eq!((counts(&all), &all["tables"], &all["version"]), ([5, 1, 1], &json!([3, 2]), &json!(7)));
    let names: Vec<String> = list(&all["players"]).iter().map(|player| text(&player["name"])).collect();
    assert_eq!(names[..2], ["Guest", "Player 01"], "by name, with the guest who has replied");
    assert_eq!((replies(&night), names.len()), (all, 7));
    let seen = league.request("GET", &night.path("/replies"), LINK, None).ok(200);
    assert_eq!((counts(&seen), list(&seen["players"]).len()), ([5, 1, 1], 1));
    assert_eq!(counts(&take_back(&night, &door, &guest).ok(200)), [4, 1, 1]);
    assert_eq!(counts(&take_back(&night, LINK, &players[0]).ok(200)), [3, 1, 2]);
    take_back(&night, LINK, &players[0]).ok(200);
    reply(&night, &door, &id(9), &json!({"coming": true})).problem(404, "not-found");

    let results = sign_in(&league, "results");
    let phone = league.night(&players[..1]).join(&players[0]);
    for token in [&results, &phone] {
        reply(&night, token, &players[0], &json!({"coming": true})).problem(403, "forbidden");
        league.request("GET", &night.path("/replies"), token, None).problem(403, "forbidden");
    }
    league.service.get(&night.path("/replies")).problem(401, "unauthorized");
    let view = night.view();
    assert_eq!((&view["status"], &view["entries"]), (&json!("scheduled"), &json!([])));
    assert!(!view.to_string().contains(&players[1]), "{view}");
    league.as_coordinator("PATCH", &night.path(""), &json!({"format": "singles_rotation"})).ok(200);
    assert_eq!(replies(&night)["tables"], json!([2]));
}

#[test]
fn a_late_repeat_of_a_reply_changes_nothing() {
    let league = League::open();
    let ann = league.player("Ann");
    let night = league.schedule(&json!({"date": "2098-01-29"}));
    let token = &league.token;
    let first = json!({"coming": true, "id": id(1)});
    reply(&night, token, &ann, &first).ok(201);
    reply(&night, token, &ann, &json!({"coming": false, "id": id(2)})).ok(201);
    assert_eq!(counts(&reply(&night, token, &ann, &first).ok(200)), [0, 1, 0]);
    let excuse = json!({"paid": true, "id": id(1)});
    night.enter(&ann, &excuse).problem(409, "already-used");
}

#[test]
fn a_reply_that_somebody_else_has_changed_is_not_overwritten() {
    let league = League::open();
    let ann = league.player("Ann Archer");
    put_link(&league, &ann, LINK).ok(201);
    let night = league.schedule(&json!({"date": "2098-01-29"}));
    let seen = replies(&night)["version"].clone();
    reply(&night, LINK, &ann, &json!({"coming": true})).ok(201);
    let late = json!({"coming": false, "based_on": seen});
    let problem = reply(&night, &league.token, &ann, &late).problem(409, "changed-meanwhile");
    assert_eq!(problem["current"], json!({"player_id": ann, "coming": true}));
    assert_eq!(problem["by"], "Ann Archer");
    let path = night.path(&format!("/replies/{ann}?based_on={seen}"));
    league.request("DELETE", &path, &league.token, None).problem(409, "changed-meanwhile");
    reply(&night, &league.token, &ann, &json!({"coming": true, "based_on": seen})).ok(200);
    reply(&night, LINK, &ann, &late).ok(201);
    assert_eq!(counts(&replies(&night)), [0, 1, 0], "the own reply may be changed");
}

#[test]
fn replies_are_closed_while_a_night_is_cancelled_and_from_its_first_round() {
    let league = League::open();
    let players = league.players(2);
    let night = league.night(&players);
    let answer = |coming: bool| reply(&night, &league.token, &players[0], &json!({"coming": coming}));
    answer(true).ok(201);
    night.request("PUT", "/cancellation", &json!({"reason": "Snow"})).ok(201);
    answer(false).problem(409, "night-cancelled");
    league.request("DELETE", &night.path("/cancellation"), &league.token, None).ok(200);
    answer(false).ok(201);
    night.draw().ok(201);
    answer(true).problem(409, "night-playing");
    take_back(&night, &league.token, &players[0]).problem(409, "night-playing");
    answer(false).ok(200);
    league.request("DELETE", &night.path("/rounds/1"), &league.token, None).ok(200);
    answer(true).ok(201);
    assert_eq!(counts(&replies(&night)), [1, 0, 1]);
}

#[test]
fn the_replies_of_one_person_with_two_ids_are_one() {
    let league = League::open();
    let [twice, ann] = ["Anne", "Ann"].map(|name| league.player(name));
    put_link(&league, &twice, LINK).ok(201);
    let night = league.schedule(&json!({"date": "2098-01-29"}));
    reply(&night, &league.token, &ann, &json!({"coming": false})).ok(201);
    reply(&night, LINK, &twice, &json!({"coming": true})).ok(201);
    let merge = format!("/api/v1/players/{twice}/merge");
    league.as_coordinator("POST", &merge, &json!({"into": ann})).ok(200);
    assert_eq!(replies(&night)["players"], json!([{"player_id": ann, "name": "Ann", "coming": true}]), "the newest");
    for player in [&twice, &ann] {
        reply(&night, LINK, player, &json!({"coming": true})).ok(200);
    }
    assert_eq!(counts(&reply(&night, LINK, &ann, &json!({"coming": false})).ok(201)), [0, 1, 0]);
    let history = league.get(&night.path("/history")).ok(200);
    assert_eq!(list(&history["events"]).last().unwrap()["by"], "Ann", "also by the link of the other id");
}

#[test]
fn nothing_is_left_of_the_replies_of_a_forgotten_player() {
    let league = League::open();
    let [ann, bob] = ["Annabelle Archer", "Bob"].map(|name| league.player(name));
    put_link(&league, &ann, LINK).ok(201);
    let nights: Vec<Night> =
        ["2098-01-29", "2098-02-05"].map(|date| league.schedule(&json!({"date": date}))).into_iter().collect();
    for night in &nights {
        reply(night, LINK, &ann, &json!({"coming": true})).ok(201);
        reply(night, &league.token, &bob, &json!({"coming": true})).ok(201);
    }
    nights[1].request("PUT", "/cancellation", &json!({"reason": "Snow"})).ok(201);
    let by = |event: &Value| event["by"].clone();
    let history = |night: &Night| league.get(&night.path("/history")).ok(200);
    assert_eq!(by(&history(&nights[0])["events"][1]), "Annabelle Archer");
    assert!(history(&nights[0])["players"].to_string().contains("Annabelle"));
    forget(&league, &ann);
    for night in &nights {
        let listed = replies(night);
        assert_eq!((counts(&listed), list(&listed["players"]).len()), ([1, 0, 0], 1));
        let history = history(night);
        assert_eq!(by(&history["events"][1]), "Former player");
        let last = list(&history["events"]).last().unwrap().clone();
        assert_eq!((&last["kind"], &last["player"], &last["coming"]), (&json!("replied"), &json!(ann), &json!(null)));
        assert!(!history.to_string().contains("Archer"), "{history}");
    }
    reply(&nights[0], LINK, &ann, &json!({"coming": true})).problem(401, "unauthorized");
    reply(&nights[0], &league.token, &ann, &json!({"coming": true})).problem(404, "not-found");
    assert_eq!(league.sql().texts("SELECT body FROM event WHERE body LIKE '%Archer%'"), [""; 0]);
}

#[test]
fn a_player_who_took_a_reply_back_has_a_name_in_the_history_of_a_new_start() {
    let league = League::open();
    let ann = league.player("Ann");
    let night = league.schedule(&json!({"date": "2098-01-29"}));
    reply(&night, &league.token, &ann, &json!({"coming": true})).ok(201);
    take_back(&night, &league.token, &ann).ok(200);
    let path = night.path("/history");
    let league = league.start_again();
    assert_eq!(league.get(&path).ok(200)["players"], json!([{"id": ann, "name": "Ann"}]));
}
