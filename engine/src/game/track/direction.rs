//! The directions around the track of crash cribbage.

/// A direction around the track of crash cribbage, written 1 or -1. A side keeps it for the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(into = "i8", try_from = "i8"))]
pub enum Direction {
    /// A score stands on the hole of its number.
    #[default]
    Clockwise,
    /// A score stands as far from the other end: on hole 121 less the score.
    CounterClockwise,
}

impl From<Direction> for i8 {
    fn from(direction: Direction) -> i8 {
        match direction {
            Direction::Clockwise => 1,
            Direction::CounterClockwise => -1,
        }
    }
}

impl TryFrom<i8> for Direction {
    type Error = String;

    fn try_from(given: i8) -> Result<Direction, String> {
        match given {
            1 => Ok(Direction::Clockwise),
            -1 => Ok(Direction::CounterClockwise),
            _ => Err(format!("a direction is 1, clockwise, or -1, counter-clockwise, not {given}")),
        }
    }
}

#[cfg(feature = "utoipa")]
impl utoipa::PartialSchema for Direction {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::Type::Integer)
            .description(Some("A direction around the track of crash cribbage: 1 clockwise, -1 counter-clockwise."))
            .enum_values(Some([1, -1]))
            .into()
    }
}

#[cfg(feature = "utoipa")]
impl utoipa::ToSchema for Direction {}
