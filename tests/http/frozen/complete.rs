//! A frozen database holds everything that its release wrote.

use rusqlite::Connection;
use serde_json::Value;

use super::shape::{self, EventShape};
use super::{clubs, lines, read};

/// Lines of a shape that no stored event has. Seats are swapped between named sides, every change has a token, and a game is called off
/// with a reason. Settings leave out the defaults of the first releases, and a payout leaves out that it is a prize.
const NEVER_WRITTEN: [&str; 17] = [
    "game begun rules.match_to: null",
    "game begun rules.nineteen = none",
    "game reseated sides[].named: boolean",
    "game voided reason: null",
    "ledger posted to = fifty_fifty",
    "ledger posted to = prize",
    "night paid_out what = prize",
    "night settings_taken settings.card = points_short",
    "night settings_taken settings.first_dealer = first_seat",
    "night settings_taken settings.format = doubles_movement",
    "night settings_taken settings.full_card = every_round",
    "night settings_taken settings.hand_outs = assumed",
    "night settings_taken settings.rules.crash: boolean",
    "night settings_taken settings.rules.lowball: boolean",
    "night settings_taken settings.rules.match_to: null",
    "night settings_taken settings.rules.nineteen = none",
    "stamp token: null",
];

fn database(release: &str) -> Connection {
    let connection = Connection::open_in_memory().unwrap();
    connection.execute_batch(&read(release, "database.sql")).unwrap();
    connection
}

/// The first column of a query, one text per row.
fn column(connection: &Connection, query: &str) -> Vec<String> {
    let mut select = connection.prepare(query).unwrap();
    select.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
}

/// The expression of an event with its free texts, which have a table of their own.
fn body() -> String {
    let with = |body: String, field: &str| {
        let text = format!(
            "(SELECT text FROM event_text AS beside WHERE (beside.stream, beside.version, field) =
              (event.stream, event.version, '{field}'))"
        );
        format!("iif({text} IS NULL, {body}, json_set({body}, '$.{field}', {text}))")
    };
    with(with("body".to_owned(), "by"), "reason")
}

fn stored_shape(connection: &Connection) -> EventShape {
    const LEDGER: &str = "X'ffffffffffffffffffffffffffffffff'";
    let logs = |streams: &str| {
        let select = format!("SELECT {} FROM event WHERE stream {streams}", body());
        column(connection, &select)
    };
    let of = |log: &'static str, bodies: Vec<String>| {
        let events = bodies.into_iter().map(|body| serde_json::from_str::<Value>(&body).unwrap());
        events.flat_map(|event| shape::of_event(log, &event)).collect::<EventShape>()
    };
    let nights = "IN (SELECT id FROM night)";
    let games = format!("NOT {nights} AND stream <> {LEDGER}");
    let ledger = of("ledger", logs(&format!("= {LEDGER}")));
    &(&of("game", logs(&games)) | &of("night", logs(nights))) | &ledger
}

#[test]
fn a_frozen_database_holds_every_field_type_and_word_of_its_release() {
    for release in clubs() {
        let stored = stored_shape(&database(&release));
        // The settings of an import have the form of the settings that a night takes.
        let is_new = |line: &String| !stored.contains(line) && !line.starts_with("night imported settings.");
        let missing: Vec<String> = lines(&release).into_iter().filter(is_new).collect();
        let expected = NEVER_WRITTEN.into_iter().filter(|line| lines(&release).contains(*line));
        let expected: Vec<&str> = expected.collect();
        assert_eq!(missing, expected, "the database of {release} holds none of these");
    }
}

#[test]
fn a_frozen_database_has_rows_in_every_table_and_values_in_every_column() {
    for release in clubs() {
        let connection = database(&release);
        for table in column(&connection, "SELECT name FROM sqlite_schema WHERE type = 'table'") {
            let rows: u32 =
                connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap();
            assert!(rows > 0, "{table} is empty");
            let columns = format!("SELECT name FROM pragma_table_info('{table}')");
            for name in column(&connection, &format!("{columns} WHERE NOT \"notnull\"")) {
                let nulls = format!("SELECT count(*) FROM {table} WHERE {name} IS NULL");
                let nulls: u32 = connection.query_row(&nulls, [], |row| row.get(0)).unwrap();
                assert!((1..rows).contains(&nulls), "{table}.{name} is null in {nulls} of {rows} rows");
            }
        }
    }
}

#[test]
fn a_frozen_database_has_a_token_of_every_role_and_expired_ones() {
    for release in clubs() {
        let connection = database(&release);
        let roles = column(&connection, "SELECT DISTINCT role FROM token");
        for role in lines(&release).iter().filter_map(|line| line.strip_prefix("stamp role = ")) {
            let is_there = match role {
                "player" => !column(&connection, "SELECT 1 || '' FROM player_link").is_empty(),
                role => roles.iter().any(|one| one == role),
            };
            assert!(is_there, "no token is a {role}'s");
        }
        let expired = "SELECT role FROM token WHERE expires_at < unixepoch('2026-01-01') * 1000";
        assert_ne!(column(&connection, expired), [""; 0]);
    }
}
