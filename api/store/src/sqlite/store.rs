//! The trait of the store, with SQLite behind it.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::PathBuf;

use async_trait::async_trait;
use futures_util::FutureExt;
use pegout_engine::Time;
use rusqlite::Connection;
use tokio::sync::broadcast;

use super::backup::forgotten::{self, Forgotten};
use super::checksums;
use super::db::{SqliteDb, ready};
use super::file::copy;
use super::files::{self, folder};
use super::{SqliteStore, backup, damage, events};
use crate::chain::Damaged;
use crate::db::{self, Backend, Job, Notify};
use crate::{
    Append, AppendError, CheckOfCopy, Damage, Database, Findings, MergeStore, PlayerStore, SeasonStore, Store,
    StoreChange, StoreError, StoreMetrics, StoredEvent, StreamId, TokenStore,
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
            forgotten::write_read(&forgotten::list_of(&self.path, folder), &forgotten);
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
        let events: usize = append.streams.iter().map(|stream| stream.bodies.len()).sum();
        let timer = self.metrics.append_seconds.start_timer();
        let stale = self.run_write(move |connection| events::append(connection, &append)).await?;
        timer.observe_duration();
        if stale.is_empty() {
            self.metrics.events_appended.inc_by(events as u64);
            Ok(())
        } else {
            self.metrics.append_conflicts.inc();
            Err(AppendError::Conflict(stale))
        }
    }

    async fn check(&self, expected: BTreeMap<StreamId, u64>) -> Result<(), AppendError> {
        let stale = self.run_read(move |connection| events::stale(connection, &expected)).await?;
        if stale.is_empty() { Ok(()) } else { Err(AppendError::Conflict(stale)) }
    }

    // The lock on the file keeps every other server out.
    fn changes(&self) -> Option<broadcast::Receiver<StoreChange>> {
        None
    }

    async fn events(&self, stream: StreamId) -> Result<Vec<StoredEvent>, StoreError> {
        let events = self.run_read(move |connection| events::select(connection, stream.bytes())).await?;
        events.map_err(|Damaged| StoreError::Damaged(Damage::Stream(stream)))
    }

    async fn events_of(&self, streams: Vec<StreamId>) -> Result<Vec<Vec<StoredEvent>>, StoreError> {
        let asked = streams.clone();
        let select = move |connection: &Connection| {
            asked.iter().map(|stream| events::select(connection, stream.bytes())).collect::<rusqlite::Result<Vec<_>>>()
        };
        let damaged = |(stream, events): (StreamId, Result<_, Damaged>)| {
            events.map_err(|Damaged| StoreError::Damaged(Damage::Stream(stream)))
        };
        streams.into_iter().zip(self.run_read(select).await?).map(damaged).collect()
    }

    async fn inspect(&self, thorough: bool) -> Result<Findings, StoreError> {
        let mut of_database = self.run_read(move |connection| damage::of_file(connection, thorough)).await?;
        of_database.extend(self.run_read(damage::of_schema).await?);
        let tables = self.run_read(checksums::damaged).await?;
        of_database.extend(tables.iter().map(|table| Damage::Table(table).to_string()));
        self.damaged_tables.set(&tables);
        let of_streams = if thorough { self.run_read(damage::of_streams).await? } else { Vec::new() };
        Ok(Findings { of_database, of_streams })
    }

    async fn probe_write(&self, at: Time) -> Result<(), StoreError> {
        self.try_to_write(move |connection| damage::probe_write(connection, at.millis())).await?
    }

    fn close(&self) {
        self.writer.stop();
    }
}

#[async_trait]
impl Database for SqliteStore {
    fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    fn waiting_requests(&self) -> Option<u64> {
        None
    }

    async fn back_up(&self, target: PathBuf) -> Result<(), StoreError> {
        SqliteStore::back_up(self, target).await
    }

    async fn back_up_unnamed(&self, check: CheckOfCopy) -> Result<File, StoreError> {
        SqliteStore::back_up_unnamed(self, check).await
    }

    async fn room_of_copy(&self) -> Option<(PathBuf, u64)> {
        let size = files::database_size(&self.path).unwrap_or(0) + files::wal_size(&self.path).unwrap_or(0);
        Some((self.path.clone(), size))
    }

    async fn remove_old_copies(&self) {
        self.remove_unnamed_backup();
        [Some(folder(&self.path)), self.backups.as_deref()].into_iter().flatten().for_each(backup::remove_left);
        copy::remove_old_daily(self.path.clone()).await;
    }
}
