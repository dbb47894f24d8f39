//! A full hall on a league night: fifty tables peg their games to the end at the same time, and two hundred watch.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};
use ureq::http::Request;

use crate::hall::hall;
use crate::nights::{Evening, League, Table, list, text};

const TABLES: usize = 50;
const WATCHERS: usize = 200;
/// What a table that is done counts: more than all points of all tables.
const DONE: u64 = 1_000_000;

/// What the phone of a table pegs, in order: side 0 wins, and each table's other side ends with another score.
fn pegs(table: usize) -> Vec<(usize, usize)> {
    let lost = 40 + table;
    let behind = (0..lost / 9).map(|_| (1, 9)).chain([(1, lost % 9)]).filter(|(_, points)| *points > 0);
    behind.chain((0..10).map(|_| (0, 12))).chain([(0, 1)]).collect()
}

fn peg_id(table: usize, nth: usize) -> String {
    format!("{table:08x}-0000-4000-8000-{nth:012x}")
}

/// A night as somebody heard it, read once however many hear it.
struct Heard {
    text: String,
    night: Value,
    /// What has been pegged in each round.
    points: Vec<u64>,
}

/// Everything that was told, by the id of its event.
type Tellings = Mutex<HashMap<String, Arc<Heard>>>;

/// Somebody who watches the night.
struct Watcher<'a> {
    lines: BufReader<ureq::BodyReader<'static>>,
    tellings: &'a Tellings,
    newest: Option<Arc<Heard>>,
}

impl<'a> Watcher<'a> {
    fn of(league: &League, evening: &Evening, tellings: &'a Tellings) -> Watcher<'a> {
        let request = Request::get(format!("{}{}", league.url, evening.path("/live"))).body(()).unwrap();
        let lines = BufReader::new(league.listen(request).into_body().into_reader());
        Watcher { lines, tellings, newest: None }
    }

    /// Listens until this is so, and checks that nothing ever goes back: no round, no point, no table that was done.
    fn until(&mut self, so: impl Fn(&Heard) -> bool) {
        while self.newest.as_ref().is_none_or(|heard| !so(heard)) {
            let (mut id, mut data, mut line) = (String::new(), None, String::new());
            while data.is_none() {
                line.clear();
                assert!(self.lines.read_line(&mut line).unwrap() > 0, "the stream has ended");
                if let Some(given) = line.strip_prefix("id: ") {
                    id = given.trim_end().to_owned();
                }
                data = line.strip_prefix("data: ").map(|data| data.trim_end().to_owned());
            }
            let text = data.unwrap();
            let read = || {
                let night: Value = serde_json::from_str(&text).unwrap();
                let points = night["rounds"].as_array().unwrap().iter().map(points).collect();
                Arc::new(Heard { text: text.clone(), night, points })
            };
            let heard = self.tellings.lock().unwrap().entry(id).or_insert_with(read).clone();
            assert!(heard.text == text, "one event tells two things");
            if let Some(before) = self.newest.as_deref() {
                let (before, after) = (&before.points, &heard.points);
                let goes_on = before.len() <= after.len() && before.iter().zip(after).all(|(one, other)| one <= other);
                assert!(goes_on, "{before:?} became {after:?}");
            }
            self.newest = Some(heard);
        }
    }
}

/// The points that all tables of a round have together, and [`DONE`] for each that is done.
fn points(round: &Value) -> u64 {
    let score = |side: &Value| side["score"].as_u64().unwrap();
    let table = |table: &Value| {
        let scores: u64 = table["sides"].as_array().unwrap().iter().map(score).sum();
        scores + if table["status"] == "finished" { DONE } else { 0 }
    };
    round["tables"].as_array().unwrap().iter().map(table).sum()
}

/// Pegs a table's game to its end with a phone that has joined for the table, and hears only every other answer.
fn play(league: &League, code: &str, number: usize, table: &Table) {
    let body = json!({"code": code, "table": number});
    let token = text(&league.post("/api/v1/nights/join", &body).ok(201)["token"]);
    for (nth, (side, points)) in pegs(number).into_iter().enumerate() {
        let path = format!("/api/v1/games/{}/pegs/{}", table.game, peg_id(number, nth));
        let peg = || league.ask("PUT", &path, &token, Some(&json!({"side": side, "points": points})));
        peg().ok(201);
        if nth % 2 == 1 {
            peg().ok(200);
        }
    }
}

#[test]
fn fifty_tables_peg_their_games_to_the_end_and_two_hundred_watchers_end_with_the_same_night() {
    let league = League::on(hall());
    let names: String = (1..=4 * TABLES).map(|number| format!("Player {number:03}\n")).collect();
    let csv = json!({"csv": format!("name\n{names}")});
    let imported = league.coordinate("POST", "/api/v1/players/import", &csv).ok(200);
    let players: Vec<String> = list(&imported["added"]).iter().map(|player| text(&player["id"])).collect();
    let evening = league.evening(&players);
    evening.draw().ok(201);
    let (tables, code) = (evening.tables(), evening.code());
    assert_eq!(tables.len(), TABLES);
    let tellings = Tellings::default();
    let mut watchers: Vec<Watcher> = (0..WATCHERS).map(|_| Watcher::of(&league, &evening, &tellings)).collect();
    thread::scope(|scope| {
        for watcher in &mut watchers {
            scope.spawn(|| watcher.until(|heard| heard.points.first() >= Some(&(DONE * TABLES as u64))));
        }
        for (number, table) in (1..).zip(&tables) {
            let (league, code) = (&league, &code);
            scope.spawn(move || play(league, code, number, table));
        }
    });
    let whole = league.get(&evening.path("")).ok(200);
    for watcher in &watchers {
        assert!(watcher.newest.as_ref().unwrap().night == whole, "a watcher ends with another night");
    }
    for (number, table) in (1..).zip(&tables) {
        let told = &whole["rounds"][0]["tables"][number - 1];
        let scores = [0, 1].map(|side| told["sides"][side]["score"].as_u64().unwrap());
        assert_eq!((scores, &told["status"]), ([121, 40 + number as u64], &json!("finished")));
        let history = league.get(&format!("/api/v1/games/{}/history", table.game)).ok(200);
        let events = list(&history["events"]);
        let pegged: Vec<String> =
            events.iter().filter(|event| event["kind"] == "pegged").map(|event| text(&event["id"])).collect();
        let sent: Vec<String> = (0..pegs(number).len()).map(|nth| peg_id(number, nth)).collect();
        assert_eq!(pegged, sent, "a peg of table {number} is lost or there twice");
    }
    evening.draw().ok(201);
    thread::scope(|scope| {
        for watcher in &mut watchers {
            scope.spawn(|| watcher.until(|heard| heard.points.len() == 2));
        }
    });
    let moved = evening.tables();
    for (number, table) in moved.iter().enumerate() {
        let (here, before) = (&tables[number], &tables[(number + TABLES - 1) % TABLES]);
        let mut expected = [here.sides[1].clone(), before.sides[0].clone()].concat();
        let mut seated: Vec<String> = table.players().cloned().collect();
        expected.sort();
        seated.sort();
        assert_eq!(seated, expected, "table {}", number + 1);
    }
}
