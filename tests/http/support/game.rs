//! A game and its requests.

use serde_json::{Value, json};

use crate::support::service::{Answer, Service};

/// A game with its scorer's token.
pub struct Game<'a> {
    pub service: &'a Service,
    pub id: String,
    pub token: String,
}

/// The id of this number.
pub fn id(number: u32) -> String {
    format!("0198c5a2-0000-7000-8000-{number:012x}")
}

/// The scorer's token of this number.
pub fn token(number: u32) -> String {
    format!("{number:042}A")
}

/// A request body for a game of Ann against Bob.
pub fn two_sides() -> Value {
    json!({"sides": [{"name": "Ann"}, {"name": "Bob"}]})
}

impl<'a> Game<'a> {
    pub fn begin(service: &'a Service, body: &Value) -> Game<'a> {
        let begun = service.post("/api/v1/games", body).ok(201);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Game { service, id: text(&begun["game"]["id"]), token: text(&begun["scorer_token"]) }
    }

    pub fn two_sided(service: &'a Service) -> Game<'a> {
        Game::begin(service, &two_sides())
    }

    /// The path of a resource of the game.
    pub fn path(&self, rest: &str) -> String {
        format!("/api/v1/games/{}{rest}", self.id)
    }

    pub fn view(&self) -> Value {
        self.service.get(&self.path("")).ok(200)
    }

    pub fn scores(&self) -> Vec<u64> {
        scores(&self.view())
    }

    pub fn put(&self, rest: &str, body: &Value) -> Answer {
        self.service.request("PUT", &self.path(rest), &self.token, Some(body))
    }

    pub fn delete(&self, rest: &str) -> Answer {
        self.service.request("DELETE", &self.path(rest), &self.token, None)
    }

    pub fn peg(&self, number: u32, body: &Value) -> Answer {
        self.put(&format!("/pegs/{}", id(number)), body)
    }

    pub fn take_back(&self, number: u32) -> Answer {
        self.delete(&format!("/pegs/{}", id(number)))
    }

    pub fn deal(&self, number: u32, deal: u32) -> Answer {
        self.put(&format!("/deals/{number}"), &json!({"id": id(deal)}))
    }

    pub fn result(&self, scores: &[u8]) -> Answer {
        self.put("/result", &json!({"scores": scores}))
    }

    /// Wins a game to 121 for a side, with the pegs 901 to 905.
    pub fn win(&self, side: u8) -> Value {
        for number in 901..905 {
            self.peg(number, &json!({"side": side, "points": 29})).ok(201);
        }
        self.peg(905, &json!({"side": side, "points": 10, "for": "hand"})).ok(201)
    }

    /// Begins the rematch with this id.
    pub fn rematch(&self, number: u32) -> Game<'a> {
        let next = Game { service: self.service, id: id(number), token: self.token.clone() };
        next.put("", &json!({"rematch_of": self.id})).ok(201);
        next
    }

    pub fn history(&self) -> Vec<Value> {
        self.service.get(&self.path("/history")).ok(200)["events"].as_array().unwrap().clone()
    }

    /// The kinds of all events in order.
    pub fn kinds(&self) -> Vec<String> {
        self.history().iter().map(|event| event["kind"].as_str().unwrap().to_owned()).collect()
    }
}

/// The scores of a game by side.
pub fn scores(game: &Value) -> Vec<u64> {
    game["sides"].as_array().unwrap().iter().map(|side| side["score"].as_u64().unwrap()).collect()
}
