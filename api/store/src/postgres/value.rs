//! The values of columns.

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

/// A number that is never negative.
pub fn number<T: TryFrom<i64>>(row: &Row, column: usize) -> Result<T, Failure> {
    let number: i64 = value(row, column)?;
    T::try_from(number).map_err(|_| Failure::unreadable(format!("the number {number}")))
}

/// A number that may be missing.
pub fn some_number<T: TryFrom<i64>>(row: &Row, column: usize) -> Result<Option<T>, Failure> {
    if value::<Option<i64>>(row, column)?.is_none() { Ok(None) } else { number(row, column).map(Some) }
}
