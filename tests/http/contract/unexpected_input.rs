//! Parameters and bodies that an operation does not take.

use serde_json::{Value, json};

use crate::support::game::{Game, id};
use crate::support::league::League;
use crate::support::service::Service;

#[test]
fn unknown_parameters_are_422_and_change_nothing() {
    let service = Service::start_unlimited();
    let coordinator = service.coordinator();
    let game = Game::two_sided(&service);
    let peg = format!("/pegs/{}", id(1));
    game.put(&peg, &json!({"side": 0, "points": 2})).ok(201);
    let night = service.request("POST", "/api/v1/nights", &coordinator, Some(&json!({"date": "2026-01-28"}))).ok(201);
    let night = format!("/api/v1/nights/{}", night["id"].as_str().unwrap());
    for (method, path) in [
        ("GET", game.path("?page=1")),
        ("HEAD", game.path("?page=1")),
        ("GET", game.path("/live?page=1")),
        ("PUT", game.path(&format!("{peg}?page=1"))),
        ("DELETE", game.path(&format!("{peg}?by=Ann&page=1"))),
        ("GET", "/api/v1/nights?page=1".to_owned()),
        ("POST", format!("{night}/finish?page=1")),
        ("GET", format!("{night}/standings.csv?page")),
        ("GET", "/api/v1/league?page=%2500".to_owned()),
        ("POST", "/api/v1/score/hand?page=1".to_owned()),
        ("GET", "/problems?page=1".to_owned()),
        ("GET", "/healthz?page=1".to_owned()),
    ] {
        let token = if path.starts_with("/api/v1/games") { &game.token } else { &coordinator };
        let answer =
            service.request(method, &path, token, Some(&json!({})).filter(|_| method != "GET" && method != "HEAD"));
        if method == "HEAD" {
            assert_eq!(answer.status, 422);
            continue;
        }
        let problem = answer.problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], "page", "{method} {path}: {problem}");
        let detail = problem["detail"].as_str().unwrap();
        let openings = ["There is no “page” here: ", "“page” is not a query parameter"];
        assert!(openings.iter().any(|opening| detail.starts_with(opening)), "{problem}");
    }
    assert_eq!(game.scores(), [2, 0]);
    for path in ["/?again", "/tv?again", "/docs/?again", "/openapi.json?again", "/healthz?", "/api/v1/league?"] {
        assert_eq!(service.get(path).status, 200, "{path}");
    }
    service.get("/nowhere?page=1").problem(404, "not-found");
    service.send("POST", &game.path("?page=1"), None, b"").problem(405, "method-not-allowed");
}

#[test]
fn a_header_that_would_make_a_client_think_itself_safe_is_422_at_every_operation() {
    let service = Service::start();
    let document: Value = serde_json::from_str(include_str!("../../../openapi/openapi.json")).unwrap();
    for (path, item) in document["paths"].as_object().unwrap() {
        let path = path.replace(['{', '}'], "");
        for method in item.as_object().unwrap().keys() {
            for (header, instead) in [("If-Match", "based_on"), ("Idempotency-Key", "Make an id yourself")] {
                let answer = service.ask(&method.to_uppercase(), &path, &[(header, "\"v1\"")], None);
                let problem = answer.problem(422, "invalid");
                assert_eq!(problem["errors"][0]["pointer"], header, "{method} {path}: {problem}");
                assert!(problem["detail"].as_str().unwrap().contains(instead), "{problem}");
            }
        }
    }
    assert_eq!(service.ask("GET", "/", &[("If-Match", "\"v1\"")], None).status, 200, "a file of the page");
    service.ask("GET", "/nowhere", &[("If-Match", "\"v1\"")], None).problem(404, "not-found");
}

#[test]
fn an_unexpected_body_is_refused_and_changes_nothing() {
    let service = Service::start_unlimited();
    let coordinator = service.coordinator();
    let game = Game::two_sided(&service);
    let peg = game.path(&format!("/pegs/{}", id(1)));
    service.request("PUT", &peg, &game.token, Some(&json!({"side": 0, "points": 2}))).ok(201);
    let night = service.request("POST", "/api/v1/nights", &coordinator, Some(&json!({"date": "2026-01-28"}))).ok(201);
    let night = format!("/api/v1/nights/{}", night["id"].as_str().unwrap());
    let cancellation = format!("{night}/cancellation");
    service.request("PUT", &cancellation, &coordinator, Some(&json!({"reason": "Snow"}))).ok(201);
    let fifty_fifty = format!("{night}/fifty-fifty");
    let send = |method: &str, path: &str, media_type: &str, body: &str| {
        let token = if path == peg { &game.token } else { &coordinator };
        let request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", service.url));
        let request = request.header("Authorization", format!("Bearer {token}")).header("Content-Type", media_type);
        service.run(request.body(body.as_bytes().to_vec()).unwrap())
    };
    let leave_it_out = "There is no “by” here: leave it out.";
    for (method, path, detail) in [
        ("DELETE", &peg, leave_it_out),
        ("DELETE", &cancellation, leave_it_out),
        ("POST", &fifty_fifty, "There is no “by” here: expected id or based_on."),
    ] {
        send(method, path, "text/plain", "this is not json").problem(415, "unsupported-media-type");
        send(method, path, "application/json", "this is not json").problem(400, "not-json");
        send(method, path, "application/json", "[]").problem(422, "invalid");
        let problem = send(method, path, "application/json", r#"{"by": "Ann"}"#).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], "/by");
        assert_eq!(problem["detail"], detail);
    }
    assert_eq!(game.scores(), [2, 0]);
    assert_eq!(service.get(&night).ok(200)["status"], "cancelled");
    for body in ["{}", " {} ", ""] {
        send("DELETE", &peg, "application/json", body).ok(200);
        send("DELETE", &cancellation, "application/json", body).ok(200);
        send("POST", &fifty_fifty, "application/json", body).problem(409, "night-not-playing");
    }
    assert_eq!(game.scores(), [0, 0]);
}

#[test]
fn a_word_that_does_not_belong_is_named_beside_those_that_do() {
    let league = League::open();
    let body = json!({"name": "Bea", "password": "fifteen for two", "role": "boss"});
    let problem = league.as_coordinator("POST", "/api/v1/representatives", &body).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/role");
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.starts_with("“boss” is nothing that belongs here: write one of door, "), "{detail}");
    assert!(detail.ends_with('.') && !detail.contains('`'), "{detail}");
}
