//! Rules as logs hold them: those that the first edition did not know are left out where they are as usual.

use serde::ser::{SerializeMap, Serializer};

use super::Rules;

/// Serializes rules for a log.
pub fn serialize<S: Serializer>(rules: &Rules, serializer: S) -> Result<S::Ok, S::Error> {
    let usual = Rules::default();
    let mut fields = serializer.serialize_map(None)?;
    macro_rules! fields {
        ($($always:ident)+; $($unusual:ident)+) => {
            $(fields.serialize_entry(stringify!($always), &rules.$always)?;)+
            $(if rules.$unusual != usual.$unusual {
                fields.serialize_entry(stringify!($unusual), &rules.$unusual)?;
            })+
        };
    }
    fields!(
        target skunk_below double_skunk_below game_values muggins last_card_point crib_flush_of_four heels_can_win
        go_can_win first_deal;
        go_from_120 heels_from_120 match_to penalties nineteen no_discard lowball jokers crash
    );
    fields.end()
}
