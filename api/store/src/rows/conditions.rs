//! The conditions that decisions depend on. They are read under locks, so that they stay true until the transaction
//! ends.

use std::collections::{BTreeSet, HashMap, HashSet};

use pegout_league::{NightId, PlayerId, SeasonId};

use super::{nights, players, seasons};
use crate::db::{Db, DbError, RowLock};
use crate::{Append, AppendCondition, ConditionKind, PlainRow};
use pegout_model::join_code::JoinKeys;
use pegout_model::league::Season;
use pegout_model::player::Merges;

/// The rows of the conditions that appends rely on.
#[derive(Default)]
pub struct Conditions {
    join_keys: HashMap<NightId, JoinKeys>,
    merges: Option<Merges>,
    players: HashSet<PlayerId>,
    seasons: HashMap<SeasonId, Season>,
}

impl Conditions {
    /// Locks and reads the rows that these appends depend on. Also locks the nights whose phones they remove.
    pub async fn lock(db: &dyn Db, appends: &[&Append]) -> Result<Conditions, DbError> {
        let rows = appends.iter().flat_map(|append| &append.rows);
        let left = rows.filter_map(|row| match row {
            // Otherwise a phone that joins at this moment would stay.
            PlainRow::RemovePhones { night, .. } => Some(*night),
            _ => None,
        });
        let mut joined: BTreeSet<NightId> = left.collect();
        let (mut players, mut seasons, mut is_of_merges) = (BTreeSet::new(), BTreeSet::new(), false);
        for AppendCondition { kind, .. } in appends.iter().flat_map(|append| &append.conditions) {
            match kind {
                ConditionKind::JoinKey(night, _) => drop(joined.insert(*night)),
                ConditionKind::Merges(_) => is_of_merges = true,
                ConditionKind::Player(player) => drop(players.insert(*player)),
                ConditionKind::Season(season) => drop(seasons.insert(season.id)),
            }
        }
        Ok(Conditions {
            join_keys: join_keys(db, joined).await?,
            merges: if is_of_merges { Some(players::locked_merges(db, RowLock::Share).await?) } else { None },
            seasons: locked_seasons(db, seasons).await?,
            players: players::locked_players(db, players).await?,
        })
    }

    /// Returns true for a condition that holds.
    pub fn holds(&self, AppendCondition { kind, .. }: &AppendCondition) -> bool {
        match kind {
            ConditionKind::JoinKey(night, key) => self.join_keys.get(night).is_some_and(|keys| key.is_of(keys)),
            ConditionKind::Merges(merges) => self.merges.as_ref() == Some(&**merges),
            ConditionKind::Player(player) => self.players.contains(player),
            ConditionKind::Season(season) => self.seasons.get(&season.id) == Some(season),
        }
    }

    /// Notes that these rows are written before the rows of later appends.
    pub fn change(&mut self, rows: &[PlainRow]) {
        for row in rows {
            if let PlainRow::RemovePhones { night, .. } = row {
                // The keys may be new then, which depends on the phones: an append that relies on them is decided
                // again.
                self.join_keys.remove(night);
            }
        }
    }
}

async fn join_keys(db: &dyn Db, nights: BTreeSet<NightId>) -> Result<HashMap<NightId, JoinKeys>, DbError> {
    let ids = nights.into_iter().map(NightId::bytes).collect();
    let rows = players::locked(db, "SELECT id, join_code, join_secret FROM night", ids, RowLock::Update).await?;
    rows.iter().map(|row| Ok((NightId::from_bytes(row.get(0)?), nights::keys(row, 1)?))).collect()
}

async fn locked_seasons(db: &dyn Db, seasons: BTreeSet<SeasonId>) -> Result<HashMap<SeasonId, Season>, DbError> {
    let lock = format!("SELECT 1 FROM season WHERE id = $1{}", db.locking(RowLock::Share));
    let mut found = HashMap::new();
    for id in seasons {
        db.query(&lock, &[id.bytes().into()]).await?;
        found.extend(seasons::find(db, id).await?.map(|season| (id, season)));
    }
    Ok(found)
}
