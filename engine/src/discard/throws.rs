//! The frequencies of discards.

use super::Crib;
use crate::card::Rank;
use crate::show::lookup::RANK_TOTALS;

/// The frequency of each pair of ranks (N = 91) or each rank (N = 13) among discards: shares that add up to 1.
///
/// Pairs come in the order of the higher rank, then the lower: AA, A2, 22, A3, 23, 33 and so on.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscardFrequencies<const N: usize> {
    /// To the thrower's own crib, or the partner's.
    pub own: [f64; N],
    /// To another's.
    pub other: [f64; N],
}

impl<const N: usize> DiscardFrequencies<N> {
    /// The frequencies of discards to such a crib.
    #[must_use]
    pub const fn to(&self, crib: Crib) -> &[f64; N] {
        match crib {
            Crib::Own => &self.own,
            Crib::Other => &self.other,
        }
    }
}

impl DiscardFrequencies<91> {
    /// The frequency of two cards of these ranks, 0 to 1.
    #[must_use]
    pub fn pair(&self, crib: Crib, one: Rank, other: Rank) -> f64 {
        self.to(crib)[RANK_TOTALS.id(one.index(), other.index())]
    }
}

impl DiscardFrequencies<13> {
    /// The frequency of a card of this rank, 0 to 1.
    #[must_use]
    pub const fn single(&self, crib: Crib, rank: Rank) -> f64 {
        self.to(crib)[rank.index()]
    }
}
