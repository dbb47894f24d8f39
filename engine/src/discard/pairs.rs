//! The crib at two players: the other throws a pair.

use super::option::OpponentModel;
use super::remaining::{RankSet, RemainingRanks};
use super::suits::{FLUSH, Suits};
use super::triples::{self, TRIPLES};
use super::{Crib, DiscardFrequencies};
use crate::card::{Card, Rank};
use crate::show::lookup::RANK_TOTALS;

/// The other player's pair and the starter, weighted.
pub(super) struct PairModel {
    /// By the ranks of two cards that are left: the probability that the other player throws these two cards.
    each: [[f64; 13]; 13],
    /// The probability of each three ranks, of the thrown pair and the starter together; in the order of [`triples`].
    weights: [f64; TRIPLES],
    starters: f64,
}

impl PairModel {
    /// The other throws as `throws` says, or any pair of those left.
    pub(super) fn new(left: &RemainingRanks, crib: Crib, throws: Option<&DiscardFrequencies<91>>) -> PairModel {
        let mut each = [[0.0; 13]; 13];
        let mut all = 0.0;
        for [a, b] in triples::pairs() {
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
        for [a, b] in triples::pairs() {
            let (sets, alike) = (left.sets([a, b]), left.sets([a, b, b]));
            for c in b..13 {
                let sets = if c == b { alike } else { sets * left.one(c) };
                // Any of the three can be the starter, the other two are then their pair.
                weights[next] = sets * (each[a][b] + each[a][c] + each[b][c]) * starter;
                next += 1;
            }
        }
        PairModel { each, weights, starters }
    }
}

impl OpponentModel for PairModel {
    fn by_ranks(&self, throw: &[Card]) -> f64 {
        triples::mean(throw[0].rank_index(), throw[1].rank_index(), 0, &self.weights)
    }

    fn by_suits(&self, left: &[RankSet; 4]) -> Suits {
        const JACK: usize = Rank::Jack.index();
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
