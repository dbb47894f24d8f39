//! The seating: the sizes of the tables, the draw of a round, and the movement from round to round.

mod exact;
mod mending;
mod movement;
mod pairings;
mod redraw;
mod search;
#[cfg(feature = "serde")]
mod stored;

pub use mending::{Mended, mend_movement};
pub use movement::{Movement, TableResult, TieBreak, move_players};
pub use pairings::{Pairings, Repeats};
pub(super) use redraw::draw_table;
pub use redraw::draw_tables;

use arrayvec::ArrayVec;

use crate::id::PlayerId;

/// The players of a table, side by side: two sides of two partners at a four, else everybody for themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "stored::StoredSeats", into = "stored::StoredSeats"))]
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

    /// The seats, to put others on them.
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

/// The sizes of the tables for so many players, by number: as many fours as possible, then a three, then a two.
/// `None` for fewer than two players.
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
