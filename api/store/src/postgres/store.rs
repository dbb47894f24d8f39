//! The trait of the store, with PostgreSQL behind it.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use deadpool_postgres::{Client, GenericClient};
use futures_util::FutureExt;
use futures_util::future::try_join3;
use pegout_engine::Time;
use tokio::sync::broadcast;
use tokio::time::timeout;

use super::db::PostgresDb;
use super::failure::Failure;
use super::statement::{execute, query, value};
use super::{PostgresStore, damage, events, schema};
use crate::checksum_chain;
use crate::db::{self, Backend, DbError, Job, Notify};
use crate::sqlite::backup::forgotten::{self, Forgotten};
use crate::{
    Append, AppendError, CachedRows, ChangeNotice, Comparison, DamageReport, FailureCause, MergeStore, PlayerStore,
    Revisions, SeasonStore, Store, StoreError, StoredEvent, StreamId, TokenStore,
};

/// The longest wait for a connection to compare memory with the database.
const COMPARISON_WAIT: Duration = Duration::from_secs(1);
/// The longest wait for the answer.
const COMPARISON_ANSWER: Duration = Duration::from_secs(2);
/// The most attempts of a transaction after deadlocks.
const MAX_TRIES: usize = 5;

/// Reads with a connection that is free.
macro_rules! read {
    ($store:expr, $client:ident => $work:expr) => {{
        let client = $store.requests.get().await?;
        let read = $store.requests.run(client, async |connection| {
            let $client = &*connection;
            Ok::<_, StoreError>($work.await?)
        });
        read.await
    }};
}
pub(super) use read;

#[async_trait]
impl Backend for PostgresStore {
    async fn read(&self, _: &[&'static str], job: Job) -> Result<(), StoreError> {
        read!(self, client => job(&PostgresDb(client)))
    }

    async fn write(&self, job: Job, notify: Notify) -> Result<(), StoreError> {
        let client = self.requests.get().await?;
        let done = self.requests.run(client, async |connection| {
            let mut tries = 1;
            loop {
                match in_transaction(connection, &job).await {
                    // Two transactions waited for each other, and this one was undone.
                    Err(DbError::Postgres(failure)) if failure.is_deadlock() && tries < MAX_TRIES => tries += 1,
                    outcome => break outcome,
                }
            }
        });
        done.await?;
        if notify == Notify::Others {
            self.notices.rows_changed();
        }
        Ok(())
    }

    // PostgreSQL has checksums of its own.
    async fn check_tables(&self, _: &[&'static str]) -> Result<(), StoreError> {
        Ok(())
    }

    fn recheck_tables(&self) {}

    async fn list_forgotten(&self) {
        let Some(folder) = &self.backups else { return };
        let list = forgotten::list_of(Path::new(self.address.name()), Some(folder));
        forgotten::write(&list, &db::read(self, &[], (), |db, ()| Forgotten::read(db).boxed()).await);
    }

    async fn erase_deleted(&self) -> Result<(), StoreError> {
        self.vacuum_forgotten().await;
        Ok(())
    }
}

/// Does the work in a transaction, which is undone if the work fails.
async fn in_transaction(connection: &mut Client, job: &Job) -> Result<(), DbError> {
    let transaction = connection.transaction().await?;
    match job(&PostgresDb(&transaction)).await {
        Ok(()) => Ok(transaction.commit().await?),
        Err(error) => {
            // Ignore errors: a broken connection has no transaction.
            let _ = transaction.rollback().await;
            Err(error)
        }
    }
}

impl MergeStore for PostgresStore {}
impl PlayerStore for PostgresStore {}
impl SeasonStore for PostgresStore {}
impl TokenStore for PostgresStore {}

#[async_trait]
impl Store for PostgresStore {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        let events = append.events();
        self.metrics.observe_append(events, self.writers.append(append)).await
    }

    async fn check(&self, expected: BTreeMap<StreamId, u64>) -> Result<(), AppendError> {
        let stale = read!(self, client => events::stale(client, &expected));
        AppendError::of(stale?)
    }

    async fn compare(&self, cached: BTreeMap<StreamId, u64>) -> Result<Comparison, StoreError> {
        let client = timeout(COMPARISON_WAIT, self.requests.get()).await.map_err(|_| Failure::Unanswered)??;
        let compared = self.requests.run_within(COMPARISON_ANSWER, client, async |connection| {
            let (client, cached) = (&*connection, &cached);
            let (revisions, stale, is_newer) =
                try_join3(revisions(client), events::stale(client, cached), schema::is_newer(client)).await?;
            if is_newer {
                self.writer_pool.refuse_newer_schema();
                if self.requests.refuse_newer_schema() {
                    log::error!("{}", schema::newer(&self.address));
                }
            }
            Ok::<_, StoreError>(Comparison { stale, revisions })
        });
        compared.await
    }

    fn changes(&self) -> Option<broadcast::Receiver<ChangeNotice>> {
        Some(self.changes.subscribe())
    }

    async fn events_of(&self, streams: Vec<StreamId>) -> Result<Vec<Vec<StoredEvent>>, StoreError> {
        let ids: Vec<[u8; 16]> = streams.iter().map(|stream| stream.bytes()).collect();
        checksum_chain::undamaged(streams, read!(self, client => events::select(client, &ids))?)
    }

    async fn inspect(&self, thorough: bool) -> Result<DamageReport, StoreError> {
        let client = self.requests.get().await?;
        // Damaged pages are reported until an operator resets the count, but the undamaged pages are still served.
        let mut findings = damage::of_pages(&client).await?;
        if thorough {
            findings.extend(damage::of_streams(&client).await?);
        }
        let database = damage::tables(&client).await?.iter().map(ToString::to_string).collect();
        Ok(DamageReport { database, streams: findings })
    }

    async fn probe_write(&self, at: Time) -> Result<(), StoreError> {
        // No id is all zeros.
        let insert = "INSERT INTO event (stream, version, body, checksum) VALUES ($1, 1, '{}', 0)";
        let upsert =
            "INSERT INTO trial (single, at) VALUES (1, $1) ON CONFLICT (single) DO UPDATE SET at = excluded.at";
        let client = self.requests.get().await?;
        let stored = self.requests.run(client, async |connection| {
            if let Some(table) = damage::missing_table(connection).await? {
                let sentence = format!("the table {table} is missing");
                return Err(StoreError::Failed(FailureCause::MissingTable(table), sentence));
            }
            let trial = connection.transaction().await?;
            execute(&trial, insert, &[&[0_u8; 16].as_slice()]).await?;
            trial.rollback().await?;
            execute(&*connection, upsert, &[&at.millis()]).await?;
            Ok::<_, StoreError>(())
        });
        stored.await?;
        self.writers.probe().await
    }

    fn close(&self) {
        self.writers.stop();
    }
}

/// The versions of the rows that servers keep in memory. Triggers raise them.
async fn revisions(client: &impl GenericClient) -> Result<Revisions, Failure> {
    let mut revisions = Revisions::new();
    for row in query(client, "SELECT subject, version FROM revision", &[]).await? {
        // Several that are unknown count together: the sum changes with each.
        *revisions.entry(subject(value(&row, 0)?)).or_default() += value::<i64>(&row, 1)?;
    }
    Ok(revisions)
}

fn subject(word: &str) -> CachedRows {
    match word {
        "tokens" => CachedRows::Tokens,
        "league" => CachedRows::League,
        "names" => CachedRows::Names,
        "persons" => CachedRows::Merges,
        _ => CachedRows::Unknown,
    }
}
