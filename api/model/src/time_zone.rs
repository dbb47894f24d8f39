//! Time zones by their names in the IANA database.

use jiff::tz::TimeZone;
use serde::de::{Deserialize, Deserializer, Error};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// The most letters in a name.
const MAX_LENGTH: usize = 64;

/// The name of a time zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeZoneName(pub String);

impl TimeZoneName {
    /// Parses the name, in capitals or small letters. The error is a sentence about it.
    pub fn parse(given: &str) -> Result<TimeZoneName, String> {
        let name = given.trim();
        let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || "/_+-".contains(letter);
        let zone = Some(name).filter(|name| given.len() <= MAX_LENGTH && name.chars().all(is_allowed));
        let zone = zone.and_then(|name| TimeZone::get(name).ok());
        zone.as_ref().and_then(TimeZone::iana_name).map(|name| TimeZoneName(name.to_owned())).ok_or_else(|| {
            let given: String = name.chars().take(40).collect();
            format!("“{given}” is no time zone: write its IANA name like America/Toronto, or leave it out.")
        })
    }

    /// The time zone; `None` where this machine does not know it.
    pub fn zone(&self) -> Option<TimeZone> {
        TimeZone::get(&self.0).ok()
    }
}

impl<'de> Deserialize<'de> for TimeZoneName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimeZoneName, D::Error> {
        TimeZoneName::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl PartialSchema for TimeZoneName {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A time zone by its name in the IANA database."))
            .max_length(Some(MAX_LENGTH))
            .examples(["America/Toronto"])
            .into()
    }
}

impl ToSchema for TimeZoneName {}
