//! The scores of a game after each of its pegs.

use super::{Pegs, PlacedPeg, capped};

impl Pegs {
    /// The pegs that were not taken back, the oldest first, each with the score of every side after it.
    pub fn steps(&self, target: u8) -> impl Iterator<Item = (&PlacedPeg, [u8; 3])> {
        let mut totals = [0_u32; 3];
        let pegs = self.pegs.iter().enumerate().filter(|(_, pegged)| pegged.is_active);
        pegs.map(move |(place, pegged)| {
            totals[usize::from(pegged.peg.side)] += u32::from(pegged.peg.points);
            let scores = self.crash.as_ref().map_or(totals, |track| track.scores(place));
            (pegged, scores.map(|points| capped(points, target)))
        })
    }
}
