//! The pegs of a game, and where they stand.

use super::{Peg, PegId, Stamp};

/// The pegs of a game in the order in which they came, those that were taken back too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Board {
    pegs: Vec<Pegged>,
    /// What each side's pegs that stand come to.
    points: [u32; 3],
}

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
        self.points[usize::from(peg.side)] += u32::from(peg.points);
        self.pegs.push(Pegged { peg, stamp, stands: true });
    }

    pub fn take_back(&mut self, id: PegId) {
        for pegged in self.pegs.iter_mut().filter(|pegged| pegged.peg.id == id && pegged.stands) {
            pegged.stands = false;
            self.points[usize::from(pegged.peg.side)] -= u32::from(pegged.peg.points);
        }
    }

    pub fn find(&self, id: PegId) -> Option<&Pegged> {
        self.pegs.iter().find(|pegged| pegged.peg.id == id)
    }

    /// The pegs that stand, the newest first.
    pub fn newest(&self) -> impl Iterator<Item = &Pegged> {
        self.pegs.iter().rev().filter(|pegged| pegged.stands)
    }

    /// Where a side's front peg stands: what it pegged, but not beyond the game hole.
    pub fn front(&self, side: u8, target: u8) -> u8 {
        capped(self.points[usize::from(side)], target)
    }

    /// Where a side's back peg stands: where the front peg was before its newest.
    pub fn back(&self, side: u8, target: u8) -> u8 {
        let newest = self.newest().find(|pegged| pegged.peg.side == side);
        capped(self.points[usize::from(side)] - newest.map_or(0, |pegged| u32::from(pegged.peg.points)), target)
    }
}

fn capped(points: u32, target: u8) -> u8 {
    u8::try_from(points).map_or(target, |points| points.min(target))
}
