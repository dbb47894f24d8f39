//! Who may sign in besides the coordinator: their names, and their passwords hashed.

use pegout_engine::league::RepresentativeId;
use rusqlite::{Row, params};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Store, StoreError};
use crate::model::name_key;

/// Somebody who may sign in with the coordinator's rights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Representative {
    /// Their id.
    pub id: RepresentativeId,
    /// The name they sign in with, and that the history calls them.
    #[schema(examples("Bea"))]
    pub name: String,
}

impl Representative {
    fn read(row: &Row) -> rusqlite::Result<Representative> {
        Ok(Representative { id: RepresentativeId::from_bytes(row.get(0)?), name: row.get(1)? })
    }
}

impl Store {
    /// All representatives, in no order.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn representatives(&self) -> Result<Vec<Representative>, StoreError> {
        self.read(|connection| {
            let mut select = connection.prepare_cached("SELECT id, name FROM representative")?;
            let rows = select.query_map([], Representative::read)?;
            rows.collect()
        })
        .await
    }

    /// The representative of this name, however it is written, and the hash of their password in PHC format.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn representative(&self, name: &str) -> Result<Option<(Representative, String)>, StoreError> {
        let (key, spelled) = (name_key::key(name), name_key::spelled(name));
        self.read(move |connection| {
            let mut select = connection.prepare_cached("SELECT id, name, hash, key FROM representative")?;
            let rows = select.query_map([], |row| Ok((Representative::read(row)?, row.get(2)?, row.get(3)?)))?;
            let rows: Vec<(Representative, String, String)> = rows.collect::<Result<_, _>>()?;
            let same = rows.into_iter().filter(|(representative, ..)| name_key::key(&representative.name) == key);
            // Two of the first edition may differ by their blanks alone: each still signs in as they are spelled.
            let nearest = same.min_by_key(|(.., stored)| (*stored != spelled, *stored != key));
            Ok(nearest.map(|(representative, hash, _)| (representative, hash)))
        })
        .await
    }

    /// Stores a new representative with the hash of their password, and says whether that was done: not where another
    /// has the name.
    ///
    /// # Errors
    ///
    /// When nothing can be stored.
    pub async fn add_representative(&self, added: Representative, hash: String) -> Result<bool, StoreError> {
        self.write(move |connection| {
            let Representative { id, name } = &added;
            let key = name_key::key(name);
            let mut select = connection.prepare_cached("SELECT name FROM representative")?;
            let names = select.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
            if names.iter().any(|name| name_key::key(name) == key) {
                return Ok(false);
            }
            let insert = "INSERT INTO representative (id, name, key, hash) VALUES (?1, ?2, ?3, ?4)";
            connection.execute(insert, params![id.bytes(), name, key, hash]).map(|_| true)
        })
        .await
    }

    /// Removes a representative, and ends their sessions.
    ///
    /// # Errors
    ///
    /// When nothing can be stored.
    pub async fn delete_representative(&self, id: RepresentativeId) -> Result<(), StoreError> {
        let delete = "DELETE FROM representative WHERE id = ?1";
        self.write(move |connection| connection.execute(delete, [id.bytes()]).map(drop)).await
    }
}
