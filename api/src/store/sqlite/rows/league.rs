//! The row of the league in a new database.

use rusqlite::{Connection, params};

use crate::model::league::League;
use crate::store::rows::league;

/// Writes the league of a new database, which nobody has set yet.
pub fn insert_new(connection: &Connection) -> rusqlite::Result<()> {
    let League { name, settings, is_public, .. } = League::new();
    let update = "UPDATE league SET name = ?1, settings = ?2, public = ?3 WHERE NOT is_set";
    connection.execute(update, params![name, league::encode(&settings), is_public]).map(drop)
}
