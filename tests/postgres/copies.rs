//! Copies of a whole club from a file to PostgreSQL and back, and backups of either database, restored on the other.

use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::checksums;
use crate::support::command::{done, refused};
use crate::support::league::League;
use crate::support::postgres::{cluster, connect, database_of, on_file};
use crate::support::service::{Service, pegout, unlimited};

/// A directory with a file, which has a night in play and a game without a night. Also returns the paths of some of its
/// views with their bodies.
fn club() -> (Arc<TempDir>, Vec<(String, Value)>) {
    let _file = on_file();
    let league = League::new(Service::start_unlimited());
    let players = league.players(5);
    let night = league.night(&players);
    night.draw().ok(201);
    let views: Vec<String> = night.tables().iter().map(|table| format!("/api/v1/games/{}", table.game)).collect();
    let views = views.into_iter().chain([night.path(""), "/api/v1/players".to_owned(), "/api/v1/nights".to_owned()]);
    let views = views.map(|path| (path.clone(), view(&league.service, &path, &league.token))).collect();
    let mut service = league.service;
    service.stop();
    (service.directory.clone(), views)
}

fn view(service: &Service, path: &str, token: &str) -> Value {
    service.request("GET", path, token, None).ok(200)
}

/// A new directory whose database is an empty one of PostgreSQL's, and its URL.
fn empty() -> (Arc<TempDir>, String) {
    assert!(cluster().is_some(), "PEGOUT_TEST_POSTGRES names no cluster: tests/postgres/drill starts one");
    let mut service = Service::start_unlimited();
    service.stop();
    let directory = service.directory.clone();
    let url = database_of(&directory).unwrap();
    // As it is before any server has made its tables.
    connect(&url).batch_execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public").unwrap();
    (directory, url)
}

#[track_caller]
fn assert_same(directory: Arc<TempDir>, views: &[(String, Value)]) {
    let mut service = Service::start_in(directory, unlimited);
    let token = service.coordinator();
    for (path, expected) in views {
        assert_eq!(view(&service, path, &token), *expected, "{path}");
    }
    service.stop();
}

fn log_of(file: &Path) -> Vec<(Vec<u8>, i64, String, i64)> {
    let connection = Connection::open(file).unwrap();
    let mut select = connection.prepare("SELECT stream, version, body, checksum FROM event ORDER BY 1, 2").unwrap();
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

#[test]
fn a_club_is_copied_to_postgresql_and_back_as_it_was() {
    let (file, views) = club();
    let (directory, url) = empty();
    let told = done(&file, &["copy", "--from", "pegout.db", "--to", &url]);
    assert!(told.contains("has everything of pegout.db: 2 games, 1 night, 5 players."), "{told}");
    assert_same(directory, &views);
    done(&file, &["copy", "--from", &url, "--to", "back.db"]);
    assert_eq!(log_of(&file.path().join("back.db")), log_of(&file.path().join("pegout.db")));
    // The control: a log that is another is noticed.
    connect(&url).execute("UPDATE event SET body = replace(body, '5', '6') WHERE version = 1", &[]).unwrap();
    let told = refused(&file, &["check", "--database", &url]);
    assert!(told.contains("is damaged"), "{told}");
}

#[test]
fn a_copy_is_refused_to_a_database_that_has_a_club_and_from_one_that_is_served() {
    let (file, _) = club();
    let (_directory, url) = empty();
    done(&file, &["copy", "--from", "pegout.db", "--to", &url]);
    let told = refused(&file, &["copy", "--from", "pegout.db", "--to", &url]);
    assert!(told.contains("has a club's records already"), "{told}");
    let told = refused(&file, &["copy", "--from", &url, "--to", "pegout.db"]);
    assert!(told.contains("is there already"), "{told}");
    let _file = on_file();
    let _service = Service::start_in(file.clone(), unlimited);
    let (_directory, url) = (file.clone(), url);
    let told = refused(&file, &["copy", "--from", "pegout.db", "--to", &url]);
    assert!(told.contains("Another Pegout serves pegout.db already"), "{told}");
}

#[test]
fn a_backup_of_one_is_restored_on_the_other() {
    let (file, views) = club();
    let (directory, url) = empty();
    done(&file, &["backup", "of-the-file.db"]);
    done(&file, &["restore", "of-the-file.db", "--database", &url]);
    assert_same(directory, &views);
    done(&file, &["backup", "of-postgres.db", "--database", &url]);
    let _file = on_file();
    let other = Arc::new(tempfile::tempdir().unwrap());
    let backup = file.path().join("of-postgres.db");
    done(&other, &["restore", backup.to_str().unwrap()]);
    assert_same(other, &views);
}

#[test]
fn a_database_that_is_not_of_this_schema_is_told_and_not_changed() {
    let (file, _) = club();
    let (_directory, url) = empty();
    let mut sql = connect(&url);
    let commands = [
        vec!["check", "--database", &url],
        vec!["backup", "copy.db", "--database", &url],
        vec!["export", "club.zip", "--database", &url],
        vec!["copy", "--from", &url, "--to", "copy.db"],
    ];
    for arguments in &commands {
        let told = refused(&file, arguments);
        assert!(told.contains("has no tables of Pegout's"), "{told}");
    }
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
    assert_eq!(sql.query_one(tables, &[]).unwrap().get::<_, i64>(0), 0, "a command made tables");
    done(&file, &["copy", "--from", "pegout.db", "--to", &url]);
    sql.batch_execute("UPDATE pegout_schema SET version = 0").unwrap();
    for arguments in &commands {
        let told = refused(&file, arguments);
        assert!(told.contains("was written by an older Pegout"), "{told}");
    }
    let version = sql.query_one("SELECT version FROM pegout_schema", &[]).unwrap();
    assert_eq!(version.get::<_, i64>(0), 0, "a command brought the schema up to date");
}

#[test]
fn the_side_that_is_not_named_is_that_of_the_variable() {
    let (file, views) = club();
    let (directory, url) = empty();
    let copy = |argument: &str, variable: &str, value: &str| {
        let mut command = pegout(&file);
        assert!(command.args(["copy", argument, value]).env("PEGOUT_DATABASE", variable).status().unwrap().success());
    };
    copy("--from", &url, "pegout.db");
    assert_same(directory, &views);
    copy("--to", &url, "back.db");
    assert_eq!(log_of(&file.path().join("back.db")), log_of(&file.path().join("pegout.db")));
}

#[test]
fn a_text_that_postgresql_cannot_keep_is_named_with_its_row() {
    let (file, _) = club();
    let (_directory, url) = empty();
    let database = Connection::open(file.path().join("pegout.db")).unwrap();
    let player = "(SELECT min(id) FROM player)";
    checksums::execute(&database, &format!("UPDATE player SET phone = '1' || char(0) || '2' WHERE id = {player}"), [])
        .unwrap();
    let id: String = database.query_row(&format!("SELECT lower(hex({player}))"), [], |row| row.get(0)).unwrap();
    drop(database);
    let told = refused(&file, &["copy", "--from", "pegout.db", "--to", &url]);
    assert!(told.contains("The table \"player\"") && told.contains("column \"phone\""), "{told}");
    assert!(told.replace('-', "").contains(&format!("id = {id}")), "{told}");
}
