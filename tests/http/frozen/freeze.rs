//! The command that freezes a database of this Pegout for the release that PEGOUT_RELEASE names.

use std::env;
use std::fs;

use rusqlite::Connection;
use serde_json::json;

use super::answers;
use super::club::Club;
use super::shape;
use super::{Frozen, file};
use crate::support::checksums;
use crate::support::frozen::version;

/// The beginning of the year 9000, the expiry of the frozen sessions.
const YEAR_9000_MILLIS: i64 = 221_845_392_000_000;
/// The beginning of the year 2020, the expiry of the token that has expired.
const YEAR_2020_MILLIS: i64 = 1_577_836_800_000;

#[test]
#[ignore = "a command: tests/http/data/releases/README.md says when"]
fn freeze_the_release() {
    let release = env::var("PEGOUT_RELEASE").expect("PEGOUT_RELEASE names the next release, such as 0.3.0");
    let Club { mut league, tokens, ids, passwords } = Club::create();
    league.service.stop();
    let database = league.service.database();
    extend_tokens(&database, &tokens["coordinator whose time is over"]);
    // No club waits until a game is old.
    let removed = "INSERT INTO removed_game (id) VALUES (unhex('0198c5a2000070008000000000000410'))";
    checksums::execute(&database, removed, []).unwrap();
    for name in ["database.sql", "database.json", "events.shape"] {
        let path = file(&release, name);
        assert!(!path.exists(), "{} is there. Delete it only if {release} is not out yet.", path.display());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
    }
    fs::write(file(&release, "database.sql"), dump(&database, &release)).unwrap();
    let games =
        "SELECT json_extract(body, '$.game') FROM event WHERE version = 1 AND body LIKE '%\"begun\"%' ORDER BY rowid";
    let games = column(&database, games);
    drop(database);
    let league = league.restarted();
    let answers = answers::all(&league, &league.token, &games);
    let data = Frozen { tokens, ids, passwords, requests: Vec::new(), answers };
    fs::write(file(&release, "database.json"), written(&data)).unwrap();
    let lines: Vec<String> = shape::lines(&shape::of_today()).into_iter().collect();
    fs::write(file(&release, "events.shape"), lines.join("\n") + "\n").unwrap();
}

/// Extends every session, phone token and device but one session, which expires.
fn extend_tokens(database: &Connection, expired: &serde_json::Value) {
    use base64::Engine as _;
    use sha2::Digest as _;
    database.execute("UPDATE device SET expires_at = ?1", [YEAR_9000_MILLIS]).unwrap();
    database.execute("UPDATE token SET expires_at = ?1 WHERE expires_at IS NOT NULL", [YEAR_9000_MILLIS]).unwrap();
    let token = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(expired.as_str().unwrap()).unwrap();
    let hash: [u8; 32] = sha2::Sha256::digest(token).into();
    let expire = "UPDATE token SET expires_at = ?1 WHERE hash = ?2";
    assert_eq!(checksums::execute(database, expire, (YEAR_2020_MILLIS, hash)).unwrap(), 1);
}

/// JSON with one response per line.
fn written(data: &Frozen) -> String {
    let mut head = json!(data);
    head.as_object_mut().unwrap().shift_remove("answers");
    let head = serde_json::to_string_pretty(&head).unwrap();
    let answers: Vec<String> = data.answers.iter().map(|answer| json!(answer).to_string()).collect();
    format!("{},\n  \"answers\": [\n{}\n]}}\n", head.trim_end().trim_end_matches('}').trim_end(), answers.join(",\n"))
}

/// The SQL statements that restore the database.
fn dump(database: &Connection, release: &str) -> String {
    let mut text = format!(
        "-- A database as release {release} keeps it: ../README.md.\n\
         PRAGMA application_id = {};\nPRAGMA user_version = {version};\nPRAGMA foreign_keys = OFF;\nBEGIN TRANSACTION;\n",
        database.query_row("PRAGMA application_id", [], |row| row.get::<_, i64>(0)).unwrap(),
        version = version(database),
    );
    let named = |kind: &str, what: &str| {
        column(database, &format!("SELECT {what} FROM sqlite_schema WHERE type = '{kind}' AND sql IS NOT NULL"))
    };
    for (table, statement) in named("table", "name").iter().zip(named("table", "sql")) {
        text += &format!("{statement};\n");
        let values = column(database, &format!("SELECT 'quote(' || name || ')' FROM pragma_table_info('{table}')"));
        let rows =
            format!("SELECT 'INSERT INTO {table} VALUES(' || {} || ');' FROM {table}", values.join(" || ',' || "));
        column(database, &rows).iter().for_each(|row| text += &format!("{row}\n"));
    }
    named("index", "sql").iter().for_each(|statement| text += &format!("{statement};\n"));
    text + "COMMIT;\n"
}

/// The first column of a query, one text per row.
fn column(database: &Connection, query: &str) -> Vec<String> {
    let mut select = database.prepare(query).unwrap();
    select.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
}
