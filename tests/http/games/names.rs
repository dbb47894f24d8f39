//! Names that are left out or changed, and the first dealer.

use serde_json::{Value, json};

use crate::support::game::{Game, id, token, two_sides};
use crate::support::service::{Answer, PASSWORD, Service};

fn change(game: &Game, body: &Value) -> Answer {
    game.service.request("PATCH", &game.path(""), &game.token, Some(body))
}

/// The name of each side, true if it was named, and its players.
fn names(game: &Value) -> Value {
    let side = |side: &Value| json!([side["name"], side["named"], side["players"]]);
    game["sides"].as_array().unwrap().iter().map(side).collect()
}

#[test]
fn a_side_without_a_name_has_a_default_one_and_says_so() {
    let service = Service::start();
    let sides = json!([{}, {"players": ["Bob"]}, {"name": "Cy"}]);
    let game = Game::begin(&service, &json!({"sides": sides}));
    assert_eq!(names(&game.view()), json!([["Us", false, ["Us"]], ["Them", false, ["Bob"]], ["Cy", true, ["Cy"]]]));
    let third = Game::begin(&service, &json!({"sides": [{}, {}, {}]}));
    assert_eq!(names(&third.view())[2], json!(["Third", false, ["Third"]]));
    let pairs = json!({"sides": [{"players": ["Ann", "Bob"]}, {"players": ["Cy", "Di"]}], "scorer_token": token(1)});
    let game = Game { service: &service, id: id(1), token: token(1) };
    let begun = game.put("", &pairs).ok(201)["game"].clone();
    assert_eq!(names(&begun), json!([["Us", false, ["Ann", "Bob"]], ["Them", false, ["Cy", "Di"]]]));
    assert_eq!(game.put("", &pairs).ok(200)["game"], begun, "the same again");
    assert_eq!(game.history()[0]["sides"][0], json!({"name": "Us", "players": ["Ann", "Bob"], "named": false}));
}

#[test]
fn names_that_a_first_edition_page_sends_for_nobody_count_as_none() {
    let service = Service::start();
    let sides = json!([{"name": "Nous"}, {"name": "Eux", "players": ["Bob"]}]);
    let game = Game::begin(&service, &json!({"sides": sides}));
    assert_eq!(names(&game.view()), json!([["Nous", false, ["Nous"]], ["Eux", true, ["Bob"]]]));
    assert_eq!(game.history()[0]["sides"][0], json!({"name": "Nous", "players": ["Nous"]}));
}

#[test]
fn names_change_at_any_time_and_the_history_says_who_changed_them() {
    let service = Service::start();
    let game = Game::begin(&service, &json!({"sides": [{}, {}]}));
    let first = json!({"id": id(1), "sides": [{"name": " Ann "}, {}], "by": "Ann’s phone"});
    assert_eq!(names(&change(&game, &first).ok(200)), json!([["Ann", true, ["Ann"]], ["Them", false, ["Them"]]]));
    game.result(&[121, 90]).ok(201);
    let second = json!({"id": id(2), "sides": [{}, {"name": "B", "players": ["Bob"]}]});
    let changed = change(&game, &second).ok(200);
    assert_eq!(names(&changed), json!([["Ann", true, ["Ann"]], ["B", true, ["Bob"]]]));
    assert_eq!((&changed["status"], &changed["version"]), (&json!("finished"), &json!(4)));
    assert_eq!(game.kinds(), ["begun", "renamed", "result_entered", "renamed"]);
    let renamed = game.history()[1].clone();
    assert_eq!(
        (&renamed["by"], &renamed["role"], &renamed["id"]),
        (&json!("Ann’s phone"), &json!("scorer"), &json!(id(1)))
    );
    let changes = json!([{"name": "Ann", "players": null}, {"name": null, "players": null}]);
    assert_eq!(renamed["sides"], changes);
    assert_eq!(names(&game.rematch(9).view()), json!([["Ann", true, ["Ann"]], ["B", true, ["Bob"]]]));
}

#[test]
fn a_change_that_is_repeated_has_no_effect() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let game = Game::two_sided(&service);
    let first = json!({"id": id(1), "sides": [{"name": "Zoé"}, {}], "first_dealer": 1});
    let answer = change(&game, &first).ok(200);
    assert_eq!((&answer["version"], &answer["dealer"], &answer["deal"]), (&json!(3), &json!(1), &json!(1)));
    change(&game, &json!({"id": id(2), "sides": [{"name": "Ann"}, {}]})).ok(200);
    game.deal(2, 2).ok(201);
    let late = change(&game, &first).ok(200);
    assert_eq!((&names(&late)[0][0], &late["version"]), (&json!("Ann"), &json!(5)));
    for other in [
        json!({"id": id(1), "sides": [{"name": "Zoé"}, {}]}),
        json!({"id": id(1), "sides": [{"name": "Zoé"}, {}], "first_dealer": 0}),
        json!({"id": id(1), "sides": [{"name": "Zoé"}, {}], "first_dealer": 1, "by": "Bob"}),
    ] {
        change(&game, &other).problem(409, "already-used");
    }
    service.request("PATCH", &game.path(""), &service.coordinator(), Some(&first)).problem(409, "already-used");
    assert_eq!(change(&game, &json!({"id": id(3)})).ok(200)["version"], 5, "nothing to change");
    assert_eq!(game.kinds(), ["begun", "renamed", "first_dealer_set", "renamed", "deal_begun"]);
}

#[test]
fn the_request_that_began_a_game_can_be_repeated_after_a_change() {
    let service = Service::start();
    let mut body = two_sides();
    body["scorer_token"] = json!(token(1));
    let game = Game { service: &service, id: id(1), token: token(1) };
    game.put("", &body).ok(201);
    let changed = change(&game, &json!({"id": id(1), "sides": [{"name": "Zoé"}, {}], "first_dealer": 1})).ok(200);
    assert_eq!(game.put("", &body).ok(200)["game"], changed);
    body["sides"][0]["name"] = json!("Zoé");
    game.put("", &body).problem(409, "already-used");
}

#[test]
fn the_first_dealer_changes_until_the_second_deal_has_begun() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.peg(1, &json!({"side": 0, "points": 2})).ok(201);
    let dealt = change(&game, &json!({"id": id(1), "first_dealer": 1})).ok(200);
    assert_eq!((&dealt["dealer"], &dealt["crib"], &dealt["deal"]), (&json!(1), &json!(1), &json!(1)));
    assert_eq!(dealt["first_dealer_known"], true);
    game.deal(2, 2).ok(201);
    let problem = change(&game, &json!({"id": id(2), "first_dealer": 0})).problem(409, "second-deal-begun");
    assert!(problem["detail"].as_str().unwrap().contains("The second deal has begun"), "{problem}");
    let both = json!({"id": id(2), "sides": [{"name": "Zoé"}, {}], "first_dealer": 0});
    change(&game, &both).problem(409, "second-deal-begun");
    assert_eq!(names(&game.view())[0][0], "Ann", "both or neither");
    game.delete("/deals/2").ok(200);
    assert_eq!(change(&game, &both).ok(200)["dealer"], 0);
}

#[test]
fn changes_of_another_shape_are_422_with_a_pointer() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    for (body, pointer) in [
        (json!({"first_dealer": 1}), "/id"),
        (json!({"id": "first", "first_dealer": 1}), "/id"),
        (json!({"id": id(1), "first_dealer": 2}), "/first_dealer"),
        (json!({"id": id(1), "first_dealer": 6}), "/first_dealer"),
        (json!({"id": id(1), "first_dealer": null}), "/first_dealer"),
        (json!({"id": id(1), "sides": null}), "/sides"),
        (json!({"id": id(1), "sides": [{"name": "Zoé"}]}), "/sides"),
        (json!({"id": id(1), "sides": [{}, {}, {}]}), "/sides"),
        (json!({"id": id(1), "sides": [{"name": ""}, {}]}), "/sides/0/name"),
        (json!({"id": id(1), "sides": [{"name": null}, {}]}), "/sides/0/name"),
        (json!({"id": id(1), "sides": [{}, {"players": ["Bob", "Cy"]}]}), "/sides/1/players"),
        (json!({"id": id(1), "sides": [{}, {"players": []}]}), "/sides/1/players"),
        (json!({"id": id(1), "sides": [{}, {"players": [" "]}]}), "/sides/1/players/0"),
        (json!({"id": id(1), "sides": [["Zoé"], {}]}), "/sides/0"),
        (json!({"id": id(1), "rules": {}}), "/rules"),
    ] {
        let problem = change(&game, &body).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}: {problem}");
    }
    assert_eq!(game.kinds(), ["begun"]);
}
