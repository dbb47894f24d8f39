//! The remaining cards of the pack, for the other players' discards and the starter; and the frequencies of discards.

use super::Crib;
use crate::card::{Card, Rank};
use crate::show::lookup::RANK_TOTALS;

/// The remaining cards, in the forms in which they are counted.
pub(super) struct Remaining {
    pub(super) ranks: RemainingRanks,
    /// The ranks left of each suit.
    pub(super) suits: [RankSet; 4],
    /// By the cards' places in the pack: 255 for a remaining card, 0 for a card in the hand.
    pub(super) bytes: [u8; 52],
}

impl Remaining {
    pub(super) fn new(held: &[Card]) -> Remaining {
        let mut left =
            Remaining { ranks: RemainingRanks::new(held), suits: [RankSet(0x1fff); 4], bytes: [u8::MAX; 52] };
        for card in held {
            left.suits[card.suit_index()].0 &= !(1 << card.rank_index());
            left.bytes[card.index()] = 0;
        }
        left
    }
}

/// A set of ranks, by their indexes.
#[derive(Clone, Copy)]
pub(super) struct RankSet(u16);

impl RankSet {
    pub(super) const fn contains(self, rank: usize) -> bool {
        self.0 >> rank & 1 == 1
    }

    /// The number of ranks.
    pub(super) fn len(self) -> f64 {
        f64::from(self.0.count_ones())
    }

    pub(super) fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let lowest = self.0.trailing_zeros();
            self.0 &= self.0.wrapping_sub(1);
            (lowest < 13).then_some(lowest as usize)
        })
    }
}

/// The number of remaining cards of each rank.
pub(super) struct RemainingRanks {
    /// By rank and a number of cards, 0 to 4: the number of ways to choose that number of cards of the rank.
    choices: [[f64; 5]; 13],
    /// The number of remaining cards.
    pub(super) cards: f64,
}

impl RemainingRanks {
    pub(super) fn new(held: &[Card]) -> RemainingRanks {
        const CHOICES: [[f64; 5]; 5] = [
            [1.0, 0.0, 0.0, 0.0, 0.0],
            [1.0, 1.0, 0.0, 0.0, 0.0],
            [1.0, 2.0, 1.0, 0.0, 0.0],
            [1.0, 3.0, 3.0, 1.0, 0.0],
            [1.0, 4.0, 6.0, 4.0, 1.0],
        ];
        let mut left = [4; 13];
        for card in held {
            left[card.rank_index()] -= 1;
        }
        RemainingRanks { choices: left.map(|cards: usize| CHOICES[cards]), cards: 52.0 - held.len() as f64 }
    }

    /// The number of remaining cards of this rank.
    pub(super) const fn one(&self, rank: usize) -> f64 {
        self.choices[rank][1]
    }

    /// The number of sets of cards with these ranks, which are in order.
    pub(super) fn sets<const N: usize>(&self, ranks: [usize; N]) -> f64 {
        let mut sets = 1.0;
        let mut first = 0;
        for place in 1..=N {
            if place == N || ranks[place] != ranks[first] {
                // A rank has at most four cards.
                sets *= self.choices[ranks[first]].get(place - first).copied().unwrap_or(0.0);
                first = place;
            }
        }
        sets
    }
}

/// The frequency of each pair of ranks (N = 91) or each rank (N = 13) among discards: shares that add up to 1.
///
/// Pairs come in the order of the higher rank, then the lower: AA, A2, 22, A3, 23, 33 and so on.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscardFrequencies<const N: usize> {
    /// To the thrower's own crib, or the partner's.
    pub own: [f64; N],
    /// To an opponent's crib.
    pub other: [f64; N],
}

impl<const N: usize> DiscardFrequencies<N> {
    /// The frequencies of discards to this crib.
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
