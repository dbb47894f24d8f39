//! Whole numbers in JSON, where 22.0 and 22 are the same number.

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Value;

use crate::problem::truncate;

/// A whole number from `MIN` to `MAX`, also when it is written as 22.0.
#[derive(Clone, Copy)]
pub struct Integer<T, const MIN: i64, const MAX: i64>(pub T);

impl<'de, T: TryFrom<i64>, const MIN: i64, const MAX: i64> Deserialize<'de> for Integer<T, MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Integer<T, MIN, MAX>, D::Error> {
        let refused = |given: &str| D::Error::custom(format!("{given} is not a whole number from {MIN} to {MAX}."));
        let given = Value::deserialize(deserializer)
            .map_err(|error| if error.to_string().starts_with(OUT_OF_RANGE) { refused(TOO_LARGE) } else { error })?;
        let number = given.as_f64().and_then(integer).filter(|number| (MIN..=MAX).contains(number));
        number.and_then(|number| T::try_from(number).ok()).map(Integer).ok_or_else(|| match given.as_f64() {
            Some(number) if !given.is_u64() && !given.is_i64() => refused(&in_digits(number)),
            _ => refused(&truncate(&given.to_string())),
        })
    }
}

/// Writes every number like 22.0 in a value as 22, since serde takes only the latter for an integer.
pub fn normalize_integers(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(integer) = number.as_f64().and_then(integer) {
                *value = Value::from(integer);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(normalize_integers),
        Value::Object(members) => members.values_mut().for_each(normalize_integers),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// The message of serde_json for a number that is larger than any float.
pub const OUT_OF_RANGE: &str = "number out of range";
/// The subject of a sentence about a number with more digits than are kept of it.
pub const TOO_LARGE: &str = "So large a number";

/// Writes a number as people do, without an exponent. A number with too many digits is no longer known as it was sent.
pub fn in_digits(number: f64) -> String {
    match integer(number) {
        Some(integer) => integer.to_string(),
        None if number.abs() < 1e15 => number.to_string(),
        None if number < 0.0 => "So low a number".to_owned(),
        None => TOO_LARGE.to_owned(),
    }
}

fn integer(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() < 1e15).then_some(number as i64)
}

/// Returns the version that a request was made at.
pub fn version(based_on: Option<Integer<u32, 1, 4_294_967_295>>) -> Option<u64> {
    based_on.map(|Integer(version)| u64::from(version))
}
