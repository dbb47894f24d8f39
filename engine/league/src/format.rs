//! The format of a night: it seats the players of the next round.

use crate::Card;

/// The format of a night. `doubles_movement` seats tables of four whose winners move on. `singles_rotation` seats two at a
/// table, and everybody plays as many different opponents as possible. `fixed_pairs` does the same for pairs of players who
/// stay together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Format {
    /// Tables of four, whose winners move on.
    #[default]
    DoublesMovement,
    /// Tables of two: everybody plays as many different opponents as possible.
    SinglesRotation,
    /// Tables of two pairs: the partners stay together, and every pair plays as many different pairs as possible.
    FixedPairs,
}

pegout_engine::string_enum!(Format, "a format of a night", {
    DoublesMovement => "doubles_movement",
    SinglesRotation => "singles_rotation",
    FixedPairs => "fixed_pairs",
});

impl Format {
    /// Returns true if the format seats its tables by a rotation.
    #[must_use]
    pub const fn is_rotation(self) -> bool {
        match self {
            Format::DoublesMovement => false,
            Format::SinglesRotation | Format::FixedPairs => true,
        }
    }

    /// The usual card of the format.
    #[must_use]
    pub const fn usual_card(self) -> Card {
        match self {
            Format::DoublesMovement => Card::PointsShort,
            Format::SinglesRotation | Format::FixedPairs => Card::GamePoints,
        }
    }

    /// The number of players who share a card.
    #[must_use]
    pub const fn partners(self) -> usize {
        match self {
            Format::DoublesMovement | Format::SinglesRotation => 1,
            Format::FixedPairs => 2,
        }
    }

    /// The number of players at each table; `None` if tables have two to four players.
    #[must_use]
    pub const fn table_size(self) -> Option<usize> {
        match self {
            Format::DoublesMovement => None,
            Format::SinglesRotation => Some(2),
            Format::FixedPairs => Some(4),
        }
    }
}
