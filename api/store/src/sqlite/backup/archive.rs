//! The rows of a database as JSON lines, without secrets, and the way back into an empty one.

use std::io::{BufRead, Write};
use std::path::Path;

use pegout_league::PlayerId;
use rusqlite::types::{Value as Column, ValueRef};
use rusqlite::{Connection, params_from_iter};
use serde_json::{Map, Value};

use super::inspection::Inspection;
use crate::StoreError;
use crate::db::DbError;
use crate::error::unavailable;
use crate::rows::nights;
use crate::sqlite::db::{SqliteDb, ready};
use crate::sqlite::{readers, schema, table_checksums};
use pegout_model::join_code::JoinKeys;
use pegout_model::random::Random;

/// The name of the column of an event, which is JSON itself.
const EVENT: &str = "body";

/// A row for each game without a night that the log has, touched now.
const FREE_GAMES: &str = include_str!("../migrations/free_games_of_the_log.sql");

/// A table that is exported without its secrets.
pub struct Table {
    /// Its name, which is also that of its file.
    pub name: &'static str,
    columns: &'static [&'static str],
    /// The columns of secrets, with expressions for their new values; `None` if the rows are not read back.
    secrets: Option<&'static [(&'static str, &'static str)]>,
}

/// The tables in the order in which they can be filled.
pub const TABLES: [Table; 10] = [
    Table {
        name: "league",
        columns: &["only", "name", "settings", "is_set", "public", "address", "rules_since", "time_zone", "place"],
        secrets: Some(&[]),
    },
    Table {
        name: "season",
        columns: &[
            "id",
            "name",
            "starts",
            "ends",
            "best_of",
            "minimum_nights",
            "average",
            "card",
            "counts",
            "from_points",
        ],
        secrets: Some(&[]),
    },
    Table { name: "player", columns: &["id", "name", "active_member", "phone", "email"], secrets: Some(&[]) },
    Table { name: "merged_player", columns: &["id", "into_id", "command"], secrets: Some(&[]) },
    Table { name: "forgotten_player", columns: &["id"], secrets: Some(&[]) },
    // Not read back: a representative needs a password.
    Table { name: "representative", columns: &["id", "name", "role"], secrets: None },
    Table {
        name: "night",
        columns: &["id", "season"],
        // Placeholders until the nights get new codes.
        secrets: Some(&[("join_code", "hex(randomblob(16))"), ("join_secret", "randomblob(16)")]),
    },
    Table { name: "removed_game", columns: &["id"], secrets: Some(&[]) },
    Table { name: "event_text", columns: &["stream", "version", "field", "text", "salt"], secrets: Some(&[]) },
    Table { name: "event", columns: &["stream", "version", EVENT], secrets: Some(&[]) },
];

/// The heads of the logs. A new database computes them again.
pub const HEADS: Table = Table { name: "stream", columns: &["id", "version", "checksum"], secrets: None };

impl Table {
    /// The name of its file.
    pub fn file(&self) -> String {
        format!("{}.jsonl", self.name)
    }
}

impl Inspection {
    /// Writes the rows of a table, a JSON object a line.
    pub fn write_lines(&self, table: &Table, to: &mut impl Write) -> Result<(), StoreError> {
        let query = format!("SELECT {} FROM {} ORDER BY 1, 2", table.columns.join(", "), table.name);
        let query = if table.columns.len() == 1 { query.replace(", 2", "") } else { query };
        let mut select = self.connection().prepare(&query).map_err(unavailable)?;
        let mut rows = select.query([]).map_err(unavailable)?;
        while let Some(row) = rows.next().map_err(unavailable)? {
            let mut object = Map::new();
            for (place, name) in table.columns.iter().enumerate() {
                let column = row.get_ref(place).map_err(unavailable)?;
                object.insert((*name).to_owned(), json(name, column).map_err(unavailable)?);
            }
            writeln!(to, "{}", Value::Object(object)).map_err(unavailable)?;
        }
        Ok(())
    }
}

/// Fills a table from lines that [`Inspection::write_lines`] wrote; returns a sentence about the first wrong line.
pub fn read_lines(connection: &Connection, table: &Table, lines: impl BufRead) -> Result<(), String> {
    let Some(secrets) = table.secrets else { return Ok(()) };
    let names = table.columns.iter().copied().chain(secrets.iter().map(|(name, _)| *name));
    let places = (1..=table.columns.len()).map(|place| format!("?{place}"));
    let values = places.chain(secrets.iter().map(|(_, made)| (*made).to_owned()));
    let (names, values) = (names.collect::<Vec<_>>().join(", "), values.collect::<Vec<_>>().join(", "));
    let insert = format!("INSERT OR REPLACE INTO {} ({names}) VALUES ({values})", table.name);
    let mut insert = connection.prepare(&insert).map_err(|error| error.to_string())?;
    for (number, line) in (1..).zip(lines.lines()) {
        let wrong =
            |error: &dyn std::fmt::Display| format!("Line {number} of {}.jsonl cannot be read: {error}.", table.name);
        let row: Map<String, Value> =
            serde_json::from_str(&line.map_err(|error| wrong(&error))?).map_err(|error| wrong(&error))?;
        let columns: Result<Vec<Column>, String> =
            table.columns.iter().map(|name| column(name, row.get(*name))).collect();
        insert.execute(params_from_iter(columns.map_err(|error| wrong(&error))?)).map_err(|error| wrong(&error))?;
    }
    Ok(())
}

/// Compares the logs of a database with the heads that [`Inspection::write_lines`] wrote. Returns the ids of different
/// logs.
pub fn other_heads(connection: &Connection, lines: impl BufRead) -> Result<Vec<String>, String> {
    let find = "SELECT 1 FROM stream WHERE id = ?1 AND version = ?2 AND checksum = ?3";
    let mut find = connection.prepare(find).map_err(|error| error.to_string())?;
    let mut others = Vec::new();
    for line in lines.lines() {
        let line = line.map_err(|error| error.to_string())?;
        let head: Map<String, Value> = serde_json::from_str(&line).map_err(|error| error.to_string())?;
        let columns: Result<Vec<Column>, String> =
            HEADS.columns.iter().map(|name| column(name, head.get(*name))).collect();
        if !find.exists(params_from_iter(columns?)).map_err(|error| error.to_string())? {
            others.push(head.get("id").and_then(Value::as_str).unwrap_or_default().to_owned());
        }
    }
    Ok(others)
}

/// Fills a database that is not served, in one transaction. The nights get new codes.
pub fn fill(
    path: &Path,
    random: &dyn Random,
    work: impl FnOnce(&Connection) -> Result<(), String>,
) -> Result<(), String> {
    let text = |error: rusqlite::Error| error.to_string();
    let mut connection = Connection::open_with_flags(path, readers::flags()).map_err(text)?;
    let transaction = connection.transaction().map_err(text)?;
    work(&transaction)?;
    transaction.execute_batch(FREE_GAMES).map_err(text)?;
    new_join_keys(&SqliteDb::new(&transaction), random).map_err(|error| error.to_string())?;
    schema::write_checksums(&transaction).map_err(text)?;
    table_checksums::write(&transaction).map_err(text)?;
    transaction.commit().map_err(text)
}

fn new_join_keys(db: &SqliteDb, random: &dyn Random) -> Result<(), DbError> {
    for night in ready(nights::ids(db, None))? {
        ready(nights::set_join_keys(db, night, JoinKeys::random(random)))?;
    }
    Ok(())
}

fn is_id(name: &str) -> bool {
    matches!(name, "id" | "into_id" | "command" | "season" | "stream")
}

fn json(name: &str, column: ValueRef) -> Result<Value, Box<dyn std::error::Error>> {
    Ok(match column {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Text(text) if name == EVENT => serde_json::from_slice(text)?,
        ValueRef::Text(text) => std::str::from_utf8(text)?.into(),
        // All ids are written alike.
        ValueRef::Blob(bytes) if is_id(name) => PlayerId::from_bytes(bytes.try_into()?).to_string().into(),
        ValueRef::Real(_) | ValueRef::Blob(_) => return Err(format!("the column {name} has another type").into()),
    })
}

fn column(name: &str, value: Option<&Value>) -> Result<Column, String> {
    match value {
        Some(Value::Null) => Ok(Column::Null),
        Some(Value::Number(number)) if number.is_i64() => Ok(Column::Integer(number.as_i64().unwrap_or_default())),
        Some(Value::String(text)) if is_id(name) => {
            let id: PlayerId = text.parse().map_err(|_| format!("{name} is no UUID"))?;
            Ok(Column::Blob(id.bytes().to_vec()))
        }
        Some(Value::String(text)) => Ok(Column::Text(text.clone())),
        Some(event @ Value::Object(_)) if name == EVENT => Ok(Column::Text(event.to_string())),
        Some(_) => Err(format!("{name} has another type")),
        None => before_formats(name).ok_or_else(|| format!("{name} is missing")),
    }
}

/// The value of a column of the seasons in an archive that is older than the column.
fn before_formats(name: &str) -> Option<Column> {
    match name {
        "card" => Some(Column::Text("points_short".to_owned())),
        "counts" => Some(Column::Text("average".to_owned())),
        "from_points" => Some(Column::Null),
        _ => None,
    }
}
