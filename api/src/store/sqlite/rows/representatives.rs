//! The rows of representatives: their names, and the hashes of their passwords.

use pegout_engine::league::RepresentativeId;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{decode_error, removed_ids};
use crate::model::name_key;
use crate::model::representative::Representative;
use crate::store::AddedRepresentative;

fn decode(row: &Row) -> rusqlite::Result<Representative> {
    let role: String = row.get(2)?;
    let role = role.parse().map_err(decode_error)?;
    Ok(Representative { id: RepresentativeId::from_bytes(row.get(0)?), name: row.get(1)?, role })
}

/// All representatives, in no order.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Representative>> {
    let mut select = connection.prepare_cached("SELECT id, name, role FROM representative")?;
    let rows = select.query_map([], decode)?;
    rows.collect()
}

/// The representative with this name, in any spelling, and the hash of their password.
pub fn by_name(connection: &Connection, name: &str) -> rusqlite::Result<Option<(Representative, String)>> {
    let (key, spelled) = (name_key::plain_key(name), name_key::spelled(name));
    let mut select = connection.prepare_cached("SELECT id, name, role, hash, key FROM representative")?;
    let rows = select.query_map([], |row| Ok((decode(row)?, row.get(3)?, row.get(4)?)))?;
    let rows: Vec<(Representative, String, String)> = rows.collect::<Result<_, _>>()?;
    let same = rows.into_iter().filter(|(representative, ..)| name_key::plain_key(&representative.name) == key);
    // Two of release 0.1.0 may differ by their blanks alone: each still signs in as they are spelled.
    let nearest = same.min_by_key(|(.., stored)| (*stored != spelled, *stored != key));
    Ok(nearest.map(|(representative, hash, _)| (representative, hash)))
}

/// The hash of a representative's password; `None` where there is no such representative.
pub fn password_hash(connection: &Connection, id: RepresentativeId) -> rusqlite::Result<Option<String>> {
    connection.query_row("SELECT hash FROM representative WHERE id = ?1", [id.bytes()], |row| row.get(0)).optional()
}

/// Inserts a representative with the hash of their password.
pub fn add(connection: &Connection, added: &Representative, hash: &str) -> rusqlite::Result<AddedRepresentative> {
    let Representative { id, name, role } = added;
    if removed_ids::has(connection, id.bytes())? {
        return Ok(AddedRepresentative::Removed);
    }
    let stored = all(connection)?;
    if let Some(known) = stored.iter().find(|known| known.id == *id) {
        return Ok(AddedRepresentative::Known(known.clone()));
    }
    let key = name_key::plain_key(name);
    if stored.iter().any(|other| name_key::plain_key(&other.name) == key) {
        return Ok(AddedRepresentative::NameTaken);
    }
    let insert = "INSERT INTO representative (id, name, key, hash, role) VALUES (?1, ?2, ?3, ?4, ?5)";
    connection.execute(insert, params![id.bytes(), name, key, hash, role.to_string()])?;
    Ok(AddedRepresentative::Added)
}

/// Deletes a representative with their sessions, and keeps the id.
pub fn delete(connection: &Connection, id: RepresentativeId) -> rusqlite::Result<()> {
    if connection.execute("DELETE FROM representative WHERE id = ?1", [id.bytes()])? > 0 {
        removed_ids::keep(connection, id.bytes())?;
    }
    Ok(())
}
