//! Games of the variants over HTTP. The rules themselves are tested in the engine.

use serde_json::{Value, json};

use crate::support::game::{Game, id};
use crate::support::league::League;
use crate::support::service::Service;

fn begin<'a>(service: &'a Service, preset: &str, names: &[&str]) -> Game<'a> {
    let sides: Vec<Value> = names.iter().map(|name| json!({"name": name})).collect();
    Game::begin(service, &json!({"sides": sides, "preset": preset}))
}

#[test]
fn without_a_discard_the_crib_belongs_to_nobody() {
    let service = Service::start();
    let game = begin(&service, "no_discard", &["Ann", "Bob"]);
    assert_eq!(game.view()["crib"], Value::Null);
    let problem = game.peg(1, &json!({"side": 0, "points": 4, "for": "crib"})).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/for");
    assert_eq!(problem["errors"][0]["detail"], "There is no crib in this game.");
    game.peg(2, &json!({"side": 1, "points": 4, "for": "hand"})).ok(201);
    assert_eq!(game.view()["expects"], json!({"for": "hand", "side": 0}));
}

#[test]
fn in_lowball_the_side_at_the_target_loses() {
    let service = Service::start();
    let game = begin(&service, "lowball", &["Ann", "Bob", "Cy"]);
    let wrong = game.put("/result", &json!({"winner": 1, "short_by": 30})).problem(422, "invalid");
    assert_eq!(wrong["errors"][0]["pointer"], "/short_by");
    let wrong = game.put("/result", &json!({"loser": 1, "scores": [121, 80, 80]})).problem(422, "invalid");
    assert_eq!(wrong["errors"][0]["pointer"], "/scores");
    let view = game.put("/result", &json!({"loser": 0, "scores": [121, 80, 80]})).ok(201);
    assert_eq!((&view["winner"], &view["winners"], &view["loser"]), (&json!(1), &json!([1, 2]), &json!(0)));
    assert_eq!((&view["skunk"], &view["value"], &view["match"]), (&json!("skunk"), &json!(2), &json!([0, 2, 2])));
    assert_eq!(game.rematch(2).view()["dealer"], 0, "the loser deals first");
}

#[test]
fn on_the_track_of_crash_cribbage_the_pegs_and_the_history_tell_what_was_thrown() {
    let service = Service::start();
    let sides = json!([{"name": "Ann"}, {"name": "Bob"}]);
    let body = json!({"sides": sides, "preset": "crash", "crash_directions": [1, -1]});
    let game = Game::begin(&service, &body);
    for (number, side, points) in [(1, 0, 29), (2, 0, 29), (3, 1, 29), (4, 1, 29), (5, 1, 5)] {
        game.peg(number, &json!({"side": side, "points": points})).ok(201);
    }
    let (view, thrown) = (game.view(), json!([{"side": 0, "peg": "front", "by": 29}]));
    assert_eq!(game.scores(), [29, 63]);
    assert_eq!((&view["sides"][0]["previous"], &view["sides"][1]["previous"]), (&json!(0), &json!(58)));
    assert_eq!((&view["crash_directions"], &view["pegs"][0]["crashes"]), (&json!([1, -1]), &thrown));
    assert_eq!(view["pegs"][1].get("crashes"), None);
    let told: Vec<Value> = game.history().iter().filter_map(|event| event.get("crashes").cloned()).collect();
    assert_eq!(told, [thrown]);
    game.take_back(4).ok(200);
    assert_eq!(game.scores(), [58, 34], "the rest is played anew");
    game.result(&[121, 60]).ok(201);
    assert_eq!(game.rematch(2).view()["crash_directions"], json!([1, -1]));
}

#[test]
fn a_rematch_may_go_in_other_directions_and_is_repeated_with_them() {
    let service = Service::start();
    let game = begin(&service, "crash", &["Ann", "Bob"]);
    game.result(&[121, 90]).ok(201);
    let ask = |directions: Value| {
        let body = json!({"rematch_of": game.id, "crash_directions": directions});
        service.request("PUT", &format!("/api/v1/games/{}", id(2)), &game.token, Some(&body))
    };
    assert_eq!(ask(json!([1])).problem(422, "invalid")["errors"][0]["pointer"], "/crash_directions");
    ask(json!([1, 0])).problem(422, "invalid");
    assert_eq!(ask(json!([-1, -1])).ok(201)["game"]["crash_directions"], json!([-1, -1]));
    ask(json!([-1, -1])).ok(200);
    ask(json!([1, -1])).problem(409, "already-used");
    let body = json!({"sides": [{"name": "Ann"}, {"name": "Bob"}], "crash_directions": [1, 1]});
    let problem = service.post("/api/v1/games", &body).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/crash_directions");
}

#[test]
fn a_match_ends_at_its_tally_and_a_correction_reaches_the_match_after_it() {
    let league = League::open();
    let service = &league.service;
    let sides = json!([{"name": "Ann"}, {"name": "Bob"}]);
    let first = Game::begin(service, &json!({"sides": sides, "rules": {"match_to": 2}}));
    let won = first.result(&[121, 100]).ok(201);
    assert_eq!((&won["match_to"], &won["match_winner"], &won["match"]), (&json!(2), &Value::Null, &json!([1, 0])));
    let second = first.rematch(2);
    let won = second.result(&[121, 100]).ok(201);
    assert_eq!((&won["match_winner"], &won["match"]), (&json!(0), &json!([2, 0])));
    let third = second.rematch(3);
    assert_eq!((&third.view()["match"], &third.view()["match_winner"]), (&json!([0, 0]), &Value::Null));
    let body = json!({"scores": [100, 121], "reason": "swapped"});
    let path = format!("/api/v1/games/{}/result", second.id);
    let corrected = league.as_coordinator("PUT", &path, &body).ok(200);
    assert_eq!((&corrected["match"], &corrected["match_winner"]), (&json!([1, 1]), &Value::Null));
    assert_eq!(third.view()["match"], json!([1, 1]), "the third game goes on with the match");
}

#[test]
fn points_that_the_rules_keep_from_the_stink_hole_are_refused() {
    let service = Service::start();
    let body = json!({"sides": [{"name": "Ann"}, {"name": "Bob"}], "rules": {"go_from_120": false}});
    let game = Game::begin(&service, &body);
    for (number, points) in [(1, 29), (2, 29), (3, 29), (4, 29), (5, 4)] {
        game.peg(number, &json!({"side": 0, "points": points})).ok(201);
    }
    for reason in ["go", "play"] {
        game.peg(6, &json!({"side": 0, "points": 1, "for": reason})).problem(409, "may-not-win");
    }
    game.peg(6, &json!({"side": 0, "points": 2, "for": "play"})).ok(201);
}

#[test]
fn a_peg_may_name_its_player() {
    let service = Service::start();
    let pairs = json!([{"name": "Us", "players": ["Ann", "Bob"]}, {"name": "Them", "players": ["Cy", "Di"]}]);
    let game = Game::begin(&service, &json!({"sides": pairs}));
    let body = json!({"side": 1, "player": 1, "points": 8, "for": "hand"});
    game.peg(1, &body).ok(201);
    game.peg(1, &body).ok(200);
    game.peg(1, &json!({"side": 1, "points": 8, "for": "hand"})).problem(409, "already-used");
    let problem = game.peg(2, &json!({"side": 1, "player": 2, "points": 8})).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/player");
    assert_eq!((&game.view()["pegs"][0]["player"], &game.history()[1]["player"]), (&json!(1), &json!(1)));
}

#[test]
fn no_league_plays_lowball_or_crash() {
    let league = League::open();
    for rule in ["lowball", "crash"] {
        let body = json!({"name": "Thursdays", "rules": {rule: true}});
        let problem = league.as_coordinator("PUT", "/api/v1/league", &body).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], format!("/rules/{rule}"));
    }
}
