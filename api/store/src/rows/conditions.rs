//! The conditions that decisions depend on. They are read under locks, so that they stay true until the transaction
//! ends.

use std::collections::{BTreeSet, HashMap, HashSet};

use pegout_league::{NightId, PlayerId, SeasonId};

use super::{nights, players, seasons};
use crate::db::{Db, DbError, Lock, RowLock};
use crate::{Append, AppendCondition, ConditionKind, Names, NightVersions, PlainRow, StreamId};
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
    nights: Option<NightVersions>,
    names: Option<Names>,
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
        let (mut players, mut seasons) = (BTreeSet::new(), BTreeSet::new());
        let (mut is_of_merges, mut is_of_nights, mut is_of_names) = (false, false, false);
        for AppendCondition { kind, .. } in appends.iter().flat_map(|append| &append.conditions) {
            match kind {
                ConditionKind::JoinKey(night, _) => drop(joined.insert(*night)),
                ConditionKind::Merges(_) => is_of_merges = true,
                ConditionKind::Player(player) => drop(players.insert(*player)),
                ConditionKind::Season(season) => drop(seasons.insert(season.id)),
                ConditionKind::Nights(_) => is_of_nights = true,
                ConditionKind::Names(_) => is_of_names = true,
            }
        }
        let join_keys = join_keys(db, joined).await?;
        let merges = if is_of_merges { Some(players::locked_merges(db, RowLock::Share).await?) } else { None };
        let seasons = locked_seasons(db, seasons).await?;
        let players = players::locked_players(db, players).await?;
        // The table comes after its rows, as in every transaction that changes a row.
        let names = if is_of_names { Some(locked_names(db).await?) } else { None };
        // Read last, so that every decision that the locks exclude is seen.
        let nights = if is_of_nights { Some(nights::versions(db, None).await?.into_iter().collect()) } else { None };
        Ok(Conditions { join_keys, merges, players, seasons, nights, names })
    }

    /// Returns true for a condition that holds.
    pub fn holds(&self, AppendCondition { kind, .. }: &AppendCondition) -> bool {
        match kind {
            ConditionKind::JoinKey(night, key) => self.join_keys.get(night).is_some_and(|keys| key.is_of(keys)),
            ConditionKind::Merges(merges) => self.merges.as_ref() == Some(&**merges),
            ConditionKind::Player(player) => self.players.contains(player),
            ConditionKind::Season(season) => self.seasons.get(&season.id) == Some(season),
            ConditionKind::Nights(nights) => self.nights.as_ref() == Some(&**nights),
            ConditionKind::Names(names) => self.names.as_ref() == Some(&**names),
        }
    }

    /// Notes that this append is written before later appends. A later append that relies on a changed row is decided again.
    pub fn change(&mut self, Append { streams, rows, .. }: &Append) {
        if streams.iter().any(|new| matches!(new.stream, StreamId::Night(_))) {
            self.nights = None;
        }
        for row in rows {
            match row {
                // The keys may be new then, which depends on the phones.
                PlainRow::RemovePhones { night, .. } => drop(self.join_keys.remove(night)),
                PlainRow::Player(_) => self.names = None,
                _ => {}
            }
        }
    }
}

async fn join_keys(db: &dyn Db, nights: BTreeSet<NightId>) -> Result<HashMap<NightId, JoinKeys>, DbError> {
    let ids = nights.into_iter().map(NightId::bytes).collect();
    let rows = players::locked(db, "SELECT id, join_code, join_secret FROM night", ids, RowLock::Update).await?;
    rows.iter().map(|row| Ok((NightId::from_bytes(row.get(0)?), nights::keys(row, 1)?))).collect()
}

/// The names of all players. Nobody changes them until the transaction ends.
async fn locked_names(db: &dyn Db) -> Result<Names, DbError> {
    db.lock(Lock::Players).await?;
    players::names(db).await
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
