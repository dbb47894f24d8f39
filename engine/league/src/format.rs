//! The format of a night: it seats the players of the next round.

use crate::Card;
use crate::seating::{Pairings, Repeats, Seats};

/// The format of a night. `doubles_movement` seats tables of four whose winners move on. `singles_rotation` seats two at a
/// table, and everybody plays as many different opponents as possible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Format {
    /// Tables of four, whose winners move on.
    #[default]
    DoublesMovement,
    /// Tables of two: everybody plays as many different opponents as possible.
    SinglesRotation,
}

pegout_engine::string_enum!(Format, "a format of a night", {
    DoublesMovement => "doubles_movement",
    SinglesRotation => "singles_rotation",
});

impl Format {
    /// Returns true if the format seats its tables by a rotation.
    #[must_use]
    pub const fn is_rotation(self) -> bool {
        match self {
            Format::DoublesMovement => false,
            Format::SinglesRotation => true,
        }
    }

    /// The usual card of the format.
    #[must_use]
    pub const fn usual_card(self) -> Card {
        match self {
            Format::DoublesMovement => Card::PointsShort,
            Format::SinglesRotation => Card::GamePoints,
        }
    }

    /// The number of players at each table; `None` if tables have two to four players.
    #[must_use]
    pub const fn table_size(self) -> Option<usize> {
        match self {
            Format::DoublesMovement => None,
            Format::SinglesRotation => Some(2),
        }
    }

    /// The number of repeats at a table that this format avoids: of partnerships, or of opponents in a rotation.
    #[must_use]
    pub fn repeats(self, pairings: &Pairings, seats: &Seats) -> u32 {
        let Repeats { partners, opponents } = pairings.repeats(seats);
        if self.is_rotation() { u32::from(opponents > 0) } else { partners }
    }
}
