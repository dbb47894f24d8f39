//! The points of suits in the crib: the flush and nobs.

use crate::card::{Card, Rank};

/// The points of a flush in the crib, where the starter must be of its suit.
pub(super) const FLUSH: f64 = 5.0;

/// The average points of a crib for its suits, for each of our discards.
pub(super) struct Suits {
    /// For a flush, by suit, when all that we throw is of that suit.
    pub(super) flush: [f64; 4],
    /// For a jack that we throw, by its suit.
    pub(super) our_jack: [f64; 4],
    /// For the jacks of the others, together.
    pub(super) their_jacks: f64,
}

impl Suits {
    /// The points for this throw of one or two cards.
    pub(super) fn mean(&self, throw: &[Card]) -> f64 {
        let suit = throw[0].suit_index();
        let flush = if throw.iter().all(|card| card.suit_index() == suit) { self.flush[suit] } else { 0.0 };
        let jacks = throw.iter().filter(|card| card.rank() == Rank::Jack).map(|card| self.our_jack[card.suit_index()]);
        flush + jacks.sum::<f64>() + self.their_jacks
    }
}
