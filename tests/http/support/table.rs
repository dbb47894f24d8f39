//! A game with numbered pegs, for load and crash tests.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use ureq::http::Request;

use crate::support::game;
use crate::support::service::{Answer, Service};

/// A table whose game, token and pegs have numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Table(pub u32);

/// A change of the game: one point pegged, or a peg taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    Peg(u32),
    TakeBack(u32),
}

impl Table {
    pub fn path(self) -> String {
        format!("/api/v1/games/{:08x}-0000-4000-8000-000000000000", self.0)
    }

    pub fn token(self) -> String {
        game::token(self.0)
    }

    pub fn begin(self) -> Request<Vec<u8>> {
        let body = json!({"sides": [{"name": "Us"}, {"name": "Them"}], "scorer_token": self.token()});
        self.build("PUT", "", &body)
    }

    /// Even pegs are for side 0, odd ones for side 1.
    pub fn request(self, change: Change) -> Request<Vec<u8>> {
        match change {
            Change::Peg(peg) => self.build("PUT", &peg_path(peg), &json!({"side": peg % 2, "points": 1})),
            Change::TakeBack(peg) => self.build("DELETE", &peg_path(peg), &json!({})),
        }
    }

    fn build(self, method: &str, path: &str, body: &Value) -> Request<Vec<u8>> {
        let request = Request::builder().method(method).header("Authorization", format!("Bearer {}", self.token()));
        // `dispatch` adds the host.
        let request = request.uri(format!("{}{path}", self.path())).header("Content-Type", "application/json");
        request.body(body.to_string().into_bytes()).unwrap()
    }

    pub fn game(self, service: &Service) -> Value {
        service.get(&self.path()).ok(200)
    }

    /// The pegs of the log, each true if it is active. Asserts that the log has no gap and no duplicate.
    #[track_caller]
    pub fn log(self, service: &Service) -> BTreeMap<u32, bool> {
        let history = service.get(&format!("{}/history", self.path())).ok(200);
        let mut pegs = BTreeMap::new();
        for (version, event) in (1..).zip(history["events"].as_array().unwrap()) {
            assert_eq!(event["version"], version, "a gap in the log of {self:?}");
            let number = |id: &Value| u32::from_str_radix(&id.as_str().unwrap()[..8], 16).unwrap();
            match event["kind"].as_str().unwrap() {
                "begun" => assert_eq!(version, 1),
                "pegged" => assert_eq!(pegs.insert(number(&event["id"]), true), None, "pegged twice at {self:?}"),
                "peg_taken_back" => assert_eq!(pegs.insert(number(&event["peg"]), false), Some(true)),
                other => panic!("nobody asked for {other}"),
            }
        }
        pegs
    }

    /// Asserts that the cached game equals the fold of its log.
    #[track_caller]
    pub fn assert_equals_log(self, service: &Service) {
        let (game, log) = (self.game(service), self.log(service));
        let score = |side| log.iter().filter(|(peg, stands)| **stands && *peg % 2 == side).count();
        let scores = [&game["sides"][0]["score"], &game["sides"][1]["score"]];
        assert_eq!(scores, [&json!(score(0)), &json!(score(1))], "{self:?}");
        let taken_back = log.values().filter(|stands| !**stands).count();
        assert_eq!(game["version"], 1 + log.len() + taken_back, "{self:?}");
    }
}

fn peg_path(peg: u32) -> String {
    format!("/pegs/{peg:08x}-0000-4000-8000-000000000000")
}

impl Service {
    /// Sends a table's request.
    pub fn dispatch(&self, request: Request<Vec<u8>>) -> Answer {
        self.try_dispatch(request).unwrap()
    }

    /// Like `dispatch`, but returns connection errors.
    pub fn try_dispatch(&self, mut request: Request<Vec<u8>>) -> Result<Answer, ureq::Error> {
        *request.uri_mut() = format!("{}{}", self.url, request.uri()).parse().unwrap();
        self.try_run(request)
    }
}
