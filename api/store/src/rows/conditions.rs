//! The conditions that decisions depend on. They are read under locks, so that they stay true until the transaction
//! ends.

use std::collections::{BTreeSet, HashMap, HashSet};

use pegout_league::{NightId, PlayerId, SeasonId};

use super::{nights, players, seasons};
use crate::db::{Db, DbError, Lock, Row, RowLock, Value, any_of};
use crate::{Append, AppendCondition, ConditionKind, MergeCondition, NightVersions, PlainRow};
use pegout_model::join_code::JoinKeys;
use pegout_model::league::Season;
use pegout_model::player::{Merge, Merges};

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
        for AppendCondition { night, kind } in appends.iter().flat_map(|append| &append.conditions) {
            match kind {
                ConditionKind::JoinKey(_) => drop(joined.insert(*night)),
                ConditionKind::Merges(_) => is_of_merges = true,
                ConditionKind::Player(player) => drop(players.insert(*player)),
                ConditionKind::Season(season) => drop(seasons.insert(season.id)),
            }
        }
        Ok(Conditions {
            join_keys: join_keys(db, joined).await?,
            merges: if is_of_merges { Some(locked_merges(db, RowLock::Share).await?) } else { None },
            seasons: locked_seasons(db, seasons).await?,
            players: locked_players(db, players).await?,
        })
    }

    /// Returns true for a condition that holds.
    pub fn holds(&self, AppendCondition { night, kind }: &AppendCondition) -> bool {
        match kind {
            ConditionKind::JoinKey(key) => self.join_keys.get(night).is_some_and(|keys| key.is_of(keys)),
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
    let rows = locked(db, "SELECT id, join_code, join_secret FROM night", ids, RowLock::Update).await?;
    rows.iter().map(|row| Ok((NightId::from_bytes(row.get(0)?), nights::keys(row, 1)?))).collect()
}

/// Locks the rows with these ids, in the order of the ids, and reads them.
async fn locked(db: &dyn Db, select: &str, ids: Vec<[u8; 16]>, lock: RowLock) -> Result<Vec<Row>, DbError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let (names, ids) = any_of(1, ids.into_iter().map(Value::from).collect());
    let lock = db.locking(lock);
    db.query(&format!("{select} WHERE id IN ({names}) ORDER BY id{lock}"), &ids).await
}

/// The merges, without those taken back. Nobody changes them until the transaction ends.
async fn locked_merges(db: &dyn Db, lock: RowLock) -> Result<Merges, DbError> {
    db.lock(Lock::Merges(lock)).await?;
    Ok(players::merges(db).await?.into_iter().collect())
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

/// The players of this list who are not forgotten. Nobody forgets them until the transaction ends.
async fn locked_players(db: &dyn Db, players: BTreeSet<PlayerId>) -> Result<HashSet<PlayerId>, DbError> {
    let ids = players.into_iter().map(PlayerId::bytes).collect();
    let rows = locked(db, "SELECT id FROM player", ids, RowLock::KeyShare).await?;
    rows.iter().map(|row| row.get(0).map(PlayerId::from_bytes)).collect()
}

/// Returns true if the condition of this merge is true until the transaction ends, and both players still exist. Until
/// then no append can depend on other merges.
pub async fn merge_condition_holds(db: &dyn Db, merge: &Merge, condition: &MergeCondition) -> Result<bool, DbError> {
    let merges = locked_merges(db, RowLock::Update).await?;
    let players = merge.into.map_or_else(BTreeSet::new, |into| [merge.player, into].into());
    let known = locked_players(db, players.clone()).await?;
    Ok(merges == condition.merges && known.len() == players.len() && are_at(db, None, &condition.nights).await?)
}

/// Returns true if a season, or the database, has exactly these nights, at these versions.
pub async fn are_at(db: &dyn Db, season: Option<SeasonId>, nights: &NightVersions) -> Result<bool, DbError> {
    Ok(nights::versions(db, season).await?.into_iter().collect::<NightVersions>() == *nights)
}
