//! The row of the league.

use pegout_engine::league::{Date, Settings};
use rusqlite::{Connection, params};

use super::decode_error;
use crate::model::contact::{Place, WebAddress};
use crate::model::league::League;
use crate::model::time_zone::TimeZoneName;

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
    let columns = "name, settings, public, address, rules_since, time_zone, place";
    let mut select = connection.prepare_cached(&format!("SELECT {columns} FROM league"))?;
    select.query_row([], |row| {
        let settings: String = row.get(1)?;
        let settings = serde_json::from_str(&settings).map_err(decode_error)?;
        let given = |column: usize| row.get(column).map(|text: String| Some(text).filter(|text| !text.is_empty()));
        let rules_since = given(4)?.map(|day| day.parse().map_err(decode_error)).transpose()?;
        Ok(League {
            name: row.get(0)?,
            settings,
            is_public: row.get(2)?,
            address: given(3)?.map(WebAddress),
            rules_since,
            time_zone: given(5)?.map(TimeZoneName),
            place: given(6)?.map(Place),
        })
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
    let update =
        "UPDATE league SET name = ?1, settings = ?2, public = ?3, address = ?4, rules_since = ?5, time_zone = ?6,
                  place = ?7, is_set = 1";
    let League { name, settings, is_public, address, rules_since, time_zone, place } = &league;
    let address = address.as_ref().map_or("", |address| &address.0);
    let since = rules_since.map_or_else(String::new, |day| day.to_string());
    let zone = time_zone.as_ref().map_or("", |zone| &zone.0);
    let place = place.as_ref().map_or("", |place| &place.0);
    connection.execute(update, params![name, encode(settings), is_public, address, since, zone, place])?;
    Ok(Some((league, is_first)))
}
