//! The row of the league.

use deadpool_postgres::GenericClient;
use pegout_engine::league::{Date, Settings};
use tokio_postgres::Row;

use crate::model::contact::{Place, WebAddress};
use crate::model::league::League;
use crate::model::time_zone::TimeZoneName;
use crate::store::postgres::failure::Failure;
use crate::store::postgres::statement::{execute, query};
use crate::store::postgres::value::value;

const SELECT: &str = "SELECT name, settings, public, address, rules_since, time_zone, place, is_set FROM league";

/// Writes the league of a new database, which nobody has set yet.
pub async fn insert_new(client: &impl GenericClient) -> Result<(), Failure> {
    let League { name, settings, is_public, .. } = League::new();
    let insert = "INSERT INTO league (name, settings, public) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    execute(client, insert, &[&name, &encode(&settings), &is_public]).await?;
    Ok(())
}

fn encode(settings: &Settings) -> String {
    serde_json::to_string(settings).expect("settings have no map whose keys are not text")
}

/// The league; until it is set, the one that was written with the database.
pub async fn find(client: &impl GenericClient) -> Result<League, Failure> {
    row(client, SELECT).await.map(|(league, _)| league)
}

async fn row(client: &impl GenericClient, select: &str) -> Result<(League, bool), Failure> {
    let rows = query(client, select, &[]).await?;
    let row = rows.first().ok_or_else(|| Failure::unreadable("no row of the league"))?;
    Ok((decode(row)?, value(row, 7)?))
}

fn decode(row: &Row) -> Result<League, Failure> {
    let given = |column| Ok::<_, Failure>(Some(value::<String>(row, column)?).filter(|text| !text.is_empty()));
    let settings = serde_json::from_str(value(row, 1)?).map_err(Failure::unreadable)?;
    let rules_since = given(4)?.map(|day| day.parse().map_err(Failure::unreadable)).transpose()?;
    Ok(League {
        name: value(row, 0)?,
        settings,
        is_public: value(row, 2)?,
        address: given(3)?.map(WebAddress),
        rules_since,
        time_zone: given(5)?.map(TimeZoneName),
        place: given(6)?.map(Place),
    })
}

/// Replaces the league that is still as `old` says. Returns it with the day of its rules, which is today if they are others
/// than before, and true for the first time; `None` where it is not as `old` says.
pub async fn replace(
    client: &impl GenericClient,
    old: &League,
    mut league: League,
    today: Date,
) -> Result<Option<(League, bool)>, Failure> {
    let (before, is_set) = row(client, &format!("{SELECT} FOR UPDATE")).await?;
    if before != *old {
        return Ok(None);
    }
    let is_changed = !is_set || before.settings.rules != league.settings.rules;
    league.rules_since = if is_changed { Some(today) } else { before.rules_since };
    let update =
        "UPDATE league SET name = $1, settings = $2, public = $3, address = $4, rules_since = $5, time_zone = $6,
                  place = $7, is_set = true";
    let League { name, settings, is_public, address, rules_since, time_zone, place } = &league;
    let address = address.as_ref().map_or("", |address| &address.0);
    let since = rules_since.map_or_else(String::new, |day| day.to_string());
    let zone = time_zone.as_ref().map_or("", |zone| &zone.0);
    let place = place.as_ref().map_or("", |place| &place.0);
    execute(client, update, &[name, &encode(settings), is_public, &address, &since, &zone, &place]).await?;
    Ok(Some((league, !is_set)))
}
