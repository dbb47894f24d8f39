//! The seating: the sizes of the tables, the draw of a round, and the movement from round to round.

mod exact;
mod movement;
mod pairings;
mod redraw;
mod repair;
mod search;

pub use movement::{Movement, TableResult, TieBreak, move_players};
pub use pairings::{Pairings, Repeats};
pub(super) use redraw::draw_table;
pub use redraw::draw_tables;
pub use repair::{RepairedMovement, repair_movement};

use crate::PlayerId;
use arrayvec::ArrayVec;

/// The players of a table by side: two sides of two at a table of four, otherwise a side for each player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "StoredSeats", into = "StoredSeats"))]
pub enum Seats {
    /// Two pairs of partners. They sit in the order in which the sides take turns.
    Pairs([[PlayerId; 2]; 2]),
    /// Two or three players, each for themselves.
    Singles(ArrayVec<PlayerId, 3>),
}

impl Seats {
    /// The seats of two to four players in this order: four are two pairs.
    #[must_use]
    pub fn new(players: &[PlayerId]) -> Seats {
        match *players {
            [a, b, c, d] => Seats::Pairs([[a, b], [c, d]]),
            _ => Seats::Singles(players.iter().copied().collect()),
        }
    }

    /// The players of each side.
    #[must_use]
    pub fn sides(&self) -> ArrayVec<&[PlayerId], 3> {
        match self {
            Seats::Pairs(pairs) => pairs.iter().map(|pair| &pair[..]).collect(),
            Seats::Singles(players) => players.chunks(1).collect(),
        }
    }

    /// Everybody at the table, side by side.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        match self {
            Seats::Pairs(pairs) => pairs.as_flattened(),
            Seats::Singles(players) => players,
        }
        .iter()
        .copied()
    }

    /// The seats, to change their players.
    pub(super) fn players_mut(&mut self) -> impl Iterator<Item = &mut PlayerId> {
        match self {
            Seats::Pairs(pairs) => pairs.as_flattened_mut(),
            Seats::Singles(players) => players,
        }
        .iter_mut()
    }

    /// The side at which a player sits, from 0.
    #[must_use]
    pub fn side_of(&self, player: PlayerId) -> Option<usize> {
        self.sides().iter().position(|side| side.contains(&player))
    }
}

/// The players of a table by side: two sides of two at a table of four, otherwise a side for each player.
// Logs store the same list of sides.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Seats))]
struct StoredSeats(Vec<Vec<PlayerId>>);

#[cfg(feature = "serde")]
impl TryFrom<StoredSeats> for Seats {
    type Error = &'static str;
    #[cfg(feature = "serde")]
    fn try_from(StoredSeats(sides): StoredSeats) -> Result<Seats, &'static str> {
        let sizes: Vec<usize> = sides.iter().map(Vec::len).collect();
        match sizes[..] {
            [2, 2] | [1, 1] | [1, 1, 1] => Ok(Seats::new(&sides.concat())),
            _ => Err("a table has two sides of two players, or two or three sides of one"),
        }
    }
}

#[cfg(feature = "serde")]
impl From<Seats> for StoredSeats {
    fn from(seats: Seats) -> StoredSeats {
        StoredSeats(seats.sides().into_iter().map(<[PlayerId]>::to_vec).collect())
    }
}

#[cfg(feature = "utoipa")]
impl utoipa::PartialSchema for Seats {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        StoredSeats::schema()
    }
}

#[cfg(feature = "utoipa")]
impl utoipa::ToSchema for Seats {
    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
        StoredSeats::schemas(schemas);
    }
}

/// The sizes of the tables for this number of players: as many fours as possible, then a three, then a two. `None` for
/// fewer than two players.
#[must_use]
pub fn sizes(players: usize) -> Option<Vec<usize>> {
    let rest: &[usize] = match players % 4 {
        _ if players < 2 => return None,
        0 => &[],
        1 => &[3, 2],
        2 => &[2],
        _ => &[3],
    };
    let fours = (players - rest.iter().sum::<usize>()) / 4;
    Some([&vec![4; fours], rest].concat())
}
