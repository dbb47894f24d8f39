//! `/api/v1/score/hand` and `/api/v1/score/crib`.

use serde_json::json;

use crate::support::service::Service;

#[test]
fn the_best_hand_counts_29_with_its_items() {
    let service = Service::start();
    let show = service.post("/api/v1/score/hand", &json!({"cards": ["5H", "5D", "5S", "JC"], "starter": "5C"})).ok(200);
    assert_eq!(show["total"], 29);
    assert_eq!(show["items"][0], json!({"kind": "fifteen", "cards": ["5H", "JC"], "points": 2}));
    let kinds: Vec<&str> =
        show["items"].as_array().unwrap().iter().map(|item| item["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, [&["fifteen"; 8][..], &["double_pair_royal", "nobs"]].concat());
    assert_eq!(show["patterns"], json!([]));
    assert!(show["call"].as_str().unwrap().ends_with("and one for his nob is twenty-nine."));
}

#[test]
fn a_query_counts_like_a_body() {
    let service = Service::start();
    for (path, cards, starter) in
        [("hand", "5H,5D,5S,JC", "5C"), ("crib", "2h,4H,10♥,T♦", "kH"), ("hand", "AS,10C,QD,KD", "JD")]
    {
        let list: Vec<&str> = cards.split(',').collect();
        let posted =
            service.post(&format!("/api/v1/score/{path}"), &json!({"cards": list, "starter": starter})).ok(200);
        let encoded = cards.replace('♥', "%E2%99%A5").replace('♦', "%E2%99%A6");
        let got = service.get(&format!("/api/v1/score/{path}?cards={encoded}&starter={starter}")).ok(200);
        assert_eq!(got, posted);
    }
    assert_eq!(service.get("/api/v1/score/hand?cards=8S,7H,7D,AC").ok(200)["total"], 8);
}

#[test]
fn cards_are_returned_in_canonical_form() {
    let service = Service::start();
    let show = service.post("/api/v1/score/hand", &json!({"cards": ["10d", "5♥", "td", "kc"], "starter": "qS"}));
    show.problem(422, "duplicate-card");
    let show =
        service.post("/api/v1/score/hand", &json!({"cards": ["10d", "5♥", "2c", "kc"], "starter": "3S"})).ok(200);
    assert_eq!(show["items"][0]["cards"], json!(["TD", "5H"]));
}

#[test]
fn a_flush_in_the_crib_follows_the_rule_and_the_preset() {
    let service = Service::start();
    let crib = |more: serde_json::Value| {
        let mut body = json!({"cards": ["2H", "4H", "6H", "8H"], "starter": "KC"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        service.post("/api/v1/score/crib", &body).ok(200)["total"].clone()
    };
    assert_eq!(crib(json!({})), 0);
    assert_eq!(crib(json!({"rules": {"crib_flush_of_four": true}})), 4);
    assert_eq!(crib(json!({"preset": "tournament", "rules": {"crib_flush_of_four": true}})), 4);
    assert_eq!(crib(json!({"preset": "tournament", "rules": null, "starter": "KH"})), 5);
}

#[test]
fn each_invalid_hand_is_422_with_a_pointer() {
    let service = Service::start();
    for (body, slug, pointer, named) in [
        (json!({"cards": ["5H", "5D", "5S"]}), "invalid", "/cards", "3"),
        (json!({"cards": ["5H", "5D", "5S", "JC", "2C"]}), "invalid", "/cards", "5"),
        (json!({"cards": ["5H", "5D", "5S", "1C"]}), "invalid", "/cards/3", "1C"),
        (json!({"cards": ["5H", "5D", 5, "JC"]}), "invalid", "/cards/2", "5"),
        (json!({"cards": "5H"}), "invalid", "/cards", "5H"),
        (json!({"cards": ["5H", "5D", "5H", "JC"]}), "duplicate-card", "/cards/2", "5H"),
        (json!({"cards": ["5H", "5D", "5S", "JC"], "starter": "JC"}), "duplicate-card", "/starter", "JC"),
        (json!({"cards": ["5H", "5D", "5S", "JC"], "starter": ["5C"]}), "invalid", "/starter", "list"),
        (json!({"cards": ["5H", "5D", "5S", "JC"], "startr": "5C"}), "invalid", "/startr", "startr"),
        (json!({"starter": "5C"}), "invalid", "/cards", "cards"),
        (json!({"cards": ["5H", "5D", "5S", "JC"], "preset": "ace"}), "invalid", "/preset", "ace"),
        (json!({"cards": ["5H", "5D", "5S", "JC"], "rules": {"target": 61}}), "invalid", "/rules", "once_around"),
        (json!({"cards": ["5H", "5D", "5S", "JC"], "rules": {"target": 100}}), "invalid", "/rules/target", "100"),
        (json!({"cards": ["5H", "5D", "5S", "JC"], "rules": {"target": 1000}}), "invalid", "/rules/target", "1000"),
        (json!({"cards": ["5H", "5D", "5S", "JC"], "rules": {"jokers": true}}), "invalid", "/rules/jokers", "true"),
        (json!({"cards": ["5H", "5D", "5S", "JC"], "rules": {"jokers": 3}}), "invalid", "/rules/jokers", "3"),
        (json!({"cards": ["5H", "5D", "5S", "JC"], "rules": {"joker": 1}}), "invalid", "/rules/joker", "joker"),
        (json!({"cards": ["5H", "5D", "5S", "JK"]}), "invalid", "/cards/3", "no jokers"),
        (
            json!({"cards": ["5H", "5D", "5S", "JC"], "rules": {"game_values": [1, 2]}}),
            "invalid",
            "/rules/game_values",
            "long",
        ),
        (json!({"cards": ["5H", "5D", "5S", "JC"], "rules": [121]}), "invalid", "/rules", "object"),
    ] {
        let problem = service.post("/api/v1/score/hand", &body).problem(422, slug);
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}: {problem}");
        assert!(problem["detail"].as_str().unwrap().contains(named), "{body}: {problem}");
    }
}

#[test]
fn each_invalid_parameter_is_422_with_its_name() {
    let service = Service::start();
    for (query, slug, parameter) in [
        ("", "invalid", "cards"),
        ("?cards=5H,5D,5S", "invalid", "cards"),
        ("?cards=5H,5D,5S,", "invalid", "cards"),
        ("?cards=5H,5D,5S,%FF", "invalid", "cards"),
        ("?cards=5H,5D,5H,JC", "duplicate-card", "cards"),
        ("?cards=5H,5D,5S,JC&starter=JC", "duplicate-card", "starter"),
        ("?cards=5H,5D,5S,JC&starter=", "invalid", "starter"),
        ("?cards=5H,5D,5S,JC&starter=5C%20at%20line%203%20column%204", "invalid", "starter"),
        ("?cards=5H,5D,5S,JC&preset=ace", "invalid", "preset"),
        ("?cards=5H,5D,5S,JC&rules=classy", "invalid", "rules"),
        ("?cards=5H,5D,5S,JC&cards=2C,3C,4C,6C", "invalid", "cards"),
    ] {
        let problem = service.get(&format!("/api/v1/score/hand{query}")).problem(422, slug);
        assert_eq!(problem["detail"].as_str().unwrap().contains("5C at line 3"), query.contains("line"), "{problem}");
        assert_eq!(problem["errors"][0]["pointer"], parameter, "{query}: {problem}");
    }
}

#[test]
fn integers_may_be_written_with_a_decimal_point() {
    let service = Service::start();
    let body = json!({"cards": ["2H", "4H", "6H", "8H"], "rules": {"target": 61.0, "skunk_below": 31.0, "double_skunk_below": null}});
    assert_eq!(service.post("/api/v1/score/crib", &body).ok(200)["total"], 0);
}

#[test]
fn a_batch_returns_the_totals_in_order() {
    let service = Service::start();
    let hands = json!([
        {"cards": ["5H", "5D", "5S", "JC"], "starter": "5C"},
        {"cards": ["2H", "4H", "6H", "8H"], "starter": "KC"},
        {"cards": ["2H", "4H", "6H", "8H"], "starter": "KC", "crib": true},
        {"cards": ["8S", "7H", "7D", "AC"], "starter": null, "crib": false},
    ]);
    assert_eq!(service.post("/api/v1/score/batch", &json!({"hands": hands})).ok(200), json!({"totals": [29, 4, 0, 8]}));
    let body = json!({"hands": hands, "rules": {"crib_flush_of_four": true}});
    assert_eq!(service.post("/api/v1/score/batch", &body).ok(200), json!({"totals": [29, 4, 4, 8]}));
}

#[test]
fn a_batch_counts_each_hand_like_a_single_one() {
    let service = Service::start();
    let pack: Vec<String> =
        "A23456789TJQK".chars().flat_map(|rank| "CDHS".chars().map(move |suit| format!("{rank}{suit}"))).collect();
    let hands: Vec<_> = (0..60)
        .map(|start| {
            let card = |nth: usize| &pack[(start * 7 + nth * (5 + start % 3)) % 52];
            json!({"cards": [card(0), card(1), card(2), card(3)], "starter": card(4), "crib": start % 2 == 0})
        })
        .collect();
    let totals = service.post("/api/v1/score/batch", &json!({"hands": hands})).ok(200)["totals"].clone();
    for (hand, total) in hands.iter().zip(totals.as_array().unwrap()) {
        let path = if hand["crib"] == true { "/api/v1/score/crib" } else { "/api/v1/score/hand" };
        let alone = service.post(path, &json!({"cards": hand["cards"], "starter": hand["starter"]})).ok(200);
        assert_eq!(&alone["total"], total, "{hand}");
    }
}

#[test]
fn a_batch_has_1_to_10_000_hands_and_one_invalid_hand_refuses_it() {
    let service = Service::start();
    let good = json!({"cards": ["5H", "5D", "5S", "JC"], "starter": "5C"});
    let batch = |hands: Vec<serde_json::Value>| service.post("/api/v1/score/batch", &json!({"hands": hands}));
    assert_eq!(batch(vec![good.clone(); 10_000]).ok(200)["totals"].as_array().unwrap().len(), 10_000);
    for count in [0, 10_001] {
        let problem = batch(vec![good.clone(); count]).problem(422, "invalid");
        assert_eq!((&problem["errors"][0]["pointer"], &problem["given"]), (&json!("/hands"), &json!(count)));
    }
    for (bad, slug, pointer) in [
        (json!({"cards": ["5H", "5D", "5S"]}), "invalid", "/hands/1/cards"),
        (json!({"cards": ["5H", "5D", "5S", "5H"]}), "duplicate-card", "/hands/1/cards/3"),
        (json!({"cards": ["5H", "5D", "5S", "JC"], "starter": "JC"}), "duplicate-card", "/hands/1/starter"),
        (json!({"cards": ["5H", "5D", "5S", "1C"]}), "invalid", "/hands/1/cards/3"),
        (json!({"cards": ["5H", "5D", "5S", "JC"], "crib": 1}), "invalid", "/hands/1/crib"),
        (json!({"cards": ["5H", "5D", "5S", "JC"], "rules": {}}), "invalid", "/hands/1/rules"),
        (json!([["5H", "5D", "5S", "JC"], "5C", false]), "invalid", "/hands/1"),
    ] {
        let problem = batch(vec![good.clone(), bad.clone()]).problem(422, slug);
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{bad}: {problem}");
    }
}
