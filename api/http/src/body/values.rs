//! The values in a JSON body: whole numbers, objects, fields of a change, and texts without U+0000.

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde_json::Value;

use crate::input_error::{OUT_OF_RANGE, TOO_LARGE, in_digits, integer, json_pointer};
use pegout_service::problem::{Problem, truncate};

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

/// Converts a whole number to a type that holds all its values.
macro_rules! into_number {
    ($($from:ty => $to:ty),+) => {
        $(
            impl<const MIN: i64, const MAX: i64> From<Integer<$from, MIN, MAX>> for $to {
                fn from(Integer(number): Integer<$from, MIN, MAX>) -> $to {
                    number.into()
                }
            }
        )+
    };
}

into_number!(u8 => u8, u8 => usize, u16 => u16, u32 => u32, u32 => u64);

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

/// A value that is written as an object.
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        T::deserialize(ObjectOnly(deserializer)).map(Object)
    }
}

/// A deserializer that takes only an object for a struct. (Serde also takes an array of its fields.)
pub struct ObjectOnly<D>(pub D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for ObjectOnly<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A change of a value that may be absent.
#[derive(Clone, Default)]
pub enum Patch<T> {
    /// The field was left out: the value stays.
    #[default]
    Keep,
    /// The field is `null`: the value goes.
    Clear,
    /// The new value.
    Set(T),
}

impl<T> Patch<T> {
    /// Returns the value after the change.
    pub fn apply(self, current: Option<T>) -> Option<T> {
        match self {
            Patch::Keep => current,
            Patch::Clear => None,
            Patch::Set(value) => Some(value),
        }
    }

    /// Returns the value after the change; `None` if it stays.
    pub fn given(self) -> Option<Option<T>> {
        match self {
            Patch::Keep => None,
            Patch::Clear => Some(None),
            Patch::Set(value) => Some(Some(value)),
        }
    }

    /// Converts the new value, if there is one.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Patch<U> {
        match self {
            Patch::Keep => Patch::Keep,
            Patch::Clear => Patch::Clear,
            Patch::Set(value) => Patch::Set(convert(value)),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Patch<T>, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Patch::Clear, Patch::Set))
    }
}

/// Deserializes a field that may be left out, but not be `null`.
pub fn not_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Refuses JSON with a text that has the character U+0000.
pub fn refuse_nul(json: &[u8]) -> Result<(), Problem> {
    // JSON has only this escape for the character. Only a body with the escape is parsed again.
    if !json.windows(ESCAPE.len()).any(|window| window == ESCAPE) {
        return Ok(());
    }
    let path = serde_json::from_slice(json).ok().and_then(|value: Value| path_of_nul(&value));
    path.map_or(Ok(()), |path| Err(Problem::invalid(json_pointer(path.iter().rev()), NUL)))
}

const ESCAPE: &[u8] = br"\u0000";
const NUL: &str = "A text has the character U+0000, which a database cannot keep: leave it out.";

/// Returns the path to the first text with U+0000, the innermost step first.
fn path_of_nul(value: &Value) -> Option<Vec<String>> {
    let below = |step: String, value: &Value| {
        let mut path = path_of_nul(value)?;
        path.push(step);
        Some(path)
    };
    match value {
        Value::String(text) => text.contains('\0').then(Vec::new),
        Value::Array(items) => items.iter().enumerate().find_map(|(index, item)| below(index.to_string(), item)),
        Value::Object(fields) => fields.iter().find_map(|(name, field)| below(name.clone(), field)),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}
