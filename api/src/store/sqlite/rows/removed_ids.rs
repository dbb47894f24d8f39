//! The ids of representatives and displays that were removed, and nothing else of them.

use rusqlite::Connection;

/// Keeps an id.
pub fn keep(connection: &Connection, id: [u8; 16]) -> rusqlite::Result<()> {
    connection.prepare_cached("INSERT OR IGNORE INTO removed_id (id) VALUES (?1)")?.execute([id]).map(drop)
}

/// Returns true for an id that was removed.
pub fn has(connection: &Connection, id: [u8; 16]) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM removed_id WHERE id = ?1")?.exists([id])
}
