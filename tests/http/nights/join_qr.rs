//! The QR code for joining a night.

use serde_json::json;
use ureq::http::Request;

use crate::support::game::id;
use crate::support::league::{League, Night, text};
use crate::support::service::{Service, unlimited};

#[test]
fn the_join_qr_code_links_to_the_page_with_the_code() {
    let league = League::open();
    let night = league.night(&[]);
    let picture = league.request("GET", &night.path("/join.svg"), &league.token, None);
    assert_eq!((picture.status, picture.header("content-type")), (200, "image/svg+xml"));
    let secret = text(&night.view()["join_secret"]);
    let link = format!("{}/#/join-night?code={}&secret={secret}", league.url, night.code());
    let drawn = league.post("/api/v1/qr", &json!({"text": link}));
    assert_eq!(picture.text, drawn.text);
    assert!(picture.text.contains(&format!("<title>{}</title>", link.replace('&', "&amp;"))), "{}", picture.text);
    let marked = league.post("/api/v1/qr", &json!({"text": "</title><script>&"})).text;
    assert!(marked.contains("<title>&lt;/title>&lt;script>&amp;</title>"), "{marked}");
    assert!(league.post("/api/v1/qr", &json!({"text": "]]>"})).text.contains("<title>]]&gt;</title>"));
    for text in ["a\u{1}b", "\0", "\u{b}", "\u{fffe}", "\u{ffff}"] {
        let problem = league.post("/api/v1/qr", &json!({"text": text})).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], "/text", "{text:?}: XML has no such character");
    }
    for text in ["a\tb\r\nc", "\u{7f}", "Édith 👩‍💻", "\u{fffd}", "\u{10000}"] {
        assert_eq!(league.post("/api/v1/qr", &json!({"text": text})).status, 200, "{text:?}");
    }
    let at = |host: &str| {
        let request = Request::get(format!("{}{}", league.url, night.path("/join.svg"))).header("Host", host);
        league.run(request.header("Authorization", format!("Bearer {}", league.token)).body(Vec::new()).unwrap()).text
    };
    assert_eq!(at("localhost:8080"), drawn.text, "a phone would look for it on itself");
    assert_ne!(at("pegout.club.example"), drawn.text);
    let nowhere = format!("/api/v1/nights/{}/join.svg", id(9));
    league.request("GET", &nowhere, &league.token, None).problem(404, "not-found");
}

/// The link in the QR code for a request with these headers.
fn link(league: &League, night: &Night, headers: &[(&str, &str)]) -> String {
    let mut request = Request::get(format!("{}{}", league.url, night.path("/join.svg")));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.header("Authorization", format!("Bearer {}", league.token));
    let picture = league.run(request.body(Vec::new()).unwrap()).text;
    let (_, title) = picture.split_once("<title>").unwrap();
    title.split_once("/#/join-night?").unwrap().0.to_owned()
}

#[test]
fn only_a_proxy_may_set_the_host_of_the_link() {
    let forwarded = [("Host", "inside.example"), ("X-Forwarded-Host", "club.example"), ("X-Forwarded-Proto", "https")];
    let other = [("Host", "inside.example"), ("X-Forwarded-Proto", "gopher")];
    let standard = [("Host", "inside.example"), ("Forwarded", "proto=https;host=club.example")];
    let direct = League::open();
    let night = direct.night(&[]);
    for headers in [&forwarded[..], &other, &standard] {
        assert_eq!(link(&direct, &night, headers), "http://inside.example", "{headers:?}");
    }
    let proxied = League::new(Service::start_with(|command| unlimited(command).arg("--behind-proxy")));
    let night = proxied.night(&[]);
    assert_eq!(link(&proxied, &night, &forwarded), "https://club.example");
    assert_eq!(link(&proxied, &night, &other), "http://inside.example");
}

#[test]
fn a_host_that_is_no_host_is_not_in_the_link() {
    let league = League::open();
    let night = league.night(&[]);
    let own = link(&league, &night, &[("Host", "localhost:8080")]);
    for forged in [
        "club.example/steal#",
        "club.example\\@evil.example",
        "ann@club.example",
        "club.example?",
        "club.example:80:80",
        "club.example:port",
        "<script>",
        "club example",
        "[::1",
        "[::1]",
        "127.0.0.1",
        "2130706433",
        "",
    ] {
        assert_eq!(link(&league, &night, &[("Host", forged)]), own, "{forged:?}");
    }
    for (host, written) in
        [("Club.Example:8080", "club.example:8080"), ("[2001:db8::1]", "[2001:db8::1]"), ("hall", "hall")]
    {
        assert_eq!(link(&league, &night, &[("Host", host)]), format!("http://{written}"));
    }
}
