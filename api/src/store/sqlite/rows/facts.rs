//! The facts that decisions rely on, looked up in the transaction that writes.

use pegout_engine::league::{NightId, SeasonId};
use rusqlite::Connection;

use super::{merges, nights, players, seasons};
use crate::model::merges::{Merge, Merges};
use crate::store::sqlite::events;
use crate::store::{Fact, FactKind, MergeBasis, NightVersions, Stale, StreamId};

/// The nights of the facts that do not hold.
pub fn stale(connection: &Connection, facts: &[Fact]) -> rusqlite::Result<Vec<Stale>> {
    let mut stale = Vec::new();
    for Fact { night, kind } in facts {
        if !holds(connection, *night, kind)? {
            let stream = StreamId::Night(*night);
            stale.push(Stale { stream, found: events::newest(connection, stream)? });
        }
    }
    Ok(stale)
}

fn holds(connection: &Connection, night: NightId, fact: &FactKind) -> rusqlite::Result<bool> {
    Ok(match fact {
        FactKind::JoinKey(key) => nights::join_keys(connection, night)?.is_some_and(|keys| key.is_of(&keys)),
        FactKind::Persons(persons) => standing(connection)? == **persons,
        FactKind::Player(player) => players::find(connection, *player)?.is_some(),
        FactKind::Season(season) => seasons::find(connection, season.id)?.as_ref() == Some(season),
    })
}

/// The merges that stand.
fn standing(connection: &Connection) -> rusqlite::Result<Merges> {
    Ok(merges::all(connection)?.into_iter().collect())
}

/// Returns true where the basis of this merge holds, and nobody in it was forgotten.
pub fn holds_basis(connection: &Connection, merge: &Merge, basis: &MergeBasis) -> rusqlite::Result<bool> {
    for player in [Some(merge.player), merge.into].into_iter().flatten() {
        if merge.into.is_some() && players::find(connection, player)?.is_none() {
            return Ok(false);
        }
    }
    Ok(standing(connection)? == basis.merges && are_at(connection, None, &basis.nights)?)
}

/// Returns true where the nights of a season, or all, are these at these versions.
pub fn are_at(connection: &Connection, season: Option<SeasonId>, nights: &NightVersions) -> rusqlite::Result<bool> {
    Ok(nights::versions(connection, season)?.into_iter().collect::<NightVersions>() == *nights)
}
