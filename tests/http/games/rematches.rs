//! Rematches, and the tally of the match.

use serde_json::{Value, json};

use crate::support::game::{Game, id, token, two_sides};
use crate::support::service::{Answer, PASSWORD, Service};

#[test]
fn a_rematch_has_the_sides_rules_and_token_of_the_game_before_and_the_loser_deals() {
    let service = Service::start();
    let mut body = two_sides();
    body["rules"] = json!({"crib_flush_of_four": true});
    let game = Game::begin(&service, &body);
    game.win(0);
    let answer =
        service.request("PUT", &format!("/api/v1/games/{}", id(2)), &game.token, Some(&json!({"rematch_of": game.id})));
    assert_eq!(answer.header("location"), format!("/api/v1/games/{}", id(2)));
    let begun = answer.ok(201);
    let (old, new) = (game.view(), &begun["game"]);
    assert_eq!(begun["scorer_token"], game.token);
    assert_eq!(old["rematch"], id(2));
    assert_eq!(new["rules"], old["rules"]);
    assert_eq!((&new["dealer"], &new["match"], &new["status"]), (&json!(1), &json!([3, 0]), &json!("playing")));
    assert_eq!(new["sides"][0], json!({"name": "Ann", "named": true, "players": ["Ann"], "score": 0, "previous": 0}));
    let rematch = Game { service: &service, id: id(2), token: game.token.clone() };
    rematch.peg(1, &json!({"side": 1, "points": 2})).ok(201);
    assert_eq!(rematch.win(1)["match"], json!([3, 3]), "the tally goes on");
}

#[test]
fn the_rules_decide_the_first_dealer_of_a_rematch() {
    let service = Service::start();
    let three = json!([{"name": "A"}, {"name": "B"}, {"name": "C"}]);
    let begin = |rule: &str, first_dealer: u8| {
        let game = Game::begin(
            &service,
            &json!({"sides": three, "rules": {"first_deal": rule}, "first_dealer": first_dealer}),
        );
        game.result(&[90, 121, 40]).ok(201);
        game
    };
    let rematch = |game: &Game, number: u32, extra: &[(&str, Value)]| {
        let mut body = json!({"rematch_of": game.id});
        body.as_object_mut().unwrap().extend(extra.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        service.request("PUT", &format!("/api/v1/games/{}", id(number)), &game.token, Some(&body))
    };
    let dealer = |answer: Answer| answer.ok(201)["game"]["dealer"].clone();
    assert_eq!(dealer(rematch(&begin("loser", 0), 1, &[])), 2, "the side with the lowest score");
    assert_eq!(dealer(rematch(&begin("alternate", 2), 2, &[])), 0, "the seat after the last first dealer");
    let cut = begin("cut", 0);
    let problem = rematch(&cut, 3, &[]).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/first_dealer");
    let problem = rematch(&cut, 3, &[("first_dealer", json!(3))]).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/first_dealer");
    assert_eq!(dealer(rematch(&cut, 3, &[("first_dealer", json!(1))])), 1);
    let problem = rematch(&begin("loser", 0), 4, &[("first_dealer", json!(1))]).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/first_dealer");
    for number in [3, 4] {
        let expected = if number == 3 { 200 } else { 404 };
        assert_eq!(service.get(&format!("/api/v1/games/{}", id(number))).status, expected);
    }
}

#[test]
fn a_game_has_one_rematch_and_the_same_request_again_is_harmless() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.win(0);
    let rematch = game.rematch(2);
    rematch.peg(1, &json!({"side": 0, "points": 4})).ok(201);
    let body = json!({"rematch_of": game.id});
    let again = rematch.put("", &body).ok(200);
    assert_eq!((&again["game"], &again["scorer_token"]), (&rematch.view(), &json!(game.token)));
    rematch.put("", &json!({"rematch_of": game.id, "scorer_token": game.token})).ok(200);
    rematch.put("", &json!({"rematch_of": game.id, "by": "Bob"})).problem(409, "already-used");
    let path = format!("/api/v1/games/{}", id(3));
    let problem = service.request("PUT", &path, &game.token, Some(&body)).problem(409, "rematch-exists");
    assert_eq!(problem["rematch"], id(2));
    service.get(&path).problem(404, "not-found");
    let other = Game::two_sided(&service);
    other.win(0);
    let taken = json!({"rematch_of": other.id});
    service.request("PUT", &rematch.path(""), &other.token, Some(&taken)).problem(409, "already-used");
    service.request("PUT", &other.path(""), &other.token, Some(&taken)).problem(409, "already-used");
    service.request("PUT", &game.path(""), &other.token, Some(&taken)).problem(409, "already-used");
    assert_eq!(other.view()["rematch"], Value::Null);
    assert_eq!(game.kinds().iter().filter(|kind| *kind == "rematch_begun").count(), 1);
}

#[test]
fn a_rematch_needs_a_winner_and_the_token_of_the_old_game() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let game = Game::two_sided(&service);
    let (path, body) = (format!("/api/v1/games/{}", id(2)), json!({"rematch_of": game.id}));
    service.request("PUT", &path, &game.token, Some(&body)).problem(409, "not-won");
    game.win(0);
    let answer = service.put(&path, &body);
    assert_eq!(answer.header("www-authenticate"), "Bearer");
    answer.problem(401, "unauthorized");
    service.request("PUT", &path, &token(9), Some(&body)).problem(401, "unauthorized");
    service.request("PUT", &path, &Game::two_sided(&service).token, Some(&body)).problem(403, "forbidden");
    service.request("PUT", &path, &game.token, Some(&json!({"rematch_of": id(404)}))).problem(404, "not-found");
    for (field, value) in [
        ("sides", two_sides()["sides"].clone()),
        ("preset", json!("auclair")),
        ("rules", json!({})),
        ("scorer_token", json!(token(9))),
    ] {
        let mut with = body.clone();
        with[field] = value;
        let problem = service.request("PUT", &path, &game.token, Some(&with)).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], format!("/{field}"));
    }
    assert_eq!(game.view()["rematch"], Value::Null);
    let begun = service.request("PUT", &path, &service.coordinator(), Some(&body)).ok(201);
    assert_eq!(begun["scorer_token"], Value::Null);
    let rematch = Game { service: &service, id: id(2), token: game.token.clone() };
    rematch.peg(1, &json!({"side": 0, "points": 2})).ok(201);
}

#[test]
fn the_tally_of_a_chain_follows_every_correction_before_it() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let coordinator = service.coordinator();
    let first = Game::two_sided(&service);
    first.result(&[121, 100]).ok(201);
    let second = first.rematch(2);
    second.result(&[121, 70]).ok(201);
    let third = second.rematch(3);
    let tallies = || [&first, &second, &third].map(|game| game.view()["match"].clone());
    assert_eq!(tallies(), [json!([1, 0]), json!([3, 0]), json!([3, 0])]);
    let correction = json!({"scores": [50, 121], "reason": "Sides swapped"});
    service.request("PUT", &first.path("/result"), &coordinator, Some(&correction)).ok(200);
    assert_eq!(tallies(), [json!([0, 3]), json!([2, 3]), json!([2, 3])]);
    second.delete("/result").ok(200);
    assert_eq!(tallies(), [json!([0, 3]), json!([0, 3]), json!([0, 3])]);
    assert_eq!(second.win(1)["match"], json!([0, 6]));
    assert_eq!(third.win(0)["match"], json!([3, 6]));
    second.take_back(905).ok(200);
    assert_eq!(tallies(), [json!([0, 3]), json!([0, 3]), json!([3, 3])]);
    assert_eq!(second.view()["rematch"], id(3), "an open game keeps its rematch");
    let service = service.start_again(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let third = service.get(&format!("/api/v1/games/{}", id(3))).ok(200);
    assert_eq!(third["match"], json!([3, 3]), "the shown tally differs from the stored one");
}

#[test]
fn concurrent_rematches_and_corrections_end_in_one_rematch_and_the_right_tally() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.win(0);
    let body = json!({"rematch_of": game.id});
    let rematch = |number: u32| {
        let path = format!("/api/v1/games/{}", id(number));
        let status = service.request("PUT", &path, &game.token, Some(&body)).status;
        assert!([201, 409].contains(&status), "{status}");
    };
    std::thread::scope(|scope| {
        let rematch = &rematch;
        (1..=8).for_each(|number| drop(scope.spawn(move || rematch(number))));
        scope.spawn(|| game.take_back(905).ok(200));
    });
    let old = game.view();
    assert_eq!(old["status"], "playing");
    let begun = (1..=8).filter(|number| service.get(&format!("/api/v1/games/{}", id(*number))).status == 200);
    match old["rematch"].as_str() {
        Some(rematch) => {
            assert_eq!(begun.map(id).collect::<Vec<_>>(), [rematch]);
            assert_eq!(service.get(&format!("/api/v1/games/{rematch}")).ok(200)["match"], json!([0, 0]));
        }
        None => assert_eq!(begun.count(), 0),
    }
}

#[test]
fn a_match_ends_at_a_tally_of_100() {
    let service = Service::start();
    let mut game = Game::two_sided(&service);
    let rematch = |game: &Game, number: u32| {
        let body = json!({"rematch_of": game.id});
        service.request("PUT", &format!("/api/v1/games/{}", id(number)), &game.token, Some(&body))
    };
    // Each game is a double skunk, which counts three.
    for number in 2..=34 {
        game.result(&[121, 0]).ok(201);
        rematch(&game, number).ok(201);
        game = Game { service: &service, id: id(number), token: game.token.clone() };
    }
    assert_eq!(game.result(&[0, 121]).ok(201)["match"], json!([99, 3]));
    let problem = rematch(&game, 35).problem(409, "no-rematch");
    assert!(problem["detail"].as_str().unwrap().contains("100"), "{problem}");
}
