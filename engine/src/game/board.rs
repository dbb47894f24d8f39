//! The pegs of a game, and where they stand.

use super::{Peg, PegId, Stamp};

/// The pegs of a game in the order in which they came, those that were taken back too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Board(Vec<Pegged>);

/// A peg that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pegged {
    pub peg: Peg,
    pub stamp: Stamp,
    /// Whether it has not been taken back.
    pub stands: bool,
}

impl Board {
    pub fn put(&mut self, peg: Peg, stamp: Stamp) {
        self.0.push(Pegged { peg, stamp, stands: true });
    }

    pub fn take_back(&mut self, id: PegId) {
        for pegged in self.0.iter_mut().filter(|pegged| pegged.peg.id == id) {
            pegged.stands = false;
        }
    }

    pub fn find(&self, id: PegId) -> Option<&Pegged> {
        self.0.iter().find(|pegged| pegged.peg.id == id)
    }

    /// The pegs that stand, the newest first.
    pub fn newest(&self) -> impl Iterator<Item = &Pegged> {
        self.0.iter().rev().filter(|pegged| pegged.stands)
    }

    /// Where a side's front peg stands: what it pegged, but not beyond the game hole.
    pub fn front(&self, side: u8, target: u8) -> u8 {
        capped(self.of(side), target)
    }

    /// Where a side's back peg stands: where the front peg was before its newest.
    pub fn back(&self, side: u8, target: u8) -> u8 {
        capped(self.of(side).skip(1), target)
    }

    /// The points of the side's pegs that stand, the newest first.
    fn of(&self, side: u8) -> impl Iterator<Item = u8> {
        self.newest().filter(move |pegged| pegged.peg.side == side).map(|pegged| pegged.peg.points)
    }
}

fn capped(points: impl Iterator<Item = u8>, target: u8) -> u8 {
    points.fold(0, |sum, points| sum.saturating_add(points).min(target))
}
