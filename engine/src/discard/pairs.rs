//! The crib at two players: the opponent throws a pair. Also the totals of two ranks with any three ranks.

use std::sync::LazyLock;

use super::option::{FLUSH, JACK, OpponentModel, Suits};
use super::remaining::{RankSet, RemainingRanks};
use super::{Crib, DiscardFrequencies};
use crate::card::{Card, Rank};
use crate::show::lookup::{RANK_TOTALS, rank_pairs};

/// The other player's pair and the starter, weighted.
pub(super) struct PairModel {
    /// By the ranks of two cards that are left: the probability that the other player throws these two cards.
    each: [[f64; 13]; 13],
    /// The probability of each three ranks, of the thrown pair and the starter together; in the order of [`triples`].
    weights: [f64; TRIPLES],
    starters: f64,
}

impl PairModel {
    /// The opponent throws with the frequencies `throws`; without them each remaining pair is equally likely.
    pub(super) fn new(left: &RemainingRanks, crib: Crib, throws: Option<&DiscardFrequencies<91>>) -> PairModel {
        let mut each = [[0.0; 13]; 13];
        let mut all = 0.0;
        for [a, b] in rank_index_pairs() {
            let sets = left.sets([a, b]);
            if sets > 0.0 {
                let thrown = throws.map_or(sets, |throws| throws.to(crib.opposite())[RANK_TOTALS.id(a, b)]);
                each[a][b] = thrown / sets;
                each[b][a] = each[a][b];
                all += thrown;
            }
        }
        let scale = 1.0 / all;
        for likely in each.as_flattened_mut() {
            *likely *= scale;
        }
        let starters = left.cards - 2.0;
        let starter = 1.0 / starters;
        let mut weights = [0.0; TRIPLES];
        let mut next = 0;
        for [a, b] in rank_index_pairs() {
            let (sets, alike) = (left.sets([a, b]), left.sets([a, b, b]));
            for c in b..13 {
                let sets = if c == b { alike } else { sets * left.one(c) };
                // Any of the three can be the starter; the opponent threw the remaining two.
                weights[next] = sets * (each[a][b] + each[a][c] + each[b][c]) * starter;
                next += 1;
            }
        }
        PairModel { each, weights, starters }
    }
}

impl OpponentModel for PairModel {
    fn by_ranks(&self, throw: &[Card]) -> f64 {
        mean(throw[0].rank_index(), throw[1].rank_index(), 0, &self.weights)
    }

    fn by_suits(&self, left: &[RankSet; 4]) -> Suits {
        // By suit and rank: the probability that a card of this rank is thrown with a card of this suit (itself included).
        let with_suit = left.map(|suit| {
            let mut sums = [0.0; 13];
            for rank in suit.iter() {
                for (sum, each) in sums.iter_mut().zip(&self.each[rank]) {
                    *sum += each;
                }
            }
            sums
        });
        let twice = |rank: usize| self.each[rank][rank];
        let thrown = |rank: usize| with_suit.iter().map(|sums| sums[rank]).sum::<f64>() - twice(rank);
        let mut suits = Suits { flush: [0.0; 4], our_jack: [0.0; 4], their_jacks: 0.0 };
        for (suit, ranks) in left.iter().enumerate() {
            let both: f64 = ranks.iter().map(|rank| with_suit[suit][rank] - twice(rank)).sum::<f64>() / 2.0;
            suits.flush[suit] = FLUSH * both * (ranks.len() - 2.0) / self.starters;
            suits.our_jack[suit] = ranks.iter().map(|rank| 1.0 - thrown(rank)).sum::<f64>() / self.starters;
            if ranks.contains(JACK) {
                let with_starter_too = with_suit[suit][JACK] - twice(JACK);
                suits.their_jacks += ((ranks.len() - 1.0) * thrown(JACK) - with_starter_too) / self.starters;
            }
        }
        suits
    }

    fn each_set(&self, left: &[Card], of: &mut impl FnMut(&[Card], f64)) {
        for (place, one) in left.iter().enumerate() {
            for other in &left[place + 1..] {
                of(&[*one, *other], self.each[one.rank_index()][other.rank_index()]);
            }
        }
    }
}

/// The number of ways to choose three ranks, any of them more than once.
pub(super) const TRIPLES: usize = 455;

/// The totals of two ranks, by their id, with any three ranks, without flush and nobs. Floats, because likelihoods
/// multiply the totals.
static TOTALS: LazyLock<Vec<[f32; TRIPLES]>> = LazyLock::new(|| rank_pairs().map(of_pair).collect());

/// Every two ranks by their indexes, the lower first, in the order of the lower.
fn rank_index_pairs() -> impl Iterator<Item = [usize; 2]> {
    (0..13).flat_map(|a| (a..13).map(move |b| [a, b]))
}

/// Every three ranks by their indexes, in order: by the lowest, then the middle one, then the highest.
pub(super) fn triples() -> impl Iterator<Item = [usize; 3]> {
    rank_index_pairs().flat_map(|[a, b]| (b..13).map(move |c| [a, b, c]))
}

fn of_pair(pair: [Rank; 2]) -> [f32; TRIPLES] {
    let id = RANK_TOTALS.id(pair[0].index(), pair[1].index());
    let mut totals = [0.0; TRIPLES];
    for (total, [a, b, c]) in totals.iter_mut().zip(triples()) {
        *total = f32::from(RANK_TOTALS.row(id, RANK_TOTALS.id(a, b))[c]);
    }
    totals
}

/// The weighted sum of the totals of two ranks, given by their indexes, with each triple from `first` on.
pub(super) fn mean(one: usize, other: usize, first: usize, weights: &[f64]) -> f64 {
    dot(&TOTALS[RANK_TOTALS.id(one, other)][first..], weights)
}

/// The sum of the products, in eight sums that do not wait for each other.
fn dot(one: &[f32], other: &[f64]) -> f64 {
    let (ones, one_rest) = one.as_chunks::<8>();
    let (others, other_rest) = other.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (one, other) in ones.iter().zip(others) {
        for lane in 0..8 {
            sums[lane] += f64::from(one[lane]) * other[lane];
        }
    }
    for (sum, (one, other)) in sums.iter_mut().zip(one_rest.iter().zip(other_rest)) {
        *sum += f64::from(*one) * other;
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}
