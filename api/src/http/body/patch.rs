//! Fields of a change, each of which may be left out.

use serde::de::{Deserialize, Deserializer};

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
