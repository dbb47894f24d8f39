//! The movement when players come and leave: previews, touched tables, and a new draw of the whole hall.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, Night};

fn preview(night: &Night, body: &Value) -> Value {
    let mut body = body.clone();
    body["dry_run"] = json!(true);
    night.request("POST", "/rounds", &body).ok(200)
}

#[test]
fn a_preview_draws_nothing_and_the_draw_makes_the_round_that_was_shown() {
    let league = League::open();
    let players = league.players(13);
    let night = league.night(&players[..12]);
    assert_eq!(preview(&night, &json!({}))["sizes"], json!([4, 4, 4]), "the first round");
    night.play_round();
    night.withdraw(&players[3]).ok(200);
    let before = night.view();
    let shown = preview(&night, &json!({}));
    assert_eq!((&shown["sizes"], &shown["repeats_forced"]), (&json!([4, 4, 3]), &json!(0)));
    for _ in 0..5 {
        assert_eq!(preview(&night, &json!({"number": 2, "id": id(1)})), shown, "asked again");
    }
    let afresh = preview(&night, &json!({"way": "afresh"}));
    assert!(afresh["moves"].as_array().unwrap().len() > shown["moves"].as_array().unwrap().len(), "{afresh}");
    assert_eq!(night.view(), before);
    let drawn = night.request("POST", "/rounds", &json!({"number": 2, "id": id(1)})).ok(201);
    assert_eq!((&drawn["rounds"][1]["way"], &drawn["rounds"][1]["touched"]), (&json!("moved"), &shown["touched"]));
    let names: Vec<Value> = night
        .tables()
        .iter()
        .flat_map(|table| table.players())
        .map(|player| night.row(player)["name"].clone())
        .collect();
    assert!(shown["moves"].as_array().unwrap().iter().all(|name| names.contains(name)), "{shown}");
    let history = league.get(&night.path("/history")).ok(200);
    assert_eq!(history["events"].as_array().unwrap().last().unwrap()["touched"], shown["touched"]);
}

#[test]
fn the_whole_hall_is_drawn_afresh_on_request() {
    let league = League::open();
    let night = league.night(&league.players(16));
    night.play_round();
    let shown = preview(&night, &json!({"way": "afresh"}));
    let drawn = night.request("POST", "/rounds", &json!({"way": "afresh"})).ok(201);
    assert_eq!((&drawn["rounds"][1]["way"], &drawn["rounds"][1]["touched"]), (&json!("drawn"), &shown["touched"]));
}

#[test]
fn a_preview_is_refused_where_the_draw_would_be() {
    let league = League::open();
    let players = league.players(9);
    let night = league.night(&players[..1]);
    let ask = |body: Value| night.request("POST", "/rounds", &body);
    ask(json!({"dry_run": true})).problem(409, "too-few-players");
    players[1..8].iter().for_each(|player| drop(night.pay(player).ok(201)));
    night.draw().ok(201);
    assert_eq!(ask(json!({"dry_run": true})).problem(409, "still-playing")["tables"], json!([1, 2]));
    assert_eq!(ask(json!({"dry_run": true, "number": 1})).problem(409, "not-the-next-round")["next"], 2);
    for wrong in [json!({"way": "sideways"}), json!({"dry_run": 1}), json!({"way": ""})] {
        ask(wrong).problem(422, "invalid");
    }
    assert_eq!(night.view()["rounds"].as_array().unwrap().len(), 1);
}
