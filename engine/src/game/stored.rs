//! The setup of a game as logs store it: flat, with a field for each occasion.

use super::Direction;
use super::setup::{Occasion, Previous, Setup, Side};
use crate::id::{GameId, NightId, TokenId};
use crate::rules::Rules;

/// The setup of a game.
#[derive(serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Setup))]
pub(super) struct StoredSetup {
    /// The game.
    game: GameId,
    /// Two or three sides of one to three players: all of one size and six players at most, or two and three.
    #[cfg_attr(feature = "utoipa", schema(min_items = 2, max_items = 3))]
    sides: Vec<Side>,
    /// The rules it is played by.
    #[serde(default, serialize_with = "crate::rules::serialize_stored")]
    #[cfg_attr(feature = "utoipa", schema(value_type = crate::rules::RecordedRules, required = true))]
    rules: Rules,
    /// The seat that deals first, from 0.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 5))]
    first_dealer: u8,
    /// False if the first dealer was unknown; left out otherwise.
    #[serde(default = "super::setup::yes", skip_serializing_if = "super::setup::is_true")]
    #[cfg_attr(feature = "utoipa", schema(required = false))]
    first_dealer_known: bool,
    /// The direction of each side on the track of crash cribbage; left out if all go clockwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, min_items = 2, max_items = 3))]
    crash_directions: Option<Vec<Direction>>,
    /// The game before this rematch.
    #[serde(default)]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    rematch_of: Option<GameId>,
    /// The tally of each side in the match before this game; empty in a match's first game.
    #[serde(default)]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    tally: Vec<u32>,
    /// The token that keeps the score of the match; `null` if there is none.
    #[serde(default)]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    scorer: Option<TokenId>,
    /// The league night that it is played at; left out without a night.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    night: Option<NightId>,
}

impl From<StoredSetup> for Setup {
    fn from(stored: StoredSetup) -> Setup {
        let StoredSetup { game, sides, rules, first_dealer, first_dealer_known, crash_directions, .. } = stored;
        let previous = stored.rematch_of.map(|game| Previous { game, tally: stored.tally });
        let table = Occasion::Table { scorer: stored.scorer, previous };
        let occasion = stored.night.map_or(table, |night| Occasion::League { night });
        Setup { game, sides, rules, first_dealer, first_dealer_known, crash_directions, occasion }
    }
}

impl From<Setup> for StoredSetup {
    fn from(setup: Setup) -> StoredSetup {
        let Setup { game, sides, rules, first_dealer, first_dealer_known, crash_directions, occasion } = setup;
        let (night, scorer, previous) = match occasion {
            Occasion::League { night } => (Some(night), None, None),
            Occasion::Table { scorer, previous } => (None, scorer, previous),
        };
        StoredSetup {
            game,
            sides,
            rules,
            first_dealer,
            first_dealer_known,
            crash_directions,
            rematch_of: previous.as_ref().map(|previous| previous.game),
            tally: previous.map_or_else(Vec::new, |previous| previous.tally),
            scorer,
            night,
        }
    }
}

#[cfg(feature = "utoipa")]
impl utoipa::PartialSchema for Setup {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        StoredSetup::schema()
    }
}

#[cfg(feature = "utoipa")]
impl utoipa::ToSchema for Setup {
    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
        StoredSetup::schemas(schemas);
    }
}
