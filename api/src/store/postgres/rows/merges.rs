//! The rows of persons who were entered twice.

use deadpool_postgres::GenericClient;
use pegout_engine::league::{CommandId, PlayerId};
use tokio_postgres::Row;

use super::facts;
use crate::model::merges::Merge;
use crate::store::MergeBasis;
use crate::store::postgres::failure::Failure;
use crate::store::postgres::statement::{execute, query};
use crate::store::postgres::value::{bytes, some_bytes};

fn decode(row: &Row) -> Result<Merge, Failure> {
    Ok(Merge {
        player: PlayerId::from_bytes(bytes(row, 0)?),
        into: some_bytes(row, 1)?.map(PlayerId::from_bytes),
        command: some_bytes(row, 2)?.map(CommandId::from_bytes),
    })
}

/// All merges, also those that were taken back.
pub async fn all(client: &impl GenericClient) -> Result<Vec<Merge>, Failure> {
    query(client, "SELECT id, into_id, command FROM merged_player", &[]).await?.iter().map(decode).collect()
}

/// Stores a merge whose basis holds, which takes the place of the player's last one; returns false otherwise. Phones that joined
/// for the player follow.
pub async fn put(client: &impl GenericClient, merge: &Merge, basis: &MergeBasis) -> Result<bool, Failure> {
    if !facts::holds_basis(client, merge, basis).await? {
        return Ok(false);
    }
    let Merge { player, into, command } = merge;
    let (player, into) = (player.bytes(), into.map(PlayerId::bytes));
    let command = command.map(CommandId::bytes);
    let put = "INSERT INTO merged_player (id, into_id, command) VALUES ($1, $2, $3)
               ON CONFLICT (id) DO UPDATE SET into_id = $2, command = $3";
    let (into, command) = (into.as_ref().map(<[u8; 16]>::as_slice), command.as_ref().map(<[u8; 16]>::as_slice));
    execute(client, put, &[&player.as_slice(), &into, &command]).await?;
    if into.is_some() {
        execute(client, "UPDATE token SET player = $2 WHERE player = $1", &[&player.as_slice(), &into]).await?;
    }
    Ok(true)
}
