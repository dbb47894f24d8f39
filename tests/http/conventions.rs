//! What holds for every address.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::json;

use crate::service::Service;

const HAND: &str = "/api/v1/score/hand";

#[test]
fn a_body_that_is_no_json_is_400() {
    let service = Service::start();
    let nested = "[".repeat(60_000);
    for body in ["{", "cards", "{\"cards\": 5,", "{} {}", "\u{feff}{}", "{\"cards\": [NaN]}", &nested] {
        service.send("POST", HAND, Some("application/json"), body.as_bytes()).problem(400, "not-json");
    }
}

#[test]
fn what_is_no_utf_8_is_told_by_its_place_and_what_is_no_json_in_plain_words() {
    let service = Service::start();
    for (body, told) in [
        (&b"\xff"[..], "byte 1 (hexadecimal ff) is no UTF-8. Write it in UTF-8."),
        (b"{\"cards\": [\"\xe9\"]}", "byte 13 (hexadecimal e9) is no UTF-8. Write it in UTF-8."),
        (b"{\"cards\": [\"\xe2\x99", "it ends within the character that begins at byte 13. Write it in UTF-8."),
        (b"{\"cards\": [", "it ends in the middle of a list at line 1 column 11."),
        (b"{\"cards\":", "it ends in the middle of a value at line 1 column 9."),
        (b"{\"cards\": \"5H", "it ends in the middle of a string at line 1 column 13."),
        (b"{\n  \"cards\": cards}", "there is no value at line 2 column 12."),
        (b"{} {}", "there is something after its end at line 1 column 4."),
    ] {
        let problem = service.send("POST", HAND, Some("application/json"), body).problem(400, "not-json");
        assert_eq!(problem["detail"], format!("The body is not JSON: {told}"), "{}", body.escape_ascii());
    }
}

#[test]
fn json_of_another_shape_is_422() {
    let service = Service::start();
    for body in [
        "null",
        "[]",
        "5",
        "\"hand\"",
        "[[\"5H\", \"5D\", \"5S\", \"JC\"], \"5C\"]",
        "{}",
        "",
        "{\"cards\": null}",
        "{\"cards\": [1e400]}",
        "{\"cards\": [\"\\ud800\"]}",
        r#"{"cards": ["5H", "5D", "5S", "JC"], "cards": ["2H", "2D", "2S", "2C"]}"#,
        r#"{"cards": ["5H", "5D", "5S", "JC"], "starter": "2C", "starter": "3C"}"#,
        r#"{"cards": ["5H", "5D", "5S", "JC"], "rules": {"target": 121, "target": 121}}"#,
        r#"{"cards": ["5H", "5D", "5S", "JC"], "preset": {"auclair": null}}"#,
    ] {
        service.send("POST", HAND, Some("application/json"), body.as_bytes()).problem(422, "invalid");
    }
}

#[test]
fn half_a_character_is_422_and_pointed_at() {
    let service = Service::start();
    for text in [r"\ud800", r"\udc00", r"a\ud83d\u0041"] {
        let body = format!(r#"{{"sides": [{{"name": "Ann"}}, {{"name": "{text}"}}]}}"#);
        let answer = service.send("POST", "/api/v1/games", Some("application/json"), body.as_bytes());
        let problem = answer.problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], "/sides/1/name", "{text}");
        assert!(problem["detail"].as_str().unwrap().starts_with("There is half a character"), "{problem}");
    }
}

#[test]
fn what_is_nested_too_deeply_is_422_and_told_so() {
    let service = Service::start();
    let body = format!(r#"{{"players": {}{}}}"#, "[".repeat(500), "]".repeat(500));
    let answer = service.send("POST", "/api/v1/discard", Some("application/json"), body.as_bytes());
    let problem = answer.problem(422, "invalid");
    assert!(problem["errors"][0]["pointer"].as_str().unwrap().starts_with("/players"), "{problem}");
    assert_eq!(problem["detail"], "Lists and objects are nested too deeply here.");
}

#[test]
fn a_body_that_is_not_said_to_be_json_is_415() {
    let service = Service::start();
    let hand = json!({"cards": ["5H", "5D", "5S", "JC"]}).to_string();
    for content_type in [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("application/jsonp")]
    {
        service.send("POST", HAND, content_type, hand.as_bytes()).problem(415, "unsupported-media-type");
    }
    for content_type in ["application/json; charset=utf-8", "Application/JSON", "application/merge-patch+json"] {
        service.send("POST", HAND, Some(content_type), hand.as_bytes()).ok(200);
    }
}

#[test]
fn what_was_sent_is_named_as_it_was_sent_and_cut_when_it_is_long() {
    let service = Service::start();
    for name in
        ["map", "sequence", "foo at line 3 column 4", "expected struct x", "missing field", "a/b~c", "ä`, expected `b"]
    {
        let problem = service.post(HAND, &json!({"cards": ["5H", "5D", "5S", "JC"], name: 1})).problem(422, "invalid");
        assert!(problem["detail"].as_str().unwrap().contains(&format!("“{name}”")), "{name}: {problem}");
        let pointer = format!("/{}", name.replace('~', "~0").replace('/', "~1"));
        assert_eq!(problem["errors"][0]["pointer"], pointer);
        let encoded: String = name.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let problem = service.get(&format!("{HAND}?{encoded}=1")).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], name);
        let problem =
            service.post(HAND, &json!({"cards": ["5H", "5D", "5S", "JC"], "rules": {name: 1}})).problem(422, "invalid");
        assert!(problem["detail"].as_str().unwrap().contains(&format!("“{name}”")), "{name}: {problem}");
        let problem = service.post(HAND, &json!({"cards": [name]})).problem(422, "invalid");
        let given: String = name.chars().take(12).collect();
        assert!(problem["detail"].as_str().unwrap().contains(&format!("“{given}”")), "{name}: {problem}");
    }
    let long = "x".repeat(60_000);
    for body in [
        json!({&long: 1}),
        json!({"cards": &long}),
        json!({"cards": [&long]}),
        json!({"preset": &long}),
        json!({"rules": {&long: 1}, "cards": []}),
    ] {
        let answer = service.post(HAND, &body);
        assert!(answer.text.len() < 1000, "{:.200}", answer.text);
        answer.problem(422, "invalid");
    }
    let answer = service.get(&format!("/{}", "x".repeat(5000)));
    assert!(answer.text.len() < 1000);
    answer.problem(404, "not-found");
}

#[test]
fn a_body_that_is_not_compressed_as_it_says_is_refused_and_one_that_is_is_read() {
    let service = Service::start();
    let send = |encoding: &str, body: &[u8]| {
        let request = ureq::http::Request::post(format!("{}{HAND}", service.url));
        let request = request.header("Content-Type", "application/json").header("Content-Encoding", encoding);
        service.run(request.body(body.to_vec()).unwrap())
    };
    let plain = json!({"cards": ["5H", "5D", "5S", "JC"]}).to_string();
    send("identity", plain.as_bytes()).ok(200);
    send("Identity", plain.as_bytes()).ok(200);
    send("gzip", plain.as_bytes()).problem(400, "not-json");
    send("br", plain.as_bytes()).problem(415, "unsupported-media-type");
    let stored =
        [&[0x78, 0x01, 0x01, plain.len() as u8, 0, !(plain.len() as u8), 0xff][..], plain.as_bytes(), &adler(&plain)]
            .concat();
    send("deflate", &stored).ok(200);
}

/// The checksum at the end of a zlib stream.
fn adler(text: &str) -> [u8; 4] {
    let (one, other) = text.bytes().fold((1_u32, 0_u32), |(one, other), byte| {
        let one = (one + u32::from(byte)) % 65_521;
        (one, (other + one) % 65_521)
    });
    (other << 16 | one).to_be_bytes()
}

#[test]
fn a_client_that_wants_no_plain_answer_gets_one_all_the_same() {
    let service = Service::start();
    for accepted in ["identity;q=0", "br, *;q=0", "gzip;q=0.5, identity;q=0.0", "identity; q=0", "Identity;Q=0"] {
        let request = ureq::http::Request::get(format!("{}/healthz", service.url)).header("Accept-Encoding", accepted);
        service.run(request.body(Vec::new()).unwrap()).ok(200);
    }
}

#[test]
fn an_address_there_is_not_is_404_and_a_method_it_has_not_is_405_with_allow() {
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
        ("DELETE", HAND, "GET, HEAD, POST"),
        ("GET", "/api/v1/play", "POST"),
        ("HEAD", "/api/v1/play", "POST"),
        ("PATCH", "/api/v1/rules", "GET, HEAD"),
        ("PATCH", "/api/v1/nights/join", "POST"),
        ("POST", "/problems/renege", "GET, HEAD"),
        ("POST", "/", "GET, HEAD"),
        ("PUT", "/openapi.json", "GET, HEAD"),
        ("POST", "/docs/", "GET, HEAD"),
        ("DELETE", "/metrics", "GET, HEAD"),
        ("OPTIONS", HAND, "GET, HEAD, POST"),
        ("BREW", HAND, "GET, HEAD, POST"),
        ("BREW", "/", "GET, HEAD"),
    ] {
        let answer = service.send(method, path, None, b"");
        assert_eq!((answer.status, answer.header("allow")), (405, allow), "{method} {path}");
        assert_eq!(answer.header("content-type"), "application/problem+json");
    }
}

#[test]
fn head_answers_as_get_does_without_a_body() {
    let service = Service::start();
    for path in ["/", "/healthz", "/api/v1/rules", "/openapi.json", "/api/v1/score/hand?cards=5H,5D,5S,JC", "/nowhere"]
    {
        let (get, head) = (service.get(path), service.send("HEAD", path, None, b""));
        assert_eq!((head.status, head.text.as_str()), (get.status, ""), "{path}");
        assert_eq!(head.header("content-type"), get.header("content-type"), "{path}");
    }
}

#[test]
fn every_problem_type_explains_itself() {
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
fn every_preset_is_listed_whole() {
    let service = Service::start();
    let presets = service.get("/api/v1/rules").ok(200);
    let names: Vec<&String> = presets.as_object().unwrap().keys().collect();
    assert_eq!(names, ["auclair", "once_around", "lurch", "double_game", "tournament", "classy"]);
    assert_eq!(
        presets["once_around"],
        json!({"target": 61, "skunk_below": 31, "double_skunk_below": null, "game_values": [1, 2, 2], "muggins": false,
               "last_card_point": true, "crib_flush_of_four": false, "heels_can_win": true, "go_can_win": true,
               "first_deal": "loser"})
    );
    for (name, rules) in presets.as_object().unwrap() {
        let hand = json!({"cards": ["5H", "5D", "5S", "JC"], "preset": name, "rules": rules});
        assert_eq!(service.post(HAND, &hand).ok(200)["total"], 14, "{name}");
    }
}

#[test]
fn every_answer_that_is_no_part_of_a_page_has_the_security_headers() {
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
        assert!(
            !policy.contains('*') && !policy.contains("http") && !policy.contains("unsafe-eval"),
            "{path}: {policy}"
        );
        assert_eq!(policy.contains("unsafe-inline"), path == "/docs/", "{path}: {policy}");
    }
}

#[test]
fn scripts_and_style_sheets_leave_the_policy_to_the_page_that_loads_them() {
    let service = Service::start();
    for path in ["/app/main.js", "/style/base.css", "/docs/swagger-ui.css"] {
        let answer = service.get(path);
        assert_eq!((answer.status, answer.header("x-content-type-options")), (200, "nosniff"), "{path}");
        assert_eq!(answer.header("content-security-policy"), "", "{path}");
    }
}

#[test]
fn nothing_that_a_client_sends_gets_a_500_or_a_page_of_html() {
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
fn answers_are_compressed_for_who_asks_for_it() {
    let service = Service::start();
    let request = ureq::http::Request::get(format!("{}/openapi.json", service.url)).header("Accept-Encoding", "gzip");
    let compressed = service.run(request.body(Vec::new()).unwrap());
    assert_eq!(compressed.header("content-encoding"), "gzip");
    assert!(compressed.text.len() * 2 < service.get("/openapi.json").text.len());
}
