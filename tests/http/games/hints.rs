//! Hands of nothing, the pegs that a deal still lacks, and hints.

use serde_json::{Value, json};

use crate::support::game::{Game, id, scores};
use crate::support::league::League;
use crate::support::service::Service;
use crate::support::watcher::Watcher;

const ANNS_PHONE: &str = "0198c5a2-f666-4d3a-9b52-a00000000001";
const BOBS_PHONE: &str = "0198c5a2-f666-4d3a-9b52-b00000000002";

/// A peg in the first deal from a device.
fn tapped(side: u8, points: u8, earned_by: &str, device: &str) -> Value {
    json!({"side": side, "points": points, "for": earned_by, "deal": 1, "device": device})
}

#[test]
fn a_hand_of_nothing_is_a_peg_that_moves_nothing() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.peg(1, &json!({"side": 1, "points": 2, "for": "play"})).ok(201);
    game.peg(2, &json!({"side": 1, "points": 1, "for": "go"})).ok(201);
    let nothing = json!({"side": 1, "points": 0, "for": "hand", "cards": ["2H", "4H", "6S", "8D"], "starter": "KC"});
    let after = game.peg(3, &nothing).ok(201);
    assert_eq!((&after["sides"][1]["score"], &after["sides"][1]["previous"]), (&json!(3), &json!(2)));
    assert_eq!((&after["pegs"][0]["id"], &after["pegs"][0]["points"]), (&json!(id(3)), &json!(0)));
    assert_eq!(after["expects"], json!({"for": "hand", "side": 0}));
    assert_eq!(game.peg(3, &nothing).ok(200), after);
    assert_eq!(game.history()[3]["points"], 0);
    let after = game.take_back(3).ok(200);
    assert_eq!((scores(&after), &after["expects"]), (vec![0, 3], &Value::Null));
    game.peg(4, &json!({"side": 0, "points": 0, "for": "crib"})).ok(201);
    let five = json!({"side": 1, "points": 0, "for": "hand", "cards": ["5H", "5D", "5S", "JC"], "starter": "5C"});
    assert_eq!(game.peg(5, &five).problem(422, "invalid")["counted"], 29);
    for other in ["play", "go", "heels", "penalty", "other"] {
        let problem = game.peg(5, &json!({"side": 0, "points": 0, "for": other})).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], "/points");
        assert!(problem["detail"].as_str().unwrap().contains("0 for hand or crib"), "{problem}");
    }
}

#[test]
fn a_game_says_what_comes_next_and_what_is_left_of_the_deal() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let left = |reason: &str, side: u8| json!({"for": reason, "sides": [side], "left": 1});
    let view = game.view();
    assert_eq!((&view["expects"], &view["hints"]), (&Value::Null, &json!([])));
    assert_eq!(view["allowed"], json!([left("heels", 0), left("hand", 1), left("hand", 0), left("crib", 0)]));
    let view = game.peg(1, &tapped(1, 8, "hand", ANNS_PHONE)).ok(201);
    assert_eq!(view["expects"], json!({"for": "hand", "side": 0}));
    assert_eq!(view["allowed"], json!([left("hand", 0), left("crib", 0)]));
    game.peg(2, &json!({"side": 0, "points": 4, "for": "hand"})).ok(201);
    let view = game.peg(3, &tapped(0, 6, "crib", BOBS_PHONE)).ok(201);
    assert_eq!((&view["expects"], &view["allowed"]), (&Value::Null, &json!([])));
    let view = game.deal(2, 2).ok(201);
    assert_eq!(view["allowed"], json!([left("heels", 1), left("hand", 0), left("hand", 1), left("crib", 1)]));
    let won = game.result(&[121, 8]).ok(201);
    assert_eq!((&won["expects"], &won["allowed"]), (&Value::Null, &json!([])));
}

#[test]
fn two_phones_that_peg_one_hand_get_a_hint() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.peg(1, &tapped(1, 8, "hand", ANNS_PHONE)).ok(201);
    let twice = game.peg(2, &tapped(1, 8, "hand", BOBS_PHONE)).ok(201);
    let hint = |kind: &str| json!({"kind": kind, "pegs": [id(1), id(2)], "side": 1, "points": 8});
    assert_eq!(scores(&twice), [0, 16], "a hint refuses nothing");
    assert_eq!(twice["hints"], json!([hint("hand_twice"), hint("same_points_two_phones")]));
    assert_eq!(game.view(), twice);
    let once = game.take_back(2).ok(200);
    assert_eq!((scores(&once), &once["hints"]), (vec![0, 8], &json!([])));
    let crib = game.peg(3, &tapped(1, 4, "crib", ANNS_PHONE)).ok(201);
    let expected = json!([{"kind": "crib_of_other", "pegs": [id(3)], "side": 1, "owner": 0, "points": 4}]);
    assert_eq!(crib["hints"], expected);
}

#[test]
fn the_same_points_from_two_phones_are_no_hint_once_one_of_the_pegs_is_taken_back() {
    for taken_back in [1, 2] {
        let service = Service::start();
        let game = Game::two_sided(&service);
        game.peg(1, &tapped(0, 5, "play", ANNS_PHONE)).ok(201);
        let twice = game.peg(2, &tapped(0, 5, "play", BOBS_PHONE)).ok(201);
        let hint = json!({"kind": "same_points_two_phones", "pegs": [id(1), id(2)], "side": 0, "points": 5});
        assert_eq!(twice["hints"], json!([hint]));
        let once = game.take_back(taken_back).ok(200);
        assert_eq!((scores(&once), &once["hints"]), (vec![5, 0], &json!([])));
        let repeated = game.peg(taken_back, &json!({"side": 0, "points": 5, "for": "play"})).ok(200);
        assert_eq!(repeated, once, "a repeat does not bring the peg back");
    }
}

#[test]
fn a_first_dealer_who_is_put_right_changes_what_is_allowed_and_takes_hints_away() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.peg(1, &tapped(1, 2, "heels", ANNS_PHONE)).ok(201);
    game.peg(2, &tapped(0, 8, "hand", ANNS_PHONE)).ok(201);
    let wrong = game.peg(3, &tapped(1, 4, "hand", ANNS_PHONE)).ok(201);
    let heels = |kind: &str, owner: Option<u8>| {
        let mut hint = json!({"kind": kind, "pegs": [id(1)], "side": 1});
        if let Some(owner) = owner {
            hint.as_object_mut().unwrap().extend([("owner".to_owned(), json!(owner)), ("points".to_owned(), json!(2))]);
        }
        hint
    };
    assert_eq!(wrong["hints"], json!([heels("heels_of_pone", Some(0)), heels("heels_said", None)]));
    assert_eq!((&wrong["expects"], &wrong["crib"]), (&json!({"for": "crib", "side": 0}), &json!(0)));
    let path = game.path("");
    let right = service.request("PATCH", &path, &game.token, Some(&json!({"id": id(9), "first_dealer": 1}))).ok(200);
    assert_eq!(right["hints"], json!([heels("heels_said", None)]));
    assert_eq!(right["expects"], json!({"for": "crib", "side": 1}));
    assert_eq!(right["allowed"], json!([{"for": "crib", "sides": [1], "left": 1}]));
    assert_eq!((&right["deal"], &right["dealer"], scores(&right)), (&json!(1), &json!(1), vec![8, 6]));
}

#[test]
fn a_repeat_may_name_another_deal_or_device_or_none() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let first = game.peg(1, &tapped(1, 8, "hand", ANNS_PHONE)).ok(201);
    for repeat in [
        tapped(1, 8, "hand", BOBS_PHONE),
        json!({"side": 1, "points": 8, "for": "hand"}),
        json!({"side": 1, "points": 8, "for": "hand", "deal": 7, "device": null}),
    ] {
        assert_eq!(game.peg(1, &repeat).ok(200), first);
    }
    game.peg(1, &tapped(1, 9, "hand", ANNS_PHONE)).problem(409, "already-used");
}

#[test]
fn an_invalid_deal_or_device_is_422() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    for (field, value) in [
        ("deal", json!(0)),
        ("deal", json!(-1)),
        ("deal", json!(1.5)),
        ("deal", json!("1")),
        ("deal", json!(4_294_967_296_u64)),
        ("device", json!("")),
        ("device", json!("Ann's phone")),
        ("device", json!(ANNS_PHONE.replace('-', ""))),
        ("device", json!(1)),
    ] {
        let mut body = tapped(1, 8, "hand", ANNS_PHONE);
        body[field] = value;
        let problem = game.peg(1, &body).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], format!("/{field}"), "{body}: {problem}");
    }
    assert_eq!(game.kinds(), ["begun"]);
}

/// Asserts that no part of a response names the deal of a peg or the device.
#[track_caller]
fn assert_untold(response: &str) {
    for device in [ANNS_PHONE, BOBS_PHONE, "device"] {
        assert!(!response.contains(device), "{device} is in {response}");
    }
}

#[test]
fn the_device_of_a_peg_is_in_no_response() {
    let league = League::open();
    let players = league.players(4);
    let night = league.night(&players);
    night.draw().ok(201);
    let league_game = format!("/api/v1/games/{}", night.tables()[0].game);
    let phone = night.join(&players[0]);
    let game = Game::two_sided(&league);
    for (path, token) in [(game.path(""), &game.token), (league_game, &phone)] {
        let mut live = Watcher::open(&league, &format!("{path}/live"), None);
        for (number, device, deal) in [(1, ANNS_PHONE, 1), (2, BOBS_PHONE, 1), (3, BOBS_PHONE, 4711)] {
            let mut body = tapped(1, 8, "play", device);
            body["deal"] = json!(deal);
            let peg = format!("{path}/pegs/{}", id(number));
            for status in [201, 200] {
                let answer = league.request("PUT", &peg, token, Some(&body));
                assert_untold(&answer.text);
                assert_eq!(answer.status, status);
            }
            body["points"] = json!(9);
            assert_untold(&league.request("PUT", &peg, token, Some(&body)).text);
        }
        for (_, view) in live.until(|view| view["pegs"].as_array().unwrap().len() == 3) {
            assert_untold(&view.to_string());
        }
        for part in ["", "/history"] {
            assert_untold(&league.get(&format!("{path}{part}")).text);
        }
        assert_eq!(league.get(&path).ok(200)["hints"][0]["kind"], "same_points_two_phones");
        assert_untold(&league.request("DELETE", &format!("{path}/pegs/{}", id(3)), token, None).text);
    }
    for part in ["", "/history", "/standings"] {
        assert_untold(&league.get(&night.path(part)).text);
    }
    assert_untold(&night.view().to_string());
    assert_untold(&Watcher::open(&league, &night.path("/live"), None).next().unwrap().1.to_string());
    assert_untold(&league.get("/metrics").text);
    let stored = league.sql().texts("SELECT body FROM event").concat();
    assert!(stored.contains(ANNS_PHONE), "nothing was stored");
}
