//! A round as it was drawn, and as the coordinator's swaps have left it.

use super::Seed;
use super::seating::{Seats, TieBreak};
use crate::game::{Occasion, Setup, Side};
use crate::id::{CommandId, GameId, NightId, PlayerId};
use crate::rules::Rules;

/// A round of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Round {
    /// Its number, from 1.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 20))]
    pub number: u16,
    /// The origin of the round: drawn, or moved on to.
    #[cfg_attr(feature = "serde", serde(rename = "way"))]
    pub origin: RoundOrigin,
    /// The seed of everything in it that was drawn.
    pub seed: Seed,
    /// Its tables, by number from 1.
    pub tables: Vec<Table>,
    /// The ties of the round before that chance has broken.
    #[cfg_attr(feature = "serde", serde(rename = "lots", default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub tie_breaks: Vec<TieBreak>,
    /// The id of the command that drew it, if it had one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub id: Option<CommandId>,
}

/// The origin of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Way, rename_all = "snake_case"))]
pub enum RoundOrigin {
    /// The seats were drawn: it is the first round, or players joined or left.
    Drawn,
    /// From every table two players went to the next.
    Moved,
}

crate::text::string_enum!(RoundOrigin, "how a round comes about", { Drawn => "drawn", Moved => "moved" });

/// A table of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Table {
    /// The game that is played there.
    pub game: GameId,
    /// The players who sit there.
    #[cfg_attr(feature = "serde", serde(rename = "sides"))]
    pub seats: Seats,
}

impl Table {
    /// The sides of the table's game. A player is called by their id there, and a side by its players' with " + "
    /// between them, so that no name is in the log.
    #[must_use]
    pub fn sides(&self) -> Vec<Side> {
        let ids = |side: &[PlayerId]| side.iter().map(PlayerId::to_string).collect::<Vec<_>>();
        self.seats.sides().into_iter().map(ids).map(|players| Side { name: players.join(" + "), players }).collect()
    }

    /// The setup of the table's game.
    #[must_use]
    pub fn setup(&self, night: NightId, rules: Rules) -> Setup {
        Setup { occasion: Occasion::League { night }, ..Setup::new(self.game, self.sides(), rules, 0) }
    }
}
