//! An older page in the file. Its rows have good checksums, and the checksums of the tables show that rows are missing.

use std::sync::Arc;

use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use crate::support::checksums;
use crate::support::command::run;
use crate::support::database::{Files, files, folder_with};
use crate::support::league::League;
use crate::support::service::{PASSWORD, Service, unlimited};

const PAGE: usize = 1024;
const PATHS: [&str; 5] = ["/api/v1/players", "/api/v1/seasons", "/api/v1/nights", "/api/v1/sessions", "/api/v1/league"];

/// The answers of a service to the coordinator.
type Answers = Vec<(u16, String)>;

/// The files of a stopped service at two moments, the token of a coordinator, and the answers at the second moment.
fn two_moments() -> (Files, Files, String, Answers) {
    let mut league = League::new(Service::start_unlimited());
    let players = league.players(3);
    season(&league, "Winter", "2026-01-01", "2026-03-31");
    league.night(&players);
    league.service.stop();
    let before = files(league.service.directory.path());
    let mut league = league.restarted();
    league.player("Zoe Zimmer");
    season(&league, "Spring", "2026-04-01", "2026-06-30");
    league.schedule(&json!({"date": "2026-04-08"}));
    let token = league.service.post("/api/v1/session", &json!({"password": PASSWORD})).ok(201);
    let token = token["token"].as_str().unwrap().to_owned();
    let answers = answers(&league.service, &token);
    league.service.stop();
    (before, files(league.service.directory.path()), token, answers)
}

fn season(league: &League, name: &str, starts: &str, ends: &str) {
    let season = json!({"name": name, "starts": starts, "ends": ends});
    league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201);
}

fn answers(service: &Service, token: &str) -> Answers {
    let answers = PATHS.map(|path| service.request("GET", path, token, None));
    answers.into_iter().map(|answer| (answer.status, answer.text)).collect()
}

/// A folder for each page that differs: the files of the second moment, with this page of the first moment.
fn with_old_pages(before: &Files, after: &Files) -> Vec<Arc<TempDir>> {
    let (old, new) = (&before["pegout.db"], &after["pegout.db"]);
    let pages = old.chunks(PAGE).zip(new.chunks(PAGE)).enumerate().filter(|(_, (old, new))| old != new);
    let folders = pages.map(|(number, (page, _))| {
        let mut files = after.clone();
        files.get_mut("pegout.db").unwrap()[number * PAGE..(number + 1) * PAGE].copy_from_slice(page);
        folder_with(&files)
    });
    folders.collect()
}

#[test]
fn an_older_page_is_never_served_as_if_nothing_was_missing() {
    let (before, after, token, answers_of_today) = two_moments();
    let folders = with_old_pages(&before, &after);
    assert!(folders.len() > 8, "only {} pages differ", folders.len());
    let mut noticed = 0;
    for (place, directory) in folders.into_iter().enumerate() {
        if !run(&directory, &["check"]).status.success() {
            noticed += 1;
        }
        let Ok(service) = Service::try_start_in(&directory, unlimited) else { continue };
        for ((found, expected), path) in answers(&service, &token).iter().zip(&answers_of_today).zip(PATHS) {
            assert!(found.0 == 503 || found == expected, "page {place}, {path}: {found:?}");
        }
    }
    assert!(noticed > 4, "a check noticed {noticed}");
}

#[test]
fn control_where_the_roots_fit_an_older_page_is_served() {
    let (before, after, token, answers_of_today) = two_moments();
    let is_served = |directory: Arc<TempDir>| {
        let database = Connection::open(directory.path().join("pegout.db")).unwrap();
        if checksums::execute(&database, "UPDATE trial SET at = at", []).is_err() {
            return false;
        }
        drop(database);
        let Ok(service) = Service::try_start_in(&directory, unlimited) else { return false };
        let answers = answers(&service, &token);
        answers.iter().zip(&answers_of_today).any(|(found, expected)| found.0 == 200 && found != expected)
    };
    assert!(with_old_pages(&before, &after).into_iter().any(is_served));
}
