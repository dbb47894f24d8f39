//! Results by winner and shortfall, and their confirmations.

use serde_json::{Value, json};

use crate::support::game::{Game, id, scores};
use crate::support::service::{Answer, PASSWORD, Service};

const DEVICE: u32 = 700;

/// A result as the phone with this number enters it.
fn enter(game: &Game, scores: &[u8], device: u32) -> Answer {
    game.put("/result", &json!({"scores": scores, "by": "Ann", "device": id(DEVICE + device)}))
}

/// A confirmation from the phone with this number.
fn confirm(game: &Game, body: Value, device: u32) -> Answer {
    let mut body = body;
    body["device"] = json!(id(DEVICE + device));
    game.put("/result/confirmation", &body)
}

#[test]
fn a_winner_and_the_points_short_make_the_scores() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let ended = game.put("/result", &json!({"winner": 1, "short_by": 30})).ok(201);
    assert_eq!((scores(&ended), &ended["winner"]), (vec![91, 121], &json!(1)));
    assert_eq!(game.put("/result", &json!({"winner": 1, "short_by": 30, "scores": [91, 121]})).ok(200), ended);
    assert_eq!(game.history()[1]["scores"], json!([91, 121]));
    let once_around = Game::begin(&service, &json!({"sides": [{}, {}], "preset": "once_around"}));
    once_around.put("/result", &json!({"winner": 0, "short_by": 62})).problem(422, "invalid");
    assert_eq!(scores(&once_around.put("/result", &json!({"winner": 0, "short_by": 61})).ok(201)), [61, 0]);
    let three = Game::begin(&service, &json!({"sides": [{}, {}, {}]}));
    let ended = three.put("/result", &json!({"winner": 2, "scores": [90, 80, 121]})).ok(201);
    assert_eq!(ended["winner"], 2);
}

#[test]
fn a_result_that_says_too_little_or_contradicts_itself_is_422_and_says_what_to_send() {
    let service = Service::start();
    let two = Game::two_sided(&service);
    let three = Game::begin(&service, &json!({"sides": [{}, {}, {}]}));
    for (game, body, pointer, sentence) in [
        (&two, json!({}), "/scores", "send scores, or winner and short_by"),
        (&two, json!({"winner": 0}), "/winner", "send short_by with winner"),
        (&two, json!({"short_by": 3}), "/short_by", "send winner with short_by"),
        (&two, json!({"winner": 2, "short_by": 3}), "/winner", "no side 2"),
        (&two, json!({"winner": 0, "short_by": 0}), "/short_by", "from 1 to 121"),
        (&two, json!({"winner": 0, "short_by": 122}), "/short_by", "from 1 to 121"),
        (&two, json!({"winner": 0, "short_by": 30, "scores": [121, 90]}), "/scores", "make them agree"),
        (&two, json!({"winner": 1, "short_by": 31, "scores": [121, 90]}), "/scores", "make them agree"),
        (&three, json!({"winner": 0}), "/scores", "a score a side"),
        (&three, json!({"winner": 0, "short_by": 3}), "/short_by", "send scores, a score a side"),
        (&three, json!({"winner": 0, "scores": [90, 121, 80]}), "/scores", "make them agree"),
        (&two, json!({"scores": [121, 90], "device": "mine"}), "/device", "is not a UUID"),
    ] {
        let problem = game.put("/result", &body).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}: {problem}");
        assert!(problem["detail"].as_str().unwrap().contains(sentence), "{body}: {problem}");
    }
    assert_eq!((two.kinds(), three.kinds()), (vec!["begun".to_owned()], vec!["begun".to_owned()]));
}

#[test]
fn another_phone_at_the_table_confirms_or_contests_the_result() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    assert_eq!(game.view()["result"], Value::Null);
    let entered = enter(&game, &[121, 90], 1).ok(201);
    let result = json!({"by": "Ann", "role": "scorer", "id": null, "confirmed": [], "contested": []});
    assert_eq!(entered["result"], result);
    let confirmation = json!({"id": id(1), "side": 1, "agrees": true, "by": "Bob"});
    let confirmed = confirm(&game, confirmation.clone(), 2).ok(201);
    assert_eq!((&confirmed["result"]["confirmed"], &confirmed["status"]), (&json!([1]), &json!("finished")));
    assert_eq!(confirm(&game, confirmation.clone(), 2).ok(200), confirmed, "the same again");
    let contest = json!({"id": id(2), "side": 1, "agrees": false, "scores": [121, 91], "by": "Bob"});
    let contested = confirm(&game, contest, 2).ok(201);
    let expected = json!([{"side": 1, "by": "Bob", "scores": [121, 91]}]);
    assert_eq!((&contested["result"]["confirmed"], &contested["result"]["contested"]), (&json!([]), &expected));
    assert_eq!((scores(&contested), &contested["winner"]), (vec![121, 90], &json!(0)), "the result stands");
    confirm(&game, json!({"id": id(3), "side": 0, "agrees": false}), 2).ok(201);
    assert_eq!(confirm(&game, confirmation, 2).ok(200), game.view(), "a late repeat has no effect");
    assert_eq!(game.kinds(), ["begun", "result_entered", "result_confirmed", "result_contested", "result_contested"]);
    let history = game.history();
    let contest = &history[3];
    assert_eq!((&contest["by"], &contest["id"], &contest["side"]), (&json!("Bob"), &json!(id(2)), &json!(1)));
    assert_eq!((&contest["scores"], &history[4]["scores"]), (&json!([121, 91]), &Value::Null));
    assert!(!format!("{history:?}{}", game.view()).contains("device"), "the phones are in no answer");
}

#[test]
fn a_new_result_and_a_take_back_wipe_what_was_said_of_the_old_one() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let game = Game::two_sided(&service);
    enter(&game, &[121, 90], 1).ok(201);
    let confirmation = json!({"id": id(1), "side": 1, "agrees": false});
    confirm(&game, confirmation.clone(), 2).ok(201);
    let correction = json!({"scores": [121, 91], "reason": "misread"});
    let path = game.path("/result");
    let corrected = service.request("PUT", &path, &service.coordinator(), Some(&correction)).ok(200);
    let fresh = json!({"by": null, "role": "coordinator", "id": null, "confirmed": [], "contested": []});
    assert_eq!(corrected["result"], fresh);
    assert_eq!(confirm(&game, confirmation, 2).ok(200)["result"], fresh, "a late repeat is of the old result");
    assert_eq!(
        confirm(&game, json!({"id": id(2), "side": 1, "agrees": true}), 2).ok(201)["result"]["confirmed"],
        json!([1])
    );
    assert_eq!(game.delete("/result").ok(200)["result"], Value::Null);
    let none = confirm(&game, json!({"id": id(3), "side": 1, "agrees": true}), 2).problem(409, "no-result");
    assert!(none["detail"].as_str().unwrap().contains("no result to confirm"), "{none}");
    assert_eq!(enter(&game, &[121, 90], 1).ok(201)["result"]["confirmed"], json!([]));
}

#[test]
fn a_result_is_confirmed_and_corrected_also_after_its_rematch_began() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let game = Game::two_sided(&service);
    enter(&game, &[121, 90], 1).ok(201);
    let rematch = game.rematch(50);
    let before = rematch.view();
    assert_eq!((&before["result"], &before["match"]), (&Value::Null, &json!([2, 0])));
    let contest = json!({"id": id(1), "side": 1, "agrees": false, "scores": [90, 121]});
    assert_eq!(confirm(&game, contest, 2).ok(201)["result"]["contested"][0]["side"], 1);
    assert_eq!(rematch.view(), before, "the rematch goes on");
    let correction = json!({"scores": [90, 121], "reason": "the sides were swapped"});
    service.request("PUT", &game.path("/result"), &service.coordinator(), Some(&correction)).ok(200);
    assert_eq!((&game.view()["result"]["contested"], &rematch.view()["match"]), (&json!([]), &json!([0, 2])));
    confirm(&game, json!({"id": id(2), "side": 0, "agrees": true}), 2).ok(201);
    confirm(&rematch, json!({"id": id(3), "side": 0, "agrees": true}), 2).problem(409, "no-result");
}

#[test]
fn pegs_that_come_after_a_result_are_409_and_those_from_before_it_stay() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let hand = json!({"side": 0, "points": 8, "for": "hand", "deal": 1, "device": id(DEVICE + 2)});
    game.peg(1, &hand).ok(201);
    let entered = enter(&game, &[121, 90], 1).ok(201);
    assert_eq!((&entered["allowed"], &entered["expects"], &entered["hints"]), (&json!([]), &Value::Null, &json!([])));
    let late = json!({"side": 0, "points": 0, "for": "crib", "deal": 1, "device": id(DEVICE + 2)});
    assert_eq!(game.peg(2, &late).problem(409, "game-over")["winner"], "Ann");
    assert_eq!(game.peg(1, &hand).ok(200), entered, "a repeat");
    assert_eq!(scores(&game.delete("/result").ok(200)), [8, 0]);
    assert_eq!(scores(&game.peg(2, &late).ok(201)), [8, 0], "the same tap once the result is taken back");
}

#[test]
fn scores_that_pegs_alone_have_made_are_no_result_to_confirm() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    assert_eq!(game.win(0)["result"], Value::Null);
    assert_eq!(enter(&game, &[121, 0], 1).ok(200)["result"], Value::Null);
    confirm(&game, json!({"id": id(3), "side": 1, "agrees": true}), 2).problem(409, "no-result");
}

#[test]
fn two_phones_with_one_token_are_told_apart_by_their_devices() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    enter(&game, &[121, 90], 1).ok(201);
    let confirmation = json!({"id": id(1), "side": 1, "agrees": true});
    let own = confirm(&game, confirmation.clone(), 1).problem(409, "own-result");
    assert!(own["detail"].as_str().unwrap().contains("This phone has entered the result itself"), "{own}");
    game.put("/result/confirmation", &confirmation).problem(409, "own-result");
    confirm(&game, confirmation, 2).ok(201);
    let silent = Game::two_sided(&service);
    silent.result(&[121, 90]).ok(201);
    confirm(&silent, json!({"id": id(1), "side": 1, "agrees": true}), 2).problem(409, "own-result");
}

#[test]
fn of_two_phones_with_different_results_the_first_is_right_and_the_other_may_contest() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let statuses: Vec<(u32, Answer)> = std::thread::scope(|scope| {
        let race = |device: u32| (device, enter(&game, if device == 1 { &[121, 90] } else { &[90, 121] }, device));
        let phones: Vec<_> = [1, 2].map(|device| scope.spawn(move || race(device))).into_iter().collect();
        phones.into_iter().map(|phone| phone.join().unwrap()).collect()
    });
    let (won, lost): (Vec<_>, Vec<_>) = statuses.into_iter().partition(|(_, answer)| answer.status == 201);
    assert_eq!((won.len(), lost.len()), (1, 1));
    for (device, answer) in lost {
        let problem = answer.problem(409, "game-over");
        assert_eq!(problem["winner"], game.view()["sides"][usize::from(device == 1)]["name"], "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains("Contest it"), "{problem}");
        let scores: &[u8] = if device == 1 { &[121, 90] } else { &[90, 121] };
        let contest = json!({"id": id(1), "side": device - 1, "agrees": false, "scores": scores});
        assert_eq!(confirm(&game, contest, device).ok(201)["result"]["contested"][0]["scores"], json!(scores));
    }
    assert_eq!(game.kinds(), ["begun", "result_entered", "result_contested"]);
}

#[test]
fn confirmations_of_another_shape_or_for_nobody_are_refused() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let game = Game::two_sided(&service);
    enter(&game, &[121, 90], 1).ok(201);
    for (body, pointer) in [
        (json!({"side": 1, "agrees": true}), "/id"),
        (json!({"id": "first", "side": 1, "agrees": true}), "/id"),
        (json!({"id": id(1), "agrees": true}), "/side"),
        (json!({"id": id(1), "side": 2, "agrees": true}), "/side"),
        (json!({"id": id(1), "side": 3, "agrees": true}), "/side"),
        (json!({"id": id(1), "side": 1}), "/agrees"),
        (json!({"id": id(1), "side": 1, "agrees": "yes"}), "/agrees"),
        (json!({"id": id(1), "side": 1, "agrees": true, "scores": [121, 90]}), "/scores"),
        (json!({"id": id(1), "side": 1, "agrees": false, "scores": [120, 90]}), "/scores"),
        (json!({"id": id(1), "side": 1, "agrees": false, "scores": [121, 122]}), "/scores/1"),
        (json!({"id": id(1), "side": 1, "agrees": false, "reason": "no"}), "/reason"),
    ] {
        let problem = confirm(&game, body.clone(), 2).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}: {problem}");
    }
    let confirmation = json!({"id": id(1), "side": 1, "agrees": true});
    let path = game.path("/result/confirmation");
    let refused = service.request("PUT", &path, &service.coordinator(), Some(&confirmation)).problem(403, "forbidden");
    assert!(refused["detail"].as_str().unwrap().contains("Only the phones at the table"), "{refused}");
    service.request("PUT", &path, &Game::two_sided(&service).token, Some(&confirmation)).problem(403, "forbidden");
    service
        .send("PUT", &path, Some("application/json"), confirmation.to_string().as_bytes())
        .problem(401, "unauthorized");
    let nowhere = format!("/api/v1/games/{}/result/confirmation", id(404));
    service.request("PUT", &nowhere, &game.token, Some(&confirmation)).problem(404, "not-found");
    confirm(&game, confirmation, 2).ok(201);
    for other in [json!({"id": id(1), "side": 0, "agrees": true}), json!({"id": id(1), "side": 1, "agrees": false})] {
        confirm(&game, other, 2).problem(409, "already-used");
    }
    assert_eq!(game.kinds(), ["begun", "result_entered", "result_confirmed"]);
}
