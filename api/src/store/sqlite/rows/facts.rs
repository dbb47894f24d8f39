//! The facts that decisions rely on, looked up in the transaction that writes.

use pegout_engine::league::NightId;
use rusqlite::Connection;

use super::nights;
use crate::store::sqlite::events;
use crate::store::{Fact, FactKind, Stale, StreamId};

/// The nights of the facts that do not hold.
pub fn stale(connection: &Connection, facts: &[Fact]) -> rusqlite::Result<Vec<Stale>> {
    let mut stale = Vec::new();
    for Fact { night, kind } in facts {
        if !holds(connection, *night, kind)? {
            let stream = StreamId::Night(*night);
            stale.push(Stale { stream, found: events::newest(connection, stream)? });
        }
    }
    Ok(stale)
}

fn holds(connection: &Connection, night: NightId, fact: &FactKind) -> rusqlite::Result<bool> {
    Ok(match fact {
        FactKind::JoinKey(key) => nights::join_keys(connection, night)?.is_some_and(|keys| key.is_of(&keys)),
    })
}
