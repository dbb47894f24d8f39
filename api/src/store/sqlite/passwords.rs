//! The coordinator's password, hashed.

use rusqlite::OptionalExtension;

use super::{Store, StoreError};

impl Store {
    /// The password's hash in PHC format; none before the first start.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn password(&self) -> Result<Option<String>, StoreError> {
        self.read(|connection| connection.query_row("SELECT hash FROM password", [], |row| row.get(0)).optional()).await
    }

    /// Replaces the password's hash, and forgets every token that the old one gave. Representatives have their own.
    ///
    /// # Errors
    ///
    /// When nothing can be stored.
    pub async fn set_password(&self, hash: String) -> Result<(), StoreError> {
        self.write(move |connection| {
            connection.execute("DELETE FROM token WHERE role = 'coordinator' AND representative IS NULL", [])?;
            let upsert = "INSERT INTO password (hash) VALUES (?1) ON CONFLICT DO UPDATE SET hash = excluded.hash";
            connection.execute(upsert, [&hash]).map(drop)
        })
        .await
    }
}
