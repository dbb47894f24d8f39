//! CORS: the operations that scripts of other origins may call.

use serde_json::json;
use ureq::http::Request;

use crate::support::game::Game;
use crate::support::league::{League, text};
use crate::support::service::{Answer, Service, pegout, unlimited};

const HAND: &str = "/api/v1/score/hand";
const SITE: &str = "https://cribbage.example";
const OPEN: [&str; 10] = [
    HAND,
    "/api/v1/score/crib",
    "/api/v1/score/batch",
    "/api/v1/play",
    "/api/v1/discard",
    "/api/v1/rules",
    "/api/v1/rules/fields",
    "/problems",
    "/problems/renege",
    "/openapi.json",
];
const CLOSED: [&str; 12] = [
    "/api/v1/games",
    "/api/v1/games/0198c5a2-0000-7000-8000-000000000001",
    "/api/v1/nights",
    "/api/v1/league",
    "/api/v1/players",
    "/api/v1/session",
    "/api/v1/qr",
    "/api/v1/score",
    "/healthz",
    "/metrics",
    "/",
    "/docs/",
];

fn ask(service: &Service, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    let mut request = Request::builder().method(method).uri(format!("{}{path}", service.url)).header("Origin", SITE);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    service.run(request.body(body.to_vec()).unwrap())
}

fn preflight(service: &Service, path: &str, method: &str, headers: &str) -> Answer {
    let asked = [("Access-Control-Request-Method", method), ("Access-Control-Request-Headers", headers)];
    ask(service, "OPTIONS", path, &asked, b"")
}

#[track_caller]
fn is_closed(answer: &Answer, path: &str) {
    let headers: Vec<_> = answer.headers.keys().filter(|name| name.as_str().starts_with("access-control-")).collect();
    assert!(headers.is_empty(), "{path} sends {headers:?}");
}

#[test]
fn any_origin_may_call_stateless_operations_and_read_their_problems() {
    let service = Service::start();
    for path in OPEN {
        let answer = ask(&service, "GET", path, &[], b"");
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{path}");
        assert!(answer.header("vary").contains("Origin"), "{path}");
        assert_eq!(answer.header("access-control-allow-credentials"), "");
        assert_eq!(answer.header("cross-origin-resource-policy"), "");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        let exposed = answer.header("access-control-expose-headers");
        for name in ["ETag", "Location", "Link", "Retry-After", "X-Request-Id", "X-Version", "RateLimit"] {
            assert!(exposed.to_lowercase().split(", ").any(|one| one == name.to_lowercase()), "{name}: {exposed}");
        }
    }
    let json = [("Content-Type", "application/json")];
    let hand = json!({"cards": ["5H", "5D", "5S", "JC"], "starter": "5C"}).to_string().into_bytes();
    let answer = ask(&service, "POST", HAND, &json, &hand);
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert_eq!(answer.ok(200)["total"], 29);
    for (method, path, headers, body, status) in [
        ("POST", HAND, &json[..], &b"{"[..], 400),
        ("DELETE", HAND, &[], b"", 405),
        ("GET", "/problems/mulligan", &[], b"", 404),
        ("POST", HAND, &json, &vec![b' '; 70_000], 413),
        ("POST", HAND, &[("Content-Type", "text/plain")], b"5H", 415),
        ("POST", HAND, &json, b"{}", 422),
        ("GET", "/problems?page=1", &[], b"", 422),
    ] {
        let answer = ask(&service, method, path, headers, body);
        assert_eq!(answer.status, status, "{method} {path}");
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{status}");
        assert_eq!(answer.header("content-type"), "application/problem+json");
    }
}

#[test]
fn a_preflight_allows_json_but_no_token() {
    let service = Service::start();
    let answer = preflight(&service, HAND, "POST", "content-type");
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, "*"));
    assert!(answer.header("access-control-allow-methods").contains("POST"));
    let allowed = answer.header("access-control-allow-headers").to_lowercase();
    let mut allowed: Vec<&str> = allowed.split(", ").collect();
    allowed.sort_unstable();
    assert_eq!(allowed, ["content-type", "if-none-match", "x-request-id"]);
    let conditional = preflight(&service, "/openapi.json", "GET", "if-none-match, x-request-id");
    assert_eq!((conditional.status, conditional.header("access-control-allow-origin")), (200, "*"));
    assert_eq!(answer.header("access-control-max-age"), "600");
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    for (method, headers) in [("POST", "authorization"), ("POST", "authorization, content-type"), ("DELETE", "accept")]
    {
        let refused = preflight(&service, HAND, method, headers);
        is_closed(&refused, HAND);
        assert_eq!((refused.status, refused.header("allow")), (204, "GET, HEAD, POST, OPTIONS"));
    }
}

#[test]
fn no_other_origin_may_call_stateful_operations() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let live = game.path("/history");
    for path in CLOSED.into_iter().chain([game.path("").as_str(), live.as_str()]) {
        is_closed(&ask(&service, "GET", path, &[], b""), path);
        let refused = preflight(&service, path, "POST", "content-type");
        is_closed(&refused, path);
        assert!([204, 404].contains(&refused.status), "{path}: {}", refused.status);
    }
    let began = ask(&service, "POST", "/api/v1/games", &[("Content-Type", "application/json")], b"{}");
    is_closed(&began, "POST /api/v1/games");
}

#[test]
fn a_listed_origin_may_do_everything_and_no_other() {
    let service = Service::start_with(|command| {
        unlimited(command).args(["--allow-origin", "https://scores.example,https://cribbage.example"])
    });
    let game = Game::two_sided(&service);
    let path = game.path("/pegs/0198c5a2-0000-7000-8000-000000000001");
    let asked = preflight(&service, &path, "PUT", "authorization, content-type, prefer, if-none-match");
    assert_eq!((asked.status, asked.header("access-control-allow-origin")), (200, SITE));
    assert!(asked.header("access-control-allow-methods").contains("PUT"));
    for name in ["authorization", "content-type", "prefer", "if-none-match"] {
        let allowed = asked.header("access-control-allow-headers").to_lowercase();
        assert!(allowed.split(", ").any(|one| one == name), "{name}: {allowed}");
    }
    assert_eq!(asked.header("access-control-allow-credentials"), "");
    let token = format!("Bearer {}", game.token);
    let headers = [("Authorization", token.as_str()), ("Content-Type", "application/json")];
    let pegged = ask(&service, "PUT", &path, &headers, br#"{"side": 0, "points": 2}"#);
    assert_eq!((pegged.status, pegged.header("access-control-allow-origin")), (201, SITE));
    assert!(pegged.header("access-control-expose-headers").to_lowercase().contains("x-version"));
    let other = ("Origin", "https://evil.example");
    is_closed(&service.ask("PUT", &path, &[other, headers[0]], Some(&json!({"side": 0, "points": 2}))), &path);
    is_closed(&service.ask("OPTIONS", &path, &[other, ("Access-Control-Request-Method", "PUT")], None), &path);
}

#[test]
fn an_origin_that_is_none_stops_the_start() {
    for origin in ["*", "null", "https://scores.example/", "scores.example"] {
        let directory = tempfile::tempdir().unwrap();
        let output = pegout(&directory).args(["--allow-origin", origin]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{origin}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("write an origin like"), "{origin}");
    }
}

#[test]
fn any_origin_may_read_a_public_league_without_a_token_and_none_may_read_a_private_one() {
    let league = League::open();
    let season = json!({"name": "Winter", "starts": "2026-01-01", "ends": "2026-12-31"});
    let season =
        format!("/api/v1/seasons/{}", text(&league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"]));
    let night = league.night(&league.players(4));
    night.draw().ok(201);
    let game = format!("/api/v1/games/{}", night.tables()[0].game);
    let mut paths = vec!["/api/v1/league".to_owned(), "/api/v1/nights".to_owned(), "/api/v1/seasons".to_owned()];
    paths.extend(["", "/history", "/summary"].map(|rest| format!("{game}{rest}")));
    paths.extend(["", ".ics", "/standings", "/standings.csv"].map(|rest| night.path(rest)));
    paths.extend(["", ".ics", "/standings", "/standings.csv"].map(|rest| format!("{season}{rest}")));
    for path in &paths {
        is_closed(&ask(&league.service, "GET", path, &[], b""), path);
    }
    league.as_coordinator("PUT", "/api/v1/league", &json!({"name": "Ours", "public": true})).ok(201);
    let token = format!("Bearer {}", league.token);
    for path in &paths {
        let answer = ask(&league.service, "GET", path, &[], b"");
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, "*"), "{path}");
        assert!(answer.headers.get_all("vary").iter().any(|vary| vary == "Origin"), "{path}");
        is_closed(&ask(&league.service, "GET", path, &[("Authorization", &token)], b""), path);
    }
    for path in [night.path("/live"), format!("{game}/live")] {
        let live = Request::get(format!("{}{path}", league.service.url)).header("Origin", SITE);
        let live = league.service.listen(live.body(()).unwrap());
        assert_eq!(live.headers()["access-control-allow-origin"], "*", "{path}");
    }
    for path in [night.path("/money"), "/api/v1/players".to_owned()] {
        is_closed(&ask(&league.service, "GET", &path, &[], b""), &path);
    }
}

#[test]
fn any_origin_may_read_the_errors_of_a_public_league_too() {
    let league = League::open();
    league.as_coordinator("PUT", "/api/v1/league", &json!({"name": "Ours", "public": true})).ok(201);
    for (path, status) in [
        ("/api/v1/nights/0198c5a2-0000-7000-8000-000000000009", 404),
        ("/api/v1/games/0198c5a2-0000-7000-8000-000000000009/history", 404),
        ("/api/v1/nights?limit=0", 422),
    ] {
        for method in ["GET", "HEAD"] {
            let answer = ask(&league.service, method, path, &[], b"");
            assert_eq!((answer.status, answer.header("access-control-allow-origin")), (status, "*"), "{method} {path}");
        }
    }
    let head = ask(&league.service, "HEAD", "/api/v1/nights", &[], b"");
    assert_eq!((head.status, head.header("access-control-allow-origin")), (200, "*"));
    is_closed(&ask(&league.service, "PUT", "/api/v1/league", &[], b"{}"), "PUT /api/v1/league");
}

#[test]
fn an_answer_that_brings_no_origin_is_told_from_those_that_do() {
    let league = League::open();
    let game = Game::two_sided(&league.service);
    let paths = OPEN.map(str::to_owned).into_iter().chain(["/api/v1/league".to_owned(), game.path("")]);
    for path in paths {
        let answer = league.service.get(&path);
        let varies = |answer: &Answer| {
            let values: Vec<&str> =
                answer.headers.get_all("vary").iter().map(|value| value.to_str().unwrap()).collect();
            values.join(", ").split(", ").any(|name| name.eq_ignore_ascii_case("origin"))
        };
        assert!(varies(&answer), "{path}: {:?}", answer.headers);
        if !answer.header("etag").is_empty() {
            let known = league.service.ask("GET", &path, &[("If-None-Match", answer.header("etag"))], None);
            assert!(known.status == 304 && varies(&known), "{path}: {:?}", known.headers);
        }
    }
    assert!(league.service.get("/readyz").headers.get("vary").is_none());
}

#[test]
fn same_origin_requests_have_no_cors_headers() {
    let service = Service::start();
    let answer = service.get("/api/v1/rules");
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, ""));
}
