//! The rows of persons who were entered twice.

use pegout_engine::league::{CommandId, PlayerId};
use rusqlite::{Connection, Row, params};

use crate::model::merges::Merge;

fn decode(row: &Row) -> rusqlite::Result<Merge> {
    Ok(Merge {
        player: PlayerId::from_bytes(row.get(0)?),
        into: row.get::<_, Option<_>>(1)?.map(PlayerId::from_bytes),
        command: row.get::<_, Option<_>>(2)?.map(CommandId::from_bytes),
    })
}

/// All merges, also those that were taken back.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Merge>> {
    let mut select = connection.prepare_cached("SELECT id, into_id, command FROM merged_player")?;
    let rows = select.query_map([], decode)?;
    rows.collect()
}

/// Stores a merge, which takes the place of the player's last one. Phones that joined for the player follow.
pub fn put(connection: &Connection, Merge { player, into, command }: &Merge) -> rusqlite::Result<()> {
    let mut put = connection.prepare_cached(
        "INSERT INTO merged_player (id, into_id, command) VALUES (?1, ?2, ?3) \
         ON CONFLICT DO UPDATE SET into_id = ?2, command = ?3",
    )?;
    put.execute(params![player.bytes(), into.map(PlayerId::bytes), command.map(CommandId::bytes)])?;
    if let Some(into) = into {
        connection.execute("UPDATE token SET player = ?2 WHERE player = ?1", [player.bytes(), into.bytes()])?;
    }
    Ok(())
}
