//! The rows of players: everything that is known of them. Nothing of a forgotten player is left but the id.

use std::collections::{BTreeSet, HashSet};

use async_trait::async_trait;
use futures_util::FutureExt;
use futures_util::future::try_join_all;
use pegout_league::{CommandId, PlayerId};

use super::nights;
use crate::db::{Db, DbError, HasBackend, Lock, Row, RowLock, Value, any_of, exists, query_opt, read, write};
use crate::{MergeCondition, Names, StoreError, StreamId};
use pegout_model::name_key;
use pegout_model::player::{Merge, Merges, Player};

const INSERT: &str = "INSERT INTO player (id, name, active_member, phone, email) VALUES ($1, $2, $3, $4, $5)";

/// The players of a database.
#[async_trait]
pub trait PlayerStore: HasBackend {
    /// All players, in any order, without players who count as another player.
    async fn players(&self) -> Result<Vec<Player>, StoreError> {
        read(self.backend(), &["player", "merged_player"], (), |db, ()| all(db).boxed()).await
    }

    /// A player; `None` for a forgotten one.
    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        read(self.backend(), &["player"], id, |db, id| find(db, *id).boxed()).await
    }

    /// The names of all players, also of merged players.
    async fn player_names(&self) -> Result<Names, StoreError> {
        read(self.backend(), &["player"], (), |db, ()| names(db).boxed()).await
    }

    /// Adds a player. Returns false if a player has this id, or a forgotten player had it.
    async fn add_player(&self, player: Player) -> Result<bool, StoreError> {
        write(self.backend(), player, |db, player| add(db, player).boxed()).await
    }

    /// Adds the players with new names. Returns the added players in the order of `players`.
    async fn import_players(&self, players: Vec<Player>) -> Result<Vec<Player>, StoreError> {
        write(self.backend(), players, |db, players| import(db, players).boxed()).await
    }

    /// Replaces a player who is still as `old` says. Returns false otherwise.
    async fn replace_player(&self, old: Player, new: Player) -> Result<bool, StoreError> {
        write(self.backend(), (old, new), |db, (old, new)| replace(db, old, new).boxed()).await
    }

    /// Deletes a player with the phones that joined for them, and from the write-ahead log. Keeps the id, so that no
    /// repeat adds the player again.
    async fn delete_player(&self, id: PlayerId) -> Result<(), StoreError> {
        let deleted = write(self.backend(), id, |db, id| delete(db, *id).boxed()).await;
        self.backend().list_forgotten().await;
        deleted?;
        self.backend().erase_deleted().await
    }
}

fn decode(row: &Row) -> Result<Player, DbError> {
    Ok(Player {
        id: PlayerId::from_bytes(row.get(0)?),
        name: row.get(1)?,
        active_member: row.get(2)?,
        phone: row.get(3)?,
        email: row.get(4)?,
    })
}

/// All players, in any order, without players who count as another player.
pub async fn all(db: &dyn Db) -> Result<Vec<Player>, DbError> {
    let select = "SELECT id, name, active_member, phone, email FROM player
                  WHERE id NOT IN (SELECT id FROM merged_player WHERE into_id IS NOT NULL)";
    db.query(select, &[]).await?.iter().map(decode).collect()
}

/// The names of all players, also of merged players.
pub async fn names(db: &dyn Db) -> Result<Names, DbError> {
    let rows = db.query("SELECT id, name FROM player", &[]).await?;
    rows.iter().map(|row| Ok((PlayerId::from_bytes(row.get(0)?), row.get(1)?))).collect()
}

/// A player.
pub async fn find(db: &dyn Db, id: PlayerId) -> Result<Option<Player>, DbError> {
    let select = "SELECT id, name, active_member, phone, email FROM player WHERE id = $1";
    query_opt(db, select, &[id.bytes().into()]).await?.as_ref().map(decode).transpose()
}

/// Adds a player. Returns false if a player has this id, or a forgotten player had it.
pub async fn add(db: &dyn Db, player: &Player) -> Result<bool, DbError> {
    if put(db, &format!("{INSERT} ON CONFLICT (id) DO NOTHING"), player).await? == 0 {
        return Ok(false);
    }
    // The insertion may have waited for a transaction that forgot the player.
    let id = player.id.bytes();
    let is_forgotten = exists(db, "SELECT 1 FROM forgotten_player WHERE id = $1", &[id.into()]).await?;
    if is_forgotten {
        db.execute("DELETE FROM player WHERE id = $1", &[id.into()]).await?;
    }
    Ok(!is_forgotten)
}

async fn put(db: &dyn Db, sql: &str, player: &Player) -> Result<u64, DbError> {
    let Player { id, name, active_member, phone, email } = player;
    db.execute(
        sql,
        &[id.bytes().into(), name.into(), (*active_member).into(), phone.as_deref().into(), email.as_deref().into()],
    )
    .await
}

async fn import(db: &dyn Db, players: &[Player]) -> Result<Vec<Player>, DbError> {
    // Until the end no other server can add the same names.
    db.lock(Lock::Players).await?;
    let names = db.query("SELECT name FROM player", &[]).await?;
    let names = names.iter().map(|row| Ok(name_key::identity_key(&row.get::<String>(0)?)));
    let names: HashSet<String> = names.collect::<Result<_, DbError>>()?;
    let is_new = |player: &&Player| !names.contains(&name_key::identity_key(&player.name));
    let players: Vec<Player> = players.iter().filter(is_new).cloned().collect();
    if let Some((first, others)) = players.split_first() {
        put(db, INSERT, first).await?;
        // The statement is prepared now, so all of them travel at once.
        try_join_all(others.iter().map(|player| put(db, INSERT, player))).await?;
    }
    Ok(players)
}

async fn lock(db: &dyn Db, id: PlayerId) -> Result<(), DbError> {
    let lock = format!("SELECT 1 FROM player WHERE id = $1{}", db.locking(RowLock::Update));
    db.query(&lock, &[id.bytes().into()]).await.map(drop)
}

async fn replace(db: &dyn Db, old: &Player, new: &Player) -> Result<bool, DbError> {
    lock(db, old.id).await?;
    if find(db, old.id).await?.as_ref() != Some(old) {
        return Ok(false);
    }
    let update = "UPDATE player SET name = $2, active_member = $3, phone = $4, email = $5 WHERE id = $1";
    Ok(put(db, update, new).await? > 0)
}

/// Deletes a player with the phones that joined for them, and keeps the id.
pub async fn delete(db: &dyn Db, id: PlayerId) -> Result<(), DbError> {
    lock(db, id).await?;
    let keep = "INSERT INTO forgotten_player (id) SELECT id FROM player WHERE id = $1 ON CONFLICT DO NOTHING";
    db.execute(keep, &[id.bytes().into()]).await?;
    db.execute("DELETE FROM player WHERE id = $1", &[id.bytes().into()]).await.map(drop)
}

/// The ids of the forgotten people.
pub async fn forgotten(db: &dyn Db) -> Result<Vec<PlayerId>, DbError> {
    let rows = db.query("SELECT id FROM forgotten_player ORDER BY id", &[]).await?;
    rows.iter().map(|row| row.get(0).map(PlayerId::from_bytes)).collect()
}

/// The merges of players.
#[async_trait]
pub trait MergeStore: HasBackend {
    /// All merges of players, also merges that were taken back, in any order.
    async fn merges(&self) -> Result<Vec<Merge>, StoreError> {
        read(self.backend(), &["merged_player"], (), |db, ()| merges(db).boxed()).await
    }

    /// Stores a merge of a player, which replaces the last one. The phones that joined for the player follow. Returns
    /// false if the condition is not true any more, or if one of the two players was forgotten.
    async fn put_merge(&self, merge: Merge, condition: MergeCondition) -> Result<bool, StoreError> {
        write(self.backend(), (merge, condition), |db, (merge, condition)| put_merge(db, merge, condition).boxed())
            .await
    }
}

fn decode_merge(row: &Row) -> Result<Merge, DbError> {
    Ok(Merge {
        player: PlayerId::from_bytes(row.get(0)?),
        into: row.get::<Option<_>>(1)?.map(PlayerId::from_bytes),
        command: row.get::<Option<_>>(2)?.map(CommandId::from_bytes),
    })
}

/// All merges, also merges that were taken back.
pub async fn merges(db: &dyn Db) -> Result<Vec<Merge>, DbError> {
    db.query("SELECT id, into_id, command FROM merged_player", &[]).await?.iter().map(decode_merge).collect()
}

async fn put_merge(db: &dyn Db, merge: &Merge, condition: &MergeCondition) -> Result<bool, DbError> {
    if !merge_condition_holds(db, merge, condition).await? {
        return Ok(false);
    }
    let Merge { player, into, command } = merge;
    let (player, into) = (player.bytes(), into.map(PlayerId::bytes));
    let put = "INSERT INTO merged_player (id, into_id, command) VALUES ($1, $2, $3)
               ON CONFLICT (id) DO UPDATE SET into_id = $2, command = $3";
    db.execute(put, &[player.into(), into.into(), command.map(CommandId::bytes).into()]).await?;
    if into.is_some() {
        db.execute("UPDATE token SET player = $2 WHERE player = $1", &[player.into(), into.into()]).await?;
    }
    Ok(true)
}

/// The merges, without those taken back. Nobody changes them until the transaction ends.
pub async fn locked_merges(db: &dyn Db, lock: RowLock) -> Result<Merges, DbError> {
    db.lock(Lock::Merges(lock)).await?;
    Ok(merges(db).await?.into_iter().collect())
}

/// The players of this list who are not forgotten. Nobody forgets them until the transaction ends.
pub async fn locked_players(db: &dyn Db, players: BTreeSet<PlayerId>) -> Result<HashSet<PlayerId>, DbError> {
    let ids = players.into_iter().map(PlayerId::bytes).collect();
    let rows = locked(db, "SELECT id FROM player", ids, RowLock::KeyShare).await?;
    rows.iter().map(|row| row.get(0).map(PlayerId::from_bytes)).collect()
}

/// Locks the rows with these ids, in the order of the ids, and reads them.
pub async fn locked(db: &dyn Db, select: &str, ids: Vec<[u8; 16]>, lock: RowLock) -> Result<Vec<Row>, DbError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let (names, ids) = any_of(1, ids.into_iter().map(Value::from).collect());
    let lock = db.locking(lock);
    db.query(&format!("{select} WHERE id IN ({names}) ORDER BY id{lock}"), &ids).await
}

async fn ledger_version(db: &dyn Db) -> Result<u64, DbError> {
    let row = query_opt(db, "SELECT version FROM stream WHERE id = $1", &[StreamId::LEDGER.into()]).await?;
    Ok(row.map(|row| row.get::<i64>(0)).transpose()?.unwrap_or_default().unsigned_abs())
}

/// Returns true if the condition of this merge is true until the transaction ends, and both players still exist. Until
/// then no append can depend on other merges.
async fn merge_condition_holds(db: &dyn Db, merge: &Merge, condition: &MergeCondition) -> Result<bool, DbError> {
    let merges = locked_merges(db, RowLock::Update).await?;
    let players = merge.into.map_or_else(BTreeSet::new, |into| [merge.player, into].into());
    let known = locked_players(db, players.clone()).await?;
    Ok(merges == condition.merges
        && known.len() == players.len()
        && nights::are_at(db, None, &condition.nights).await?
        && ledger_version(db).await? == condition.ledger)
}
