//! Imports that were taken back, and what is left of them.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{Night, list, text};
use crate::support::paper::Paper;

const TABLE: &str = "date,round,side 1,side 2,score 1,score 2\n2026-01-14,1,Ann + Bob,Cy + Dee,121,88\n\
    2026-01-14,2,Ann + Cy,Bob + Dee,121,90\n";

/// A night that was scheduled before the import of [`TABLE`] with money.
fn scheduled(paper: &Paper) -> Night<'_> {
    let night = json!({"id": id(9), "date": "2026-01-14", "season_id": paper.season, "games_per_night": 1});
    let night = paper.league.schedule(&night);
    paper.import(TABLE, &json!({"id": id(1), "money": true})).ok(200);
    night
}

fn player(paper: &Paper, name: &str) -> String {
    text(&paper.row("2026-01-14", name)["player_id"])
}

/// Ticks at a night from paper: an amount that was handed out, a card, an excuse, and the prizes that a reopened night keeps.
fn tick(paper: &Paper, night: &Night) -> Vec<String> {
    let players: Vec<String> = ["Ann", "Bob", "Cy", "Dee"].iter().map(|name| player(paper, name)).collect();
    night.request("PUT", &format!("/payouts/{}", players[1]), &json!({"amount": 500})).ok(201);
    night.request("PUT", &format!("/cards/{}", players[0]), &json!({"returned": true})).ok(201);
    night.enter(&players[2], &json!({"excused": [2], "reason": "Went home"})).ok(200);
    night.request("DELETE", "/finish", &json!({"reason": "A card was read wrongly"})).ok(200);
    players
}

/// The money that was handed out, and the kinds of open items.
fn money(night: &Night) -> (Vec<Value>, Vec<Value>) {
    let money = night.money();
    let of = |list_of: &str, field: &str| list(&money[list_of]).iter().map(|item| item[field].clone()).collect();
    (of("players", "handed_out"), of("open", "what"))
}

#[test]
fn the_real_night_has_no_money_and_no_card_of_an_import_that_was_taken_back() {
    let paper = Paper::open();
    let night = scheduled(&paper);
    let players = tick(&paper, &night);
    let handed: u64 = money(&night).0.iter().filter_map(Value::as_u64).sum();
    assert!(handed > 500, "the reopened night keeps its prizes");
    paper.take_back(1).ok(200);
    assert_eq!(money(&night), (vec![], vec![]));
    // The night is played after all.
    for player in &players {
        night.pay(player).ok(201);
    }
    night.play_round();
    night.finish().ok(200);
    let (handed, open) = money(&night);
    assert_eq!(handed, [0, 0, 0, 0], "no prize is handed out yet");
    assert!(open.iter().all(|what| what == "prize"), "nothing is to return, and no card of paper is missing: {open:?}");
    assert!(list(&night.view()["entries"]).iter().all(|entry| entry["excused"] == json!([])));
}

#[test]
fn a_corrected_import_has_no_ticks_of_the_import_that_it_replaces() {
    let paper = Paper::open();
    let night = scheduled(&paper);
    let first = money(&night);
    tick(&paper, &night);
    let changed = TABLE.replace(",121,90", ",121,95");
    paper.import(&changed, &json!({"id": id(2), "money": true})).ok(200);
    assert_eq!(night.view()["import_id"], id(2));
    assert_eq!(money(&night), first);
    assert_eq!(list(&night.view()["entries"]).len(), 4);
}

#[test]
fn replies_that_were_there_before_an_import_are_there_after_it() {
    let paper = Paper::open();
    let [ann, bob, ..] = ["Ann", "Bob", "Cy", "Dee"].map(|name| paper.league.player(name));
    let night = paper.league.schedule(&json!({"id": id(9), "date": "2026-01-14", "season_id": paper.season}));
    for (player, coming) in [(&ann, true), (&bob, false)] {
        night.request("PUT", &format!("/replies/{player}"), &json!({"coming": coming})).ok(201);
    }
    let replies = || paper.read(&night.path("/replies"))["players"].clone();
    let before = replies();
    assert_eq!((&before[0]["coming"], &before[1]["coming"]), (&json!(true), &json!(false)));
    paper.import(TABLE, &json!({"id": id(1)})).ok(200);
    paper.take_back(1).ok(200);
    assert_eq!(replies(), before);
}
