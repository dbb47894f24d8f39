//! The row of the league in a new database.

use rusqlite::{Connection, params};

use crate::rows::league;
use pegout_model::league::League;

/// Writes the league of a new database, which nobody has set yet.
pub fn insert_new(connection: &Connection) -> rusqlite::Result<()> {
    let League { name, settings, is_public, .. } = League::default();
    let update = "UPDATE league SET name = ?1, settings = ?2, public = ?3 WHERE NOT is_set";
    connection.execute(update, params![name, league::encode(&settings), is_public]).map(drop)
}
