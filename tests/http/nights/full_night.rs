//! A final_view round of fifty tables at the same time, with two hundred watchers.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};
use ureq::http::Request;

use crate::support::league::{League, LeagueTable, Night, list, text};
use crate::support::service::Service;

const TABLES: usize = 50;
const WATCHERS: usize = 200;
/// The number that stands for a finished table, greater than any sum of points.
const DONE: u64 = 1_000_000;

/// The pegs of a table in order. Side 0 wins, and the losing score differs by table.
fn pegs(table: usize) -> Vec<(usize, usize)> {
    let lost = 40 + table;
    let behind = (0..lost / 9).map(|_| (1, 9)).chain([(1, lost % 9)]).filter(|(_, points)| *points > 0);
    behind.chain((0..10).map(|_| (0, 12))).chain([(0, 1)]).collect()
}

fn peg_id(table: usize, nth: usize) -> String {
    format!("{table:08x}-0000-4000-8000-{nth:012x}")
}

/// One event of the night's stream, parsed once for all watchers.
struct StreamEvent {
    text: String,
    night: Value,
    /// The points of each round.
    points: Vec<u64>,
}

/// All events by id.
type Events = Mutex<HashMap<String, Arc<StreamEvent>>>;

/// A client of the night's stream.
struct Watcher<'a> {
    lines: BufReader<ureq::BodyReader<'static>>,
    events: &'a Events,
    newest: Option<Arc<StreamEvent>>,
}

impl<'a> Watcher<'a> {
    fn of(league: &League, night: &Night, events: &'a Events) -> Watcher<'a> {
        let request = Request::get(format!("{}{}", league.url, night.path("/live"))).body(()).unwrap();
        let lines = BufReader::new(league.listen(request).into_body().into_reader());
        Watcher { lines, events, newest: None }
    }

    /// Reads events until one meets the condition. Asserts that rounds, points and finished tables never decrease.
    fn until(&mut self, condition: impl Fn(&StreamEvent) -> bool) {
        while self.newest.as_ref().is_none_or(|event| !condition(event)) {
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
                Arc::new(StreamEvent { text: text.clone(), night, points })
            };
            let event = self.events.lock().unwrap().entry(id).or_insert_with(read).clone();
            assert!(event.text == text, "two events have the same id");
            if let Some(before) = self.newest.as_deref() {
                let (before, after) = (&before.points, &event.points);
                let goes_on = before.len() <= after.len() && before.iter().zip(after).all(|(one, other)| one <= other);
                assert!(goes_on, "{before:?} became {after:?}");
            }
            self.newest = Some(event);
        }
    }
}

/// The sum of all points of a round, plus [`DONE`] for each finished table.
fn points(round: &Value) -> u64 {
    let score = |side: &Value| side["score"].as_u64().unwrap();
    let table = |table: &Value| {
        let scores: u64 = table["sides"].as_array().unwrap().iter().map(score).sum();
        scores + if table["status"] == "finished" { DONE } else { 0 }
    };
    round["tables"].as_array().unwrap().iter().map(table).sum()
}

/// Plays a table's game to its end from a phone that joined for the table. Repeats every other peg.
fn play(league: &League, code: &str, number: usize, table: &LeagueTable) {
    let body = json!({"code": code, "table": number});
    let token = text(&league.post("/api/v1/nights/join", &body).ok(201)["token"]);
    for (nth, (side, points)) in pegs(number).into_iter().enumerate() {
        let path = format!("/api/v1/games/{}/pegs/{}", table.game, peg_id(number, nth));
        let peg = || league.request("PUT", &path, &token, Some(&json!({"side": side, "points": points})));
        peg().ok(201);
        if nth % 2 == 1 {
            peg().ok(200);
        }
    }
}

#[test]
fn fifty_tables_finish_their_games_and_two_hundred_watchers_get_the_same_night() {
    let league = League::new(Service::start_unlimited());
    let names: String = (1..=4 * TABLES).map(|number| format!("Player {number:03}\n")).collect();
    let csv = json!({"csv": format!("name\n{names}")});
    let imported = league.as_coordinator("POST", "/api/v1/players/import", &csv).ok(200);
    let players: Vec<String> = list(&imported["added"]).iter().map(|player| text(&player["id"])).collect();
    let night = league.night(&players);
    night.draw().ok(201);
    let (tables, code) = (night.tables(), night.code());
    assert_eq!(tables.len(), TABLES);
    let events = Events::default();
    let mut watchers: Vec<Watcher> = (0..WATCHERS).map(|_| Watcher::of(&league, &night, &events)).collect();
    thread::scope(|scope| {
        for watcher in &mut watchers {
            scope.spawn(|| watcher.until(|event| event.points.first() >= Some(&(DONE * TABLES as u64))));
        }
        for (number, table) in (1..).zip(&tables) {
            let (league, code) = (&league, &code);
            scope.spawn(move || play(league, code, number, table));
        }
    });
    let final_view = league.service.get(&night.path("")).ok(200);
    for watcher in &watchers {
        assert!(watcher.newest.as_ref().unwrap().night == final_view, "a watcher ends with another night");
    }
    for (number, table) in (1..).zip(&tables) {
        let table_view = &final_view["rounds"][0]["tables"][number - 1];
        let scores = [0, 1].map(|side| table_view["sides"][side]["score"].as_u64().unwrap());
        assert_eq!((scores, &table_view["status"]), ([121, 40 + number as u64], &json!("finished")));
        let history = league.get(&format!("/api/v1/games/{}/history", table.game)).ok(200);
        let events = list(&history["events"]);
        let pegged: Vec<String> =
            events.iter().filter(|event| event["kind"] == "pegged").map(|event| text(&event["id"])).collect();
        let sent: Vec<String> = (0..pegs(number).len()).map(|nth| peg_id(number, nth)).collect();
        assert_eq!(pegged, sent, "a peg of table {number} is lost or there twice");
    }
    night.draw().ok(201);
    thread::scope(|scope| {
        for watcher in &mut watchers {
            scope.spawn(|| watcher.until(|event| event.points.len() == 2));
        }
    });
    let moved = night.tables();
    for (number, table) in moved.iter().enumerate() {
        let (here, before) = (&tables[number], &tables[(number + TABLES - 1) % TABLES]);
        let mut expected = [here.sides[1].clone(), before.sides[0].clone()].concat();
        let mut seated: Vec<String> = table.players().cloned().collect();
        expected.sort();
        seated.sort();
        assert_eq!(seated, expected, "table {}", number + 1);
    }
}
