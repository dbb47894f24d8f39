//! Databases of every release and every version of the schema, loaded by this one.

use std::collections::BTreeMap;
use std::sync::Arc;

use rusqlite::Connection;
use serde_json::json;

use super::{clubs, frozen, newest_until, read, release_of_today, releases, serve_frozen, version_of_today};
use crate::support::frozen::{stopped_at, version};
use crate::support::service::{Service, unlimited};

/// The number of events of nights and their games that have a free text.
const TEXTS: &str = "SELECT count(*) FROM event WHERE stream IN (SELECT stream FROM event WHERE version = 1
     AND (body ->> '$.kind' = 'scheduled' OR body ->> '$.night' IS NOT NULL))
     AND (json_type(body, '$.reason') = 'text' OR (json_type(body, '$.by') = 'text'
     AND body ->> '$.by' NOT LIKE 'Table _' AND unhex(body ->> '$.by', '-') IS NULL))";

/// A night that a representative has called off, under version 4 of the schema.
const NIGHT_OF_VERSION_4: &str = r#"
    INSERT INTO representative (id, name, key, hash) VALUES (x'0198c5a20000700080000000000000b1', 'Bea', 'bea', '');
    INSERT INTO night (id, season, join_code) VALUES (x'0198c5a20000700080000000000000c1', NULL, 'PPZVXU'),
        (x'0198c5a20000700080000000000000c2', NULL, 'RQ3CY9');
    INSERT INTO event (stream, version, body)
        SELECT id, 1, json_object('at', '2026-11-22T19:50:02.123Z', 'by', NULL, 'role', 'coordinator',
            'token', 'e628ee80-5971-dda9-1f2c-c2a1964d0992', 'kind', 'scheduled',
            'night', lower(concat_ws('-', substr(hex(id), 1, 8), substr(hex(id), 9, 4), substr(hex(id), 13, 4),
                substr(hex(id), 17, 4), substr(hex(id), 21))),
            'date', '2026-03-11', 'starts_at', '19:00', 'season', NULL, 'games_per_night', NULL) FROM night;
    INSERT INTO event (stream, version, body) VALUES (x'0198c5a20000700080000000000000c1', 2,
        '{"at":"2026-11-22T19:50:02.128Z","by":"Bea","role":"coordinator",
          "token":"e628ee80-5971-dda9-1f2c-c2a1964d0992","kind":"cancelled","reason":"Snow"}');
"#;

#[test]
fn every_frozen_database_loads_and_gives_the_same_responses() {
    for release in releases() {
        let (service, frozen) = (serve_frozen(&release), frozen(&release));
        frozen.assert_unchanged(&service);
        assert_eq!(version(&service.database()), version_of_today());
        frozen.requests.iter().for_each(|request| request.assert_answered(&service));
    }
}

#[test]
fn a_database_of_every_version_of_the_schema_loads_and_gives_the_same_responses() {
    let today = version_of_today();
    for number in 1..today {
        let directory = Arc::new(tempfile::tempdir().unwrap());
        assert_eq!(version(&stopped_at(number, directory.path())), number);
        let service = Service::start_in(directory, unlimited);
        let release = newest_until(number);
        frozen(&release).assert_unchanged(&service);
        assert_eq!(version(&service.database()), today, "from version {number}");
        if !clubs().contains(&release) {
            let league = service.get("/api/v1/league").ok(200);
            assert_eq!(league["full_card"], "every_round", "as before there were settings");
        }
        assert_eq!(service.get("/api/v1/league").ok(200)["hand_outs"], "assumed", "from version {number}");
    }
}

#[test]
fn no_log_of_a_frozen_club_has_a_reason_or_a_name() {
    for release in clubs() {
        let service = serve_frozen(&release);
        assert_eq!(service.get("/readyz").status, 200);
        assert_eq!(service.database().query_row(TEXTS, [], |row| row.get(0)), Ok(0), "{release}");
    }
}

#[test]
fn an_upgrade_takes_reasons_and_names_out_of_the_log_of_a_league_and_keeps_it_public() {
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let before = stopped_at(4, directory.path());
    before.execute_batch(NIGHT_OF_VERSION_4).unwrap();
    // The control.
    assert_eq!(before.query_row(TEXTS, [], |row| row.get(0)), Ok(1));
    drop(before);
    let service = Service::start_in(directory, unlimited);
    let token = service.coordinator();
    let read = |path: &str| service.request("GET", path, &token, None).ok(200);
    let history = read("/api/v1/nights/0198c5a2-0000-7000-8000-0000000000c1/history");
    assert_eq!((&history["events"][1]["reason"], &history["events"][1]["by"]), (&json!("Snow"), &json!("Bea")));
    assert_eq!(service.database().query_row(TEXTS, [], |row| row.get(0)), Ok(0));
    assert_eq!(service.get("/api/v1/league").ok(200)["public"], true);
    assert_eq!(read("/api/v1/representatives")["representatives"][0]["role"], "representative");
    let secrets = ["c1", "c2"].map(|end| {
        let night = format!("/api/v1/nights/0198c5a2-0000-7000-8000-0000000000{end}");
        assert_eq!(service.get(&night).ok(200)["full_card"], "every_round");
        read(&night)["join_secret"].clone()
    });
    assert!(secrets[0].is_string() && secrets[0] != secrets[1], "each night has a secret of its own");
}

#[test]
fn a_released_migration_never_changes() {
    let expected = Connection::open_in_memory().unwrap();
    expected.execute_batch(&read(&release_of_today(), "database.sql")).unwrap();
    let (expected, actual) = (schema(&expected), schema(&Service::start().database()));
    assert!(expected.keys().eq(actual.keys()), "other tables or indexes are made than those that were released");
    for (name, statement) in &actual {
        assert_eq!(*statement, expected[name], "{name} was released otherwise: change it by another migration");
    }
}

/// The SQL statements that create the tables and indexes of a database.
fn schema(connection: &Connection) -> BTreeMap<String, String> {
    let mut select = connection.prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").unwrap();
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}
