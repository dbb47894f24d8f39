//! Valid and invalid names, in every field that takes one.

use serde_json::{Value, json};

use crate::support::game::{Game, id, two_sides};
use crate::support::service::{Answer, PASSWORD, Service};

/// Names with invisible characters, line breaks or bidirectional controls.
const REFUSED: [&str; 17] = [
    "\u{200b}",
    "\u{ad}",
    "\u{2060}\u{feff}",
    "\u{200d}",
    "\u{3164}",
    " \u{200b} ",
    "a\u{0}b",
    "a\u{7f}b",
    "a\u{85}b",
    "a\nb",
    "a\tb",
    "a\u{2028}b",
    "a\u{2029}b",
    "\u{202e}txet",
    "a\u{2066}b",
    "a\u{200f}b",
    "a\u{61c}b",
];

/// Visible names in scripts that need joiners and other characters invisible on their own.
const ACCEPTED: [&str; 7] = ["👩‍💻", "❤️ Ann", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "Zoe\u{308}", "نرگس‌خانم", "क्‍ष", "דוד"];

/// The responses to this name in every field that takes one, each with the pointer of the field.
fn everywhere(service: &Service, coordinator: &str, game: &Game, name: &str) -> Vec<(&'static str, Answer)> {
    let ask = |method, path: &str, body: Value| service.request(method, path, coordinator, Some(&body));
    let season = json!({"name": name, "starts": "2026-01-01", "ends": "2026-12-31"});
    let encoded: String = name.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let other = json!({"name": "Bob"});
    vec![
        ("/name", ask("POST", "/api/v1/players", json!({"name": name}))),
        ("/name", ask("PUT", "/api/v1/league", json!({"name": name}))),
        ("/name", ask("POST", "/api/v1/seasons", season)),
        ("/name", ask("POST", "/api/v1/representatives", json!({"name": name, "password": "pegs and pegs"}))),
        ("/name", service.post("/api/v1/session", &json!({"name": name, "password": PASSWORD}))),
        ("/sides/0/name", service.post("/api/v1/games", &json!({"sides": [{"name": name}, other]}))),
        (
            "/sides/0/players/0",
            service.post("/api/v1/games", &json!({"sides": [{"name": "Ann", "players": [name]}, other]})),
        ),
        ("/sides/0/name", ask("PATCH", &game.path(""), json!({"id": id(50), "sides": [{"name": name}, {}]}))),
        ("/sides/0/players/0", ask("PATCH", &game.path(""), json!({"id": id(51), "sides": [{"players": [name]}, {}]}))),
        ("/by", service.post("/api/v1/games", &json!({"sides": two_sides()["sides"], "by": name}))),
        ("/by", game.peg(1, &json!({"side": 0, "points": 2, "by": name}))),
        ("by", game.delete(&format!("/pegs/{}?by={encoded}", id(1)))),
    ]
}

#[test]
fn a_name_with_invisible_or_bidirectional_characters_is_refused_everywhere() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let (coordinator, game) = (service.coordinator(), Game::two_sided(&service));
    for name in REFUSED {
        for (pointer, answer) in everywhere(&service, &coordinator, &game, name) {
            let problem = answer.problem(422, "invalid");
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{name:?}: {problem}");
            let detail = problem["detail"].as_str().unwrap();
            assert!(!detail.contains(name), "invisible text must not be quoted: {detail:?}");
        }
    }
    assert_eq!(game.kinds(), ["begun"]);
}

#[test]
fn spaces_around_a_name_count_among_its_letters_everywhere() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let (coordinator, game) = (service.coordinator(), Game::two_sided(&service));
    for name in [format!("\u{b}{}", "a".repeat(100)), format!("{} ", "a".repeat(100))] {
        for (pointer, answer) in everywhere(&service, &coordinator, &game, &name) {
            assert_eq!(answer.problem(422, "invalid")["errors"][0]["pointer"], pointer, "{name:?}");
        }
    }
}

#[test]
fn a_visible_name_is_accepted_everywhere_and_returned_unchanged() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let coordinator = service.coordinator();
    for name in ACCEPTED {
        let game = Game::two_sided(&service);
        for (pointer, answer) in everywhere(&service, &coordinator, &game, name) {
            assert!([200, 201].contains(&answer.status), "{name} at {pointer}: {}", answer.text);
        }
        let begun = Game::begin(&service, &json!({"sides": [{"name": name}, {"name": "Bob"}]}));
        assert_eq!(begun.view()["sides"][0]["players"], json!([name]));
    }
}
