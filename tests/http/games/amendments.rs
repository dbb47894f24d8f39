//! Amendments of pegs.

use serde_json::{Value, json};

use crate::support::game::{Game, id, scores};
use crate::support::league::League;
use crate::support::service::{Answer, PASSWORD, Service};

/// Sends the amendment of this number of a peg, with these values.
fn amend(game: &Game, number: u32, peg: u32, values: &Value) -> Answer {
    let body = with_id(number, values);
    game.service.request("PATCH", &game.path(&format!("/pegs/{}", id(peg))), &game.token, Some(&body))
}

fn with_id(number: u32, values: &Value) -> Value {
    let mut body = values.clone();
    body["id"] = json!(id(number));
    body
}

/// A game with the peg 1: a hand of 8 of the first side.
fn with_a_hand(service: &Service) -> Game<'_> {
    let game = Game::two_sided(service);
    let hand = json!({"side": 0, "points": 8, "for": "hand", "at": "2026-01-31T19:05:00Z", "by": "Ann", "deal": 1});
    game.peg(1, &hand).ok(201);
    game
}

#[test]
fn an_amendment_returns_the_game_and_is_in_the_history_with_all_values() {
    let service = Service::start();
    let game = with_a_hand(&service);
    let after =
        amend(&game, 11, 1, &json!({"side": 1, "points": 10, "by": "Bob", "at": "2026-01-31T19:05:02Z"})).ok(200);
    assert_eq!(after, game.view());
    assert_eq!((scores(&after), &after["version"]), (vec![0, 10], &json!(3)));
    let peg = json!({"id": id(1), "side": 1, "player": null, "points": 10, "for": "hand", "cards": null, "starter": null,
        "by": "Ann", "at": "2026-01-31T19:05:00.000Z", "deal": 1, "amended": 1});
    assert_eq!(after["pegs"], json!([peg]), "the peg keeps its author, its time and its deal");
    let event = &game.history()[2];
    assert_eq!(
        (&event["kind"], &event["id"], &event["peg"], &event["by"], &event["tapped_at"]),
        (&json!("peg_amended"), &json!(id(11)), &json!(id(1)), &json!("Bob"), &json!("2026-01-31T19:05:02.000Z"))
    );
    assert_eq!(
        (&event["side"], &event["points"], &event["for"], &event["cards"], &event["starter"]),
        (&json!(1), &json!(10), &json!("hand"), &Value::Null, &Value::Null)
    );
    assert_eq!(after["latest"]["kind"], "peg_amended");
    assert_eq!(game.history()[1]["points"], 8, "the history keeps the first values");
}

#[test]
fn a_repeated_peg_is_200_after_an_amendment_and_changes_nothing() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let peg = json!({"side": 0, "points": 16, "for": "hand", "cards": ["4C", "5D", "5S", "6H"], "starter": "10D"});
    game.peg(1, &peg).ok(201);
    let amended = amend(&game, 11, 1, &json!({"points": 12})).ok(200);
    assert_eq!(amended["pegs"][0]["cards"], Value::Null, "the cards count 16");
    assert_eq!(game.peg(1, &peg).ok(200), amended);
    game.peg(1, &json!({"side": 0, "points": 12, "for": "hand"})).problem(409, "already-used");
    let back = game.take_back(1).ok(200);
    assert_eq!(game.peg(1, &peg).ok(200), back);
    assert_eq!(game.kinds(), ["begun", "pegged", "peg_amended", "peg_taken_back"]);
}

#[test]
fn a_repeated_amendment_is_200_whatever_came_after_it() {
    let service = Service::start();
    let game = with_a_hand(&service);
    let first = json!({"points": 10, "for": "crib"});
    let after = amend(&game, 11, 1, &first).ok(200);
    assert_eq!(amend(&game, 11, 1, &first).ok(200), after);
    amend(&game, 12, 1, &json!({"points": 12})).ok(200);
    assert_eq!(scores(&amend(&game, 11, 1, &first).ok(200)), [12, 0], "after another amendment");
    game.take_back(1).ok(200);
    amend(&game, 11, 1, &first).ok(200);
    game.result(&[121, 90]).ok(201);
    amend(&game, 11, 1, &first).ok(200);
    assert_eq!(game.kinds(), ["begun", "pegged", "peg_amended", "peg_amended", "peg_taken_back", "result_entered"]);
}

#[test]
fn the_id_of_an_amendment_with_other_content_or_another_token_is_409() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let game = with_a_hand(&service);
    let first = json!({"points": 10, "by": "Ann"});
    amend(&game, 11, 1, &first).ok(200);
    for (field, value) in [
        ("side", json!(1)),
        ("points", json!(12)),
        ("for", json!("crib")),
        ("by", json!("Bob")),
        ("at", json!("2026-01-31T19:05:00Z")),
        ("cards", json!(["4C", "5D", "5S", "6H"])),
    ] {
        let mut other = first.clone();
        other[field] = value;
        amend(&game, 11, 1, &other).problem(409, "already-used");
    }
    game.peg(2, &json!({"side": 0, "points": 2})).ok(201);
    amend(&game, 11, 2, &first).problem(409, "already-used");
    let path = game.path(&format!("/pegs/{}", id(1)));
    let body = with_id(11, &first);
    service.request("PATCH", &path, &service.coordinator(), Some(&body)).problem(409, "already-used");
    assert_eq!(game.scores(), [12, 0]);
}

#[test]
fn two_phones_amend_one_peg_and_both_amendments_stand() {
    let service = Service::start();
    let game = with_a_hand(&service);
    amend(&game, 11, 1, &json!({"for": "other", "by": "Ann"})).ok(200);
    let after = amend(&game, 12, 1, &json!({"side": 1, "by": "Bob"})).ok(200);
    let peg = &after["pegs"][0];
    assert_eq!(
        (&peg["side"], &peg["for"], &peg["points"], &peg["amended"]),
        (&json!(1), &json!("other"), &json!(8), &json!(2))
    );
    amend(&game, 13, 1, &json!({"points": 9, "by": "Ann"})).ok(200);
    let after = amend(&game, 14, 1, &json!({"points": 10, "by": "Bob"})).ok(200);
    assert_eq!(scores(&after), [0, 10], "the later points stand");
    let points: Vec<Value> = game.history()[2..].iter().map(|event| event["points"].clone()).collect();
    assert_eq!(points, [8, 8, 9, 10]);
}

#[test]
fn an_impossible_amendment_is_422_and_changes_nothing() {
    let service = Service::start();
    let game = with_a_hand(&service);
    for (values, pointer) in [
        (json!({}), ""),
        (json!({"by": "Ann"}), ""),
        (json!({"side": 2}), "/side"),
        (json!({"points": 19}), "/points"),
        (json!({"points": -1}), "/points"),
        (json!({"points": null}), "/points"),
        (json!({"for": "go"}), "/points"),
        (json!({"for": "muggins"}), "/for"),
        (json!({"player": 1}), "/player"),
        (json!({"starter": "JC"}), "/starter"),
        (json!({"cards": ["4C", "5D", "5S", "6H"]}), "/points"),
        (json!({"deal": 2}), "/deal"),
    ] {
        let problem = amend(&game, 11, 1, &values).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{values}: {problem}");
    }
    let doubled = json!({"cards": ["5H", "5D", "5S", "5H"]});
    amend(&game, 11, 1, &doubled).problem(422, "duplicate-card");
    assert_eq!(game.kinds(), ["begun", "pegged"]);
    amend(&game, 11, 1, &json!({"points": 10})).ok(200);
}

#[test]
fn a_peg_that_was_taken_back_or_never_pegged_cannot_be_amended() {
    let service = Service::start();
    let game = with_a_hand(&service);
    amend(&game, 11, 2, &json!({"points": 10})).problem(404, "not-found");
    game.take_back(1).ok(200);
    let problem = amend(&game, 11, 1, &json!({"points": 10})).problem(409, "peg-taken-back");
    assert!(problem["detail"].as_str().unwrap().contains("Peg the points again"), "{problem}");
    assert_eq!(game.scores(), [0, 0]);
}

#[test]
fn an_amended_winning_peg_opens_the_game_again() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.win(0);
    let open = amend(&game, 11, 905, &json!({"points": 4})).ok(200);
    assert_eq!((&open["status"], &open["ended_at"], scores(&open)), (&json!("playing"), &Value::Null, vec![120, 0]));
    game.peg(1, &json!({"side": 1, "points": 5})).ok(201);
    let won = amend(&game, 12, 905, &json!({"points": 5})).ok(200);
    assert_eq!((&won["status"], &won["winner"]), (&json!("finished"), &json!(0)));
    amend(&game, 13, 1, &json!({"points": 7})).ok(200);
    game.peg(2, &json!({"side": 1, "points": 5})).problem(409, "game-over");
}

#[test]
fn an_amendment_that_takes_a_second_side_to_the_target_is_409() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    for number in 1..=5 {
        game.peg(number, &json!({"side": 1, "points": 20})).ok(201);
    }
    game.win(0);
    amend(&game, 11, 5, &json!({"points": 29})).ok(200);
    amend(&game, 12, 4, &json!({"points": 29})).ok(200);
    let problem = amend(&game, 13, 3, &json!({"points": 24})).problem(409, "game-over");
    assert_eq!(problem["winner"], "Ann");
    assert_eq!(game.scores(), [121, 118]);
}

#[test]
fn no_peg_is_amended_under_a_result_or_in_a_game_that_was_called_off() {
    let service = Service::start();
    let game = with_a_hand(&service);
    game.result(&[121, 90]).ok(201);
    amend(&game, 11, 1, &json!({"points": 10})).problem(409, "result-stands");
    game.delete("/result").ok(200);
    game.put("/void", &json!({"id": id(21), "reason": "snow"})).ok(201);
    amend(&game, 11, 1, &json!({"points": 10})).problem(409, "game-void");
    game.delete("/void").ok(200);
    assert_eq!(scores(&amend(&game, 11, 1, &json!({"points": 10})).ok(200)), [10, 0]);
}

#[test]
fn points_that_cannot_win_by_the_rules_are_refused_as_for_a_peg() {
    let service = Service::start();
    let game =
        Game::begin(&service, &json!({"sides": [{"name": "Ann"}, {"name": "Bob"}], "rules": {"heels_can_win": false}}));
    for number in 1..=5 {
        game.peg(number, &json!({"side": 0, "points": 24})).ok(201);
    }
    game.peg(6, &json!({"side": 0, "points": 2, "for": "play"})).ok(201);
    amend(&game, 11, 6, &json!({"for": "heels"})).problem(409, "may-not-win");
    game.peg(7, &json!({"side": 1, "points": 2, "for": "play"})).problem(409, "game-over");
    amend(&game, 12, 6, &json!({"side": 1, "for": "heels"})).ok(200);
    assert_eq!(game.scores(), [120, 2]);
}

#[test]
fn a_client_can_ask_for_the_version_alone() {
    let service = Service::start();
    let game = with_a_hand(&service);
    let authorization = format!("Bearer {}", game.token);
    let headers = [("Authorization", &authorization[..]), ("Prefer", "return=minimal")];
    let body = with_id(11, &json!({"points": 10}));
    let answer = service.ask("PATCH", &game.path(&format!("/pegs/{}", id(1))), &headers, Some(&body));
    assert_eq!((answer.status, answer.text.as_str(), answer.header("x-version")), (204, "", "3"));
    assert_eq!(game.scores(), [10, 0]);
}

#[test]
fn a_phone_of_the_table_amends_every_peg_until_the_round_is_closed() {
    let league = League::open();
    let night = league.night(&league.players(8));
    night.draw().ok(201);
    let tables = night.tables();
    let phones: Vec<String> = tables[0].sides.iter().map(|side| night.join(&side[0])).collect();
    let stranger = night.join(&tables[1].sides[0][0]);
    let path = format!("/api/v1/games/{}/pegs/{}", tables[0].game, id(1));
    league.request("PUT", &path, &phones[0], Some(&json!({"side": 0, "points": 8}))).ok(201);
    let send = |token: &str, number: u32, points: u32| {
        let body = json!({"id": id(number), "points": points});
        league.request("PATCH", &path, token, Some(&body))
    };
    send(&phones[1], 11, 10).ok(200);
    send(&stranger, 12, 11).problem(403, "forbidden");
    send(&league.token, 13, 12).ok(200);
    for table in 1..=tables.len() {
        night.result(table, &[121, 90]).ok(201);
    }
    league.request("DELETE", &format!("/api/v1/games/{}/result", tables[0].game), &league.token, None).ok(200);
    night.result(1, &[121, 90]).ok(201);
    night.draw().ok(201);
    send(&phones[1], 14, 9).problem(409, "round-closed");
    send(&phones[1], 11, 10).ok(200);
    let game = league.get(&format!("/api/v1/games/{}", tables[0].game)).ok(200);
    assert_eq!(game["pegs"][0]["points"], 12);
}

#[test]
fn a_history_can_begin_after_a_version() {
    let service = Service::start();
    let game = with_a_hand(&service);
    amend(&game, 11, 1, &json!({"points": 10})).ok(200);
    let all = game.history();
    let after = |version: u32| service.get(&game.path(&format!("/history?after={version}"))).ok(200)["events"].clone();
    assert_eq!(after(1), json!(all[1..]));
    assert_eq!(after(2), json!(all[2..]));
    assert_eq!(after(3), json!([]));
    assert_eq!(after(100), json!([]), "of a restored backup");
    for wrong in ["after=0", "after=x", "before=2"] {
        service.get(&game.path(&format!("/history?{wrong}"))).problem(422, "invalid");
    }
}

#[test]
fn pegs_and_events_show_the_deal_and_number_the_phones() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.peg(1, &json!({"side": 0, "points": 2, "device": id(71), "deal": 1})).ok(201);
    game.peg(2, &json!({"side": 1, "points": 2, "device": id(72)})).ok(201);
    game.deal(2, 22).ok(201);
    let after = game.peg(3, &json!({"side": 0, "points": 3, "device": id(71), "deal": 1})).ok(201);
    game.peg(4, &json!({"side": 0, "points": 3})).ok(201);
    assert_eq!((&after["latest"]["deal"], &after["latest"]["phone"]), (&json!(1), &json!(0)));
    let shown = |of: &Value, name: &str| of.get(name).cloned().unwrap_or(Value::Null);
    let pegs: Vec<Value> = game.view()["pegs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|peg| json!([shown(peg, "deal"), shown(peg, "phone")]))
        .collect();
    assert_eq!(json!(pegs), json!([[2, null], [1, 0], [1, 1], [1, 0]]));
    let history = game.history();
    let events: Vec<Value> = history
        .iter()
        .filter(|event| event["kind"] == "pegged")
        .map(|event| json!([shown(event, "deal"), shown(event, "phone")]))
        .collect();
    assert_eq!(json!(events), json!([[1, 0], [null, 1], [1, 0], [null, null]]), "as the phones sent them");
    let text = json!([game.view(), history]).to_string();
    assert!(!text.contains(&id(71)) && !text.contains(&id(72)), "an answer names a device");
}
