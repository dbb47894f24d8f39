//! The values of columns and parameters, the same for SQLite and PostgreSQL.

use std::fmt::Display;
use std::str::FromStr;

use pegout_engine::Time;

use super::DbError;

/// A value of a column or of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// No value.
    Null,
    /// A number, or a moment in milliseconds since 1970.
    Integer(i64),
    /// Yes or no. SQLite keeps 1 or 0.
    Bool(bool),
    /// A text, a word or a day.
    Text(String),
    /// An id, a hash or a secret.
    Bytes(Vec<u8>),
    /// A value that no version of Pegout writes. A damaged SQLite file may have such a value.
    Foreign(&'static str),
}

impl Value {
    /// The kind of the value, for a sentence. The value itself may be a secret.
    const fn kind(&self) -> &'static str {
        match self {
            Value::Null => "nothing",
            Value::Integer(_) => "another number",
            Value::Bool(_) => "a yes or no",
            Value::Text(_) => "another text",
            Value::Bytes(_) => "other bytes",
            Value::Foreign(kind) => kind,
        }
    }
}

macro_rules! from_numbers {
    ($($number:ty)*) => {$(
        impl From<$number> for Value {
            fn from(number: $number) -> Value {
                // No count comes near the largest number.
                Value::Integer(number.try_into().unwrap_or(i64::MAX))
            }
        }
    )*};
}
from_numbers!(i64 u16 u32 u64 usize);

impl From<bool> for Value {
    fn from(is: bool) -> Value {
        Value::Bool(is)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Value {
        Value::Text(text.clone())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl<const N: usize> From<[u8; N]> for Value {
    fn from(bytes: [u8; N]) -> Value {
        Value::Bytes(bytes.to_vec())
    }
}

impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Value {
        Value::Bytes(bytes.to_vec())
    }
}

impl From<Time> for Value {
    fn from(time: Time) -> Value {
        Value::Integer(time.millis())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

/// A type that columns are read as.
pub trait FromColumn: Sized {
    /// The value as this type; `None` for a value of another type.
    fn of(value: &Value) -> Option<Self>;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl FromColumn for $number {
            fn of(value: &Value) -> Option<$number> {
                if let Value::Integer(number) = value { (*number).try_into().ok() } else { None }
            }
        }
    )*};
}
numbers!(i64 u16 u32 u64 usize);

impl FromColumn for bool {
    fn of(value: &Value) -> Option<bool> {
        match value {
            Value::Bool(is) => Some(*is),
            Value::Integer(number) => Some(*number != 0),
            _ => None,
        }
    }
}

impl FromColumn for String {
    fn of(value: &Value) -> Option<String> {
        if let Value::Text(text) = value { Some(text.clone()) } else { None }
    }
}

impl FromColumn for Vec<u8> {
    fn of(value: &Value) -> Option<Vec<u8>> {
        if let Value::Bytes(bytes) = value { Some(bytes.clone()) } else { None }
    }
}

impl<const N: usize> FromColumn for [u8; N] {
    fn of(value: &Value) -> Option<[u8; N]> {
        if let Value::Bytes(bytes) = value { bytes.as_slice().try_into().ok() } else { None }
    }
}

impl FromColumn for Time {
    fn of(value: &Value) -> Option<Time> {
        if let Value::Integer(millis) = value { Time::from_millis(*millis) } else { None }
    }
}

impl<T: FromColumn> FromColumn for Option<T> {
    fn of(value: &Value) -> Option<Option<T>> {
        if *value == Value::Null { Some(None) } else { T::of(value).map(Some) }
    }
}

/// The row of a query. Columns are counted from 0.
pub struct Row(pub Vec<Value>);

impl Row {
    /// The value of a column.
    pub fn get<T: FromColumn>(&self, column: usize) -> Result<T, DbError> {
        let value = self.0.get(column).unwrap_or(&Value::Null);
        T::of(value).ok_or_else(|| DbError::unreadable(format!("{} in column {column} of a row", value.kind())))
    }

    /// The word or the day of a column.
    pub fn parse<T>(&self, column: usize) -> Result<T, DbError>
    where
        T: FromStr,
        T::Err: Display,
    {
        self.get::<String>(column)?.parse().map_err(|error: T::Err| DbError::unreadable(error))
    }

    /// The moment of a column where 0 is none.
    pub fn time_or_zero(&self, column: usize) -> Result<Option<Time>, DbError> {
        let millis: i64 = self.get(column)?;
        if millis == 0 { Ok(None) } else { self.get(column).map(Some) }
    }
}
