//! Watching a night.

use std::io::{BufRead, BufReader};

use serde_json::{Value, json};
use ureq::http::Request;

use super::{Evening, League};
use crate::game::id;

/// Somebody who watches a night.
struct Watcher(BufReader<ureq::BodyReader<'static>>);

impl Watcher {
    fn of(evening: &Evening, last_event_id: Option<&str>) -> Watcher {
        let mut request = Request::get(format!("{}{}", evening.league.url, evening.path("/live")));
        if let Some(id) = last_event_id {
            request = request.header("Last-Event-ID", id);
        }
        let response = evening.league.listen(request.body(()).unwrap());
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Watcher(BufReader::new(response.into_body().into_reader()))
    }

    /// The id of the next event and the night it tells.
    fn next(&mut self) -> (String, Value) {
        let (mut id, mut line) = (String::new(), String::new());
        while self.0.read_line(&mut line).unwrap() > 0 {
            if let Some(given) = line.strip_prefix("id: ") {
                given.trim_end().clone_into(&mut id);
            } else if let Some(data) = line.strip_prefix("data: ") {
                return (id, serde_json::from_str(data).unwrap());
            }
            line.clear();
        }
        panic!("the stream has ended");
    }

    /// What is told until this is so, an event after the other.
    fn until(&mut self, so: impl Fn(&Value) -> bool) -> Vec<(String, Value)> {
        let mut told = vec![self.next()];
        while !so(&told.last().unwrap().1) {
            told.push(self.next());
        }
        told
    }
}

#[test]
fn who_watches_a_night_hears_of_its_rounds_and_of_every_game() {
    let league = League::open();
    let players = league.players(8);
    let evening = league.evening(&players);
    let mut watchers = [Watcher::of(&evening, None), Watcher::of(&evening, None)];
    for watcher in &mut watchers {
        let (_, night) = watcher.next();
        assert_eq!(night, league.get(&evening.path("")).ok(200), "the newest comes at once, without the code");
    }
    evening.draw().ok(201);
    let phone = evening.join(&players[0]);
    let table = evening.tables().iter().position(|table| table.players().any(|player| *player == players[0])).unwrap();
    let game = evening.tables()[table].game.clone();
    for number in 1..=40 {
        let path = format!("/api/v1/games/{game}/pegs/{}", id(number));
        league.ask("PUT", &path, &phone, Some(&json!({"side": 1, "points": 2}))).ok(201);
    }
    for watcher in &mut watchers {
        let told = watcher.until(|night| night["rounds"][0]["tables"][table]["sides"][1]["score"] == 80);
        assert!(told.len() < 40, "forty pegs came in {} tellings", told.len());
        assert!(told.windows(2).all(|two| two[0].0 != two[1].0), "the same was told twice");
        assert_eq!(told.last().unwrap().1, league.get(&evening.path("")).ok(200));
    }
    let (known, _) = Watcher::of(&evening, None).next();
    let mut knows = Watcher::of(&evening, Some(&known));
    evening.correct(&game, &[121, 100], None).ok(201);
    let told = knows.next().1;
    assert_eq!(told["rounds"][0]["tables"][table]["status"], "finished", "it heard again what it knew");
    league.coordinate("PATCH", &format!("/api/v1/players/{}", players[0]), &json!({"name": "Zoë"})).ok(200);
    watchers[0].until(|night| night["entries"][0]["name"] == "Zoë");
    evening.ask("POST", "/finish", &json!({"void_open_games": true})).ok(200);
    watchers[1].until(|night| night["status"] == "finished");
}

#[test]
fn there_is_nothing_to_watch_where_no_night_is() {
    let league = League::open();
    league.get(&format!("/api/v1/nights/{}/live", id(9))).problem(404, "not-found");
    league.get(&format!("/api/v1/nights/{}/history", id(9))).problem(404, "not-found");
    league.get(&format!("/api/v1/nights/{}/standings", id(9))).problem(404, "not-found");
}
