//! The ids of removed representatives and displays, and nothing else of them.

use crate::db::{Db, DbError, exists};

/// Keeps an id.
pub async fn keep(db: &dyn Db, id: [u8; 16]) -> Result<(), DbError> {
    db.execute("INSERT INTO removed_id (id) VALUES ($1) ON CONFLICT DO NOTHING", &[id.into()]).await.map(drop)
}

/// Returns true for an id that was removed.
pub async fn has(db: &dyn Db, id: [u8; 16]) -> Result<bool, DbError> {
    exists(db, "SELECT 1 FROM removed_id WHERE id = $1", &[id.into()]).await
}
