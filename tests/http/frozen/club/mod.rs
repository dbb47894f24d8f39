//! A club with every kind of event and row, created over HTTP.

mod formats;
mod games;
mod imports;
mod ledger;
mod nights;
mod people;
mod pots;
mod replies;
mod reseated;
mod taken_back;

use serde_json::{Map, Value, json};

use crate::support::league::{League, Night};
use crate::support::service::{PASSWORD, Service};
use people::People;

/// The club, with the data that tests use.
pub struct Club {
    pub league: League,
    pub tokens: Map<String, Value>,
    pub ids: Map<String, Value>,
    pub passwords: Map<String, Value>,
}

impl Club {
    /// Creates the club with all its data.
    pub fn create() -> Club {
        let league = League::new(Service::start_unlimited());
        let coordinator = league.token.clone();
        let mut club = Club { league, tokens: Map::new(), ids: Map::new(), passwords: Map::new() };
        club.add_token("coordinator", coordinator);
        let people = People::create(&mut club);
        games::play(&mut club);
        nights::play(&mut club, &people);
        ledger::play(&mut club, &people);
        pots::play(&mut club, &people);
        replies::play(&mut club, &people);
        imports::play(&mut club);
        club
    }

    fn add_token(&mut self, name: &str, token: String) {
        self.tokens.insert(name.to_owned(), json!(token));
    }

    fn add_id(&mut self, name: &str, id: &str) {
        self.ids.insert(name.to_owned(), json!(id));
    }

    /// Signs in and stores the token under this name.
    fn sign_in(&mut self, name: &str, caller: &str, password: &str) -> String {
        let session = self.league.post("/api/v1/session", &json!({"name": caller, "password": password})).ok(201);
        let token = session["token"].as_str().unwrap().to_owned();
        self.add_token(name, token.clone());
        token
    }
}
