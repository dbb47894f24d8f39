//! `/api/v1/discard`.

use serde_json::{Value, json};

use crate::support::service::Service;

fn near(value: &Value, expected: f64, within: f64) -> bool {
    (value.as_f64().unwrap() - expected).abs() < within
}

#[test]
fn every_discard_is_listed_with_its_averages_best_first() {
    let service = Service::start();
    let cards = ["7C", "9H", "5H", "5C", "5D", "JS"];
    let body = json!({"cards": cards, "players": 2, "crib": "own", "opponent": "random"});
    let advice = service.post("/api/v1/discard", &body).ok(200);
    let options = advice["options"].as_array().unwrap();
    assert_eq!(options.len(), 15);
    assert_eq!(options[0]["throw"], json!(["7C", "9H"]));
    assert_eq!(options[0]["keep"], json!(["5H", "5C", "5D", "JS"]));
    assert!(near(&options[0]["hand"]["mean"], 16.65217, 1e-5) && near(&options[0]["crib"]["mean"], 4.2558, 1e-4));
    assert_eq!((&options[0]["hand"]["min"], &options[0]["hand"]["max"]), (&json!(14), &json!(29)));
    for two in options.windows(2) {
        assert!(two[0]["expected"].as_f64() >= two[1]["expected"].as_f64(), "{two:?}");
    }
    for option in options {
        let sum = option["hand"]["mean"].as_f64().unwrap() + option["crib"]["mean"].as_f64().unwrap();
        assert!(near(&option["expected"], sum, 1e-9));
        let mut all: Vec<&str> = [&option["keep"], &option["throw"]]
            .into_iter()
            .flat_map(|cards| cards.as_array().unwrap())
            .map(|card| card.as_str().unwrap())
            .collect();
        all.sort_unstable();
        let mut dealt = cards.to_vec();
        dealt.sort_unstable();
        assert_eq!(all, dealt);
    }
}

#[test]
fn a_skilled_opponent_is_the_default_and_lowers_the_value_of_the_own_crib() {
    let service = Service::start();
    let crib = |opponent: Value| {
        let body =
            json!({"cards": ["2C", "3D", "7H", "8S", "TC", "KD"], "players": 2, "crib": "own", "opponent": opponent});
        let advice = service.post("/api/v1/discard", &body).ok(200);
        advice["options"].as_array().unwrap().iter().map(|option| option["crib"]["mean"].as_f64().unwrap()).sum::<f64>()
            / 15.0
    };
    assert!((crib(json!(null)) - crib(json!("skilled"))).abs() < 1e-12);
    let overstated = crib(json!("random")) - crib(json!("skilled"));
    assert!((0.2..0.8).contains(&overstated), "{overstated}");
}

#[test]
fn the_opponents_crib_is_subtracted() {
    let service = Service::start();
    for (cards, players, ways) in [
        (json!(["7C", "9H", "5H", "5C", "5D", "JS"]), 2, 15),
        (json!(["7C", "9H", "5H", "5C", "JS"]), 3, 5),
        (json!(["7C", "9H", "5H", "5C", "JS"]), 4, 5),
    ] {
        let body = json!({"cards": cards, "players": players, "crib": "other"});
        let advice = service.post("/api/v1/discard", &body).ok(200);
        let options = advice["options"].as_array().unwrap();
        assert_eq!(options.len(), ways);
        for option in options {
            let rest = option["hand"]["mean"].as_f64().unwrap() - option["crib"]["mean"].as_f64().unwrap();
            assert!(near(&option["expected"], rest, 1e-9));
        }
    }
}

#[test]
fn with_five_and_six_players_the_others_throw_any_cards_unless_that_is_asked_for() {
    let service = Service::start();
    for players in [5, 6] {
        let mut body = json!({"cards": ["7C", "9H", "5H", "5C", "5D"], "players": players, "crib": "own"});
        let advice = service.post("/api/v1/discard", &body).ok(200);
        assert_eq!(advice["options"].as_array().unwrap().len(), 5);
        body["opponent"] = json!("random");
        assert_eq!(service.post("/api/v1/discard", &body).ok(200), advice);
    }
}

#[test]
fn each_invalid_discard_is_422_with_a_pointer() {
    let service = Service::start();
    let six = json!(["7C", "9H", "5H", "5C", "5D", "JS"]);
    for (body, slug, pointer) in [
        (json!({"cards": ["7C", "9H", "5H", "5C", "5D"], "players": 2, "crib": "own"}), "invalid", "/cards"),
        (json!({"cards": six, "players": 3, "crib": "own"}), "invalid", "/cards"),
        (json!({"cards": six, "players": 5, "crib": "own"}), "invalid", "/cards"),
        (json!({"cards": six, "players": 7, "crib": "own"}), "invalid", "/players"),
        (
            json!({"cards": ["7C", "9H", "5H", "5C", "5D"], "players": 5, "crib": "own", "opponent": "skilled"}),
            "invalid",
            "/opponent",
        ),
        (
            json!({"cards": ["7C", "9H", "5H", "5C", "5D"], "players": 6, "crib": "own", "rules": {"nineteen": "hand_and_crib"}}),
            "invalid",
            "/rules",
        ),
        (json!({"cards": six, "players": 2, "crib": "theirs"}), "invalid", "/crib"),
        (json!({"cards": six, "players": 2, "crib": {"own": null}}), "invalid", "/crib"),
        (json!({"cards": six, "players": 2, "crib": "own", "opponent": "lucky"}), "invalid", "/opponent"),
        (
            json!({"cards": ["7C", "9H", "5H", "5C", "7C", "JS"], "players": 2, "crib": "own"}),
            "duplicate-card",
            "/cards/4",
        ),
        (json!({"cards": six, "players": 2}), "invalid", "/crib"),
    ] {
        let problem = service.post("/api/v1/discard", &body).problem(422, slug);
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}: {problem}");
    }
}
