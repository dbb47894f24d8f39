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
