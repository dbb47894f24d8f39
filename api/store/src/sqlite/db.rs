//! A SQLite connection behind the interface of the rows.

use std::collections::BTreeMap;

use async_trait::async_trait;
use futures_util::FutureExt;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, Statement, ToSql};
use send_wrapper::SendWrapper;

use super::events;
use super::{checksums, identity};
use crate::StreamId;
use crate::db::{Db, DbError, Lock, Row, RowLock, Value};

/// A connection. It never leaves its thread, as the wrapper makes sure: the future of the rows is done at its first
/// poll.
pub struct SqliteDb<'c>(SendWrapper<&'c Connection>);

impl<'c> SqliteDb<'c> {
    /// This connection, on this thread.
    pub fn new(connection: &'c Connection) -> SqliteDb<'c> {
        SqliteDb(SendWrapper::new(connection))
    }
}

/// The outcome of work of the rows. SQLite's statements never wait, so the future is ready at once.
pub fn ready<T>(work: impl Future<Output = Result<T, DbError>>) -> Result<T, DbError> {
    let outcome = work.now_or_never();
    debug_assert!(outcome.is_some(), "the work of the rows awaits something else than the database");
    outcome.unwrap_or_else(|| Err(DbError::unreadable("work that waits")))
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null | Value::Foreign(_) => ValueRef::Null,
            Value::Integer(number) => ValueRef::Integer(*number),
            Value::Bool(is) => ValueRef::Integer((*is).into()),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl From<ValueRef<'_>> for Value {
    fn from(value: ValueRef) -> Value {
        match value {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(number) => Value::Integer(number),
            ValueRef::Real(_) => Value::Foreign("a fraction"),
            ValueRef::Text(text) => match str::from_utf8(text) {
                Ok(text) => Value::Text(text.to_owned()),
                Err(_) => Value::Foreign("a text that is not UTF-8"),
            },
            ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
        }
    }
}

/// Binds each parameter by its number. SQLite itself counts `$2` in the order in which the names appear.
fn bind(statement: &mut Statement, params: &[Value]) -> rusqlite::Result<()> {
    for place in 1..=statement.parameter_count() {
        let number = statement.parameter_name(place).and_then(|name| name.strip_prefix('$')?.parse::<usize>().ok());
        let value = number.and_then(|number| params.get(number.checked_sub(1)?));
        let value = value.ok_or(rusqlite::Error::InvalidParameterCount(params.len(), statement.parameter_count()))?;
        statement.raw_bind_parameter(place, value)?;
    }
    Ok(())
}

#[async_trait]
impl Db for SqliteDb<'_> {
    async fn execute(&self, sql: &str, params: &[Value]) -> Result<u64, DbError> {
        let mut statement = self.0.prepare_cached(sql)?;
        bind(&mut statement, params)?;
        Ok(statement.raw_execute()? as u64)
    }

    async fn query(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DbError> {
        let mut statement = self.0.prepare_cached(sql)?;
        let columns = statement.column_count();
        bind(&mut statement, params)?;
        let (mut rows, mut found) = (statement.raw_query(), Vec::new());
        while let Some(row) = rows.next()? {
            let values = (0..columns).map(|column| row.get_ref(column).map(Value::from));
            found.push(Row(values.collect::<rusqlite::Result<_>>()?));
        }
        Ok(found)
    }

    fn locking(&self, _: RowLock) -> &'static str {
        ""
    }

    async fn lock(&self, _: Lock) -> Result<(), DbError> {
        Ok(())
    }

    async fn lock_to_remove(&self, expected: &BTreeMap<StreamId, u64>) -> Result<bool, DbError> {
        let are_newest = events::stale(&self.0, expected)?.is_empty();
        if are_newest {
            // The row ids of the events may be used again.
            identity::count_change(&self.0)?;
        }
        Ok(are_newest)
    }

    fn intact(&self, table: &'static str) -> Result<String, DbError> {
        Ok(checksums::is_sound(&self.0, table)?)
    }
}
