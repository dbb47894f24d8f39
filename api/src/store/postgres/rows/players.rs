//! The rows of players: everything that is known of them, and nothing once they are forgotten.

use std::collections::HashSet;

use deadpool_postgres::GenericClient;
use pegout_engine::league::PlayerId;
use tokio_postgres::Row;

use crate::model::name_key;
use crate::model::player::Player;
use crate::store::postgres::failure::Failure;
use crate::store::postgres::statement::{execute, exists, query, query_opt};
use crate::store::postgres::value::{bytes, value};

fn decode(row: &Row) -> Result<Player, Failure> {
    Ok(Player {
        id: PlayerId::from_bytes(bytes(row, 0)?),
        name: value(row, 1)?,
        active_member: value(row, 2)?,
        phone: value(row, 3)?,
        email: value(row, 4)?,
    })
}

/// All players who count as nobody else, in no order.
pub async fn all(client: &impl GenericClient) -> Result<Vec<Player>, Failure> {
    let select = "SELECT id, name, active_member, phone, email FROM player
                  WHERE id NOT IN (SELECT id FROM merged_player WHERE into_id IS NOT NULL)";
    query(client, select, &[]).await?.iter().map(decode).collect()
}

/// A player.
pub async fn find(client: &impl GenericClient, id: PlayerId) -> Result<Option<Player>, Failure> {
    let select = "SELECT id, name, active_member, phone, email FROM player WHERE id = $1";
    query_opt(client, select, &[&id.bytes().as_slice()]).await?.as_ref().map(decode).transpose()
}

/// Inserts a player; returns false where a player has this id, or had it before they were forgotten.
pub async fn add(client: &impl GenericClient, player: &Player) -> Result<bool, Failure> {
    let insert = "INSERT INTO player (id, name, active_member, phone, email) VALUES ($1, $2, $3, $4, $5)
                  ON CONFLICT (id) DO NOTHING";
    if write(client, insert, player).await? == 0 {
        return Ok(false);
    }
    // Only now: the insertion may have waited for somebody who was forgetting the player.
    let id = player.id.bytes();
    let is_forgotten = exists(client, "SELECT FROM forgotten_player WHERE id = $1", &[&id.as_slice()]).await?;
    if is_forgotten {
        execute(client, "DELETE FROM player WHERE id = $1", &[&id.as_slice()]).await?;
    }
    Ok(!is_forgotten)
}

async fn write(client: &impl GenericClient, sql: &str, player: &Player) -> Result<u64, Failure> {
    let Player { id, name, active_member, phone, email } = player;
    Ok(execute(client, sql, &[&id.bytes().as_slice(), name, active_member, phone, email]).await?)
}

/// Inserts those players whose names are new, and returns them.
pub async fn import(client: &impl GenericClient, mut players: Vec<Player>) -> Result<Vec<Player>, Failure> {
    // Nobody else may add the same names meanwhile.
    execute(client, "LOCK TABLE player IN SHARE ROW EXCLUSIVE MODE", &[]).await?;
    let rows = query(client, "SELECT name FROM player", &[]).await?;
    let names = rows.iter().map(|row| Ok(name_key::identity_key(value(row, 0)?)));
    let names: HashSet<String> = names.collect::<Result<_, Failure>>()?;
    players.retain(|player| !names.contains(&name_key::identity_key(&player.name)));
    let insert = "INSERT INTO player (id, name, active_member, phone, email) VALUES ($1, $2, $3, $4, $5)";
    for player in &players {
        write(client, insert, player).await?;
    }
    Ok(players)
}

/// Replaces a player who is still as `old` says; returns false otherwise.
pub async fn replace(client: &impl GenericClient, old: &Player, new: &Player) -> Result<bool, Failure> {
    execute(client, "SELECT FROM player WHERE id = $1 FOR UPDATE", &[&old.id.bytes().as_slice()]).await?;
    if find(client, old.id).await?.as_ref() != Some(old) {
        return Ok(false);
    }
    let update = "UPDATE player SET name = $2, active_member = $3, phone = $4, email = $5 WHERE id = $1";
    Ok(write(client, update, new).await? > 0)
}

/// Deletes a player with the phones that joined for them, and keeps the id.
pub async fn delete(client: &impl GenericClient, id: PlayerId) -> Result<(), Failure> {
    execute(client, "SELECT FROM player WHERE id = $1 FOR UPDATE", &[&id.bytes().as_slice()]).await?;
    let keep = "INSERT INTO forgotten_player (id) SELECT id FROM player WHERE id = $1 ON CONFLICT DO NOTHING";
    execute(client, keep, &[&id.bytes().as_slice()]).await?;
    execute(client, "DELETE FROM player WHERE id = $1", &[&id.bytes().as_slice()]).await?;
    Ok(())
}

/// The ids of the forgotten people.
pub async fn forgotten(client: &impl GenericClient) -> Result<Vec<PlayerId>, Failure> {
    let rows = query(client, "SELECT id FROM forgotten_player ORDER BY id", &[]).await?;
    rows.iter().map(|row| Ok(PlayerId::from_bytes(bytes(row, 0)?))).collect()
}
