//! Who sits where: the sizes of the tables, the first draw, the movement from round to round, and drawing afresh.

mod movement;
mod pairings;
mod redraw;

pub(super) use movement::substitute;
pub use movement::{Movement, TableResult, TieBreak, move_players};
pub use pairings::{Pairings, Repeats};
pub use redraw::draw_tables;

use crate::id::PlayerId;

/// The players of a table, side by side: two sides of two partners at a four, else everybody for themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = Seats))]
pub struct Seats(pub Vec<Vec<PlayerId>>);

impl Seats {
    /// Two pairs of partners. They sit in the order in which the sides take turns.
    #[must_use]
    pub fn of_pairs([a, b]: [[PlayerId; 2]; 2]) -> Seats {
        Seats(vec![a.to_vec(), b.to_vec()])
    }

    /// Players who play each for themselves.
    #[must_use]
    pub fn of_singles(players: &[PlayerId]) -> Seats {
        Seats(players.iter().map(|player| vec![*player]).collect())
    }

    /// Everybody at the table, side by side.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        self.0.iter().flatten().copied()
    }

    /// The side at which somebody sits, from 0.
    #[must_use]
    pub fn side_of(&self, player: PlayerId) -> Option<usize> {
        self.0.iter().position(|side| side.contains(&player))
    }

    /// Puts somebody on the place of another.
    pub(super) fn replace(&mut self, old: PlayerId, new: PlayerId) {
        for seat in self.0.iter_mut().flatten().filter(|seat| **seat == old) {
            *seat = new;
        }
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
