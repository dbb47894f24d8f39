//! Beginning a game.

use serde_json::{Value, json};

use crate::support::game::{Game, id, token, two_sides};
use crate::support::service::Service;

#[test]
fn a_game_of_two_names_begins_with_the_default_rules_and_a_location() {
    let service = Service::start();
    let answer = service.post("/api/v1/games", &two_sides());
    let location = answer.header("location").to_owned();
    let begun = answer.ok(201);
    let game = &begun["game"];
    assert_eq!(location, format!("/api/v1/games/{}", game["id"].as_str().unwrap()));
    assert_eq!(begun["scorer_token"].as_str().unwrap().len(), 43);
    assert_eq!(game["sides"][0], json!({"name": "Ann", "named": true, "players": ["Ann"], "score": 0, "previous": 0}));
    assert_eq!(game["rules"], service.get("/api/v1/rules").ok(200)["auclair"]);
    for (field, value) in [
        ("version", json!(1)),
        ("deal", json!(1)),
        ("dealer", json!(0)),
        ("crib", json!(0)),
        ("first_dealer_known", json!(true)),
        ("result", Value::Null),
        ("status", json!("playing")),
        ("winner", Value::Null),
        ("skunk", json!("none")),
        ("value", Value::Null),
        ("match", json!([0, 0])),
        ("pegs", json!([])),
        ("rematch", Value::Null),
    ] {
        assert_eq!(game[field], value, "{field} in {game}");
    }
    assert_eq!(&service.get(&location).ok(200), game);
}

#[test]
fn each_game_gets_an_id_and_a_token_of_its_own() {
    let service = Service::start();
    let (one, other) = (Game::two_sided(&service), Game::two_sided(&service));
    assert_ne!(one.id, other.id);
    assert_ne!(one.token, other.token);
    assert_eq!(&one.id[14..15], "7", "the service makes UUIDs of version 7: {}", one.id);
}

#[test]
fn sides_of_every_size_have_seats_and_a_crib() {
    let service = Service::start();
    let side = |players: &[&str]| json!({"name": players.concat(), "players": players});
    for (sides, first_dealer, crib) in [
        (vec![side(&["A"]), side(&["B"])], 1, 1),
        (vec![side(&["A"]), side(&["B"]), side(&["C"])], 2, 2),
        (vec![side(&["A", "C"]), side(&["B", "D"])], 2, 0),
        (vec![side(&["A", "D"]), side(&["B", "E"]), side(&["C", "F"])], 4, 1),
        (vec![side(&["A", "C", "E"]), side(&["B", "D", "F"])], 5, 1),
        (vec![side(&["A", "C"]), side(&["B", "D", "E"])], 4, 1),
        (vec![side(&["A", "C", "E"]), side(&["B", "D"])], 4, 0),
    ] {
        let body = json!({"sides": sides, "first_dealer": first_dealer});
        let game = service.post("/api/v1/games", &body).ok(201)["game"].clone();
        assert_eq!((&game["dealer"], &game["crib"]), (&json!(first_dealer), &json!(crib)), "{body}");
        let again = json!({"sides": sides, "first_dealer": first_dealer + 1});
        let last = sides.iter().map(|side| side["players"].as_array().unwrap().len()).sum::<usize>() - 1;
        if first_dealer == last {
            let problem = service.post("/api/v1/games", &again).problem(422, "invalid");
            assert_eq!(problem["errors"][0]["pointer"], "/first_dealer");
        }
    }
}

#[test]
fn invalid_sides_are_422_with_a_pointer() {
    let service = Service::start();
    let side = |count: usize| json!({"name": "Us", "players": vec!["Ann"; count]});
    for (sides, pointer) in [
        (json!([]), "/sides"),
        (json!([side(1)]), "/sides"),
        (json!([side(1), side(1), side(1), side(1)]), "/sides"),
        (json!([side(1), side(2)]), "/sides"),
        (json!([side(3), side(3), side(3)]), "/sides"),
        (json!([side(4), side(4)]), "/sides"),
        (json!([side(1), side(0)]), "/sides"),
        (json!([{"name": "Ann"}, {"name": ""}]), "/sides/1/name"),
        (json!([{"name": "Ann"}, {"name": "  "}]), "/sides/1/name"),
        (json!([{"name": "Ann"}, {"name": "b".repeat(101)}]), "/sides/1/name"),
        (json!([{"name": "Ann", "players": [""]}, {"name": "Bob"}]), "/sides/0/players/0"),
        (json!([{"name": "Ann"}, {"name": 7}]), "/sides/1/name"),
        (json!([{"name": "Ann"}, {"players": []}]), "/sides"),
        (json!([["Ann"], ["Bob"]]), "/sides/0"),
        (json!([{"name": "Ann", "colour": "red"}, {"name": "Bob"}]), "/sides/0/colour"),
        (json!("Ann and Bob"), "/sides"),
    ] {
        let problem = service.post("/api/v1/games", &json!({"sides": sides})).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{sides}: {problem}");
    }
    service.post("/api/v1/games", &json!({})).problem(422, "invalid");
    let name = "ü".repeat(100);
    let longest = json!({"sides": [{"name": name}, {"name": "Bob", "players": [name]}]});
    assert_eq!(service.post("/api/v1/games", &longest).ok(201)["game"]["sides"][0]["name"], name);
}

#[test]
fn rules_override_fields_of_a_preset() {
    let service = Service::start();
    let with = |extra: Value| {
        let mut body = two_sides();
        body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        service.post("/api/v1/games", &body)
    };
    let rules = with(json!({"preset": "once_around", "rules": {"muggins": true}})).ok(201)["game"]["rules"].clone();
    assert_eq!((&rules["target"], &rules["skunk_below"], &rules["muggins"]), (&json!(61), &json!(31), &json!(true)));
    let problem = with(json!({"rules": {"target": 61}})).problem(422, "invalid");
    assert!(problem["detail"].as_str().unwrap().contains("once_around"), "{problem}");
    for (extra, pointer) in [
        (json!({"rules": {"target": 100}}), "/rules/target"),
        (json!({"rules": {"skunks": 91}}), "/rules/skunks"),
        (json!({"preset": "loose"}), "/preset"),
        (json!({"first_dealer": -1}), "/first_dealer"),
        (json!({"first_dealer": 1.5}), "/first_dealer"),
        (json!({"by": ""}), "/by"),
        (json!({"scorer_token": token(1)}), "/scorer_token"),
    ] {
        let problem = with(extra.clone()).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{extra}: {problem}");
    }
    assert_eq!(with(json!({"first_dealer": 1.0})).ok(201)["game"]["dealer"], 1);
}

#[test]
fn optional_fields_may_be_null_with_post_and_put() {
    let service = Service::start();
    let mut body = json!({"sides": [{"name": "Ann", "players": null}, {"name": "Bob"}]});
    for field in ["preset", "rules", "first_dealer", "by"] {
        body[field] = Value::Null;
    }
    assert_eq!(service.post("/api/v1/games", &body).ok(201)["game"]["dealer"], 0);
    body["scorer_token"] = json!(token(1));
    assert_eq!(service.put(&format!("/api/v1/games/{}", id(1)), &body).ok(201)["game"]["dealer"], 0);
}

#[test]
fn a_repeated_put_begins_one_game() {
    let service = Service::start();
    let path = format!("/api/v1/games/{}", id(1));
    let mut body = two_sides();
    body["scorer_token"] = json!(token(1));
    let answer = service.put(&path, &body);
    assert_eq!(answer.header("location"), path);
    let begun = answer.ok(201);
    assert_eq!((&begun["game"]["id"], &begun["scorer_token"]), (&json!(id(1)), &json!(token(1))));
    assert_eq!(service.put(&path, &body).ok(200), begun);
    let spelt_out = json!({
        "sides": [{"players": ["Ann"], "name": "Ann"}, {"name": "Bob", "players": ["Bob"]}], "preset": "auclair",
        "rules": {"target": 121}, "first_dealer": 0, "scorer_token": token(1)
    });
    assert_eq!(service.put(&path.to_uppercase().replace("/API/V1/GAMES", "/api/v1/games"), &spelt_out).ok(200), begun);
    let game = Game { service: &service, id: id(1), token: token(1) };
    game.peg(1, &json!({"side": 1, "points": 8})).ok(201);
    assert_eq!(service.put(&path, &body).ok(200)["game"], game.view(), "a repeat answers with the game as it is now");
    for (field, value) in [
        ("sides", json!([{"name": "Ann"}, {"name": "Cy"}])),
        ("first_dealer", json!(1)),
        ("preset", json!("classy")),
        ("rules", json!({"muggins": true})),
        ("by", json!("Cy")),
        ("scorer_token", json!(token(2))),
    ] {
        let mut other = body.clone();
        other[field] = value;
        service.put(&path, &other).problem(409, "already-used");
    }
    assert_eq!(game.kinds(), ["begun", "pegged"]);
    game.peg(2, &json!({"side": 0, "points": 2})).ok(201);
}

#[test]
fn a_put_needs_sides_and_a_valid_token() {
    let service = Service::start();
    let path = format!("/api/v1/games/{}", id(1));
    let put = |token: Value| {
        let mut body = two_sides();
        body["scorer_token"] = token;
        service.put(&path, &body).problem(422, "invalid")
    };
    for bad in
        [json!("short"), json!(format!("{}B", "0".repeat(42))), json!(format!("{}=", token(1))), json!(5), Value::Null]
    {
        assert_eq!(put(bad.clone())["errors"][0]["pointer"], "/scorer_token", "{bad}");
    }
    assert_eq!(service.put(&path, &two_sides()).problem(422, "invalid")["errors"][0]["pointer"], "/scorer_token");
    let problem = service.put(&path, &json!({"scorer_token": token(1)})).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/sides");
    service.put(&path, &json!({})).problem(422, "invalid");
    service.get(&path).problem(404, "not-found");
}

#[test]
fn concurrent_puts_begin_one_game() {
    let service = Service::start();
    let path = format!("/api/v1/games/{}", id(1));
    let mut body = two_sides();
    body["scorer_token"] = json!(token(1));
    let mut statuses: Vec<u16> = std::thread::scope(|scope| {
        let phones: Vec<_> = (0..16).map(|_| scope.spawn(|| service.put(&path, &body).status)).collect();
        phones.into_iter().map(|phone| phone.join().unwrap()).collect()
    });
    statuses.sort_unstable();
    assert_eq!((statuses[14], statuses[15]), (200, 201), "{statuses:?}");
    assert_eq!(Game { service: &service, id: id(1), token: token(1) }.kinds(), ["begun"]);
}
