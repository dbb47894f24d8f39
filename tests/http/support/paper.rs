//! A season whose first nights were kept on paper.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, list, text};
use crate::support::service::Answer;

/// A league with a season for imports.
pub struct Paper {
    pub league: League,
    pub season: String,
}

impl Paper {
    #[track_caller]
    pub fn open() -> Paper {
        Paper::of(League::open())
    }

    pub fn of(league: League) -> Paper {
        let season = json!({"name": "Winter", "starts": "2026-01-07", "ends": "2026-04-15"});
        let season = text(&league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"]);
        Paper { league, season }
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/api/v1/seasons/{}{rest}", self.season)
    }

    pub fn import(&self, csv: &str, more: &Value) -> Answer {
        let mut body = json!({"csv": csv});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.league.as_coordinator("POST", &self.path("/imports"), &body)
    }

    pub fn read(&self, path: &str) -> Value {
        self.league.request("GET", path, &self.league.token, None).ok(200)
    }

    pub fn take_back(&self, number: u32) -> Answer {
        self.league.request("DELETE", &self.path(&format!("/imports/{}", id(number))), &self.league.token, None)
    }

    pub fn nights(&self) -> Vec<Value> {
        let path = format!("/api/v1/nights?season_id={}", self.season);
        list(&self.league.get(&path).ok(200)["nights"])
    }

    pub fn rows(&self) -> Vec<Value> {
        list(&self.league.get(&self.path("/standings")).ok(200)["rows"])
    }

    /// The standings of the only night on this day, by name.
    pub fn row(&self, date: &str, name: &str) -> Value {
        let night = self.nights().into_iter().find(|night| night["date"] == date).unwrap();
        let path = format!("/api/v1/nights/{}/standings", text(&night["id"]));
        let rows = list(&self.league.get(&path).ok(200)["rows"]);
        rows.into_iter().find(|row| row["name"] == name).unwrap()
    }
}

/// The outcome of each line of an answer.
pub fn outcomes(answer: &Value) -> Vec<(u64, String)> {
    list(&answer["lines"]).iter().map(|line| (line["line"].as_u64().unwrap(), text(&line["outcome"]))).collect()
}
