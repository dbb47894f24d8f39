//! Every readable resource of a database, with its response.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::support::compatible::assert_keeps;
use crate::support::league::{list, text};
use crate::support::service::Service;
use crate::support::watcher::Watcher;

/// An answer to a GET.
#[derive(Deserialize, Serialize)]
pub struct Answered {
    pub path: String,
    /// True if the coordinator sent the request, false if it had no token.
    pub coordinator: bool,
    pub status: u16,
    pub body: Value,
}

/// A request that was sent to that release, and the status that it has today.
#[derive(Deserialize, Serialize)]
pub struct Requested {
    pub method: String,
    pub path: String,
    pub token: Option<String>,
    pub body: Value,
    pub status: u16,
}

impl Requested {
    /// Sends the request, and asserts its status.
    #[track_caller]
    pub fn assert_answered(&self, service: &Service) {
        let token = self.token.as_deref().unwrap_or_default();
        let given = service.request(&self.method, &self.path, token, Some(&self.body));
        assert_eq!(given.status, self.status, "{} {}: {}", self.method, self.path, given.text);
    }
}

impl Answered {
    /// Sends the request. Takes the first event of a stream, and the rows of a CSV by their titles.
    pub fn of(service: &Service, path: &str, token: Option<&str>) -> Answered {
        let answered = |status, body| Answered { path: path.to_owned(), coordinator: token.is_some(), status, body };
        if path.ends_with("/live") {
            return answered(200, Watcher::open(service, path, None).next().unwrap().1);
        }
        let answer = match token {
            Some(token) => service.request("GET", path, token, None),
            None => service.get(path),
        };
        let body =
            if answer.header("content-type").starts_with("text/csv") { rows(&answer.text) } else { answer.json() };
        answered(answer.status, body)
    }

    /// Asserts that the response is still the same.
    #[track_caller]
    pub fn assert_unchanged(&self, service: &Service, token: &str) {
        // A night's history shows the paid fees, so strangers may no longer read it.
        let is_private = self.path.starts_with("/api/v1/nights/") && self.path.ends_with("/history");
        let new = Answered::of(service, &self.path, (self.coordinator || is_private).then_some(token));
        let place = format!("GET {}", self.path);
        assert_eq!(new.status, self.status, "{place}: {}", new.body);
        assert_keeps(&self.as_told_today(), &new.body, &place);
    }
}

impl Answered {
    /// The recorded body, less the marks of fees, which strangers do not see any more.
    fn as_told_today(&self) -> Value {
        let mut body = self.body.clone();
        let entries = body.get_mut("entries").and_then(Value::as_array_mut).filter(|_| !self.coordinator);
        entries.into_iter().flatten().for_each(|entry| entry["paid"] = Value::Null);
        body
    }
}

/// Reads everything about these games and about all nights, seasons and players.
pub fn all(service: &Service, token: &str, games: &[String]) -> Vec<Answered> {
    let mut answers = Vec::new();
    let mut ask = |path: String, token| {
        let answer = Answered::of(service, &path, token);
        let body = answer.body.clone();
        answers.push(answer);
        body
    };
    let mut ids = |path: &str, token| {
        list(&ask(format!("/api/v1/{path}"), token)[path]).iter().map(|one| text(&one["id"])).collect()
    };
    let [seasons, nights]: [Vec<String>; 2] = ["seasons", "nights"].map(|path| ids(path, None));
    let [players, _]: [Vec<String>; 2] = ["players", "representatives"].map(|path| ids(path, Some(token)));
    ask("/api/v1/league".to_owned(), None);
    ask("/api/v1/rules".to_owned(), None);
    ask("/api/v1/players.csv".to_owned(), Some(token));
    for id in seasons {
        for rest in ["", "/standings", "/standings.csv"] {
            ask(format!("/api/v1/seasons/{id}{rest}"), None);
        }
        ask(format!("/api/v1/seasons/{id}/money.csv"), Some(token));
        ask(format!("/api/v1/nights?season_id={id}"), None);
    }
    for id in players {
        ask(format!("/api/v1/players/{id}"), Some(token));
    }
    for id in &nights {
        for rest in ["", "/standings", "/standings.csv"] {
            ask(format!("/api/v1/nights/{id}{rest}"), None);
        }
        for rest in ["", "/history", "/money", "/money.csv", "/phones"] {
            ask(format!("/api/v1/nights/{id}{rest}"), Some(token));
        }
    }
    for id in games {
        for rest in ["", "/history"] {
            ask(format!("/api/v1/games/{id}{rest}"), None);
        }
    }
    ask(format!("/api/v1/nights/{}/live", nights[0]), None);
    ask(format!("/api/v1/games/{}/live", games[0]), None);
    answers
}

/// The rows of a CSV by the titles of its columns.
fn rows(table: &str) -> Value {
    let mut reader = csv::Reader::from_reader(table.trim_start_matches('\u{feff}').as_bytes());
    let titles = reader.headers().unwrap().clone();
    let row =
        |row: csv::StringRecord| titles.iter().zip(&row).map(|(title, cell)| (title.to_owned(), json!(cell))).collect();
    Value::Array(reader.records().map(|record| row(record.unwrap())).collect())
}
