//! Nights of the league.

mod cards;
mod corrections;
mod joining;
mod leaving;
mod live;
mod money;
mod names;
mod picture;
mod restart;
mod rounds;
mod schedule;
mod sheets;
mod strays;
mod swaps;
mod whole;

use std::ops::Deref;

use serde_json::{Value, json};

use crate::hall::{hall, unlimited};
use crate::service::{Answer, Service};

/// A service, and somebody who is signed in as its coordinator.
pub struct League {
    pub service: Service,
    pub token: String,
}

/// A night of a league.
pub struct Evening<'a> {
    league: &'a League,
    pub id: String,
}

impl Deref for League {
    type Target = Service;

    fn deref(&self) -> &Service {
        &self.service
    }
}

impl League {
    pub fn open() -> League {
        League::on(hall())
    }

    pub fn on(service: Service) -> League {
        let token = service.coordinator();
        League { service, token }
    }

    /// Stops the service, and starts another on what it has kept.
    pub fn start_again(self) -> League {
        League { service: self.service.start_again(unlimited), token: self.token }
    }

    /// Starts another service on what this one, which was stopped, has kept.
    pub fn revived(self) -> League {
        League { service: self.service.revived(unlimited), token: self.token }
    }

    /// Asks as the coordinator.
    pub fn coordinate(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.service.ask(method, path, &self.token, Some(body))
    }

    pub fn player(&self, name: &str) -> String {
        text(&self.coordinate("POST", "/api/v1/players", &json!({"name": name})).ok(201)["id"])
    }

    /// So many players, by names in the order of their numbers.
    pub fn players(&self, count: usize) -> Vec<String> {
        (1..=count).map(|number| self.player(&format!("Player {number:02}"))).collect()
    }

    /// A night to which nobody has come yet.
    pub fn schedule(&self, body: &Value) -> Evening<'_> {
        let night = self.coordinate("POST", "/api/v1/nights", body).ok(201);
        Evening { league: self, id: text(&night["id"]) }
    }

    /// A night to which these have come and paid.
    pub fn evening(&self, players: &[String]) -> Evening<'_> {
        let evening = self.schedule(&json!({"date": "2026-01-28"}));
        for player in players {
            evening.pay(player).ok(201);
        }
        evening
    }
}

impl Evening<'_> {
    /// The address of something in the night.
    pub fn path(&self, rest: &str) -> String {
        format!("/api/v1/nights/{}{rest}", self.id)
    }

    /// As the coordinator is told of it.
    pub fn look(&self) -> Value {
        self.league.ask("GET", &self.path(""), &self.league.token, None).ok(200)
    }

    pub fn ask(&self, method: &str, rest: &str, body: &Value) -> Answer {
        self.league.coordinate(method, &self.path(rest), body)
    }

    pub fn enter(&self, player: &str, body: &Value) -> Answer {
        self.ask("PUT", &format!("/entries/{player}"), body)
    }

    pub fn pay(&self, player: &str) -> Answer {
        self.enter(player, &json!({"paid": true}))
    }

    pub fn withdraw(&self, player: &str) -> Answer {
        self.ask("DELETE", &format!("/entries/{player}"), &json!({}))
    }

    pub fn draw(&self) -> Answer {
        self.ask("POST", "/rounds", &json!({}))
    }

    pub fn finish(&self) -> Answer {
        self.ask("POST", "/finish", &json!({}))
    }

    /// The tables of the newest round.
    pub fn tables(&self) -> Vec<Table> {
        tables(&self.look()).pop().unwrap_or_default()
    }

    /// Enters the result of a table of the newest round.
    pub fn result(&self, table: usize, scores: &[u8]) -> Answer {
        self.correct(&self.tables()[table - 1].game, scores, None)
    }

    pub fn correct(&self, game: &str, scores: &[u8], reason: Option<&str>) -> Answer {
        let body = json!({"scores": scores, "reason": reason});
        self.league.coordinate("PUT", &format!("/api/v1/games/{game}/result"), &body)
    }

    /// Draws the next round, and lets the first sides win it: the others are short by a few points.
    pub fn play_round(&self) -> Vec<Table> {
        self.draw().ok(201);
        let tables = self.tables();
        for (number, table) in (1..).zip(&tables) {
            let scores: Vec<u8> = (0..table.sides.len() as u8).map(|side| 121 - side * (number + side)).collect();
            self.correct(&table.game, &scores, None).ok(201);
        }
        tables
    }

    pub fn rows(&self) -> Vec<Value> {
        list(&self.league.get(&self.path("/standings")).ok(200)["rows"])
    }

    /// The row of a player in the standings.
    pub fn row(&self, player: &str) -> Value {
        self.rows().into_iter().find(|row| row["player_id"] == player).unwrap()
    }

    pub fn money(&self) -> Value {
        self.league.ask("GET", &self.path("/money"), &self.league.token, None).ok(200)
    }

    /// What happened, in a word each.
    pub fn kinds(&self) -> Vec<String> {
        let history = self.league.get(&self.path("/history")).ok(200);
        list(&history["events"]).iter().map(|event| text(&event["kind"])).collect()
    }

    pub fn code(&self) -> String {
        text(&self.look()["join_code"])
    }

    /// Lets a phone join for a player, and returns its token.
    pub fn join(&self, player: &str) -> String {
        let body = json!({"code": self.code(), "player_id": player});
        text(&self.league.post("/api/v1/nights/join", &body).ok(201)["token"])
    }
}

/// A table of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub game: String,
    pub status: String,
    pub sides: Vec<Vec<String>>,
}

impl Table {
    pub fn players(&self) -> impl Iterator<Item = &String> {
        self.sides.iter().flatten()
    }
}

/// The tables of every round of a night.
pub fn tables(night: &Value) -> Vec<Vec<Table>> {
    let side = |side: &Value| list(&side["players"]).iter().map(|player| text(&player["id"])).collect();
    let table = |table: &Value| Table {
        game: text(&table["game_id"]),
        status: text(&table["status"]),
        sides: list(&table["sides"]).iter().map(side).collect(),
    };
    list(&night["rounds"]).iter().map(|round| list(&round["tables"]).iter().map(table).collect()).collect()
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

pub fn list(value: &Value) -> Vec<Value> {
    value.as_array().unwrap().clone()
}
