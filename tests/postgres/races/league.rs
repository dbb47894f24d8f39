//! Settings, players, displays and representatives of the league, asked of both servers at the same moment.

use std::thread;
use std::time::Instant;

use serde_json::json;

use super::{Hall, ROUNDS, together};
use crate::servers::{Servers, within_lag};
use crate::support::game::id;
use crate::support::league::{list, text};
use crate::support::service::Service;

#[test]
fn a_player_added_at_both_servers_with_one_id_is_one_player() {
    let hall = Hall::open(Servers::start());
    for number in 0..ROUNDS {
        let body = json!({"id": id(number), "name": format!("Player {number}")});
        let add = |server: &Service| server.request("POST", "/api/v1/players", &hall.league.token, Some(&body)).status;
        let (one, other) = together(|| add(&hall.league.service), || add(&hall.other));
        assert_eq!((one.min(other), one.max(other)), (200, 201));
    }
    let players = |server: &Service| {
        let told = server.request("GET", "/api/v1/players?limit=100", &hall.league.token, None).ok(200);
        let mut names: Vec<String> = list(&told["players"]).iter().map(|player| text(&player["name"])).collect();
        names.sort();
        names
    };
    assert_eq!(players(&hall.league.service).len(), ROUNDS as usize);
    assert_eq!(players(&hall.league.service), players(&hall.other));
}

#[test]
fn a_player_who_is_added_again_while_the_other_server_forgets_them_stays_forgotten() {
    let hall = Hall::open(Servers::start());
    for nth in 0..ROUNDS {
        let (player, body) = (id(nth), json!({"id": id(nth), "name": format!("Player {nth}")}));
        hall.league.as_coordinator("POST", "/api/v1/players", &body).ok(201);
        let (added, forgotten) = together(
            || hall.league.as_coordinator("POST", "/api/v1/players", &body).status,
            || hall.other("DELETE", &format!("/api/v1/players/{player}"), &json!({})).status,
        );
        assert!(matches!(added, 200 | 410), "the repeat is answered {added}");
        assert_eq!(forgotten, 200);
        let told = hall.league.request("GET", "/api/v1/players", &hall.league.token, None).ok(200);
        assert_eq!(list(&told["players"]).len(), 0, "player {nth} is there again");
    }
}

#[test]
fn what_one_server_sets_the_other_does_not_undo_that_was_told_nothing_of_it() {
    let hall = Hall::open(Servers::start());
    let path = "/api/v1/league";
    for nth in 0..ROUNDS {
        let plain = json!({"name": "Pegs", "address": null, "time_zone": null});
        assert!(matches!(hall.league.as_coordinator("PUT", path, &plain).status, 200 | 201));
        let (address, zone) = (format!("https://pegs.example/{nth}"), "America/Toronto");
        let (one, other) = together(
            || hall.league.as_coordinator("PUT", path, &json!({"name": "Pegs", "address": address})).status,
            || hall.other("PUT", path, &json!({"name": "Pegs", "time_zone": zone})).status,
        );
        assert_eq!((one, other), (200, 200), "round {nth}");
        for server in [&hall.league.service, &hall.other] {
            let told = server.get(path).ok(200);
            assert_eq!((&told["address"], &told["time_zone"]), (&json!(address), &json!(zone)), "round {nth}");
        }
    }
}

#[test]
fn a_display_that_is_added_again_while_the_other_server_removes_it_shows_nothing_afterwards() {
    let hall = Hall::open(Servers::start());
    let displays = "/api/v1/displays";
    let mut refused = 0;
    // 43 letters, as every token has.
    let tokens = (0..ROUNDS).map(|nth| format!("YSBkaXNwbGF5IGluIHRoZSBoYWxsLCBmb3Igd{nth:05}Q"));
    let tokens: Vec<String> = tokens.collect();
    for token in &tokens {
        let body = json!({"name": "The hall", "token": token});
        let display = text(&hall.league.as_coordinator("POST", displays, &body).ok(201)["id"]);
        let (added, removed) = together(
            || hall.league.as_coordinator("POST", displays, &body).status,
            || hall.other("DELETE", &format!("{displays}/{display}"), &json!({})).status,
        );
        assert_eq!(removed, 200);
        assert!(matches!(added, 200 | 410), "the repeat is answered {added}");
        refused += u32::from(added == 410);
        hall.other("POST", displays, &body).problem(410, "display-removed");
    }
    within_lag("all displays are refused", || hall.refuses(&tokens, "/api/v1/nights"));
    println!("{ROUNDS} displays: {refused} were refused before they were added again");
}

#[test]
fn a_representative_who_signs_in_while_the_other_server_removes_them_has_no_rights_afterwards() {
    let hall = Hall::open(Servers::start());
    let (representatives, password) = ("/api/v1/representatives", "fifteen for two");
    let (mut tokens, mut signed_in) = (Vec::new(), 0);
    // Each takes three passwords.
    let rounds = ROUNDS / 2;
    for nth in 0..rounds {
        let body = json!({"name": "Bea", "password": password});
        let bea = text(&hall.league.as_coordinator("POST", representatives, &body).ok(201)["id"]);
        let sign_in = || hall.other.post("/api/v1/session", &json!({"name": "Bea", "password": password}));
        let since = Instant::now();
        tokens.push(text(&sign_in().ok(201)["token"]));
        let takes = since.elapsed();
        let (session, removed) = together(sign_in, || {
            // A password takes long to compare: at some moment of that they are removed.
            thread::sleep(takes * nth / rounds);
            hall.league.as_coordinator("DELETE", &format!("{representatives}/{bea}"), &json!({})).status
        });
        assert_eq!(removed, 200);
        match session.status {
            401 => (),
            201 => {
                tokens.push(text(&session.json()["token"]));
                signed_in += 1;
            }
            other => panic!("the sign-in is answered {other} in round {nth}"),
        }
    }
    within_lag("all sessions are refused", || hall.refuses(&tokens, "/api/v1/players"));
    println!("{rounds} representatives: {signed_in} had signed in");
}
