//! The JSON of rules: numbers whose errors name the expected numbers, and rules as logs store them.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{SerializeMap, Serializer};

use super::Rules;

/// A number of the rules.
pub(super) trait Number {
    /// The expected numbers, in the words of an error.
    const EXPECTED: &str;
}

macro_rules! numbers {
    ($($name:ident: $expected:literal),+ $(,)?) => {
        $(
            pub(super) struct $name;

            impl Number for $name {
                const EXPECTED: &str = $expected;
            }
        )+
    };
}

numbers!(
    Target: "61 or 121",
    SkunkBelow: "a whole number from 1 to 121, or null",
    DoubleSkunkBelow: "a whole number from 1 to 120, or null",
    MatchTo: "a whole number from 1 to 9, or null",
    Penalty: "a whole number from 0 to 29",
    Jokers: "a whole number from 0 to 2",
);

/// Deserializes a number up to 255. [`super::Rules::check`] refuses a number that is still too large.
pub(super) fn one<'de, D: Deserializer<'de>, N: Number>(deserializer: D) -> Result<u8, D::Error> {
    deserializer.deserialize_u8(NumberVisitor::<N>(PhantomData))
}

/// Deserializes a number or `null`.
pub(super) fn optional<'de, D: Deserializer<'de>, N: Number>(deserializer: D) -> Result<Option<u8>, D::Error> {
    struct Given<N>(u8, PhantomData<N>);

    impl<'de, N: Number> Deserialize<'de> for Given<N> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Given<N>, D::Error> {
            one::<D, N>(deserializer).map(|number| Given(number, PhantomData))
        }
    }

    let given: Option<Given<N>> = Option::deserialize(deserializer)?;
    Ok(given.map(|Given(number, _)| number))
}

struct NumberVisitor<N>(PhantomData<N>);

impl<N: Number> Visitor<'_> for NumberVisitor<N> {
    type Value = u8;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(N::EXPECTED)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u8, E> {
        u8::try_from(number).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<u8, E> {
        u8::try_from(number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
    }
}

macro_rules! recorded {
    ($($always:ident)+; $($unusual:ident)+) => {
        /// Serializes rules for a log.
        pub fn serialize<S: Serializer>(rules: &Rules, serializer: S) -> Result<S::Ok, S::Error> {
            let usual = Rules::default();
            let mut fields = serializer.serialize_map(None)?;
            $(fields.serialize_entry(stringify!($always), &rules.$always)?;)+
            $(if rules.$unusual != usual.$unusual {
                fields.serialize_entry(stringify!($unusual), &rules.$unusual)?;
            })+
            fields.end()
        }

        /// The rules that a log always contains.
        #[cfg(feature = "utoipa")]
        const ALWAYS: &[&str] = &[$(stringify!($always)),+];
    };
}

recorded!(
    target skunk_below double_skunk_below game_values muggins last_card_point crib_flush_of_four heels_can_win
    go_can_win first_deal;
    go_from_120 heels_from_120 match_to penalties nineteen no_discard lowball jokers crash
);

/// The schema of rules in an event.
#[cfg(feature = "utoipa")]
pub struct RecordedRules;

#[cfg(feature = "utoipa")]
impl utoipa::PartialSchema for RecordedRules {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let mut schema = Rules::schema();
        if let utoipa::openapi::RefOr::T(utoipa::openapi::Schema::Object(rules)) = &mut schema {
            rules.description = Some(
                "The rules in an event. A rule that most games go without is left out where it has its default."
                    .to_owned(),
            );
            rules.required.retain(|field| ALWAYS.contains(&field.as_str()));
        }
        schema
    }
}

#[cfg(feature = "utoipa")]
impl utoipa::ToSchema for RecordedRules {
    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
        Rules::schemas(schemas);
    }
}
