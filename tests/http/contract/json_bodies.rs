//! JSON bodies: syntax, shape, media type and compression.

use serde_json::json;

use crate::support::league::League;
use crate::support::service::Service;

const HAND: &str = "/api/v1/score/hand";

#[test]
fn a_body_that_is_not_json_is_400() {
    let service = Service::start();
    let nested = "[".repeat(60_000);
    for body in ["{", "cards", "{\"cards\": 5,", "{} {}", "{}\u{feff}", "{\"cards\": [NaN]}", &nested] {
        service.send("POST", HAND, Some("application/json"), body.as_bytes()).problem(400, "not-json");
    }
}

#[test]
fn invalid_utf_8_is_400_with_its_position_and_invalid_json_in_plain_words() {
    let service = Service::start();
    for (body, detail) in [
        (&b"\xff"[..], "byte 1 (hexadecimal ff) is no UTF-8. Write it in UTF-8."),
        (b"{\"cards\": [\"\xe9\"]}", "byte 13 (hexadecimal e9) is no UTF-8. Write it in UTF-8."),
        (b"{\"cards\": [\"\xe2\x99", "it ends within the character that begins at byte 13. Write it in UTF-8."),
        (b"{\"cards\": [", "it ends in the middle of a list at line 1 column 11."),
        (b"{\"cards\":", "it ends in the middle of a value at line 1 column 9."),
        (b"{\"cards\": \"5H", "it ends in the middle of a string at line 1 column 13."),
        (b"{\n  \"cards\": cards}", "there is no value at line 2 column 12."),
        (b"{} {}", "there is something after its end at line 1 column 4."),
        (b"{\"cards\": [\"5H\",]}", "there is a comma too many at line 1 column 17."),
        (b"{\"cards\": [],}", "there is a comma too many at line 1 column 14."),
        (b"{\"cards\": nul}", "there is a word that JSON does not know at line 1 column 14."),
        (
            b"{\"cards\": \"5H\n\"}",
            "a string has a line break or another control character, which is written as \\n or \\u0000, at line 1 column 13.",
        ),
    ] {
        let problem = service.send("POST", HAND, Some("application/json"), body).problem(400, "not-json");
        assert_eq!(problem["detail"], format!("The body is not JSON: {detail}"), "{}", body.escape_ascii());
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
fn an_unpaired_surrogate_is_422_with_a_pointer() {
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
fn a_text_with_u_0000_is_422_with_a_pointer_and_a_backslash_before_digits_is_none() {
    let league = League::open();
    let night = league.night(&[]);
    let path = night.path("/cancellation");
    let refused = json!({"reason": "a pipe burst\u{0}"});
    let problem = league.request("PUT", &path, &league.token, Some(&refused)).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/reason");
    assert!(problem["detail"].as_str().unwrap().contains("U+0000"), "{problem}");
    let kept = json!({"reason": r"a pipe burst\u0000"});
    league.request("PUT", &path, &league.token, Some(&kept)).ok(201);
}

#[test]
fn too_deep_nesting_is_422() {
    let service = Service::start();
    let body = format!(r#"{{"players": {}{}}}"#, "[".repeat(500), "]".repeat(500));
    let answer = service.send("POST", "/api/v1/discard", Some("application/json"), body.as_bytes());
    let problem = answer.problem(422, "invalid");
    assert!(problem["errors"][0]["pointer"].as_str().unwrap().starts_with("/players"), "{problem}");
    assert_eq!(problem["detail"], "Lists and objects are nested too deeply here.");
}

#[test]
fn a_body_without_a_json_content_type_is_415() {
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
fn an_error_quotes_the_input_and_truncates_it() {
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
fn a_body_must_match_its_content_encoding() {
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
