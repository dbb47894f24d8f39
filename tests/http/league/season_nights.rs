//! The nights of a season: a series of them, and the days they may be on.

use serde_json::{Value, json};
use sha2::Digest;

use crate::support::game::{Game, id};
use crate::support::service::{PASSWORD, Service};

struct Club {
    service: Service,
    token: String,
    season: Value,
}

impl Club {
    fn new(starts: &str, ends: &str) -> Club {
        let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
        let token = service.coordinator();
        let season = json!({"name": "Spring", "starts": starts, "ends": ends});
        let season = service.request("POST", "/api/v1/seasons", &token, Some(&season)).ok(201);
        Club { service, token, season }
    }

    fn season(&self) -> &str {
        self.season["id"].as_str().unwrap()
    }

    fn ask(&self, method: &str, path: &str, body: Value) -> crate::support::service::Answer {
        self.service.request(method, &format!("/api/v1/{path}"), &self.token, Some(&body))
    }

    fn series(&self, body: Value) -> crate::support::service::Answer {
        self.ask("POST", &format!("seasons/{}/nights", self.season()), body)
    }

    fn listed(&self) -> Vec<Value> {
        let path = format!("/api/v1/nights?season_id={}", self.season());
        self.service.request("GET", &path, &self.token, None).ok(200)["nights"].as_array().unwrap().clone()
    }
}

fn dates(nights: &Value) -> Vec<&str> {
    nights["nights"].as_array().unwrap().iter().map(|night| night["date"].as_str().unwrap()).collect()
}

#[test]
fn a_series_has_a_night_each_week_but_on_the_days_that_are_left_out() {
    let club = Club::new("2026-03-01", "2026-03-31");
    let body = json!({"weekday": "wednesday", "starts_at": "18:30", "ends_at": "22:00", "except": ["2026-03-18"]});
    let made = club.series(body.clone()).ok(201);
    assert_eq!(dates(&made), ["2026-03-04", "2026-03-11", "2026-03-25"]);
    for night in made["nights"].as_array().unwrap() {
        assert_eq!([&night["starts_at"], &night["ends_at"]], ["18:30", "22:00"]);
        assert_eq!(night["season_id"], club.season());
    }
    assert_eq!(club.series(body).ok(200), made);
    assert_eq!(json!({"nights": club.listed()}), made);
    let monday = club.series(json!({"weekday": "monday"})).ok(201);
    assert_eq!(dates(&monday), ["2026-03-02", "2026-03-09", "2026-03-16", "2026-03-23", "2026-03-30"]);
    assert_eq!(monday["nights"][0]["starts_at"], "19:00");
    assert_eq!(monday["nights"][0]["ends_at"], Value::Null);
}

#[test]
fn a_series_keeps_the_nights_that_are_there_also_moved_and_cancelled_ones() {
    let club = Club::new("2026-03-01", "2026-03-31");
    let own = json!({"date": "2026-03-11", "starts_at": "20:00", "season_id": club.season()});
    let own = club.ask("POST", "nights", own).ok(201);
    let body = json!({"id": id(7), "weekday": "wednesday"});
    let made = club.series(body.clone()).ok(201);
    assert_eq!(dates(&made), ["2026-03-04", "2026-03-11", "2026-03-18", "2026-03-25"]);
    assert_eq!(made["nights"][1]["id"], own["id"]);
    assert_eq!(made["nights"][1]["starts_at"], "20:00");
    let path = |at: usize| format!("nights/{}", made["nights"][at]["id"].as_str().unwrap());
    club.ask("PUT", &format!("{}/cancellation", path(0)), json!({"reason": "Snow"})).ok(201);
    club.ask("PATCH", &path(2), json!({"date": "2026-03-19"})).ok(200);
    let again = club.series(body).ok(200);
    assert_eq!(dates(&again), ["2026-03-04", "2026-03-11", "2026-03-19", "2026-03-25"]);
    assert_eq!(again["nights"][0]["status"], "cancelled");
    assert_eq!(club.listed().len(), 4);
}

#[test]
fn a_series_that_cannot_be_is_refused_with_the_field() {
    let club = Club::new("2026-03-02", "2026-03-13");
    for (body, pointer) in [
        (json!({}), "/weekday"),
        (json!({"weekday": "Wednesday"}), "/weekday"),
        (json!({"weekday": "sunday", "except": ["2026-03-08"]}), "/weekday"),
        (json!({"weekday": "wednesday", "except": ["2026-03-04", "2026-03-05"]}), "/except/1"),
        (json!({"weekday": "wednesday", "except": ["2026-03-18"]}), "/except/0"),
        (json!({"weekday": "wednesday", "starts_at": "7 pm"}), "/starts_at"),
        (json!({"weekday": "wednesday", "every": 2}), "/every"),
    ] {
        let problem = club.series(body).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
    }
    let long = Club::new("2020-01-01", "2029-12-31");
    let problem = long.series(json!({"weekday": "friday"})).problem(422, "invalid");
    assert!(problem["detail"].as_str().unwrap().contains("200 nights"), "{problem}");
    assert!(club.listed().is_empty() && long.listed().is_empty());
    club.ask("POST", &format!("seasons/{}/nights", id(404)), json!({"weekday": "friday"})).problem(404, "not-found");
    let scorer = Game::two_sided(&club.service).token;
    let path = format!("/api/v1/seasons/{}/nights", club.season());
    let body = json!({"weekday": "friday"});
    club.service.request("POST", &path, &scorer, Some(&body)).problem(403, "forbidden");
    club.service.post(&path, &body).problem(401, "unauthorized");
}

#[test]
fn a_night_stays_on_the_days_of_its_season() {
    let club = Club::new("2026-03-01", "2026-03-31");
    for date in ["2026-02-28", "2026-04-01"] {
        let problem = club.ask("POST", "nights", json!({"date": date, "season_id": club.season()}));
        let problem = problem.problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], "/date");
        assert!(problem["detail"].as_str().unwrap().contains("2026-03-01 to 2026-03-31"), "{problem}");
    }
    let night = club.ask("POST", "nights", json!({"date": "2026-03-31", "season_id": club.season()})).ok(201);
    let path = format!("nights/{}", night["id"].as_str().unwrap());
    club.ask("PATCH", &path, json!({"date": "2026-04-01"})).problem(422, "invalid");
    let changed = club.ask("PATCH", &path, json!({"date": "2026-03-01", "ends_at": "23:00"})).ok(200);
    assert_eq!([&changed["date"], &changed["ends_at"]], ["2026-03-01", "23:00"]);
    let season = format!("seasons/{}", club.season());
    let problem = club.ask("PATCH", &season, json!({"starts": "2026-03-02"})).problem(409, "season-has-nights");
    assert_eq!(problem["dates"], json!(["2026-03-01"]));
    club.ask("PATCH", &season, json!({"starts": "2026-02-01", "ends": "2026-03-01"})).ok(200);
    // A night without a season is on any day.
    club.ask("POST", "nights", json!({"date": "2031-01-01"})).ok(201);
}

#[test]
fn who_knows_a_season_does_not_find_its_nights_by_their_days() {
    let club = Club::new("2026-03-01", "2026-03-31");
    let body = json!({"weekday": "wednesday", "starts_at": "18:30"});
    let made = club.series(body.clone()).ok(201);
    for night in made["nights"].as_array().unwrap() {
        let (id, date) = (night["id"].as_str().unwrap(), night["date"].as_str().unwrap());
        // As the ids of nights were made once.
        let hash = sha2::Sha256::digest(format!("{} {date}", club.season()));
        let guessed = uuid::Builder::from_custom_bytes(hash[..16].try_into().unwrap()).into_uuid().to_string();
        assert_ne!(guessed, id);
        club.service.get(&format!("/api/v1/nights/{guessed}")).problem(404, "not-found");
    }
    assert_eq!(club.series(body).ok(200)["nights"], made["nights"]);
}
