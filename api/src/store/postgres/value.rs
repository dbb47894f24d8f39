//! The values of columns.

use std::fmt::Display;
use std::str::FromStr;

use pegout_engine::Time;
use tokio_postgres::Row;
use tokio_postgres::types::FromSql;

use super::failure::Failure;

/// The value of a column.
pub fn value<'a, T: FromSql<'a>>(row: &'a Row, column: usize) -> Result<T, Failure> {
    Ok(row.try_get(column)?)
}

/// The bytes of an id, a hash or a secret.
pub fn bytes<const N: usize>(row: &Row, column: usize) -> Result<[u8; N], Failure> {
    let bytes: &[u8] = value(row, column)?;
    bytes.try_into().map_err(|_| Failure::unreadable(format!("{} bytes in the place of {N}", bytes.len())))
}

/// The bytes of an id that may be missing.
pub fn some_bytes<const N: usize>(row: &Row, column: usize) -> Result<Option<[u8; N]>, Failure> {
    if value::<Option<&[u8]>>(row, column)?.is_none() { Ok(None) } else { bytes(row, column).map(Some) }
}

/// A number that is never negative.
pub fn number<T: TryFrom<i64>>(row: &Row, column: usize) -> Result<T, Failure> {
    let number: i64 = value(row, column)?;
    T::try_from(number).map_err(|_| Failure::unreadable(format!("the number {number}")))
}

/// A number that may be missing.
pub fn some_number<T: TryFrom<i64>>(row: &Row, column: usize) -> Result<Option<T>, Failure> {
    if value::<Option<i64>>(row, column)?.is_none() { Ok(None) } else { number(row, column).map(Some) }
}

/// A word or a day.
pub fn word<T>(row: &Row, column: usize) -> Result<T, Failure>
where
    T: FromStr,
    T::Err: Display,
{
    let word: &str = value(row, column)?;
    word.parse().map_err(|error: T::Err| Failure::unreadable(error))
}

/// A moment.
pub fn moment(millis: i64) -> Result<Time, Failure> {
    Time::from_millis(millis).ok_or_else(|| Failure::unreadable(format!("the moment {millis}")))
}

/// A moment, where null is none.
pub fn expiry(row: &Row, column: usize) -> Result<Option<Time>, Failure> {
    value::<Option<i64>>(row, column)?.map(moment).transpose()
}

/// A moment, where 0 is none.
pub fn some_moment(row: &Row, column: usize) -> Result<Option<Time>, Failure> {
    let millis = value(row, column)?;
    if millis == 0 { Ok(None) } else { moment(millis).map(Some) }
}
