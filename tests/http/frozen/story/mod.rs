//! A club whose records hold everything that can be written, told to a running service over HTTP.

mod games;
mod nights;
mod people;

use serde_json::{Map, Value, json};

use crate::hall::hall;
use crate::nights::{Evening, League};
use crate::service::PASSWORD;
use people::People;

/// The club, and what there is in it for a test to use.
pub struct Club {
    pub league: League,
    pub tokens: Map<String, Value>,
    pub places: Map<String, Value>,
    pub passwords: Map<String, Value>,
}

impl Club {
    /// Founds the club, and lets everything happen to it that can.
    pub fn found() -> Club {
        let league = League::on(hall());
        let coordinator = league.token.clone();
        let mut club = Club { league, tokens: Map::new(), places: Map::new(), passwords: Map::new() };
        club.token("coordinator", coordinator);
        let people = People::come(&mut club);
        games::play(&mut club);
        nights::play(&mut club, &people);
        club
    }

    fn token(&mut self, name: &str, token: String) {
        self.tokens.insert(name.to_owned(), json!(token));
    }

    fn place(&mut self, name: &str, id: &str) {
        self.places.insert(name.to_owned(), json!(id));
    }

    /// Signs in, and keeps the token under this name.
    fn sign_in(&mut self, name: &str, caller: &str, password: &str) -> String {
        let session = self.league.post("/api/v1/session", &json!({"name": caller, "password": password})).ok(201);
        let token = session["token"].as_str().unwrap().to_owned();
        self.token(name, token.clone());
        token
    }
}
