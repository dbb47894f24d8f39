//! A PostgreSQL connection behind the interface of the rows.

use std::collections::BTreeMap;
use std::error::Error;

use async_trait::async_trait;
use bytes::BytesMut;
use deadpool_postgres::GenericClient;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, WrongType, to_sql_checked};

use super::events;
use super::statement::{execute, query};
use crate::StreamId;
use crate::db::{Db, DbError, Lock, Row, RowLock, Value};

/// A connection, or a transaction on it.
pub struct PostgresDb<'c, C>(pub &'c C);

type Refused = Box<dyn Error + Sync + Send>;

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Refused> {
        fn written<T: ToSql>(value: &T, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Refused> {
            if T::accepts(kind) { value.to_sql(kind, out) } else { Err(Box::new(WrongType::new::<T>(kind.clone()))) }
        }
        match self {
            Value::Null | Value::Foreign(_) => Ok(IsNull::Yes),
            Value::Integer(number) => written(number, kind, out),
            Value::Bool(is) => written(is, kind, out),
            Value::Text(text) => written(text, kind, out),
            Value::Bytes(bytes) => written(bytes, kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Value, Refused> {
        Ok(match *kind {
            Type::BOOL => Value::Bool(bool::from_sql(kind, raw)?),
            Type::INT4 => Value::Integer(i32::from_sql(kind, raw)?.into()),
            Type::INT8 => Value::Integer(i64::from_sql(kind, raw)?),
            Type::TEXT => Value::Text(String::from_sql(kind, raw)?),
            _ => Value::Bytes(raw.to_vec()),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Value, Refused> {
        Ok(Value::Null)
    }

    fn accepts(kind: &Type) -> bool {
        matches!(*kind, Type::BOOL | Type::INT4 | Type::INT8 | Type::TEXT | Type::BYTEA)
    }
}

fn references(params: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    params.iter().map(|value| value as _).collect()
}

#[async_trait]
impl<C: GenericClient> Db for PostgresDb<'_, C> {
    async fn execute(&self, sql: &str, params: &[Value]) -> Result<u64, DbError> {
        Ok(execute(self.0, sql, &references(params)).await?)
    }

    async fn query(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DbError> {
        let found = query(self.0, sql, &references(params)).await?;
        let values = |row: &tokio_postgres::Row| {
            (0..row.len()).map(|column| row.try_get(column)).collect::<Result<_, _>>().map(Row)
        };
        Ok(found.iter().map(values).collect::<Result<_, _>>()?)
    }

    fn locking(&self, lock: RowLock) -> &'static str {
        match lock {
            RowLock::KeyShare => " FOR KEY SHARE",
            RowLock::Share => " FOR SHARE",
            RowLock::NoKeyUpdate => " FOR NO KEY UPDATE",
            RowLock::NoKeyUpdateSkipLocked => " FOR NO KEY UPDATE SKIP LOCKED",
            RowLock::Update => " FOR UPDATE",
        }
    }

    async fn lock(&self, lock: Lock) -> Result<(), DbError> {
        let row;
        let statement = match lock {
            Lock::Password => "LOCK TABLE password IN SHARE ROW EXCLUSIVE MODE",
            Lock::Players => "LOCK TABLE player IN SHARE ROW EXCLUSIVE MODE",
            Lock::Representatives => "LOCK TABLE representative IN SHARE ROW EXCLUSIVE MODE",
            Lock::Webhooks => "LOCK TABLE webhook IN SHARE ROW EXCLUSIVE MODE",
            Lock::Merges(lock) => {
                row = format!("SELECT FROM revision WHERE subject = 'persons'{}", self.locking(lock));
                &row
            }
        };
        self.execute(statement, &[]).await.map(drop)
    }

    async fn lock_to_remove(&self, expected: &BTreeMap<StreamId, u64>) -> Result<bool, DbError> {
        events::lock(self.0, expected.keys().copied()).await?;
        Ok(events::stale(self.0, expected).await?.is_empty())
    }

    fn intact(&self, _: &'static str) -> Result<String, DbError> {
        Ok("true".to_owned())
    }
}
