//! A league with its coordinator, and its nights.

use std::ops::Deref;

use serde_json::{Value, json};

use crate::support::service::{Answer, Service, unlimited};

/// A service with a signed-in coordinator.
pub struct League {
    pub service: Service,
    pub token: String,
}

/// A night of a league.
pub struct Night<'a> {
    pub league: &'a League,
    pub id: String,
}

impl Deref for League {
    type Target = Service;

    fn deref(&self) -> &Service {
        &self.service
    }
}

impl League {
    #[track_caller]
    pub fn open() -> League {
        League::new(Service::start_unlimited())
    }

    pub fn new(service: Service) -> League {
        let token = service.coordinator();
        League { service, token }
    }

    /// Stops the service and starts a new service on its database.
    #[track_caller]
    pub fn start_again(self) -> League {
        League { service: self.service.start_again(unlimited), token: self.token }
    }

    /// Starts another service on the database of this stopped one.
    #[track_caller]
    pub fn restarted(self) -> League {
        League { service: self.service.restarted(unlimited), token: self.token }
    }

    /// Reads as the coordinator. Strangers read through `service`.
    pub fn get(&self, path: &str) -> Answer {
        self.service.request("GET", path, &self.token, None)
    }

    /// Sends a request as the coordinator.
    pub fn as_coordinator(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.service.request(method, path, &self.token, Some(body))
    }

    pub fn player(&self, name: &str) -> String {
        text(&self.as_coordinator("POST", "/api/v1/players", &json!({"name": name})).ok(201)["id"])
    }

    /// Adds `count` players, named in the order of their numbers.
    pub fn players(&self, count: usize) -> Vec<String> {
        (1..=count).map(|number| self.player(&format!("Player {number:02}"))).collect()
    }

    /// Schedules a night without entries.
    pub fn schedule(&self, body: &Value) -> Night<'_> {
        let night = self.as_coordinator("POST", "/api/v1/nights", body).ok(201);
        Night { league: self, id: text(&night["id"]) }
    }

    /// Schedules a night with these players entered and paid.
    pub fn night(&self, players: &[String]) -> Night<'_> {
        let night = self.schedule(&json!({"date": "2026-01-28"}));
        for player in players {
            night.pay(player).ok(201);
        }
        night
    }
}

impl Night<'_> {
    /// The path of a resource of the night.
    pub fn path(&self, rest: &str) -> String {
        format!("/api/v1/nights/{}{rest}", self.id)
    }

    /// The night as the coordinator sees it.
    pub fn view(&self) -> Value {
        self.league.request("GET", &self.path(""), &self.league.token, None).ok(200)
    }

    pub fn request(&self, method: &str, rest: &str, body: &Value) -> Answer {
        self.league.as_coordinator(method, &self.path(rest), body)
    }

    pub fn enter(&self, player: &str, body: &Value) -> Answer {
        self.request("PUT", &format!("/entries/{player}"), body)
    }

    pub fn pay(&self, player: &str) -> Answer {
        self.enter(player, &json!({"paid": true}))
    }

    pub fn withdraw(&self, player: &str) -> Answer {
        self.request("DELETE", &format!("/entries/{player}"), &json!({}))
    }

    pub fn draw(&self) -> Answer {
        self.request("POST", "/rounds", &json!({}))
    }

    pub fn finish(&self) -> Answer {
        self.request("POST", "/finish", &json!({}))
    }

    /// The tables of the newest round.
    pub fn tables(&self) -> Vec<LeagueTable> {
        tables(&self.view()).pop().unwrap_or_default()
    }

    /// Enters the result of a table of the newest round.
    pub fn result(&self, table: usize, scores: &[u8]) -> Answer {
        self.correct(&self.tables()[table - 1].game, scores, None)
    }

    pub fn correct(&self, game: &str, scores: &[u8], reason: Option<&str>) -> Answer {
        let body = json!({"scores": scores, "reason": reason});
        self.league.as_coordinator("PUT", &format!("/api/v1/games/{game}/result"), &body)
    }

    /// Draws the next round and lets the first side win at every table.
    pub fn play_round(&self) -> Vec<LeagueTable> {
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
        self.league.request("GET", &self.path("/money"), &self.league.token, None).ok(200)
    }

    /// The kinds of all events in order.
    pub fn kinds(&self) -> Vec<String> {
        let history = self.league.get(&self.path("/history")).ok(200);
        list(&history["events"]).iter().map(|event| text(&event["kind"])).collect()
    }

    pub fn code(&self) -> String {
        text(&self.view()["join_code"])
    }

    /// Joins a phone for a player and returns its token.
    pub fn join(&self, player: &str) -> String {
        let body = json!({"code": self.code(), "player_id": player});
        text(&self.league.post("/api/v1/nights/join", &body).ok(201)["token"])
    }
}

/// A table of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeagueTable {
    pub game: String,
    pub status: String,
    pub sides: Vec<Vec<String>>,
}

impl LeagueTable {
    pub fn players(&self) -> impl Iterator<Item = &String> {
        self.sides.iter().flatten()
    }
}

/// The tables of every round of a night.
pub fn tables(night: &Value) -> Vec<Vec<LeagueTable>> {
    let side = |side: &Value| list(&side["players"]).iter().map(|player| text(&player["id"])).collect();
    let table = |table: &Value| LeagueTable {
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
