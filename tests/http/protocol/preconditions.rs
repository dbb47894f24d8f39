//! `If-Match`: changes that are made only to what the client has seen.

use serde_json::{Value, json};

use crate::support::game::{Game, id};
use crate::support::league::{League, list, text};
use crate::support::service::{Answer, Service};

fn change(service: &Service, method: &str, path: &str, token: &str, expected: &str, body: Option<&Value>) -> Answer {
    let token = format!("Bearer {token}");
    service.ask(method, path, &[("Authorization", &token), ("If-Match", expected)], body)
}

#[test]
fn a_peg_goes_by_the_version_and_its_repeat_by_nothing() {
    let service = Service::start_unlimited();
    let game = Game::two_sided(&service);
    let peg = |number: u32, expected: &str| {
        let body = json!({"side": 0, "points": 2});
        change(&service, "PUT", &game.path(&format!("/pegs/{}", id(number))), &game.token, expected, Some(&body))
    };
    let first = peg(1, "\"v1\"");
    assert_eq!((first.status, first.header("x-version")), (201, "2"));
    let refused = peg(2, "\"v1\"").problem(412, "precondition-failed");
    assert_eq!(refused["version"], 2);
    assert!(refused["detail"].as_str().unwrap().contains("\"v2\""), "{refused}");
    assert_eq!(game.scores(), [2, 0]);
    assert_eq!(peg(1, "\"v1\"").status, 200, "what was accepted is a repeat");
    for (number, expected) in (10..).zip(["\"v2\"", "*", "\"v9\", \"v4\"", "\"v5\""]) {
        assert_eq!(peg(number, expected).status, 201, "{expected}");
    }
    for expected in ["W/\"v6\"", "v6", "\"6\"", ""] {
        let refused = peg(30, expected).problem(412, "precondition-failed");
        assert!(refused["detail"].as_str().unwrap().contains("and no ETag"), "{refused}");
    }
}

#[test]
fn a_change_of_a_night_goes_by_its_own_version() {
    let league = League::open();
    let night = league.night(&[]);
    let version = league.service.get(&night.path("")).header("x-version").to_owned();
    let body = json!({"games_per_night": 3});
    let answer =
        change(&league.service, "PATCH", &night.path(""), &league.token, &format!("\"v{version}\""), Some(&body));
    assert_ne!(answer.header("x-version"), version);
    answer.ok(200);
    let body = json!({"games_per_night": 5});
    change(&league.service, "PATCH", &night.path(""), &league.token, &format!("\"v{version}\""), Some(&body))
        .problem(412, "precondition-failed");
    assert_eq!(league.service.get(&night.path("")).ok(200)["games_per_night"], 3);
}

#[test]
fn league_seasons_players_and_representatives_go_by_their_own_tags() {
    let league = League::open();
    let season = json!({"name": "2026", "starts": "2026-01-01", "ends": "2026-12-31"});
    let season = text(&league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"]);
    let representative = json!({"name": "Bea", "password": "a-long-password"});
    let representative = text(&league.as_coordinator("POST", "/api/v1/representatives", &representative).ok(201)["id"]);
    let player = league.player("Ann");
    let season = format!("/api/v1/seasons/{season}");
    let player = format!("/api/v1/players/{player}");
    let representative = format!("/api/v1/representatives/{representative}");
    for (method, path, read, body) in [
        ("PUT", "/api/v1/league", "/api/v1/league", Some(json!({"name": "Ours"}))),
        ("PATCH", &season, &season, Some(json!({"name": "The year"}))),
        ("PATCH", &player, &player, Some(json!({"name": "Anna"}))),
        ("DELETE", &player, &player, None),
        ("DELETE", &representative, "/api/v1/representatives", None),
    ] {
        let tag = league.get(read).header("etag").to_owned();
        assert!(tag.starts_with('"'), "{read}: {tag}");
        let refused = change(&league.service, method, path, &league.token, "\"0123456789abcdef\"", body.as_ref());
        refused.problem(412, "precondition-failed");
        assert_eq!(league.get(read).header("etag"), tag, "{method} {path} changed it all the same");
        let done = change(&league.service, method, path, &league.token, &tag, body.as_ref());
        assert!([200, 201].contains(&done.status), "{method} {path}: {}", done.text);
        let after = league.get(read).header("etag").to_owned();
        assert_ne!(after, tag, "{method} {path} changed nothing");
        let repeat = change(&league.service, method, path, &league.token, &tag, body.as_ref());
        assert_eq!(repeat.status, 200, "{method} {path} again: {}", repeat.text);
        assert_eq!(league.get(read).header("etag"), after, "{method} {path} again changed it");
        if body.is_some() {
            let other = json!({"name": "Somebody else's"});
            change(&league.service, method, path, &league.token, &tag, Some(&other))
                .problem(412, "precondition-failed");
            assert_eq!(league.get(read).header("etag"), after, "{method} {path} with an old tag changed it");
        }
    }
}

#[test]
fn new_rules_that_are_set_twice_by_one_tag_stay_and_their_day_too() {
    let league = League::open();
    let tag = league.get("/api/v1/league").header("etag").to_owned();
    let rules = json!({"name": "Ours", "rules": {"muggins": true}});
    let first = change(&league.service, "PUT", "/api/v1/league", &league.token, &tag, Some(&rules));
    let again = change(&league.service, "PUT", "/api/v1/league", &league.token, &tag, Some(&rules)).ok(200);
    assert_eq!((&again, again["rules_since"].is_string()), (&first.json(), true));
}

#[test]
fn who_is_checked_in_is_forgotten_by_their_tag_and_withdrawn() {
    let league = League::open();
    let player = league.player("Ann");
    let night = league.night(std::slice::from_ref(&player));
    let path = format!("/api/v1/players/{player}");
    let tag = league.get(&path).header("etag").to_owned();
    let is_here = || list(&night.view()["entries"]).iter().any(|entry| entry["left"] == false);
    assert!(is_here());
    for _ in 0..2 {
        change(&league.service, "DELETE", &path, &league.token, &tag, None).ok(200);
        assert!(!is_here());
    }
}

#[test]
fn of_two_who_replace_the_same_settings_one_is_told() {
    let league = League::open();
    let tag = league.get("/api/v1/league").header("etag").to_owned();
    let statuses = std::thread::scope(|scope| {
        let puts: Vec<_> = ["One", "Two", "Three", "Four"]
            .map(|name| {
                let (league, tag) = (&league, tag.as_str());
                let put = move || {
                    change(&league.service, "PUT", "/api/v1/league", &league.token, tag, Some(&json!({"name": name})))
                        .status
                };
                scope.spawn(put)
            })
            .into();
        puts.into_iter().map(|put| put.join().unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(statuses.iter().filter(|status| **status != 412).count(), 1, "{statuses:?}");
}

#[test]
fn a_change_that_looks_at_no_precondition_refuses_one() {
    let league = League::open();
    let night = league.night(&[]);
    let before = league.get(&night.path("")).ok(200)["version"].clone();
    let players = [league.player("Ann"), league.player("Anna")];
    let merge = json!({"into": players[1]});
    for (method, path, body) in [
        ("POST", night.path("/join-code"), None),
        ("DELETE", night.path("/phones"), None),
        ("POST", format!("/api/v1/players/{}/merge", players[0]), Some(&merge)),
        ("POST", "/api/v1/representatives".to_owned(), Some(&json!({"name": "Bea", "password": "a-long-password"}))),
    ] {
        let refused = change(&league.service, method, &path, &league.token, "\"v1\"", body).problem(422, "invalid");
        assert_eq!(refused["errors"][0]["pointer"], "If-Match", "{method} {path}: {refused}");
    }
    assert_eq!(league.get(&night.path("")).ok(200)["version"], before);
    assert_eq!(change(&league.service, "GET", &night.path(""), &league.token, "\"v1\"", None).status, 200);
}
