//! The trait of the store, with SQLite behind it.

use std::collections::BTreeMap;

use async_trait::async_trait;
use futures_util::FutureExt;
use pegout_engine::Time;
use rusqlite::Connection;
use tokio::sync::broadcast;

use super::backup::forgotten::{self, Forgotten};
use super::checksums;
use super::db::{SqliteDb, ready};
use super::{SqliteStore, append, boxed, damage, events};
use crate::checksum_chain;
use crate::db::{self, Backend, Job, Notify};
use crate::error::unavailable;
use crate::{
    Append, AppendError, ChangeNotice, Damage, DamageReport, MergeStore, PlayerStore, SeasonStore, Store, StoreError,
    StoredEvent, StreamId, TokenStore,
};

#[async_trait]
impl Backend for SqliteStore {
    async fn read(&self, tables: &[&'static str], job: Job) -> Result<(), StoreError> {
        self.check_tables(tables).await?;
        self.run_read(move |connection| ready(job(&SqliteDb::new(connection)))).await
    }

    // The lock on the file keeps every other server out.
    async fn write(&self, job: Job, _: Notify) -> Result<(), StoreError> {
        self.run_write(move |connection| ready(job(&SqliteDb::new(connection)))).await
    }

    async fn check_tables(&self, tables: &[&'static str]) -> Result<(), StoreError> {
        let look = |table| self.run_read(move |connection| checksums::is_damaged(connection, table));
        self.damaged_tables.check(tables, look).await
    }

    fn recheck_tables(&self) {
        self.damaged_tables.forget();
    }

    async fn list_forgotten(&self) {
        // The lines of a damaged table would stay in the list.
        let tables = &["forgotten_player", "event_text"];
        let forgotten = db::read(self, tables, (), |db, ()| Forgotten::read(db).boxed()).await;
        for folder in [None].into_iter().chain(self.backups.as_deref().map(Some)) {
            forgotten::write(&forgotten::list_of(&self.path, folder), &forgotten);
        }
    }

    async fn erase_deleted(&self) -> Result<(), StoreError> {
        self.writer.checkpoint().await
    }
}

impl MergeStore for SqliteStore {}
impl PlayerStore for SqliteStore {}
impl SeasonStore for SqliteStore {}
impl TokenStore for SqliteStore {}

#[async_trait]
impl Store for SqliteStore {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        let events = append.events();
        let append = self.run_write(move |connection| append::append(connection, &append));
        self.metrics.observe_append(events, append).await
    }

    async fn check(&self, expected: BTreeMap<StreamId, u64>) -> Result<(), AppendError> {
        let stale = self.run_read(move |connection| events::stale(connection, &expected)).await?;
        AppendError::of(stale)
    }

    // The lock on the file keeps every other server out.
    fn changes(&self) -> Option<broadcast::Receiver<ChangeNotice>> {
        None
    }

    async fn events_of(&self, streams: Vec<StreamId>) -> Result<Vec<Vec<StoredEvent>>, StoreError> {
        let asked = streams.clone();
        let select = move |connection: &Connection| {
            // One moment for all streams, and one transaction.
            let _snapshot = connection.unchecked_transaction()?;
            asked.iter().map(|stream| events::select(connection, stream.bytes())).collect::<rusqlite::Result<Vec<_>>>()
        };
        checksum_chain::undamaged(streams, self.run_read(select).await?)
    }

    async fn inspect(&self, thorough: bool) -> Result<DamageReport, StoreError> {
        let mut database = self.run_read(move |connection| damage::of_file(connection, thorough)).await?;
        database.extend(self.run_read(damage::of_schema).await?);
        let tables = self.run_read(checksums::damaged).await?;
        database.extend(tables.iter().map(|table| Damage::Table(table).to_string()));
        self.damaged_tables.set(&tables);
        let streams = if thorough { self.run_read(damage::of_streams).await? } else { Vec::new() };
        Ok(DamageReport { database, streams })
    }

    async fn probe_write(&self, at: Time) -> Result<(), StoreError> {
        let (work, mut outcome) = boxed(move |connection| damage::probe_write(connection, at.millis()));
        self.writer.try_to_write(work).await?;
        outcome.try_recv().map_err(unavailable)?
    }

    fn close(&self) {
        self.writer.stop();
    }
}
