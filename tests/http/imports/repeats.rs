//! Imports that are sent twice, at one moment or much later.

use std::collections::BTreeSet;
use std::thread;

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{list, text};
use crate::support::paper::{Paper, outcomes};
use crate::support::service::Answer;

const TWO_DAYS: &str = "date,player,game 1,game 2\n2026-01-14,Rae,0,12\n2026-01-14,Sol,3,0\n2026-01-21,Rae,0,1\n";

fn names(paper: &Paper) -> Vec<String> {
    let players = list(&paper.read("/api/v1/players")["players"]);
    let mut names: Vec<String> = players.iter().map(|player| text(&player["name"])).collect();
    names.sort();
    names
}

/// Sends these imports at one moment.
fn at_once(paper: &Paper, bodies: &[(&str, Value)]) -> Vec<Answer> {
    thread::scope(|scope| {
        let asked: Vec<_> = bodies.iter().map(|(csv, more)| scope.spawn(|| paper.import(csv, more))).collect();
        asked.into_iter().map(|answer| answer.join().unwrap()).collect()
    })
}

#[test]
fn one_import_that_is_sent_four_times_at_one_moment_is_made_once() {
    let paper = Paper::open();
    for number in 1..=2 {
        let csv = TWO_DAYS.replace("2026-01", &format!("2026-0{}", number + 1));
        let csv = csv.replace("Rae", &format!("Rae {number}")).replace("Sol", &format!("Sol {number}"));
        let answers = at_once(&paper, &[(); 4].map(|()| (&*csv, json!({"id": id(number)}))));
        let outcomes = answers.into_iter().flat_map(|answer| outcomes(&answer.ok(200)));
        let made = outcomes.filter(|(_, outcome)| outcome == "new").count();
        assert_eq!(made, 3, "each line is new once");
        assert_eq!((paper.nights().len(), names(&paper).len()), (2 * number as usize, 2 * number as usize));
    }
}

#[test]
fn two_imports_at_one_moment_add_each_name_once_and_one_night_a_day() {
    let paper = Paper::open();
    let other = TWO_DAYS.replace("Rae,0,12", "Rae,0,13");
    let later = TWO_DAYS.replace("2026-01", "2026-03");
    let bodies = [TWO_DAYS, &other, &later, &other, TWO_DAYS, &later];
    let bodies: Vec<_> = (1..).zip(bodies).map(|(number, csv)| (csv, json!({"id": id(number)}))).collect();
    at_once(&paper, &bodies).into_iter().for_each(|answer| drop(answer.ok(200)));
    let dates: BTreeSet<String> = paper.nights().iter().map(|night| text(&night["date"])).collect();
    assert_eq!((dates.len(), paper.nights().len()), (4, 4));
    assert_eq!(names(&paper), ["Rae", "Sol"]);
}

/// The lines of Rae on the first day.
fn lines_of_rae(paper: &Paper) -> Value {
    paper.row("2026-01-14", "Rae")["lines"].clone()
}

#[test]
fn a_late_repeat_of_an_older_import_does_not_undo_a_newer_one() {
    let paper = Paper::open();
    let corrected = TWO_DAYS.replace("Rae,0,12", "Rae,0,13");
    let import = |csv: &str, number: u32| outcomes(&paper.import(csv, &json!({"id": id(number)})).ok(200));
    import(TWO_DAYS, 1);
    // The second one changes nothing, the third and the fourth change the first day there and back.
    import(TWO_DAYS, 2);
    import(&corrected, 3);
    import(TWO_DAYS, 4);
    import(&corrected, 5);
    let nights = paper.nights();
    for (csv, number) in [(TWO_DAYS, 1), (TWO_DAYS, 2), (&*corrected, 3), (TWO_DAYS, 4), (&*corrected, 5)] {
        let again = import(csv, number);
        assert!(again.iter().all(|(_, outcome)| outcome == "same"), "{again:?} of import {number}");
        let rehearsed = paper.import(csv, &json!({"id": id(number), "dry_run": true})).ok(200);
        assert_eq!((outcomes(&rehearsed), lines_of_rae(&paper)), (again, json!([0, 13])));
    }
    assert_eq!(paper.nights(), nights);
    paper.take_back(5).ok(200);
    let left = paper.nights();
    let late = paper.import(&corrected, &json!({"id": id(5)})).ok(200);
    assert_eq!((&late["id"], &late["new_players"]), (&json!(id(5)), &json!([])));
    assert_eq!(paper.nights(), left);
    // A new id imports it again.
    assert!(import(&corrected, 6).iter().any(|(_, outcome)| outcome == "new"));
}

#[test]
fn an_id_stands_for_one_import_with_its_lines_its_money_and_its_season() {
    let paper = Paper::open();
    let season = json!({"name": "Summer", "starts": "2026-01-01", "ends": "2026-12-31"});
    let other = text(&paper.league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"]);
    paper.import(TWO_DAYS, &json!({"id": id(1)})).ok(200);
    let body = json!({"csv": TWO_DAYS, "id": id(1)});
    let path = format!("/api/v1/seasons/{other}/imports");
    let elsewhere = paper.league.as_coordinator("POST", &path, &body);
    let (first, corrected) = (TWO_DAYS.lines().take(3).collect::<Vec<_>>().join("\n"), TWO_DAYS.replace(",12", ",13"));
    let others = [
        elsewhere,
        paper.import(&corrected, &json!({"id": id(1)})),
        paper.import(&first, &json!({"id": id(1)})),
        paper.import(TWO_DAYS, &json!({"id": id(1), "money": true})),
        paper.import(TWO_DAYS, &json!({"id": id(1), "money": true, "dry_run": true})),
    ];
    for answer in others {
        let problem = answer.problem(409, "already-used");
        assert!(text(&problem["detail"]).starts_with(&format!("The id {} was used", id(1))), "{problem}");
    }
    assert_eq!((paper.nights().len(), lines_of_rae(&paper)), (2, json!([0, 12])));
    // The lines may come in another order.
    let mut lines: Vec<&str> = TWO_DAYS.lines().collect();
    lines[1..].reverse();
    let turned = paper.import(&lines.join("\n"), &json!({"id": id(1)})).ok(200);
    assert!(outcomes(&turned).iter().all(|(_, outcome)| outcome == "same"));
}

#[test]
fn the_same_file_says_same_after_a_merge_a_forgotten_player_and_other_fees() {
    let paper = Paper::open();
    paper.import(TWO_DAYS, &json!({"id": id(1), "money": true})).ok(200);
    let player = |name: &str| text(&paper.row("2026-01-14", name)["player_id"]);
    let (rae, sol, ray) = (player("Rae"), player("Sol"), paper.league.player("Ray"));
    let merge = json!({"into": ray, "id": id(5)});
    paper.league.as_coordinator("POST", &format!("/api/v1/players/{rae}/merge"), &merge).ok(200);
    paper.league.request("DELETE", &format!("/api/v1/players/{sol}"), &paper.league.token, None).ok(200);
    let settings = json!({"name": "Pegs", "fee": 700, "full_card": "every_round"});
    paper.league.as_coordinator("PUT", "/api/v1/league", &settings).ok(201);
    for more in [json!({"dry_run": true, "money": true}), json!({"money": true})] {
        let told = paper.import(TWO_DAYS, &more).ok(200);
        assert_eq!(told["new_players"], json!([]));
        assert!(outcomes(&told).iter().all(|(_, outcome)| outcome == "same"), "{told}");
        assert_eq!(names(&paper), ["Ray"]);
    }
    // In a corrected file the merged name is Ray, and the forgotten name is new again.
    let corrected = TWO_DAYS.replace("Rae,0,12", "rae,0,13");
    let told = paper.import(&corrected, &json!({"money": true})).ok(200);
    assert_eq!(told["new_players"], json!(["Sol"]));
    assert_eq!(paper.row("2026-01-14", "Ray")["lines"], json!([0, 13]));
}

#[test]
fn a_night_from_tables_keeps_its_day_so_that_the_same_file_does_not_double_it() {
    let paper = Paper::open();
    let table = "date,round,side 1,side 2,score 1,score 2\n2026-01-14,1,Ann,Bob,121,88\n";
    paper.import(table, &json!({})).ok(200);
    let path = format!("/api/v1/nights/{}", text(&paper.nights()[0]["id"]));
    let change = |body: Value| paper.league.as_coordinator("PATCH", &path, &body);
    let problem = change(json!({"date": "2026-01-21"})).problem(409, "night-finished");
    assert!(text(&problem["detail"]).starts_with("The day of this night comes from a spreadsheet."), "{problem}");
    // The start changes, and the same day is allowed.
    change(json!({"date": "2026-01-14", "starts_at": "18:30"})).ok(200);
    assert_eq!(paper.read(&path)["starts_at"], "18:30");
    paper.import(table, &json!({})).ok(200);
    assert_eq!((paper.nights().len(), paper.rows()[0]["nights"].clone()), (1, json!(1)));
}

#[test]
fn a_rehearsal_names_the_nights_whose_results_were_corrected_here() {
    let paper = Paper::open();
    let table = "date,round,side 1,side 2,score 1,score 2\n2026-01-14,1,Ann,Bob,121,88\n2026-01-21,1,Ann,Bob,121,90\n\
        2026-01-28,1,Ann,Bob,121,90\n2026-02-04,1,Ann,Bob,121,90\n";
    paper.import(table, &json!({})).ok(200);
    let nights = paper.nights();
    let path = |nth: usize| format!("/api/v1/nights/{}", text(&nights[nth]["id"]));
    let game = text(&paper.read(&path(0))["rounds"][0]["tables"][0]["game_id"]);
    let correction = json!({"scores": [121, 100], "reason": "The card was read wrongly"});
    paper.league.as_coordinator("PUT", &format!("/api/v1/games/{game}/result"), &correction).ok(200);
    paper.league.as_coordinator("DELETE", &format!("{}/finish", path(1)), &json!({"reason": "Why not"})).ok(200);
    let changed = table.replace(",121,90", ",121,89").replace(",121,88", ",121,87");
    let changed = changed.replace("2026-02-04,1,Ann,Bob,121,89", "2026-02-04,1,Ann,Bob,121,90");
    let flags = |answer: Answer| {
        let nights = list(&answer.ok(200)["nights"]);
        nights.iter().map(|night| (text(&night["outcome"]), night["corrected"] == true)).collect::<Vec<_>>()
    };
    let expected = [("changed", true), ("changed", true), ("changed", false), ("same", false)];
    let expected: Vec<_> = expected.iter().map(|(outcome, is)| ((*outcome).to_owned(), *is)).collect();
    assert_eq!(flags(paper.import(&changed, &json!({"dry_run": true}))), expected);
    // The same lines leave the corrections as they are.
    assert!(flags(paper.import(table, &json!({}))).iter().all(|night| *night == ("same".to_owned(), false)));
    assert_eq!(paper.row("2026-01-14", "Bob")["lines"], json!([21]));
    assert_eq!(flags(paper.import(&changed, &json!({}))), expected);
    assert_eq!(paper.row("2026-01-14", "Bob")["lines"], json!([34]));
}
