//! Authorization of changes to a game.

use serde_json::{Value, json};

use crate::support::game::{Game, id, token};
use crate::support::service::{PASSWORD, Service};

/// Every change of a game: the method, the path within the game, and a valid body.
fn changes() -> [(&'static str, String, Option<Value>); 8] {
    [
        ("PUT", format!("/pegs/{}", id(1)), Some(json!({"side": 0, "points": 2}))),
        ("PATCH", format!("/pegs/{}", id(1)), Some(json!({"id": id(4), "points": 3}))),
        ("DELETE", format!("/pegs/{}", id(1)), None),
        ("PUT", "/deals/2".to_owned(), Some(json!({"id": id(2)}))),
        ("DELETE", "/deals/2".to_owned(), None),
        ("PATCH", String::new(), Some(json!({"id": id(3), "first_dealer": 1, "sides": [{"name": "Zoé"}, {}]}))),
        ("PUT", "/result".to_owned(), Some(json!({"scores": [121, 90]}))),
        ("DELETE", "/result".to_owned(), None),
    ]
}

#[test]
fn a_change_without_a_token_or_with_an_unknown_one_is_401_with_a_challenge() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    for (method, rest, body) in changes() {
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let answer = service.send(method, &game.path(&rest), Some("application/json"), body.as_bytes());
        assert_eq!(answer.header("www-authenticate"), "Bearer", "{method} {rest}");
        answer.problem(401, "unauthorized");
    }
    for (method, rest, body) in changes() {
        let answer = service.request(method, &game.path(&rest), &token(9), body.as_ref());
        assert_eq!(answer.header("www-authenticate"), "Bearer", "{method} {rest}");
        answer.problem(401, "unauthorized");
    }
    assert_eq!(game.kinds(), ["begun"]);
}

#[test]
fn an_unknown_token_is_401_whatever_else_is_wrong_with_the_request() {
    let service = Service::start();
    let document = service.get("/openapi.json").json();
    let mut tried = 0;
    for (pattern, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let ways = operation["security"].as_array();
            let needs_token = ways.is_some_and(|ways| !ways.is_empty() && ways.iter().all(|way| way != &json!({})));
            // Whether putGame needs a token is in its body.
            if !needs_token || operation["operationId"] == "putGame" {
                continue;
            }
            let path = ["id", "peg_id", "player_id", "phone", "delivery"]
                .iter()
                .fold(pattern.clone(), |path, name| path.replace(&format!("{{{name}}}"), &id(1)))
                .replace("{n}", "1");
            let method = method.to_uppercase();
            let send = |path: &str, number: u32, body: &[u8], kind: &str| {
                let request =
                    ureq::http::Request::builder().method(method.as_str()).uri(format!("{}{path}", service.url));
                let request = request.header("Authorization", format!("Bearer {}", token(number)));
                let answer = service.run(request.header("Content-Type", kind).body(body.to_vec()).unwrap());
                assert_eq!(answer.status, 401, "{method} {path} with {body:?} of {kind}: {}", answer.text);
                assert_eq!(answer.header("www-authenticate"), "Bearer");
            };
            // Each token is new, so that the service has to look it up.
            let json = "application/json";
            send(&path, 10 * tried, b"", json);
            send(&path, 10 * tried + 1, b"{\"nothing\": 1}", json);
            send(&path, 10 * tried + 2, b"[", json);
            send(&path, 10 * tried + 3, b"{}", "text/plain");
            send(&format!("{path}?nothing=1"), 10 * tried + 4, b"", json);
            if let Some((before, _)) = pattern.split_once("/{id}").filter(|_| !pattern.ends_with("}.ics")) {
                let after = path.split_once(&id(1)).unwrap().1;
                send(&format!("{before}/no-id{after}"), 10 * tried + 5, b"", json);
            }
            tried += 1;
        }
    }
    assert!(tried > 50, "only {tried} operations");
}

#[test]
fn a_malformed_bearer_token_is_401() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let token = &game.token;
    for header in [
        String::new(),
        "Bearer".to_owned(),
        token.clone(),
        format!("Basic {token}"),
        format!("Bearer {}", &token[1..]),
        format!("Bearer {token}A"),
        format!("Bearer {token} {token}"),
        format!("Bearer {}", "A".repeat(8000)),
    ] {
        let request = ureq::http::Request::delete(format!("{}{}", service.url, game.path("/result")));
        service.run(request.header("Authorization", &header).body(Vec::new()).unwrap()).problem(401, "unauthorized");
    }
    let request = ureq::http::Request::delete(format!("{}{}", service.url, game.path("/result")));
    service.run(request.header("Authorization", format!("bearer  {token}")).body(Vec::new()).unwrap()).ok(200);
}

#[test]
fn another_games_token_is_403_and_an_unknown_game_is_404() {
    let service = Service::start();
    let (game, other) = (Game::two_sided(&service), Game::two_sided(&service));
    for (method, rest, body) in changes() {
        service.request(method, &game.path(&rest), &other.token, body.as_ref()).problem(403, "forbidden");
        let nowhere = format!("/api/v1/games/{}{rest}", id(404));
        service.request(method, &nowhere, &game.token, body.as_ref()).problem(404, "not-found");
    }
    for rest in ["", "/history", "/summary", "/live"] {
        service.get(&format!("/api/v1/games/{}{rest}", id(404))).problem(404, "not-found");
    }
    assert_eq!(game.kinds(), ["begun"]);
    service.get(&format!("/api/v1/games/{}", id(404))).problem(404, "not-found");
}

#[test]
fn an_id_that_is_not_a_uuid_is_422_with_its_name() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    for bad in ["7", "not-a-uuid", "0198c5a200007000800000000000000a", "%7B0198c5a2-0000-7000-8000-000000000001%7D"] {
        for rest in ["", "/history", "/summary", "/live"] {
            let problem = service.get(&format!("/api/v1/games/{bad}{rest}")).problem(422, "invalid");
            assert_eq!(problem["errors"][0]["pointer"], "id", "{bad}{rest}: {problem}");
        }
        let problem = game.put(&format!("/pegs/{bad}"), &json!({"side": 0, "points": 2})).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], "peg_id", "{bad}: {problem}");
    }
    let problem = game.put("/deals/2", &json!({"id": "second"})).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/id");
    for number in ["0", "-1", "two", "1.5", "4294967296"] {
        let problem = game.put(&format!("/deals/{number}"), &json!({"id": id(2)})).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], "n", "{number}: {problem}");
    }
    assert_eq!(game.kinds(), ["begun"]);
}

#[test]
fn the_coordinator_may_change_every_game() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let game = Game::two_sided(&service);
    let coordinator = service.coordinator();
    for (method, rest, body) in changes() {
        let answer = service.request(method, &game.path(&rest), &coordinator, body.as_ref());
        assert!([200, 201].contains(&answer.status), "{method} {rest}: {}", answer.text);
    }
    let roles: Vec<Value> = game.history().iter().map(|event| event["role"].clone()).collect();
    assert_eq!(roles[0], "scorer");
    assert!(roles[1..].iter().all(|role| role == "coordinator"), "{roles:?}");
}

#[test]
fn a_takeback_accepts_the_parameter_by_and_no_other() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.peg(1, &json!({"side": 0, "points": 2})).ok(201);
    let peg = format!("/pegs/{}", id(1));
    for (query, pointer) in [("?by=", "by"), ("?who=Ann", "who"), ("?by=Ann&by=Bob", "by")] {
        let problem = game.delete(&format!("{peg}{query}")).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"].as_str().unwrap().trim_start_matches('/'), pointer, "{problem}");
    }
    assert_eq!(game.delete(&format!("{peg}?by=Ann%27s+phone")).ok(200)["latest"]["by"], "Ann's phone");
}
