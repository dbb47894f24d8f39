//! `/api/v1/play`.

use serde_json::{Value, json};

use crate::support::service::Service;

fn hands() -> Value {
    json!([["4C", "7S", "4D", "9H"], ["7D", "JS", "5H", "8C"]])
}

#[test]
fn a_deal_is_followed_from_the_lead_to_the_last_card() {
    let service = Service::start();
    let plays = json!(["4C", "7D", "4D", "JS", "go", "5H", "7S", "8C", "9H"]);
    let played =
        service.post("/api/v1/play", &json!({"players": 2, "dealer": 1, "hands": hands(), "plays": plays})).ok(200);
    assert_eq!(played["totals"], json!([6, 3]));
    assert_eq!((&played["finished"], &played["next"]), (&json!(true), &json!(null)));
    assert_eq!(
        played["steps"][4],
        json!({"player": 0, "go": true, "said": true, "verified": true, "count": 25, "points": 0, "scores": []})
    );
    assert_eq!(
        played["steps"][8],
        json!({"player": 0, "card": "9H", "count": 24, "points": 4, "call": "Twenty-four for three, and one for last",
               "scores": [{"kind": "run", "points": 3, "cards": ["7S", "8C", "9H"]},
                          {"kind": "last", "points": 1, "cards": ["9H"]}]})
    );
}

#[test]
fn next_names_the_player_and_the_legal_cards() {
    let service = Service::start();
    let next = |hands: Option<Value>, plays: Value| {
        let mut body = json!({"players": 2, "dealer": 1, "plays": plays});
        if let Some(hands) = hands {
            body["hands"] = hands;
        }
        service.post("/api/v1/play", &body).ok(200)["next"].clone()
    };
    assert_eq!(next(None, json!([])), json!({"player": 0, "count": 0, "playable": null}));
    assert_eq!(
        next(Some(hands()), json!(["4C", "7D", "4D", "JS", "5H"])),
        json!({"player": 0, "count": 0, "playable": ["7S", "9H"]})
    );
}

#[test]
fn an_illegal_play_has_a_pointer_and_the_first_matching_type() {
    let service = Service::start();
    for (known, plays, slug, member, value) in [
        (true, json!(["4C", "7D", "4C"]), "duplicate-card", "card", json!("4C")),
        (true, json!(["4C", "7D", "KD"]), "card-not-held", "card", json!("KD")),
        (true, json!(["4C", "7D", "4D", "JS", "7S"]), "over-thirty-one", "count", json!(25)),
        (true, json!(["4C", "7S"]), "not-your-turn", "playable", json!(["5H", "7D", "8C", "JS"])),
        (true, json!(["4C", "go"]), "renege", "playable", json!(["5H", "7D", "8C", "JS"])),
        (false, json!(["4C", "7D", "7D"]), "duplicate-card", "card", json!("7D")),
        (false, json!(["AC", "AD", "AH", "AS", "2C", "2D", "2H", "2S", "3C"]), "too-many-cards", "card", json!("3C")),
        (false, json!(["TC", "TD", "TH", "2S"]), "over-thirty-one", "card", json!("2S")),
        (false, json!(["TC", "TD", "go"]), "renege", "playable", json!(null)),
    ] {
        let mut body = json!({"players": 2, "dealer": 1, "plays": plays});
        if known {
            body["hands"] = hands();
        }
        let problem = service.post("/api/v1/play", &body).problem(422, slug);
        let last = plays.as_array().unwrap().len() - 1;
        assert_eq!(problem["errors"][0]["pointer"], format!("/plays/{last}"), "{problem}");
        assert_eq!(problem[member], value, "{problem}");
    }
}

#[test]
fn an_invalid_deal_is_422_with_a_pointer() {
    let service = Service::start();
    for (players, dealer, hands, slug, pointer) in [
        (json!(1), json!(0), json!(null), "invalid", "/players"),
        (json!(7), json!(0), json!(null), "invalid", "/players"),
        (json!("2"), json!(0), json!(null), "invalid", "/players"),
        (json!(2), json!(2), json!(null), "invalid", "/dealer"),
        (json!(2), json!(-1), json!(null), "invalid", "/dealer"),
        (json!(2), json!(0.5), json!(null), "invalid", "/dealer"),
        (json!(2), json!(0), json!([["4C", "7S", "4D", "9H"]]), "invalid", "/hands"),
        (json!(2), json!(0), json!([["4C", "7S", "4D", "9H"], ["7D"]]), "invalid", "/hands/1"),
        (
            json!(2),
            json!(0),
            json!([["4C", "7S", "4D", "9H"], ["7D", "JS", "5H", "4C"]]),
            "duplicate-card",
            "/hands/1/3",
        ),
        (json!(2), json!(0), json!([["4C", "7S", "4D", "9H"], ["7D", "JS", "5H", "go"]]), "invalid", "/hands/1/3"),
    ] {
        let body = json!({"players": players, "dealer": dealer, "hands": hands, "plays": []});
        let problem = service.post("/api/v1/play", &body).problem(422, slug);
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}: {problem}");
    }
    let problem = service
        .post("/api/v1/play", &json!({"players": 2, "dealer": 1, "plays": ["4C", "stop"]}))
        .problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/plays/1");
}

#[test]
fn the_last_card_scores_only_if_the_rules_say_so() {
    let service = Service::start();
    let plays = json!(["4C", "7D", "4D", "JS", "go", "5H", "7S", "8C", "9H"]);
    let body = json!({"players": 2, "dealer": 1, "hands": hands(), "plays": plays, "preset": "classy"});
    assert_eq!(service.post("/api/v1/play", &body).ok(200)["totals"], json!([5, 3]));
    let body =
        json!({"players": 2, "dealer": 1, "hands": hands(), "plays": plays, "rules": {"last_card_point": false}});
    assert_eq!(service.post("/api/v1/play", &body).ok(200)["totals"], json!([5, 3]));
}

#[test]
fn gos_after_a_count_are_accepted_with_the_hands_as_without_them() {
    let service = Service::start();
    let hands = json!([["5S", "6D", "2H", "2C"], ["TC", "9H", "KS", "KH"]]);
    let plays = json!(["5S", "TC", "6D", "9H", "go", "go", "2H"]);
    let body = json!({"players": 2, "dealer": 1, "plays": plays});
    let mut with_hands = body.clone();
    with_hands["hands"] = hands;
    let [without, with] = [body, with_hands].map(|body| service.post("/api/v1/play", &body).ok(200));
    assert_eq!(with["totals"], without["totals"]);
    for played in [with, without] {
        let gos: Vec<Value> =
            played["steps"].as_array().unwrap().iter().filter(|step| step["go"] == true).cloned().collect();
        let said: Vec<_> = gos.iter().map(|go| (&go["player"], &go["count"], &go["said"])).collect();
        assert_eq!(said, [(&json!(0), &json!(30), &json!(true)), (&json!(1), &json!(30), &json!(true))]);
    }
}

#[test]
fn a_deal_runs_as_it_is_told_without_the_last_go() {
    let service = Service::start();
    let body = |plays: Value| json!({"players": 2, "dealer": 1, "plays": plays});
    let told = json!(["4C", "7S", "4D", "JS", "go", "5H", "7D", "8C", "9H", "go"]);
    let played = service.post("/api/v1/play", &body(told)).ok(200);
    assert_eq!((&played["totals"], &played["finished"]), (&json!([6, 3]), &json!(true)));
    let without_a_go = json!(["4C", "7S", "4D", "JS", "7D"]);
    let problem = service.post("/api/v1/play", &body(without_a_go)).problem(422, "over-thirty-one");
    let detail = "7D would bring the count from 25 to 32, and it never goes above 31. If player 0 cannot play, write go before it.";
    assert_eq!(problem["detail"], detail);
}
