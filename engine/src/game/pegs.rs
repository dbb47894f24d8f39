//! The pegs of a game, and the holes they stand in.

use super::{Metadata, Peg};
use crate::id::PegId;

/// The pegs of a game in the order in which they came, those that were taken back too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pegs {
    pegs: Vec<PlacedPeg>,
    /// The points of each side's pegs that were not taken back.
    points: [u32; 3],
}

/// A peg that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlacedPeg {
    pub peg: Peg,
    pub metadata: Metadata,
    /// False once it is taken back.
    pub is_active: bool,
}

impl Pegs {
    pub fn put(&mut self, peg: Peg, metadata: Metadata) {
        self.points[usize::from(peg.side)] += u32::from(peg.points);
        self.pegs.push(PlacedPeg { peg, metadata, is_active: true });
    }

    pub fn take_back(&mut self, id: PegId) {
        for pegged in self.pegs.iter_mut().filter(|pegged| pegged.peg.id == id && pegged.is_active) {
            pegged.is_active = false;
            self.points[usize::from(pegged.peg.side)] -= u32::from(pegged.peg.points);
        }
    }

    pub fn find(&self, id: PegId) -> Option<&PlacedPeg> {
        self.pegs.iter().find(|pegged| pegged.peg.id == id)
    }

    /// The pegs that were not taken back, the newest first.
    pub fn newest(&self) -> impl Iterator<Item = &PlacedPeg> {
        self.pegs.iter().rev().filter(|pegged| pegged.is_active)
    }

    /// The hole of a side's front peg: the points it pegged, but not beyond the game hole.
    pub fn front(&self, side: u8, target: u8) -> u8 {
        capped(self.points[usize::from(side)], target)
    }

    /// The hole of a side's back peg: the hole of the front peg before its newest points.
    pub fn back(&self, side: u8, target: u8) -> u8 {
        let newest = self.newest().find(|pegged| pegged.peg.side == side);
        capped(self.points[usize::from(side)] - newest.map_or(0, |pegged| u32::from(pegged.peg.points)), target)
    }
}

fn capped(points: u32, target: u8) -> u8 {
    u8::try_from(points).map_or(target, |points| points.min(target))
}
