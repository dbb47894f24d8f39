//! The rows of persons who were entered twice.

use async_trait::async_trait;
use futures_util::FutureExt;
use pegout_league::{CommandId, PlayerId};

use super::facts;
use crate::db::{Backed, Db, DbError, Row, read, write};
use crate::{MergeBasis, StoreError};
use pegout_model::merges::Merge;

/// The merges of players.
#[async_trait]
pub trait MergeStore: Backed {
    /// All merges of players, also merges that were taken back, in no order.
    async fn merges(&self) -> Result<Vec<Merge>, StoreError> {
        read(self.backend(), &["merged_player"], (), |db, ()| all(db).boxed()).await
    }

    /// Stores a merge of a player, which replaces the last one. The phones that joined for the player follow. Returns false if the
    /// basis does not hold any more, or one of the two players was forgotten.
    async fn put_merge(&self, merge: Merge, basis: MergeBasis) -> Result<bool, StoreError> {
        write(self.backend(), (merge, basis), |db, (merge, basis)| put(db, merge, basis).boxed()).await
    }
}

fn decode(row: &Row) -> Result<Merge, DbError> {
    Ok(Merge {
        player: PlayerId::from_bytes(row.get(0)?),
        into: row.get::<Option<_>>(1)?.map(PlayerId::from_bytes),
        command: row.get::<Option<_>>(2)?.map(CommandId::from_bytes),
    })
}

/// All merges, also merges that were taken back.
pub async fn all(db: &dyn Db) -> Result<Vec<Merge>, DbError> {
    db.query("SELECT id, into_id, command FROM merged_player", &[]).await?.iter().map(decode).collect()
}

async fn put(db: &dyn Db, merge: &Merge, basis: &MergeBasis) -> Result<bool, DbError> {
    if !facts::holds_basis(db, merge, basis).await? {
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
