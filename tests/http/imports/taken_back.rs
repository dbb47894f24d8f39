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

#[test]
fn money_of_the_ledger_that_only_names_the_night_keeps_no_import() {
    let paper = Paper::open();
    let night = paper.league.schedule(&json!({"id": id(9), "date": "2026-01-14", "season_id": paper.season}));
    let post = |number: u32| {
        let bill = json!({"from": "outside", "to": "supplies", "amount": 2_500, "night_id": night.id});
        paper.league.as_coordinator("PUT", &format!("/api/v1/ledger/{}", id(number)), &bill).ok(201);
    };
    post(20);
    paper.import(TABLE, &json!({"id": id(1), "money": true})).ok(200);
    post(21);
    let changed = TABLE.replace(",121,90", ",121,95");
    paper.import(&changed, &json!({"id": id(2), "money": true})).ok(200);
    assert_eq!(paper.row("2026-01-14", "Bob")["lines"], json!([-1, 26]));
    paper.take_back(2).ok(200);
    assert_eq!(night.view()["status"], "scheduled");
}

#[test]
fn a_prize_that_went_to_a_credit_refuses_the_first_line_of_its_night_also_in_a_rehearsal() {
    let paper = Paper::open();
    let night = scheduled(&paper);
    let ann = player(&paper, "Ann");
    let pay = |amount: u32| {
        night.request("PUT", &format!("/payouts/{ann}"), &json!({"amount": amount, "to": "credit"})).ok(201);
    };
    pay(100);
    let changed = format!("date,round,side 1,side 2,score 1,score 2\n2026-01-21,1,Ann,Bob,121,90\n{}", &TABLE[41..])
        .replace(",121,90", ",121,95");
    let sentence = "The ledger has a fee, a prize or a stake of the night of 2026-01-14.";
    let rehearsal = paper.import(&changed, &json!({"dry_run": true, "money": true})).ok(200);
    let refused: Vec<Value> =
        list(&rehearsal["lines"]).into_iter().filter(|line| line["outcome"] == "refused").collect();
    assert_eq!((refused.len(), &refused[0]["line"]), (1, &json!(3)));
    assert!(text(&refused[0]["detail"]).starts_with(sentence), "{refused:?}");
    let problem = paper.import(&changed, &json!({"money": true})).problem(422, "invalid");
    assert!(text(&problem["detail"]).starts_with(&format!("Line 3: {sentence}")), "{problem}");
    assert_eq!(paper.nights().len(), 1);
    // The same lines need nothing of it.
    paper.import(TABLE, &json!({"money": true})).ok(200);
    pay(0);
    paper.import(&changed, &json!({"money": true})).ok(200);
    assert_eq!(paper.nights().len(), 2);
}

#[test]
fn a_night_that_went_with_its_import_blocks_no_day_of_its_season_and_does_not_come_back() {
    let paper = Paper::open();
    paper.import(TABLE, &json!({"id": id(1)})).ok(200);
    let gone = text(&paper.nights()[0]["id"]);
    let season = |starts: &str| {
        let path = format!("/api/v1/seasons/{}", paper.season);
        paper.league.as_coordinator("PATCH", &path, &json!({"starts": starts}))
    };
    season("2026-01-15").problem(409, "season-has-nights");
    paper.take_back(1).ok(200);
    season("2026-01-15").ok(200);
    season("2026-01-07").ok(200);
    let path = format!("/api/v1/nights/{gone}/cancellation");
    let problem = paper.league.as_coordinator("DELETE", &path, &json!({})).problem(404, "not-found");
    assert!(text(&problem["detail"]).contains("taken back with its import"), "{problem}");
    assert!(paper.nights().is_empty());
    // A series has a night on its day.
    let series = json!({"weekday": "wednesday"});
    paper.league.as_coordinator("POST", &format!("/api/v1/seasons/{}/nights", paper.season), &series).ok(201);
    assert!(paper.nights().iter().any(|night| night["date"] == "2026-01-14" && night["id"] != json!(gone)));
}
