//! Databases of every schema version, loaded by this one.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::{empty, frozen, read, serve_frozen, version, version_of_today, versions};

#[test]
fn every_frozen_database_loads_and_gives_the_same_responses() {
    for version in versions() {
        let (service, frozen) = (serve_frozen(version), frozen(version));
        assert!(!frozen.answers.is_empty());
        for answer in &frozen.answers {
            answer.assert_unchanged(&service, frozen.token("coordinator"));
        }
        assert_eq!(super::version(&service.database()), version_of_today());
    }
}

#[test]
fn an_upgrade_takes_every_reason_and_every_name_out_of_the_log_of_a_league() {
    let texts = "SELECT count(*) FROM event WHERE stream IN (SELECT stream FROM event WHERE version = 1
         AND (body ->> '$.kind' = 'scheduled' OR body ->> '$.night' IS NOT NULL))
         AND (json_type(body, '$.reason') = 'text' OR (json_type(body, '$.by') = 'text'
         AND body ->> '$.by' NOT LIKE 'Table _' AND unhex(body ->> '$.by', '-') IS NULL))";
    for version in versions() {
        let before = Connection::open_in_memory().unwrap();
        before.execute_batch(&read(version, "sql")).unwrap();
        let count = |database: &Connection| database.query_row(texts, [], |row| row.get::<_, u32>(0)).unwrap();
        // The control: what was written before has some.
        assert_eq!(count(&before) > 0, version < 5, "version {version}");
        let service = serve_frozen(version);
        assert_eq!(service.get("/readyz").status, 200);
        assert_eq!(count(&service.database()), 0, "version {version}");
    }
}

#[test]
fn a_released_migration_never_changes() {
    let expected = Connection::open_in_memory().unwrap();
    expected.execute_batch(&read(version_of_today(), "sql")).unwrap();
    assert_eq!(version(&expected), version_of_today());
    let (expected, actual) = (schema(&expected), schema(&empty().database()));
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
