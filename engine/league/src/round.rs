//! A round as it was drawn, and as the coordinator's swaps have left it.

use super::night::RotationTurn;
use super::seating::{Seats, TieBreak};
use super::{FirstDealer, Seed};
use crate::{CommandId, NightId, PlayerId};
use pegout_engine::game::{GameId, Occasion, Setup, Side};
use pegout_engine::rules::Rules;

/// A round of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Round {
    /// Its number, from 1.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 40))]
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
    /// The numbers of the tables that do not keep to the movement or the circle. Somebody came, left or had a game called off, or
    /// two would have met again.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(feature = "utoipa", schema(required = false))]
    pub touched: Vec<usize>,
    /// The seat that deals first at each table, by number; empty unless the night draws these seats.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(feature = "utoipa", schema(required = false, value_type = Vec<u8>))]
    pub first_dealers: Vec<u8>,
    /// The place of the round in the rotation; left out without a rotation, and for a round that makes games up.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub rotation: Option<RotationTurn>,
    /// The players who sit out, as long as they have no seat.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(feature = "utoipa", schema(required = false))]
    pub byes: Vec<PlayerId>,
    /// The id of the command that drew it, if it had one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub id: Option<CommandId>,
}

/// The origin of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Way, rename_all = "snake_case"))]
pub enum RoundOrigin {
    /// The seats were drawn: it is the first round, or no table could keep to the movement, or all were to be drawn.
    Drawn,
    /// From every table two players went to the next, or the circle took its next turn, except at the tables that are named
    /// as touched.
    Moved,
    /// The players who lack a game make it up.
    MadeUp,
}

pegout_engine::string_enum!(RoundOrigin, "how a round comes about", { Drawn => "drawn", Moved => "moved", MadeUp => "made_up" });

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

impl Round {
    /// The players who sit out and have no seat.
    pub fn byes(&self) -> impl Iterator<Item = PlayerId> {
        let sits = |player: PlayerId| self.tables.iter().any(|table| table.seats.side_of(player).is_some());
        self.byes.iter().copied().filter(move |player| !sits(*player))
    }

    /// The seat that deals first at the table of this number; `None` if the table cuts.
    #[must_use]
    pub fn first_dealer(&self, table: usize, way: FirstDealer) -> Option<u8> {
        match way {
            FirstDealer::TableCuts => None,
            FirstDealer::FirstSeat | FirstDealer::Drawn => {
                Some(table.checked_sub(1).and_then(|index| self.first_dealers.get(index)).copied().unwrap_or(0))
            }
        }
    }
}

impl Table {
    /// The sides of the table's game. A player is called by their id there, and a side by its players' with " + "
    /// between them, so that no name is in the log.
    #[must_use]
    pub fn sides(&self) -> Vec<Side> {
        let ids = |side: &[PlayerId]| side.iter().map(PlayerId::to_string).collect::<Vec<_>>();
        self.seats.sides().into_iter().map(ids).map(|players| Side::new(players.join(" + "), players)).collect()
    }

    /// The setup of the table's game. `first_dealer` is a seat; `None` if the table cuts for it.
    #[must_use]
    pub fn setup(&self, night: NightId, rules: Rules, first_dealer: Option<u8>) -> Setup {
        Setup {
            first_dealer_known: first_dealer.is_some(),
            occasion: Occasion::League { night },
            ..Setup::new(self.game, self.sides(), rules, first_dealer.unwrap_or(0))
        }
    }
}
