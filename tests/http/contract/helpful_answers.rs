//! Sentences that say what to change, for mistakes that people make.

use serde_json::{Value, json};

use crate::support::game::{Game, id};
use crate::support::service::Service;

const HAND: &str = "/api/v1/score/hand";
const CRIB: &str = "/api/v1/score/crib";

#[track_caller]
fn assert_says(problem: &Value, pointer: &str, detail: &str) {
    assert_eq!((&problem["errors"][0]["pointer"], &problem["detail"]), (&json!(pointer), &json!(detail)), "{problem}");
}

#[test]
fn a_list_in_a_link_takes_blanks_beside_commas_and_a_refusal_says_how_to_write_it() {
    let service = Service::start();
    for (path, cards) in [
        (HAND, "5H,%205D,+5S,JC"),
        (HAND, "%205H%20,5D%20,%205S,JC+"),
        (HAND, "5%E2%99%A1,5%E2%99%A2,5%E2%99%A4,J%E2%99%A7"),
        (CRIB, "5H,+5D,+5S,+JC"),
    ] {
        let starter = "&starter=5%E2%99%A7";
        assert_eq!(service.get(&format!("{path}?cards={cards}{starter}")).ok(200)["total"], 29, "{cards}");
    }
    let comma = "There is a comma too many: commas stand between values, and not after the last.";
    let twice = "“cards” is there more than once: write it once. A list has commas between its values.";
    for (query, detail) in [
        ("cards=5H+5D+5S+JC", "Values have commas between them, not blanks: write 5H,5D,5S,JC."),
        ("cards=5H%205D,5S,JC", "Values have commas between them, not blanks: write 5H,5D."),
        ("cards=5H,5D,5S,JC,", comma),
        ("cards=5H,,5D,5S,JC", comma),
        ("cards=5H&cards=5D&cards=5S&cards=JC", twice),
        (
            "cards=",
            "“” is not a card. Write the rank (A, 2 to 10, J, Q, K), then the suit (C, D, H, S), like 5H or 10D.",
        ),
    ] {
        for path in [HAND, CRIB] {
            assert_says(&service.get(&format!("{path}?{query}")).problem(422, "invalid"), "cards", detail);
        }
    }
}

#[test]
fn a_parameter_at_an_operation_with_a_body_is_told_where_it_belongs() {
    let service = Service::start();
    let hand = json!({"cards": ["5H", "5D", "5S", "JC"]});
    let detail = "“cards” is not a query parameter of this operation. Send values in the JSON body.";
    for path in [HAND, CRIB, "/api/v1/play", "/api/v1/discard", "/api/v1/games"] {
        for body in [None, Some(hand.to_string())] {
            let body = body.unwrap_or_default();
            let path = format!("{path}?cards=5H,5D,5S,JC");
            let answer = service.send("POST", &path, Some("application/json"), body.as_bytes());
            assert_says(&answer.problem(422, "invalid"), "cards", detail);
        }
    }
    let nowhere = service.get("/api/v1/rules?cards=5H").problem(422, "invalid");
    assert_says(&nowhere, "cards", "There is no “cards” here: leave it out.");
}

#[test]
fn a_byte_order_mark_before_a_body_is_accepted() {
    let service = Service::start();
    let hand = json!({"cards": ["5H", "5D", "5S", "JC"]});
    let body = format!("\u{feff}{hand}");
    assert_eq!(service.send("POST", HAND, Some("application/json"), body.as_bytes()).ok(200)["total"], 14);
    let twice = format!("\u{feff}\u{feff}{hand}");
    service.send("POST", HAND, Some("application/json"), twice.as_bytes()).problem(400, "not-json");
}

#[test]
fn the_words_of_a_list_are_named_whole_also_for_a_value_that_is_no_text() {
    let service = Service::start();
    let presets = "auclair, once_around, lurch, double_game, tournament, classy, once_around_double, muggins, nineteen, \
                   no_discard, lowball, jokers, crash";
    let hand = |preset: Value| json!({"cards": ["5H", "5D", "5S", "JC"], "preset": preset});
    for (given, said) in [(json!(5), "Integer 5"), (json!([]), "A list"), (json!(1e20), "So large a number")] {
        let problem = service.post(HAND, &hand(given)).problem(422, "invalid");
        assert_says(&problem, "/preset", &format!("{said} is not what belongs here: expected one of {presets}."));
    }
    let problem = service.post(HAND, &hand(json!("house"))).problem(422, "invalid");
    assert_says(&problem, "/preset", &format!("“house” is not a preset: write one of {presets}."));
}

#[test]
fn a_number_of_the_rules_is_refused_with_its_own_range() {
    let service = Service::start();
    for (rules, pointer, detail) in [
        (
            json!({"jokers": 300}),
            "jokers",
            "Integer 300 is not what belongs here: expected a whole number from 0 to 2.",
        ),
        (json!({"jokers": -1}), "jokers", "Integer -1 is not what belongs here: expected a whole number from 0 to 2."),
        (
            json!({"jokers": "2"}),
            "jokers",
            "String \"2\" is not what belongs here: expected a whole number from 0 to 2.",
        ),
        (json!({"jokers": 3}), "jokers", "A pack has 0, 1 or 2 jokers, not 3."),
        (json!({"jokers": null}), "jokers", "Null is not what belongs here: expected a whole number from 0 to 2."),
        (json!({"target": 1000}), "target", "Integer 1000 is not what belongs here: expected 61 or 121."),
        (
            json!({"skunk_below": true}),
            "skunk_below",
            "Boolean true is not what belongs here: expected a whole number from 1 to 121, or null.",
        ),
        (
            json!({"double_skunk_below": 1e20}),
            "double_skunk_below",
            "So large a number is not what belongs here: expected a whole number from 1 to 120, or null.",
        ),
        (
            json!({"match_to": 2.5}),
            "match_to",
            "Number 2.5 is not what belongs here: expected a whole number from 1 to 9, or null.",
        ),
        (
            json!({"penalties": {"cut": 256}}),
            "penalties/cut",
            "Integer 256 is not what belongs here: expected a whole number from 0 to 29.",
        ),
        (
            json!({"game_values": [1, 2, 256]}),
            "game_values/2",
            "Integer 256 is not what belongs here: expected a whole number from 0 to 255.",
        ),
    ] {
        let hand = json!({"cards": ["5H", "5D", "5S", "JC"], "rules": rules});
        assert_says(&service.post(HAND, &hand).problem(422, "invalid"), &format!("/rules/{pointer}"), detail);
    }
}

#[test]
fn a_number_is_refused_as_it_was_sent() {
    let service = Service::start();
    for (players, said) in [
        ("100000000000000000000", "So large a number"),
        ("-1e20", "So low a number"),
        ("1e400", "So large a number"),
        ("12345678901234567890", "12345678901234567890"),
        ("1e2", "100"),
        ("7.0", "7"),
        ("2.5", "2.5"),
        ("-3", "-3"),
        ("\"2\"", "\"2\""),
    ] {
        let body = format!(r#"{{"players": {players}, "dealer": 0, "plays": []}}"#);
        let answer = service.send("POST", "/api/v1/play", Some("application/json"), body.as_bytes());
        assert_says(&answer.problem(422, "invalid"), "/players", &format!("{said} is not a whole number from 2 to 6."));
    }
    let body = r#"{"cards": [1e400]}"#;
    let problem = service.send("POST", HAND, Some("application/json"), body.as_bytes()).problem(422, "invalid");
    assert_says(&problem, "/cards/0", "So large a number does not belong here.");
}

#[test]
fn points_that_nothing_earns_are_refused_without_a_range_that_is_no_help() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    for (points, detail) in [
        (
            json!(-2),
            "-2 cannot be pegged: a peg takes no points off. Take back the peg that was wrong, with a DELETE of it.",
        ),
        (json!(84), "84 cannot be pegged: nothing earns so many points."),
        (json!(1e20), "So large a number cannot be pegged: nothing earns so many points."),
        (json!(30), "30 cannot be pegged for other, only 1 to 29."),
        (json!(2.5), "2.5 is not a whole number from 0 to 83."),
        (json!("two"), "\"two\" is not a whole number from 0 to 83."),
    ] {
        let peg = json!({"side": 0, "points": points});
        assert_says(&game.put(&format!("/pegs/{}", id(1)), &peg).problem(422, "invalid"), "/points", detail);
    }
    game.put(&format!("/pegs/{}", id(1)), &json!({"side": 0, "points": 2.0})).ok(201);
}

#[test]
fn characters_that_are_not_seen_are_written_out() {
    let service = Service::start();
    let body = |card: &str| json!({"cards": [card, "5D", "5S", "JC"]});
    for (hidden, shown) in [
        ('\u{202e}', r"\u202e"),
        ('\u{2066}', r"\u2066"),
        ('\u{200b}', r"\u200b"),
        ('\u{feff}', r"\ufeff"),
        ('\u{7}', r"\u0007"),
    ] {
        let problem = service.post(HAND, &body(&format!("{hidden}5H"))).problem(422, "invalid");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.starts_with(&format!("“{shown}5H” is not a card")), "{detail}");
        assert_eq!(problem["errors"][0]["detail"], problem["detail"]);
        for problem in [
            service.post(HAND, &json!({"cards": [], "preset": format!("a{hidden}")})).problem(422, "invalid"),
            service.post(HAND, &json!({format!("a{hidden}"): 1})).problem(422, "invalid"),
            service.get(&format!("{HAND}?{}=1", percent(hidden))).problem(422, "invalid"),
        ] {
            let detail = problem["detail"].as_str().unwrap();
            assert!(detail.contains(shown) && !detail.contains(hidden), "{detail}");
        }
    }
    let problem = service.post(HAND, &body("👩\u{200d}👧")).problem(422, "invalid");
    assert!(problem["detail"].as_str().unwrap().starts_with("“👩\u{200d}👧” is not a card"), "{problem}");
}

fn percent(character: char) -> String {
    character.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect()
}
