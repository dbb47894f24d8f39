//! The facts that decisions rely on, read under locks that keep them as they are until the transaction ends.

use std::collections::{BTreeSet, HashMap};

use deadpool_postgres::GenericClient;
use pegout_engine::league::NightId;

use crate::model::join_code::{JoinKeys, JoinSecret};
use crate::store::postgres::failure::Failure;
use crate::store::postgres::statement::query;
use crate::store::postgres::value::{bytes, word};
use crate::store::{Append, Fact, FactKind, PlainRow};

/// The rows of the facts on which appends rely.
#[derive(Default)]
pub struct Facts {
    join_keys: HashMap<NightId, JoinKeys>,
}

impl Facts {
    /// Locks the rows that these appends rely on, or take others out of whose phones go, and reads them.
    pub async fn lock(client: &impl GenericClient, appends: &[&Append]) -> Result<Facts, Failure> {
        let facts = || appends.iter().flat_map(|append| &append.facts);
        let joined = facts().filter(|fact| matches!(fact.kind, FactKind::JoinKey(_))).map(|fact| fact.night);
        let rows = appends.iter().flat_map(|append| &append.rows);
        let left = rows.filter_map(|row| match row {
            // Whoever joins meanwhile would stay.
            PlainRow::RemovePhones { night, .. } => Some(*night),
            _ => None,
        });
        Ok(Facts { join_keys: join_keys(client, joined.chain(left).collect()).await? })
    }

    /// Returns true for a fact that holds.
    pub fn holds(&self, Fact { night, kind }: &Fact) -> bool {
        match kind {
            FactKind::JoinKey(key) => self.join_keys.get(night).is_some_and(|keys| key.is_of(keys)),
        }
    }

    /// Notes that these rows are written before those of the appends that follow.
    pub fn change(&mut self, rows: &[PlainRow]) {
        for row in rows {
            if let PlainRow::RemovePhones { night, .. } = row {
                // It depends on the phones whether the keys are others then: whoever relies on them is to look again.
                self.join_keys.remove(night);
            }
        }
    }
}

async fn join_keys(
    client: &impl GenericClient,
    nights: BTreeSet<NightId>,
) -> Result<HashMap<NightId, JoinKeys>, Failure> {
    if nights.is_empty() {
        return Ok(HashMap::new());
    }
    let ids: Vec<Vec<u8>> = nights.iter().map(|night| night.bytes().to_vec()).collect();
    let select = "SELECT id, join_code, join_secret FROM night WHERE id = ANY($1) ORDER BY id FOR UPDATE";
    let keys = |row| {
        let keys = JoinKeys { code: word(row, 1)?, secret: JoinSecret::from_bytes(bytes(row, 2)?) };
        Ok((NightId::from_bytes(bytes(row, 0)?), keys))
    };
    query(client, select, &[&ids]).await?.iter().map(keys).collect()
}
