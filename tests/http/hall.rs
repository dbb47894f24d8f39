//! Tables that play, and phones that peg at them.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::{Value, json};
use ureq::http::Request;

use crate::game;
use crate::service::{Answer, PASSWORD, Service};

/// A table whose game, token and pegs are told by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Table(pub u32);

/// What a phone asks of its table: that a point is pegged, for a side, or taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ask {
    Peg(u32),
    TakeBack(u32),
}

/// Without limits to how much one may write.
pub fn unlimited(command: &mut Command) -> &mut Command {
    command.args(["--writes", "1000000", "--writes-at-once", "1000000"]).env("PEGOUT_PASSWORD", PASSWORD)
}

/// A service of its own without limits to how much one may write.
pub fn hall() -> Service {
    Service::start_with(unlimited)
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
        self.request("PUT", "", &body)
    }

    /// Even pegs are for side 0, odd ones for side 1.
    pub fn ask(self, ask: Ask) -> Request<Vec<u8>> {
        match ask {
            Ask::Peg(peg) => self.request("PUT", &peg_path(peg), &json!({"side": peg % 2, "points": 1})),
            Ask::TakeBack(peg) => self.request("DELETE", &peg_path(peg), &json!({})),
        }
    }

    fn request(self, method: &str, path: &str, body: &Value) -> Request<Vec<u8>> {
        let request = Request::builder().method(method).header("Authorization", format!("Bearer {}", self.token()));
        // The host is put in where it is sent.
        let request = request.uri(format!("{}{path}", self.path())).header("Content-Type", "application/json");
        request.body(body.to_string().into_bytes()).unwrap()
    }

    pub fn game(self, service: &Service) -> Value {
        service.get(&self.path()).ok(200)
    }

    /// The pegs of the log, and whether each stands, checked to be a log without gaps that nothing is in twice.
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

    /// Asserts that the game in memory is the fold of its log.
    #[track_caller]
    pub fn is_its_log(self, service: &Service) {
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
    /// Sends what is asked of a table.
    pub fn tell(&self, request: Request<Vec<u8>>) -> Answer {
        self.try_to_tell(request).unwrap()
    }

    /// As `tell`, but the service may be gone.
    pub fn try_to_tell(&self, mut request: Request<Vec<u8>>) -> Result<Answer, ureq::Error> {
        *request.uri_mut() = format!("{}{}", self.url, request.uri()).parse().unwrap();
        self.try_to_run(request)
    }
}
