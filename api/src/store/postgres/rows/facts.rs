//! The facts that decisions rely on, read under locks that keep them as they are until the transaction ends.

use std::collections::{BTreeSet, HashMap, HashSet};

use deadpool_postgres::GenericClient;
use pegout_engine::league::{NightId, PlayerId, SeasonId};

use super::{merges, nights, seasons};
use crate::model::join_code::{JoinKeys, JoinSecret};
use crate::model::merges::{Merge, Merges};
use crate::model::season::Season;
use crate::store::postgres::failure::Failure;
use crate::store::postgres::statement::{execute, query};
use crate::store::postgres::value::{bytes, word};
use crate::store::{Append, Fact, FactKind, MergeBasis, NightVersions, PlainRow};

/// The rows of the facts on which appends rely.
#[derive(Default)]
pub struct Facts {
    join_keys: HashMap<NightId, JoinKeys>,
    persons: Option<Merges>,
    players: HashSet<PlayerId>,
    seasons: HashMap<SeasonId, Season>,
}

impl Facts {
    /// Locks the rows that these appends rely on, or take others out of whose phones go, and reads them.
    pub async fn lock(client: &impl GenericClient, appends: &[&Append]) -> Result<Facts, Failure> {
        let rows = appends.iter().flat_map(|append| &append.rows);
        let left = rows.filter_map(|row| match row {
            // A phone that joins meanwhile would stay.
            PlainRow::RemovePhones { night, .. } => Some(*night),
            _ => None,
        });
        let mut joined: BTreeSet<NightId> = left.collect();
        let (mut players, mut seasons, mut is_of_persons) = (BTreeSet::new(), BTreeSet::new(), false);
        for Fact { night, kind } in appends.iter().flat_map(|append| &append.facts) {
            match kind {
                FactKind::JoinKey(_) => drop(joined.insert(*night)),
                FactKind::Persons(_) => is_of_persons = true,
                FactKind::Player(player) => drop(players.insert(*player)),
                FactKind::Season(season) => drop(seasons.insert(season.id)),
            }
        }
        Ok(Facts {
            join_keys: join_keys(client, joined).await?,
            persons: if is_of_persons { Some(persons(client, "SHARE").await?) } else { None },
            seasons: locked_seasons(client, seasons).await?,
            players: locked_players(client, players).await?,
        })
    }

    /// Returns true for a fact that holds.
    pub fn holds(&self, Fact { night, kind }: &Fact) -> bool {
        match kind {
            FactKind::JoinKey(key) => self.join_keys.get(night).is_some_and(|keys| key.is_of(keys)),
            FactKind::Persons(persons) => self.persons.as_ref() == Some(&**persons),
            FactKind::Player(player) => self.players.contains(player),
            FactKind::Season(season) => self.seasons.get(&season.id) == Some(season),
        }
    }

    /// Notes that these rows are written before those of the appends that follow.
    pub fn change(&mut self, rows: &[PlainRow]) {
        for row in rows {
            if let PlainRow::RemovePhones { night, .. } = row {
                // It depends on the phones whether the keys are others then: whoever relies on them is to look again.
                self.join_keys.remove(night);
            }
        }
    }
}

async fn join_keys(
    client: &impl GenericClient,
    nights: BTreeSet<NightId>,
) -> Result<HashMap<NightId, JoinKeys>, Failure> {
    if nights.is_empty() {
        return Ok(HashMap::new());
    }
    let ids: Vec<Vec<u8>> = nights.iter().map(|night| night.bytes().to_vec()).collect();
    let select = "SELECT id, join_code, join_secret FROM night WHERE id = ANY($1) ORDER BY id FOR UPDATE";
    let keys = |row| {
        let keys = JoinKeys { code: word(row, 1)?, secret: JoinSecret::from_bytes(bytes(row, 2)?) };
        Ok((NightId::from_bytes(bytes(row, 0)?), keys))
    };
    query(client, select, &[&ids]).await?.iter().map(keys).collect()
}

/// The merges that stand, which nobody changes until the transaction ends.
async fn persons(client: &impl GenericClient, strength: &str) -> Result<Merges, Failure> {
    let lock = format!("SELECT FROM revision WHERE subject = 'persons' FOR {strength}");
    execute(client, &lock, &[]).await?;
    Ok(merges::all(client).await?.into_iter().collect())
}

async fn locked_seasons(
    client: &impl GenericClient,
    seasons: BTreeSet<SeasonId>,
) -> Result<HashMap<SeasonId, Season>, Failure> {
    let mut found = HashMap::new();
    for id in seasons {
        execute(client, "SELECT FROM season WHERE id = $1 FOR SHARE", &[&id.bytes().as_slice()]).await?;
        found.extend(seasons::find(client, id).await?.map(|season| (id, season)));
    }
    Ok(found)
}

/// Those of these players who are not forgotten, and are not until the transaction ends.
async fn locked_players(
    client: &impl GenericClient,
    players: BTreeSet<PlayerId>,
) -> Result<HashSet<PlayerId>, Failure> {
    if players.is_empty() {
        return Ok(HashSet::new());
    }
    let ids: Vec<Vec<u8>> = players.iter().map(|player| player.bytes().to_vec()).collect();
    let select = "SELECT id FROM player WHERE id = ANY($1) ORDER BY id FOR KEY SHARE";
    query(client, select, &[&ids]).await?.iter().map(|row| Ok(PlayerId::from_bytes(bytes(row, 0)?))).collect()
}

/// Returns true where the basis of this merge holds until the transaction ends, and nobody in it was forgotten. Nobody appends
/// meanwhile who relies on other merges.
pub async fn holds_basis(client: &impl GenericClient, merge: &Merge, basis: &MergeBasis) -> Result<bool, Failure> {
    let merges = persons(client, "UPDATE").await?;
    let players = merge.into.map_or_else(BTreeSet::new, |into| [merge.player, into].into());
    let known = locked_players(client, players.clone()).await?;
    Ok(merges == basis.merges && known.len() == players.len() && are_at(client, None, &basis.nights).await?)
}

/// Returns true where the nights of a season, or all, are these at these versions.
pub async fn are_at(
    client: &impl GenericClient,
    season: Option<SeasonId>,
    nights: &NightVersions,
) -> Result<bool, Failure> {
    Ok(nights::versions(client, season).await?.into_iter().collect::<NightVersions>() == *nights)
}
