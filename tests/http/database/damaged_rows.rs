//! Damaged rows of plain tables: the service refuses requests that need the row, and answers all other requests.

use std::fs;
use std::sync::Arc;

use rusqlite::Connection;
use serde_json::json;

use crate::support::command::refused;
use crate::support::database::wait_until;
use crate::support::frozen::{stopped_at, version, version_of_today};
use crate::support::league::League;
use crate::support::service::{PASSWORD, Service, unlimited};
use crate::support::table::{Change, Table};

const TABLE: Table = Table(1);
const OTHER: Table = Table(2);
/// The bytes of a page of the file.
const PAGE: usize = 1024;

#[test]
fn a_damaged_row_is_refused_with_its_table_and_is_not_written_over() {
    let mut league = League::new(Service::start_unlimited());
    let player = league.player("Ann Archer");
    league.service.stop();
    let database = league.service.database();
    database.execute("UPDATE player SET name = 'Ann Marcher'", []).unwrap();
    drop(database);
    assert!(refused(&league.service.directory, &["check"]).contains("The table \"player\""));
    let league = league.restarted();
    let problem = league.get("/api/v1/players").problem(503, "damaged");
    assert!(problem["detail"].as_str().unwrap().contains("\"player\""), "{problem}");
    let path = format!("/api/v1/players/{player}");
    assert_eq!(league.as_coordinator("PATCH", &path, &json!({"name": "Ann"})).status, 503);
    league.service.dispatch(TABLE.begin()).ok(201);
    league.get("/api/v1/seasons").ok(200);
    let service = league.service.start_again(unlimited);
    service.request("GET", "/api/v1/players", &league.token, None).problem(503, "damaged");
}

#[test]
fn a_row_that_is_damaged_while_it_is_served_is_not_written_over_and_named_by_its_table() {
    let mut league = League::new(Service::start_unlimited());
    let player = league.player("Ann Archer");
    league.request("GET", "/api/v1/players", &league.token, None).ok(200);
    let path = format!("/api/v1/players/{player}");
    league.as_coordinator("PATCH", &path, &json!({"name": "Ann Bower"})).ok(200);
    assert_eq!(league.service.database().execute("UPDATE player SET checksum = checksum + 1", []).unwrap(), 1);
    let refused = league.as_coordinator("PATCH", &path, &json!({"name": "Ann Cutter"}));
    let problem = refused.problem(503, "damaged");
    assert!(problem["detail"].as_str().unwrap().contains("\"player\""), "{problem}");
    league.service.stop();
    let kept: String = league.service.database().query_row("SELECT name FROM player", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, "Ann Bower");
}

#[test]
fn the_list_of_players_is_refused_where_the_table_of_those_entered_twice_is_damaged() {
    let mut league = League::new(Service::start_unlimited());
    let players = league.players(3);
    let merge = format!("/api/v1/players/{}/merge", players[2]);
    league.as_coordinator("POST", &merge, &json!({"into": players[0]})).ok(200);
    league.service.stop();
    let spoil = "UPDATE merged_player SET into_id = NULL";
    assert_eq!(league.service.database().execute(spoil, []).unwrap(), 1);
    let league = league.restarted();
    let problem = league.get("/api/v1/players").problem(503, "damaged");
    assert!(problem["detail"].as_str().unwrap().contains("\"merged_player\""), "{problem}");
}

#[test]
fn a_damaged_token_refuses_nobody_who_has_another() {
    let mut league = League::new(Service::start_unlimited());
    for table in [TABLE, OTHER] {
        league.service.dispatch(table.begin()).ok(201);
    }
    let bea = json!({"name": "Bea", "password": "fifteen for six"});
    league.as_coordinator("POST", "/api/v1/representatives", &bea).ok(201);
    let helper = league.post("/api/v1/session", &bea).ok(201)["token"].as_str().unwrap().to_owned();
    league.service.stop();
    let database = league.service.database();
    let spoil =
        "UPDATE token SET checksum = checksum + 1 WHERE hash = (SELECT max(hash) FROM token WHERE role = 'scorer')";
    assert_eq!(database.execute(spoil, []).unwrap(), 1);
    assert_eq!(database.execute("UPDATE representative SET name = 'Bee'", []).unwrap(), 1);
    drop(database);
    let league = league.restarted();
    let (damaged, others): (Vec<_>, Vec<_>) = [TABLE, OTHER]
        .map(|table| league.service.dispatch(table.request(Change::Peg(0))))
        .into_iter()
        .partition(|answer| answer.status == 503);
    assert_eq!((damaged.len(), others.len()), (1, 1));
    for answer in damaged {
        let problem = answer.problem(503, "damaged");
        assert!(problem["detail"].as_str().unwrap().contains("\"token\""), "{problem}");
    }
    others.into_iter().for_each(|answer| drop(answer.ok(201)));
    league.request("GET", "/api/v1/backups", &league.token, None).ok(200);
    let problem = league.request("GET", "/api/v1/nights", &helper, None).problem(503, "damaged");
    assert!(problem["detail"].as_str().unwrap().contains("\"representative\""), "{problem}");
    // An unknown token may be in the damaged part of the table.
    league.request("GET", "/api/v1/backups", &Table(77).token(), None).problem(503, "damaged");
}

#[test]
fn a_damaged_password_stops_no_game_and_is_mended_by_a_new_one() {
    let mut service = Service::start_unlimited();
    service.stop();
    let database = service.database();
    assert_eq!(database.execute("UPDATE password SET hash = hash || 'x'", []).unwrap(), 1);
    drop(database);
    let mut damaged = Service::start_in(service.directory.clone(), |command| {
        unlimited(command).env_remove("PEGOUT_PASSWORD").env("RUST_LOG", "off")
    });
    damaged.dispatch(TABLE.begin()).ok(201);
    damaged.post("/api/v1/session", &json!({"password": PASSWORD})).problem(503, "damaged");
    damaged.stop();
    let mended = damaged.restarted(unlimited);
    mended.coordinator();
    mended.get(&TABLE.path()).ok(200);
}

#[test]
fn an_event_that_cannot_be_read_keeps_no_older_database_from_its_upgrade() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let database = stopped_at(4, directory.path());
    let game = "(SELECT stream FROM event WHERE version = 1 AND body LIKE '%\"begun\"%' ORDER BY stream LIMIT 1)";
    let spoil = |body: &str, version: u32| {
        let update = format!("UPDATE event SET body = {body} WHERE stream = {game} AND version = {version}");
        assert_eq!(database.execute(&update, []).unwrap(), 1);
    };
    let id: String = database.query_row(&format!("SELECT lower(hex({game}))"), [], |row| row.get(0)).unwrap();
    spoil("CAST(x'ff' AS TEXT)", 2);
    spoil("'{\"kind\":\"begun\",'", 1);
    drop(database);
    let service = Service::start_in(directory, unlimited);
    service.get("/readyz").ok(200);
    let path = format!("/api/v1/games/{}-{}-{}-{}-{}", &id[..8], &id[8..12], &id[12..16], &id[16..20], &id[20..]);
    assert_eq!(service.get(&path).status, 503);
    service.get("/api/v1/nights").ok(200);
    service.dispatch(TABLE.begin()).ok(201);
}

/// Sets a column of one row of a table to a value that the table's constraints refuse.
fn spoil_against_constraints(database: &Connection, table: &str, column: &str, value: &str) {
    let statement = format!("SELECT sql FROM sqlite_schema WHERE name = '{table}'");
    let statement: String = database.query_row(&statement, [], |row| row.get(0)).unwrap();
    let with_statement = |statement: &str| {
        let update = "UPDATE sqlite_schema SET sql = ?2 WHERE name = ?1";
        database.execute_batch("PRAGMA writable_schema = ON").unwrap();
        assert_eq!(database.execute(update, [table, statement]).unwrap(), 1);
        database.execute_batch("PRAGMA writable_schema = RESET").unwrap();
    };
    let lax = statement.replace(") STRICT,", ")").replace("NOT NULL,", ",").replace("NOT NULL CHECK", "CHECK");
    with_statement(&lax.replace("NOT NULL DEFAULT 0)", "DEFAULT 0)"));
    database.execute_batch("PRAGMA ignore_check_constraints = ON").unwrap();
    let update = format!("UPDATE {table} SET {column} = {value} WHERE id = (SELECT min(id) FROM {table})");
    assert_eq!(database.execute(&update, []).unwrap(), 1);
    database.execute_batch("PRAGMA ignore_check_constraints = OFF").unwrap();
    with_statement(&statement);
}

#[test]
fn a_damaged_season_keeps_no_older_database_from_its_upgrade_and_stays_damaged() {
    let today = version_of_today();
    let damages = [
        ("ends", "'2020-01-01'"),
        ("minimum_nights", "0"),
        ("minimum_nights", "'x'"),
        ("starts", "NULL"),
        ("name", "x'ff'"),
        ("checksum", "'x'"),
        ("checksum", "NULL"),
    ];
    for (column, value) in damages {
        let directory = Arc::new(tempfile::tempdir().unwrap());
        let database = stopped_at(7, directory.path());
        spoil_against_constraints(&database, "season", column, value);
        drop(database);
        let service = Service::start_in(directory, unlimited);
        assert_eq!(version(&service.database()), today, "{column} = {value}");
        let problem = service.get("/api/v1/seasons").problem(503, "damaged");
        assert!(problem["detail"].as_str().unwrap().contains("\"season\""), "{column} = {value}: {problem}");
        service.get("/api/v1/league").ok(200);
        service.dispatch(TABLE.begin()).ok(201);
    }
}

#[test]
fn a_damaged_row_makes_the_service_not_ready() {
    let mut league = League::new(Service::start_unlimited());
    league.player("Ann Archer");
    league.service.stop();
    league.service.database().execute("UPDATE player SET name = 'Ann Marcher'", []).unwrap();
    let league = league.restarted();
    wait_until("the damage is found", || league.get("/readyz").status == 503);
    assert!(league.get("/readyz").text.contains("\\\"player\\\""));
}

#[test]
fn damage_that_nobody_has_asked_for_makes_the_service_not_ready() {
    let mut league = League::new(Service::start_unlimited());
    league.player("Ann Archer");
    wait_until("ready", || league.get("/readyz").status == 200);
    league.service.stop();
    let path = league.service.directory.path().join("pegout.db");
    let mut file = fs::read(&path).unwrap();
    let place = file.windows(10).position(|bytes| bytes == b"Ann Archer").unwrap();
    let page = place / PAGE * PAGE;
    // The number of cells on the page.
    file[page + 4] += 1;
    fs::write(&path, file).unwrap();
    let league = league.restarted();
    wait_until("the damage is found", || league.get("/readyz").status == 503);
    let sentence = league.get("/readyz").problem(503, "unavailable")["detail"].clone();
    assert!(sentence.as_str().unwrap().contains("damaged"), "{sentence}");
    wait_until("the metric is set", || league.get("/metrics").text.contains("\npegout_database_damaged 1\n"));
}
