//! Databases of every version, read by this one and told as they were.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::{empty, read, thawed, told, version, version_of_today, versions};

#[test]
fn every_frozen_database_loads_and_gives_the_answers_it_gave() {
    for version in versions() {
        let (service, told) = (thawed(version), told(version));
        assert!(!told.answers.is_empty());
        for answer in &told.answers {
            answer.is_kept(&service, told.token("coordinator"));
        }
        assert_eq!(super::version(&service.database()), version_of_today());
    }
}

#[test]
fn a_migration_that_was_released_is_never_changed() {
    let frozen = Connection::open_in_memory().unwrap();
    frozen.execute_batch(&read(version_of_today(), "sql")).unwrap();
    assert_eq!(version(&frozen), version_of_today());
    let (frozen, made) = (schema(&frozen), schema(&empty().database()));
    assert!(frozen.keys().eq(made.keys()), "other tables or indexes are made than those that were released");
    for (name, statement) in &made {
        assert_eq!(*statement, frozen[name], "{name} was released otherwise: change it by another migration");
    }
}

/// The statements that make a database's tables and indexes.
fn schema(connection: &Connection) -> BTreeMap<String, String> {
    let mut select = connection.prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").unwrap();
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}
