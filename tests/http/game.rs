//! A game on a service, as the phone has it that keeps its score.

use serde_json::{Value, json};

use crate::service::{Answer, Service};

/// A game, and the token that keeps its score.
pub struct Game<'a> {
    pub service: &'a Service,
    pub id: String,
    pub token: String,
}

/// The id of this number, as a phone makes it.
pub fn id(number: u32) -> String {
    format!("0198c5a2-0000-7000-8000-{number:012x}")
}

/// The token of this number, as a phone makes it.
pub fn token(number: u32) -> String {
    format!("{number:042}A")
}

/// Ann against Bob.
pub fn two() -> Value {
    json!({"sides": [{"name": "Ann"}, {"name": "Bob"}]})
}

impl<'a> Game<'a> {
    pub fn begin(service: &'a Service, body: &Value) -> Game<'a> {
        let begun = service.post("/api/v1/games", body).ok(201);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Game { service, id: text(&begun["game"]["id"]), token: text(&begun["scorer_token"]) }
    }

    pub fn of_two(service: &'a Service) -> Game<'a> {
        Game::begin(service, &two())
    }

    /// The address of something in the game.
    pub fn path(&self, rest: &str) -> String {
        format!("/api/v1/games/{}{rest}", self.id)
    }

    pub fn look(&self) -> Value {
        self.service.get(&self.path("")).ok(200)
    }

    pub fn scores(&self) -> Vec<u64> {
        scores(&self.look())
    }

    pub fn put(&self, rest: &str, body: &Value) -> Answer {
        self.service.ask("PUT", &self.path(rest), &self.token, Some(body))
    }

    pub fn delete(&self, rest: &str) -> Answer {
        self.service.ask("DELETE", &self.path(rest), &self.token, None)
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

    /// Pegs until a side has won a game to 121, with the pegs 901 to 905, the last of which wins.
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

    /// What happened, in a word each.
    pub fn kinds(&self) -> Vec<String> {
        self.history().iter().map(|event| event["kind"].as_str().unwrap().to_owned()).collect()
    }
}

/// The scores of a game, a side after the other.
pub fn scores(game: &Value) -> Vec<u64> {
    game["sides"].as_array().unwrap().iter().map(|side| side["score"].as_u64().unwrap()).collect()
}
