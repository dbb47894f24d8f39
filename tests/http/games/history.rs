//! The history of a game.

use serde_json::{Value, json};

use crate::support::game::{Game, id};
use crate::support::service::{PASSWORD, Service};

#[test]
fn the_history_lists_every_event_including_takebacks() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let game = Game::two_sided(&service);
    game.peg(1, &json!({"side": 0, "points": 8, "for": "hand", "by": "Ann's phone", "at": "2026-01-31T19:05:00Z"}))
        .ok(201);
    game.delete(&format!("/pegs/{}?by=Bob", id(1))).ok(200);
    game.deal(2, 2).ok(201);
    game.delete("/deals/2").ok(200);
    game.result(&[121, 90]).ok(201);
    let session = service.post("/api/v1/session", &json!({"password": PASSWORD, "name": "Di"})).ok(201);
    let correction = json!({"scores": [90, 121], "reason": "Sides swapped"});
    let coordinator = session["token"].as_str().unwrap();
    service.request("PUT", &game.path("/result"), coordinator, Some(&correction)).ok(200);
    game.delete("/result").ok(200);
    let history = game.history();
    let kinds = [
        "begun",
        "pegged",
        "peg_taken_back",
        "deal_begun",
        "deal_taken_back",
        "result_entered",
        "result_entered",
        "result_taken_back",
    ];
    assert_eq!(game.kinds(), kinds);
    for (place, event) in (1..).zip(&history) {
        assert_eq!(event["version"], place);
        assert!(event["at"].as_str().unwrap().ends_with('Z'), "{event}");
    }
    assert!(history.windows(2).all(|two| two[0]["at"].as_str() <= two[1]["at"].as_str()), "the times go back");
    assert_eq!(history[0]["sides"][0]["name"], "Ann");
    assert_eq!(
        (&history[1]["id"], &history[1]["points"], &history[1]["by"]),
        (&json!(id(1)), &json!(8), &json!("Ann's phone"))
    );
    assert_eq!(history[1]["tapped_at"], "2026-01-31T19:05:00.000Z");
    assert_eq!((&history[2]["peg"], &history[2]["by"]), (&json!(id(1)), &json!("Bob")));
    assert_eq!((&history[6]["by"], &history[6]["role"]), (&json!("Di"), &json!("coordinator")));
    assert_eq!((&history[6]["reason"], &history[5]["reason"]), (&json!("Sides swapped"), &Value::Null));
    assert_eq!(history[0]["token"], history[1]["token"]);
    assert_ne!(history[0]["token"], history[6]["token"], "the history distinguishes tokens");
    let text = service.get(&game.path("/history")).text;
    assert!(!text.contains(&game.token) && !text.contains(coordinator), "the history shows a token");
}

#[test]
fn the_history_is_append_only() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    // There is no other game.
    let rows = || service.sql().texts("SELECT version || ' ' || body FROM event ORDER BY version");
    game.peg(1, &json!({"side": 0, "points": 8})).ok(201);
    let mut before = rows();
    let steps: [&dyn Fn(); 6] = [
        &|| drop(game.take_back(1).ok(200)),
        &|| drop(game.deal(2, 2).ok(201)),
        &|| drop(game.delete("/deals/2").ok(200)),
        &|| drop(game.result(&[121, 0]).ok(201)),
        &|| drop(game.delete("/result").ok(200)),
        &|| drop(game.peg(2, &json!({"side": 1, "points": 3})).ok(201)),
    ];
    for step in steps {
        step();
        let after = rows();
        assert_eq!(after[..before.len()], before[..], "a row has changed or gone");
        assert_eq!(after.len(), before.len() + 1);
        before = after;
    }
    for refused in
        [game.peg(2, &json!({"side": 0, "points": 3})), game.deal(9, 9), game.result(&[1, 2]), game.take_back(77)]
    {
        assert!(refused.status >= 400);
    }
    game.take_back(1).ok(200);
    assert_eq!(rows(), before, "a refusal or a repeat stored an event");
}

#[test]
fn the_summary_has_the_scores_by_deal_the_leads_and_the_largest_count() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let summary = || service.get(&game.path("/summary")).ok(200);
    assert_eq!(summary(), json!({"deals": [], "lead_changes": 0, "biggest": null, "turned_at": null}));
    let cards = json!({"side": 0, "points": 16, "for": "hand", "cards": ["5H", "5C", "TD", "6S"], "starter": "4H"});
    game.peg(1, &cards).ok(201);
    game.peg(2, &json!({"side": 1, "points": 20, "for": "hand"})).ok(201);
    game.deal(2, 9).ok(201);
    for (number, points) in [(3, 29), (4, 29), (5, 29), (6, 29)] {
        game.peg(number, &json!({"side": 0, "points": points, "for": "other"})).ok(201);
    }
    let deals =
        json!([{"number": 1, "dealer": 0, "scores": [16, 20]}, {"number": 2, "dealer": 1, "scores": [121, 20]}]);
    let biggest = json!({"side": 1, "points": 20, "for": "hand", "cards": null, "starter": null});
    let whole = json!({"deals": deals, "lead_changes": 2, "biggest": biggest, "turned_at": 1});
    assert_eq!(summary(), whole);
    game.take_back(2).ok(200);
    let hand = json!({"side": 0, "points": 16, "for": "hand", "cards": ["5H", "5C", "TD", "6S"], "starter": "4H"});
    assert_eq!((&summary()["biggest"], &summary()["turned_at"]), (&hand, &json!(0)));
    let result = Game::two_sided(&service);
    result.result(&[121, 90]).ok(201);
    let entered = service.get(&result.path("/summary")).ok(200);
    assert_eq!(entered, json!({"deals": [], "lead_changes": null, "biggest": null, "turned_at": null}));
    service.get(&game.path("/summary?seen=none")).problem(422, "invalid");
}
