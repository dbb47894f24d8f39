//! A service below a path of a proxy, which cuts the path off.

use serde_json::{Value, json};

use crate::support::league::League;
use crate::support::service::{Service, unlimited};

const ADDRESS: &str = "https://club.example/crib";

fn below() -> Service {
    Service::start_with(|command| unlimited(command).args(["--behind-proxy", "--public-url", ADDRESS]))
}

#[test]
fn paths_in_headers_begin_with_the_path_that_the_proxy_cuts_off() {
    for (league, path) in [(League::new(below()), "/crib"), (League::open(), "")] {
        for name in ["Ann", "Bob"] {
            let player = league.request("POST", "/api/v1/players", &league.token, Some(&json!({"name": name})));
            let location = player.header("location");
            assert!(location.starts_with(&format!("{path}/api/v1/players/")), "{location}");
        }
        let players = league.get("/api/v1/players?limit=1");
        let link = players.header("link");
        assert!(link.starts_with(&format!("<{path}/api/v1/players?limit=1&after=")), "{link}");
    }
}

#[test]
fn whatever_leaves_the_page_has_the_public_address() {
    let league = League::new(below());
    let night = league.night(&[]);
    let picture = league.get(&night.path("/join.svg")).text;
    assert!(picture.contains(&format!("<title>{ADDRESS}/#/join-night?code={}&amp;", night.code())), "{picture}");
    let document: Value = league.service.get("/openapi.json").json();
    assert_eq!(document["servers"], json!([{"url": ADDRESS, "description": "This server."}]));
    let guide = league.service.get("/llms.txt").text;
    assert!(guide.contains(&format!("curl {ADDRESS}/api/v1/rules\n")) && !guide.contains(&league.url), "{guide}");
}

#[test]
fn the_start_prints_the_address_that_phones_open() {
    let service = below();
    let lines: Vec<&str> = service.output.iter().map(String::as_str).collect();
    assert!(lines.contains(&"Phones open https://club.example/crib/"), "{lines:?}");
    assert!(lines.contains(&"For developers: https://club.example/crib/docs/"), "{lines:?}");
    let plain = Service::start();
    assert!(!plain.output.iter().any(|line| line.starts_with("Phones open")), "{:?}", plain.output);
}

#[test]
fn the_page_needs_no_option() {
    let service = Service::start();
    assert_eq!(service.get("/docs").header("location"), "docs/");
    for path in ["/", "/tv", "/docs/", "/manifest.webmanifest"] {
        let text = service.get(path).text;
        assert!(!text.contains("=\"/") && !text.contains(": \"/"), "{path} has a link that begins with a slash");
    }
    let document: Value = service.get("/openapi.json").json();
    assert_eq!(document["servers"][0]["url"], "/");
}
