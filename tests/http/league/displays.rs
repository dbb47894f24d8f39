//! Displays, whose tokens only read until they are removed.

use serde_json::{Value, json};

use crate::support::game::Game;
use crate::support::league::League;
use crate::support::service::Answer;

const DISPLAYS: &str = "/api/v1/displays";
const TOKEN: &str = "YSBkaXNwbGF5IGluIHRoZSBoYWxsLCBmb3IgdGVzdHM";

fn add(league: &League, name: &str, token: &str) -> Answer {
    league.as_coordinator("POST", DISPLAYS, &json!({"name": name, "token": token}))
}

fn listed(league: &League) -> Value {
    league.get(DISPLAYS).ok(200)["displays"].clone()
}

#[test]
fn a_display_that_is_added_again_with_another_name_keeps_its_own() {
    let league = League::open();
    let added = add(&league, "The hall", TOKEN).ok(201);
    assert_eq!(add(&league, "The bar", TOKEN).ok(200), added);
    assert_eq!(listed(&league)[0]["name"], "The hall");
}

#[test]
fn a_token_that_has_other_rights_is_no_displays() {
    let league = League::open();
    let game = Game::two_sided(&league.service);
    for token in [&game.token, &league.token] {
        let problem = add(&league, "The hall", token).problem(409, "already-used");
        assert_eq!(problem["errors"][0]["pointer"], "/token");
    }
    assert_eq!(listed(&league), json!([]));
}

#[test]
fn of_many_who_add_one_display_at_once_one_does() {
    let league = League::open();
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let adds: Vec<_> = (0..8).map(|_| scope.spawn(|| add(&league, "The hall", TOKEN).status)).collect();
        adds.into_iter().map(|add| add.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 7, "{statuses:?}");
}

#[test]
fn a_late_repeat_does_not_bring_a_removed_displays_token_back() {
    let league = League::open();
    let id = add(&league, "The hall", TOKEN).ok(201)["id"].as_str().unwrap().to_owned();
    league.service.request("GET", "/api/v1/nights", TOKEN, None).ok(200);
    league.as_coordinator("DELETE", &format!("{DISPLAYS}/{id}"), &json!({})).ok(200);
    let league = league.start_again();
    add(&league, "The hall", TOKEN).problem(410, "display-removed");
    league.service.request("GET", "/api/v1/nights", TOKEN, None).problem(401, "unauthorized");
    assert_eq!(listed(&league), json!([]));
}

#[test]
fn a_league_has_a_hundred_displays_at_most_also_when_they_are_added_at_once() {
    let league = League::open();
    let token = |number: usize| format!("{number:042}A");
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let league = &league;
        let adds: Vec<_> = (0..6)
            .map(|part| {
                scope.spawn(move || {
                    (0..20).map(|nth| add(league, "TV", &token(20 * part + nth)).status).collect::<Vec<_>>()
                })
            })
            .collect();
        adds.into_iter().flat_map(|add| add.join().unwrap()).collect()
    });
    let count = |status| statuses.iter().filter(|one| **one == status).count();
    assert_eq!((count(201), count(409)), (100, 20), "{statuses:?}");
    let problem = add(&league, "TV", &token(500)).problem(409, "too-many-displays");
    assert_eq!(problem["most"], 100);
    let known = listed(&league)[0]["id"].as_str().unwrap().to_owned();
    let first = (0..120).find(|number| add(&league, "TV", &token(*number)).status == 200);
    assert!(first.is_some(), "a repeat is answered, however many there are");
    league.as_coordinator("DELETE", &format!("{DISPLAYS}/{known}"), &json!({})).ok(200);
    add(&league, "TV", &token(500)).ok(201);
    add(&league, "TV", &token(501)).problem(409, "too-many-displays");
}
