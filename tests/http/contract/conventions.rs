//! Conventions of every path: methods, headers, problems, compression, health.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::json;

use crate::support::page::script_of;
use crate::support::service::Service;

const HAND: &str = "/api/v1/score/hand";

#[test]
fn a_client_that_refuses_identity_gets_it_all_the_same() {
    let service = Service::start();
    for accepted in ["identity;q=0", "br, *;q=0", "gzip;q=0.5, identity;q=0.0", "identity; q=0", "Identity;Q=0"] {
        let request = ureq::http::Request::get(format!("{}/healthz", service.url)).header("Accept-Encoding", accepted);
        service.run(request.body(Vec::new()).unwrap()).ok(200);
    }
}

#[test]
fn an_unknown_path_is_404_and_an_unsupported_method_405_with_allow() {
    let service = Service::start();
    for path in [
        "/nowhere",
        "/api/v1",
        "/api/v1/score",
        "/api/v1/score/hand/",
        "/problems/mulligan",
        "/app/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/%FF",
    ] {
        service.get(path).problem(404, "not-found");
    }
    for (method, path, allow) in [
        ("DELETE", HAND, "GET, HEAD, POST, OPTIONS"),
        ("GET", "/api/v1/play", "POST, OPTIONS"),
        ("HEAD", "/api/v1/play", "POST, OPTIONS"),
        ("PATCH", "/api/v1/rules", "GET, HEAD, OPTIONS"),
        ("PATCH", "/api/v1/nights/join", "POST, OPTIONS"),
        ("POST", "/problems/renege", "GET, HEAD, OPTIONS"),
        ("POST", "/", "GET, HEAD, OPTIONS"),
        ("PUT", "/openapi.json", "GET, HEAD, OPTIONS"),
        ("POST", "/docs/", "GET, HEAD, OPTIONS"),
        ("DELETE", "/metrics", "GET, HEAD, OPTIONS"),
        ("BREW", HAND, "GET, HEAD, POST, OPTIONS"),
        ("BREW", "/", "GET, HEAD, OPTIONS"),
    ] {
        let answer = service.send(method, path, None, b"");
        assert_eq!((answer.status, answer.header("allow")), (405, allow), "{method} {path}");
        assert_eq!(answer.header("content-type"), "application/problem+json");
    }
}

#[test]
fn head_answers_like_get_without_a_body() {
    let service = Service::start();
    for path in ["/", "/healthz", "/api/v1/rules", "/openapi.json", "/api/v1/score/hand?cards=5H,5D,5S,JC", "/nowhere"]
    {
        let (get, head) = (service.get(path), service.send("HEAD", path, None, b""));
        assert_eq!((head.status, head.text.as_str()), (get.status, ""), "{path}");
        assert_eq!(head.header("content-type"), get.header("content-type"), "{path}");
    }
}

#[test]
fn every_problem_type_has_a_description() {
    let service = Service::start();
    let problems = service.get("/problems").ok(200);
    let problems = problems.as_array().unwrap();
    assert!(problems.len() >= 12);
    for problem in problems {
        assert_eq!(&service.get(problem["type"].as_str().unwrap()).ok(200), problem);
        assert!(problem["description"].as_str().unwrap().len() > 40, "{problem}");
        assert!((400..600).contains(&problem["status"].as_u64().unwrap()));
    }
}

#[test]
fn every_preset_is_listed_with_all_its_rules() {
    let service = Service::start();
    let presets = service.get("/api/v1/rules").ok(200);
    let names: Vec<&String> = presets.as_object().unwrap().keys().collect();
    assert_eq!(
        names,
        [
            "auclair",
            "once_around",
            "lurch",
            "double_game",
            "tournament",
            "classy",
            "once_around_double",
            "muggins",
            "nineteen",
            "no_discard",
            "lowball",
            "jokers",
            "crash",
        ]
    );
    assert_eq!(
        presets["once_around"],
        json!({"target": 61, "skunk_below": 31, "double_skunk_below": null, "game_values": [1, 2, 2], "muggins": false,
               "last_card_point": true, "crib_flush_of_four": false, "heels_can_win": true, "go_can_win": true,
               "go_from_120": true, "heels_from_120": true, "first_deal": "loser", "match_to": null,
               "penalties": {"renege": 2, "cut": 2}, "nineteen": "none", "no_discard": false, "lowball": false,
               "jokers": 0, "crash": false})
    );
    for (name, rules) in presets.as_object().unwrap() {
        let hand = json!({"cards": ["5H", "5D", "5S", "JC"], "preset": name, "rules": rules});
        assert_eq!(service.post(HAND, &hand).ok(200)["total"], 14, "{name}");
    }
}

#[test]
fn every_response_has_the_security_headers() {
    let service = Service::start();
    for path in
        ["/", "/tv", "/sw.js", "/icon.svg", "/docs/", "/healthz", "/nowhere", "/nowhere.js", "/api/v1/score/hand"]
    {
        let answer = service.get(path);
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("x-frame-options"), "DENY", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src '") && policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        let wasm = "'wasm-unsafe-eval'";
        assert_eq!(policy.contains(wasm), path == "/", "{path}: {policy}");
        let policy = policy.replace(wasm, "");
        assert!(
            !policy.contains('*') && !policy.contains("http") && !policy.contains("unsafe-eval"),
            "{path}: {policy}"
        );
        assert_eq!(policy.contains("unsafe-inline"), path == "/docs/", "{path}: {policy}");
    }
}

#[test]
fn scripts_and_style_sheets_have_no_content_security_policy() {
    let service = Service::start();
    let script = script_of(&service);
    let sheet = script.replace("main.js", "styles/shell.css");
    for path in [script.as_str(), &sheet, "/docs/swagger-ui.css"] {
        let answer = service.get(path);
        assert_eq!((answer.status, answer.header("x-content-type-options")), (200, "nosniff"), "{path}");
        assert_eq!(answer.header("content-security-policy"), "", "{path}");
    }
}

#[test]
fn no_malformed_request_gets_a_500_or_an_html_page() {
    let service = Service::start();
    let address = service.url.trim_start_matches("http://");
    let long = "a".repeat(300_000);
    for request in [
        "GET /api/v1/score/hand?cards=%00 HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n".to_owned(),
        format!("GET /{long} HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: hall\r\nX-Long: {long}\r\nConnection: close\r\n\r\n"),
        "BREW /pot HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n".to_owned(),
        "POST /api/v1/play HTTP/1.1\r\nHost: hall\r\nContent-Length: x\r\nConnection: close\r\n\r\n".to_owned(),
        "POST /api/v1/play HTTP/1.1\r\nHost: hall\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\nConnection: close\r\n\r\nnope".to_owned(),
        "\r\n\r\n\0\0\0\0\r\n\r\n".to_owned(),
    ] {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(std::time::Duration::from_secs(15))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert!(answer.starts_with("HTTP/1.1 4"), "{request:.60} got {answer:.200}");
        assert!(!answer.contains("text/html"), "{request:.60} got {answer:.200}");
    }
    assert_eq!(service.get("/healthz").ok(200), json!({"status": "ok"}));
}

#[test]
fn health_readiness_and_metrics_answer() {
    let service = Service::start();
    assert_eq!(service.get("/healthz").ok(200), json!({"status": "ok"}));
    assert_eq!(service.get("/readyz").ok(200), json!({"status": "ok"}));
    service.get("/no/such/path");
    service.send("BREW", "/healthz", None, b"");
    let metrics = service.get("/metrics");
    assert!(metrics.header("content-type").starts_with("text/plain"));
    assert!(
        metrics.text.contains(r#"pegout_http_requests_total{endpoint="/healthz",method="GET",status="200"} 1"#),
        "{}",
        metrics.text
    );
    assert!(!metrics.text.contains("/no/such/path"), "a made-up path became a label");
    assert!(!metrics.text.contains("BREW"), "a made-up method became a label");
}

#[test]
fn responses_are_compressed_on_request() {
    let service = Service::start();
    let request = ureq::http::Request::get(format!("{}/openapi.json", service.url)).header("Accept-Encoding", "gzip");
    let compressed = service.run(request.body(Vec::new()).unwrap());
    assert_eq!(compressed.header("content-encoding"), "gzip");
    assert!(compressed.text.len() * 2 < service.get("/openapi.json").text.len());
}
