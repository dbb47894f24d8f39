//! A round as it was drawn, and as the coordinator's swaps have left it.

use super::night::RotationTurn;
use super::seating::{Seats, TieBreak};
use super::{FirstDealer, Seed};
use crate::{CommandId, NightId, PairId, PlayerId, UnitId};
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
    /// True for a round of games to make up, after the last turn.
    #[cfg_attr(feature = "serde", serde(rename = "extra", default, skip_serializing_if = "std::ops::Not::not"))]
    #[cfg_attr(feature = "utoipa", schema(required = false))]
    pub is_extra: bool,
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
    /// The players or pairs who sit out, as long as they have no seat.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(feature = "utoipa", schema(required = false))]
    pub byes: Vec<UnitId>,
    /// The id of the command that drew it, if it had one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub id: Option<CommandId>,
}

/// The two units of these seats in a rotation.
pub(super) fn units(seats: &Seats, pairs: Option<[PairId; 2]>) -> Option<[UnitId; 2]> {
    match (pairs, &seats.sides()[..]) {
        (Some(pairs), _) => Some(pairs.map(UnitId::from)),
        (None, [[one], [other]]) => Some([*one, *other].map(UnitId::from)),
        _ => None,
    }
}

/// The origin of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Way, rename_all = "snake_case"))]
pub enum RoundOrigin {
    /// The seats were drawn: in the first round, and for games to make up. They were also drawn at the
    /// coordinator's wish, and in a hall in which every table had to leave the movement.
    Drawn,
    /// From every table two players went to the next, or the circle took its next turn, except at the tables that are named
    /// as touched.
    Moved,
}

pegout_engine::string_enum!(RoundOrigin, "how a round comes about", { Drawn => "drawn", Moved => "moved" });

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
    /// The pair of each side on a night of fixed pairs; left out otherwise.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, value_type = Vec<PairId>, min_items = 2, max_items = 2))]
    pub pairs: Option<[PairId; 2]>,
}

impl Round {
    /// The units that sit out and have no seat.
    pub fn byes(&self) -> impl Iterator<Item = UnitId> {
        let sits = |unit: UnitId| self.tables.iter().any(|table| table.side_of(unit).is_some());
        self.byes.iter().copied().filter(move |unit| !sits(*unit))
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
    /// The side of a unit, from 0: of its pair, or of a player.
    #[must_use]
    pub fn side_of(&self, unit: UnitId) -> Option<usize> {
        match self.pairs {
            Some(pairs) => pairs.iter().position(|pair| UnitId::from(*pair) == unit),
            None => self.seats.side_of(unit.into()),
        }
    }

    /// The two units of a table of a rotation: its pairs, or its two single players.
    #[must_use]
    pub fn units(&self) -> Option<[UnitId; 2]> {
        units(&self.seats, self.pairs)
    }

    /// The unit that a player plays for.
    pub(super) fn unit_at(&self, player: PlayerId) -> Option<UnitId> {
        let side = self.seats.side_of(player)?;
        Some(self.pairs.map_or_else(|| player.into(), |pairs| pairs[side].into()))
    }

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
