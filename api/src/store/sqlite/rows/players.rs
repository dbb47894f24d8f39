//! The rows of players: everything that is known of them, and nothing once they are forgotten.

use std::collections::HashSet;

use pegout_engine::league::PlayerId;
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::model::name_key;
use crate::model::player::Player;

fn decode(row: &Row) -> rusqlite::Result<Player> {
    Ok(Player {
        id: PlayerId::from_bytes(row.get(0)?),
        name: row.get(1)?,
        active_member: row.get(2)?,
        phone: row.get(3)?,
        email: row.get(4)?,
    })
}

/// All players who count as nobody else, in no order.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Player>> {
    let mut select = connection.prepare_cached(
        "SELECT id, name, active_member, phone, email FROM player \
         WHERE id NOT IN (SELECT id FROM merged_player WHERE into_id IS NOT NULL)",
    )?;
    let rows = select.query_map([], decode)?;
    rows.collect()
}

/// A player.
pub fn find(connection: &Connection, id: PlayerId) -> rusqlite::Result<Option<Player>> {
    let mut select =
        connection.prepare_cached("SELECT id, name, active_member, phone, email FROM player WHERE id = ?1")?;
    select.query_row([id.bytes()], decode).optional()
}

/// Inserts a player; returns false where a player has this id, or had it before they were forgotten.
pub fn add(connection: &Connection, player: &Player) -> rusqlite::Result<bool> {
    let mut select = connection
        .prepare_cached("SELECT 1 FROM player WHERE id = ?1 UNION ALL SELECT 1 FROM forgotten_player WHERE id = ?1")?;
    if select.exists([player.id.bytes()])? {
        return Ok(false);
    }
    put(connection, player)?;
    Ok(true)
}

/// Inserts a player, or replaces the one with this id.
pub fn put(connection: &Connection, player: &Player) -> rusqlite::Result<()> {
    let Player { id, name, active_member, phone, email } = player;
    let mut put = connection.prepare_cached(
        "INSERT INTO player (id, name, active_member, phone, email) VALUES (?1, ?2, ?3, ?4, ?5) \
         ON CONFLICT DO UPDATE SET name = ?2, active_member = ?3, phone = ?4, email = ?5",
    )?;
    put.execute(params![id.bytes(), name, active_member, phone, email]).map(drop)
}

/// Inserts those players whose names are new, and returns them.
pub fn import(connection: &Connection, mut players: Vec<Player>) -> rusqlite::Result<Vec<Player>> {
    let mut select = connection.prepare_cached("SELECT name FROM player")?;
    let names = select.query_map([], |row| row.get::<_, String>(0).map(|name| name_key::identity_key(&name)))?;
    let names: HashSet<String> = names.collect::<Result<_, _>>()?;
    players.retain(|player| !names.contains(&name_key::identity_key(&player.name)));
    players.iter().try_for_each(|player| put(connection, player))?;
    Ok(players)
}

/// Replaces a player who is still as `old` says; returns false otherwise.
pub fn replace(connection: &Connection, old: &Player, new: &Player) -> rusqlite::Result<bool> {
    if find(connection, old.id)?.as_ref() != Some(old) {
        return Ok(false);
    }
    put(connection, new)?;
    Ok(true)
}

/// Deletes a player with the phones that joined for them, and keeps the id.
pub fn delete(connection: &Connection, id: PlayerId) -> rusqlite::Result<()> {
    connection
        .execute("INSERT OR IGNORE INTO forgotten_player (id) SELECT id FROM player WHERE id = ?1", [id.bytes()])?;
    connection.execute("DELETE FROM player WHERE id = ?1", [id.bytes()])?;
    Ok(())
}
