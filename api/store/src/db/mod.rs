//! The interface between the SQL of the rows, which both databases share, and the databases.
//!
//! Work is a future. SQLite runs it on a thread that writes or reads, and no statement there waits.

mod error;
mod value;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;

pub use error::DbError;
pub use value::{Row, Value};

use super::{StoreError, StreamId};
use crate::error::unavailable;

/// A connection within a transaction, or a connection that only reads.
///
/// The parameters of a statement are `$1`, `$2` and so on. Each of them has one value.
#[async_trait]
pub trait Db: Send + Sync {
    /// Runs a statement. Returns the number of rows that it has changed.
    async fn execute(&self, sql: &str, params: &[Value]) -> Result<u64, DbError>;
    /// All rows of a query.
    async fn query(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DbError>;
    /// The end of a query that locks the rows that it reads until the transaction ends. One thread alone writes to
    /// SQLite, so it is empty there.
    fn locking(&self, lock: RowLock) -> &'static str;
    /// Locks more than the rows of a query until the transaction ends. Does nothing on SQLite.
    async fn lock(&self, lock: Lock) -> Result<(), DbError>;
    /// Locks streams that are to be removed. Returns false if a stream has another version.
    async fn lock_to_remove(&self, expected: &BTreeMap<StreamId, u64>) -> Result<bool, DbError>;
    /// The SQL condition of an undamaged row of this table. PostgreSQL has checksums of its own.
    fn intact(&self, table: &'static str) -> Result<String, DbError>;
}

/// The strength of a lock on rows, as PostgreSQL's manual names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowLock {
    /// Nobody deletes the row or changes its key.
    KeyShare,
    /// Nobody changes the row.
    Share,
    /// Nobody changes the row or locks it, except with `KeyShare`.
    NoKeyUpdate,
    /// Like `NoKeyUpdate`, but skips rows that another transaction has locked.
    NoKeyUpdateSkipLocked,
    /// Nobody changes or locks the row.
    Update,
}

/// A lock on more than the rows of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// Nobody else replaces the password.
    Password,
    /// Nobody else adds or changes a player.
    Players,
    /// Nobody else adds or changes a representative.
    Representatives,
    /// Nobody else adds or changes a webhook.
    Webhooks,
    /// With `Share` nobody else changes the merges. With `Update` nobody else relies on them either.
    Merges(RowLock),
}

/// Returns true if a query has any row.
pub async fn exists(db: &dyn Db, sql: &str, params: &[Value]) -> Result<bool, DbError> {
    Ok(!db.query(sql, params).await?.is_empty())
}

/// The first row of a query, if there is one.
pub async fn query_opt(db: &dyn Db, sql: &str, params: &[Value]) -> Result<Option<Row>, DbError> {
    Ok(db.query(sql, params).await?.into_iter().next())
}

/// The parameters of `IN (…)`, the first of them `$first`, and their values. An empty list finds nothing.
/// The last value is repeated until a power of two is reached: connections keep each statement that they have prepared.
pub fn any_of(first: usize, mut values: Vec<Value>) -> (String, Vec<Value>) {
    let Some(last) = values.last().cloned() else { return ("NULL".to_owned(), values) };
    values.resize(values.len().next_power_of_two(), last);
    let names: Vec<String> = (first..first + values.len()).map(|number| format!("${number}")).collect();
    (names.join(", "), values)
}

/// Work with a connection. It is run again after a deadlock in PostgreSQL.
pub type Job = Box<dyn for<'a> Fn(&'a dyn Db) -> BoxFuture<'a, Result<(), DbError>> + Send + Sync>;

/// The work of a method: a function of the rows with its arguments. It captures nothing, so one type of job serves all.
pub type Work<A, T> = for<'a> fn(&'a dyn Db, &'a A) -> BoxFuture<'a, Result<T, DbError>>;

/// The servers that hear of a write at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notify {
    /// The other servers of the database, which read the rows again.
    Others,
    /// None: no server keeps these rows in memory.
    Nobody,
}

/// A store over a database. The file of a table has the methods and the SQL of its rows.
pub trait HasBackend: Send + Sync {
    /// The database.
    fn backend(&self) -> &dyn Backend;
}

/// A database, as the stores of the rows use it.
#[async_trait]
pub trait Backend: Send + Sync {
    /// Reads, unless one of these plain tables is damaged.
    async fn read(&self, tables: &[&'static str], job: Job) -> Result<(), StoreError>;
    /// Writes in one transaction, which is on the disk when this returns.
    async fn write(&self, job: Job, notify: Notify) -> Result<(), StoreError>;
    /// Returns an error if one of these plain tables is damaged. Checks each table before its first use.
    async fn check_tables(&self, tables: &[&'static str]) -> Result<(), StoreError>;
    /// Looks at the tables again before the next answer. For a call that may have replaced a damaged row.
    fn recheck_tables(&self);
    /// Writes the list of the forgotten to the folders of the database and the backups. If that fails, the log says so.
    async fn list_forgotten(&self);
    /// Overwrites deleted rows where they may still be read: in the write-ahead log, or in the file of a table.
    async fn erase_deleted(&self) -> Result<(), StoreError>;
}

impl<B: Backend> HasBackend for B {
    fn backend(&self) -> &dyn Backend {
        self
    }
}

/// A value that may go to another thread.
pub trait Sent: Send + Sync + 'static {}

impl<T: Send + Sync + 'static> Sent for T {}

/// The value of work that reads these plain tables.
pub async fn read<A: Sent, T: Sent>(
    backend: &dyn Backend,
    tables: &[&'static str],
    args: A,
    work: Work<A, T>,
) -> Result<T, StoreError> {
    let (job, value) = job(args, work);
    backend.read(tables, job).await?;
    taken(&value)
}

/// The value of work that writes, once everything is on the disk. The other servers of the database hear of it.
pub async fn write<A: Sent, T: Sent>(backend: &dyn Backend, args: A, work: Work<A, T>) -> Result<T, StoreError> {
    let (job, value) = job(args, work);
    backend.write(job, Notify::Others).await?;
    taken(&value)
}

/// The value of work that writes what no other server keeps in memory.
pub async fn write_quietly<A: Sent, T: Sent>(
    backend: &dyn Backend,
    args: A,
    work: Work<A, T>,
) -> Result<T, StoreError> {
    let (job, value) = job(args, work);
    backend.write(job, Notify::Nobody).await?;
    taken(&value)
}

/// The value of the last time that a job was done.
type Slot<T> = Arc<Mutex<Option<T>>>;

fn job<A: Sent, T: Sent>(args: A, work: Work<A, T>) -> (Job, Slot<T>) {
    let value = Slot::default();
    let shared = Arc::new((args, Arc::clone(&value)));
    let job: Job = Box::new(move |db| {
        let shared = Arc::clone(&shared);
        async move {
            let (args, value) = &*shared;
            let done = work(db, args).await?;
            *value.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
            Ok(())
        }
        .boxed()
    });
    (job, value)
}

fn taken<T>(value: &Slot<T>) -> Result<T, StoreError> {
    let value = value.lock().unwrap_or_else(PoisonError::into_inner).take();
    value.ok_or_else(|| unavailable("the work was not done"))
}
