//! Rules as logs hold them: those that the first edition did not know are left out where they are as usual.

use serde::ser::{SerializeMap, Serializer};

use super::Rules;

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

        /// The rules that are never left out.
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
