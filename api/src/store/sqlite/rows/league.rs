//! The row of the league.

use pegout_engine::league::{Date, Settings};
use rusqlite::{Connection, params};

use super::decode_error;
use crate::model::contact::WebAddress;
use crate::model::league::League;

/// Writes the league of a new database, which nobody has set yet.
pub fn insert_new(connection: &Connection) -> rusqlite::Result<()> {
    let League { name, settings, is_public, .. } = League::new();
    let update = "UPDATE league SET name = ?1, settings = ?2, public = ?3 WHERE NOT is_set";
    connection.execute(update, params![name, encode(&settings), is_public]).map(drop)
}

fn encode(settings: &Settings) -> String {
    serde_json::to_string(settings).expect("settings have no map whose keys are not text")
}

/// The league; until it is set, the one that was written with the database.
pub fn find(connection: &Connection) -> rusqlite::Result<League> {
    let mut select = connection.prepare_cached("SELECT name, settings, public, address, rules_since FROM league")?;
    select.query_row([], |row| {
        let settings: String = row.get(1)?;
        let settings = serde_json::from_str(&settings).map_err(decode_error)?;
        let address = Some(row.get(3)?).filter(|address: &String| !address.is_empty()).map(WebAddress);
        let since = Some(row.get(4)?).filter(|since: &String| !since.is_empty());
        let rules_since = since.map(|day| day.parse().map_err(decode_error)).transpose()?;
        Ok(League { name: row.get(0)?, settings, is_public: row.get(2)?, address, rules_since })
    })
}

/// Replaces the league that is still as `old` says. Returns it with the day of its rules, which is today if they are others
/// than before, and true for the first time; `None` where it is not as `old` says.
pub fn replace(
    connection: &Connection,
    old: &League,
    mut league: League,
    today: Date,
) -> rusqlite::Result<Option<(League, bool)>> {
    let is_first = !connection.query_row("SELECT is_set FROM league", [], |row| row.get::<_, bool>(0))?;
    let before = find(connection)?;
    if before != *old {
        return Ok(None);
    }
    let is_changed = is_first || before.settings.rules != league.settings.rules;
    league.rules_since = if is_changed { Some(today) } else { before.rules_since };
    let update = "UPDATE league SET name = ?1, settings = ?2, public = ?3, address = ?4, rules_since = ?5, is_set = 1";
    let address = league.address.as_ref().map_or("", |address| &address.0);
    let since = league.rules_since.map_or_else(String::new, |day| day.to_string());
    connection.execute(update, params![league.name, encode(&league.settings), league.is_public, address, since])?;
    Ok(Some((league, is_first)))
}
