//! The end of what was deleted: PostgreSQL keeps deleted rows, and the room that they took, until their table is rewritten.

use std::time::Duration;

use deadpool_postgres::Object;
use tokio::time::timeout;

use super::PostgresStore;
use super::failure::Failure;
use crate::StoreError;

/// The tables with names and with what people have typed. They are rewritten: a plain VACUUM gives the room of a row free, and
/// leaves the bytes.
const REWRITTEN: [&str; 2] = ["player", "event_text"];
/// The table whose rows go with a person. No name is in them, and in a large league there are many.
const VACUUMED: &str = "token";
/// The longest wait for a table that others read: everybody else waits behind it.
const LOCK: &str = "SET lock_timeout = '1s'; SET statement_timeout = '60s'";
/// The longest time for all of it.
const MOST: Duration = Duration::from_secs(60);

impl PostgresStore {
    /// Removes what was deleted from the files of the tables. Where that fails, the log says so: it is done with the next
    /// forgetting, or by the operator.
    pub async fn vacuum_forgotten(&self) {
        let error = match timeout(MOST, self.try_vacuum()).await {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "it takes too long".to_owned(),
        };
        log::warn!(
            "the files of the database still hold what was deleted last: {error}. Run \"VACUUM FULL player; VACUUM FULL \
             event_text\" in it, or forget somebody once more"
        );
    }

    async fn try_vacuum(&self) -> Result<(), StoreError> {
        // Out of the pool, since the session has other settings. It ends here.
        let client = Object::take(self.requests.get().await?);
        client.batch_execute(LOCK).await.map_err(Failure::from)?;
        client.batch_execute(&format!("VACUUM {VACUUMED}")).await.map_err(Failure::from)?;
        for table in REWRITTEN {
            client.batch_execute(&format!("VACUUM FULL {table}")).await.map_err(Failure::from)?;
        }
        Ok(())
    }
}
