//! What is kept over a restart.

use serde_json::json;

use crate::game::{Game, id, token, two};
use crate::service::{PASSWORD, Service};

#[test]
fn games_tokens_and_sessions_are_there_after_a_restart() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let coordinator = service.coordinator();
    let mut body = two();
    body["scorer_token"] = json!(token(1));
    let path = format!("/api/v1/games/{}", id(1));
    service.put(&path, &body).ok(201);
    let game = Game { service: &service, id: id(1), token: token(1) };
    let peg = json!({"side": 0, "points": 8, "for": "hand", "cards": ["8S", "7H", "7D", "AC"], "by": "Ann", "at": "2026-01-31T19:05:00Z"});
    game.peg(1, &peg).ok(201);
    game.peg(2, &json!({"side": 1, "points": 2})).ok(201);
    game.take_back(2).ok(200);
    game.deal(2, 2).ok(201);
    let won = game.win(1);
    game.rematch(3).deal(2, 4).ok(201);
    let look = |service: &Service| {
        [id(1), id(3)].map(|id| ["", "/history"].map(|rest| service.get(&format!("/api/v1/games/{id}{rest}")).text))
    };
    let before = look(&service);
    let service = service.start_again(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    assert_eq!(look(&service), before);
    let game = Game { service: &service, id: id(1), token: token(1) };
    assert_eq!(service.put(&path, &body).ok(200)["game"]["rematch"], id(3));
    game.peg(1, &peg).ok(200);
    game.peg(2, &json!({"side": 1, "points": 2})).ok(200);
    game.deal(2, 2).ok(200);
    game.peg(2, &json!({"side": 1, "points": 3})).problem(409, "already-used");
    assert_eq!(game.take_back(905).ok(200)["status"], "playing");
    assert_eq!(won["status"], "finished");
    let correction = json!({"scores": [121, 3]});
    service.ask("PUT", &game.path("/result"), &coordinator, Some(&correction)).ok(201);
}
