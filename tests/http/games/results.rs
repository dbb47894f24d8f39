//! Results without pegs, and corrections.

use serde_json::{Value, json};

use crate::support::game::{Game, scores};
use crate::support::service::{PASSWORD, Service};

#[test]
fn the_scorer_ends_an_open_game_with_a_result() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.peg(1, &json!({"side": 0, "points": 8})).ok(201);
    let answer = game.put("/result", &json!({"scores": [91, 121], "by": "Bob"}));
    assert_eq!(answer.header("location"), game.path("/result"));
    let ended = answer.ok(201);
    assert_eq!((&ended["status"], &ended["winner"]), (&json!("finished"), &json!(1)));
    assert_eq!((scores(&ended), &ended["skunk"], &ended["match"]), (vec![91, 121], &json!("none"), &json!([0, 1])));
    assert_eq!(game.put("/result", &json!({"scores": [91.0, 121]})).ok(200), ended, "the same again is harmless");
    assert_eq!(game.kinds(), ["begun", "pegged", "result_entered"]);
}

#[test]
fn impossible_final_scores_are_422() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    for (scores, pointer) in [
        (json!([120, 90]), "/scores"),
        (json!([121, 121]), "/scores"),
        (json!([121]), "/scores"),
        (json!([121, 90, 60]), "/scores"),
        (json!([]), "/scores"),
        (json!([122, 90]), "/scores/0"),
        (json!([121, -1]), "/scores/1"),
        (json!([121, null]), "/scores/1"),
        (json!("121"), "/scores"),
    ] {
        let problem = game.put("/result", &json!({"scores": scores})).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{scores}: {problem}");
    }
    for (body, pointer) in [
        (json!({}), "/scores"),
        (json!({"scores": [121, 90], "reason": ""}), "/reason"),
        (json!({"scores": [121, 90], "reason": "x".repeat(1001)}), "/reason"),
        (json!({"scores": [121, 90], "winner": 0}), "/winner"),
    ] {
        assert_eq!(game.put("/result", &body).problem(422, "invalid")["errors"][0]["pointer"], pointer, "{body}");
    }
    let once_around = Game::begin(&service, &json!({"sides": [{"name": "A"}, {"name": "B"}], "preset": "once_around"}));
    once_around.result(&[121, 50]).problem(422, "invalid");
    assert_eq!(once_around.result(&[61, 30]).ok(201)["skunk"], "skunk");
    assert_eq!(game.kinds(), ["begun"]);
}

#[test]
fn only_the_coordinator_replaces_a_final_result_and_gives_a_reason() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let coordinator = service.coordinator();
    for by_pegs in [false, true] {
        let game = Game::two_sided(&service);
        if by_pegs {
            game.win(0);
            game.result(&[121, 0]).ok(200);
        } else {
            game.result(&[121, 0]).ok(201);
        }
        let put = |body: &Value| service.request("PUT", &game.path("/result"), &coordinator, Some(body));
        game.result(&[100, 121]).problem(403, "forbidden");
        game.put("/result", &json!({"scores": [100, 121], "reason": "misread"})).problem(403, "forbidden");
        let correction = json!({"scores": [100, 121]});
        assert_eq!(put(&correction).problem(422, "invalid")["errors"][0]["pointer"], "/reason");
        let correction = json!({"scores": [100, 121], "reason": "The board was misread"});
        let answer = put(&correction);
        let status = if by_pegs { 201 } else { 200 };
        let corrected = answer.ok(status);
        assert_eq!((&corrected["winner"], &corrected["match"]), (&json!(1), &json!([0, 1])));
        assert_eq!(put(&correction).ok(200), corrected);
        assert_eq!(game.history().last().unwrap()["reason"], "The board was misread");
        assert_eq!(put(&json!({"scores": [121, 100], "reason": "No, it was not"})).ok(200)["winner"], 0);
    }
}

#[test]
fn a_result_overrides_the_pegs_until_it_is_taken_back() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.peg(1, &json!({"side": 0, "points": 8})).ok(201);
    game.deal(2, 2).ok(201);
    game.result(&[60, 121]).ok(201);
    game.peg(2, &json!({"side": 0, "points": 2})).problem(409, "game-over");
    game.deal(3, 3).problem(409, "game-over");
    game.take_back(1).problem(409, "result-stands");
    game.delete("/deals/2").problem(409, "result-stands");
    game.peg(1, &json!({"side": 0, "points": 8})).ok(200);
    let open = game.delete("/result").ok(200);
    assert_eq!((&open["status"], scores(&open)), (&json!("playing"), vec![8, 0]));
    assert_eq!(game.delete("/result").ok(200), open, "taking it back twice is harmless");
    assert_eq!(scores(&game.take_back(1).ok(200)), [0, 0]);
    game.result(&[60, 121]).ok(201);
    assert_eq!(
        game.kinds(),
        ["begun", "pegged", "deal_begun", "result_entered", "result_taken_back", "peg_taken_back", "result_entered"]
    );
}

#[test]
fn taking_back_a_result_restores_the_score_of_the_pegs() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let game = Game::two_sided(&service);
    let won = game.win(0);
    let correction = json!({"scores": [80, 121], "reason": "Sides swapped"});
    service.request("PUT", &game.path("/result"), &service.coordinator(), Some(&correction)).ok(201);
    let back = game.delete("/result").ok(200);
    for field in ["sides", "status", "winner", "skunk", "value", "match", "pegs"] {
        assert_eq!(back[field], won[field], "{field}");
    }
    game.take_back(905).ok(200);
    game.peg(1, &json!({"side": 1, "points": 1})).ok(201);
}

#[test]
fn taking_back_a_missing_result_changes_nothing() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let before = game.view();
    assert_eq!(game.delete("/result").ok(200), before);
    assert_eq!(game.kinds(), ["begun"]);
}
