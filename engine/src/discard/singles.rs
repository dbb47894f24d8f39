//! The crib at three to six players: each player throws one card.

use super::option::{FLUSH, JACK, OpponentModel, Suits};
use super::pairs::{self, TRIPLES, triples};
use super::remaining::{RankSet, RemainingRanks};
use super::{Crib, DiscardFrequencies};
use crate::card::{Card, Rank};
use crate::show::lookup;

/// The number of ways to choose four ranks, any of them more than once.
const FOURS: usize = 1820;

/// The three cards and the starter, weighted.
pub(super) struct SingleModel {
    /// By rank: for each of the three throwers, the likelihood to throw a certain card of that rank. Only the ratios
    /// count.
    likelihoods: [[f64; 3]; 13],
    /// The sums over all remaining cards.
    all: Sums,
    /// The factor that turns a product of three likelihoods into the probability of these cards and a starter.
    scale: f64,
    /// The probability of each four ranks: in the order of the lowest rank, then of [`triples`].
    weights: [f64; FOURS],
}

impl SingleModel {
    /// The other players throw with the frequencies `throws`; without them each remaining card is equally likely. At
    /// three players one card comes from the pack.
    pub(super) fn new(
        left: &RemainingRanks,
        players: u8,
        crib: Crib,
        throws: Option<&DiscardFrequencies<13>>,
    ) -> SingleModel {
        let throwers = match (players, crib) {
            (3, Crib::Own) => [Some(Crib::Other), Some(Crib::Other), None],
            (3, Crib::Other) => [Some(Crib::Own), Some(Crib::Other), None],
            (_, Crib::Own) => [Some(Crib::Own), Some(Crib::Other), Some(Crib::Other)],
            (_, Crib::Other) => [Some(Crib::Other), Some(Crib::Own), Some(Crib::Own)],
        };
        let likelihoods = std::array::from_fn(|rank| {
            throwers.map(|thrower| match (thrower, throws) {
                (Some(crib), Some(throws)) if left.one(rank) > 0.0 => throws.to(crib)[rank] / left.one(rank),
                _ => 1.0,
            })
        });
        let mut all = Sums::default();
        for (rank, likelihoods) in likelihoods.iter().enumerate() {
            all.add(likelihoods, left.one(rank));
        }
        let scale = 1.0 / (all.distinct() * (left.cards - 3.0));
        SingleModel { likelihoods, all, scale, weights: weights(left, &likelihoods, scale) }
    }

    fn sums(&self, ranks: RankSet) -> Sums {
        let mut sums = Sums::default();
        for rank in ranks.iter() {
            sums.add(&self.likelihoods[rank], 1.0);
        }
        sums
    }
}

/// The products of the likelihoods of three cards, summed over the ways to share the cards out among the three.
fn products([x, y, z]: [[f64; 3]; 3]) -> f64 {
    x[0] * (y[1] * z[2] + y[2] * z[1]) + x[1] * (y[0] * z[2] + y[2] * z[0]) + x[2] * (y[0] * z[1] + y[1] * z[0])
}

fn weights(left: &RemainingRanks, likelihoods: &[[f64; 3]; 13], scale: f64) -> [f64; FOURS] {
    // By three ranks in order: the products of the likelihoods, summed over the ways to share these ranks out.
    let mut threes = [[[0.0; 13]; 13]; 13];
    for [a, b, c] in triples() {
        threes[a][b][c] = products([likelihoods[a], likelihoods[b], likelihoods[c]]);
    }
    let mut weights = [0.0; FOURS];
    let mut next = 0;
    for [a, b, c] in triples() {
        let (sets, alike) = (left.sets([a, b, c]), left.sets([a, b, c, c]));
        for d in c..13 {
            let sets = if d == c { alike } else { sets * left.one(d) };
            // Any of the four can be the starter.
            let likely = threes[a][b][c] + threes[a][b][d] + threes[a][c][d] + threes[b][c][d];
            weights[next] = sets * likely * scale;
            next += 1;
        }
    }
    weights
}

impl OpponentModel for SingleModel {
    fn by_ranks(&self, throw: &[Card]) -> f64 {
        let mut weights = self.weights.as_slice();
        let mut mean = 0.0;
        for lowest in 0..13 {
            // The triples above the lowest rank are the last ones.
            let from = TRIPLES - (13 - lowest) * (14 - lowest) * (15 - lowest) / 6;
            let (above, rest) = weights.split_at(TRIPLES - from);
            mean += pairs::mean(throw[0].rank_index(), lowest, from, above);
            weights = rest;
        }
        mean
    }

    fn by_suits(&self, left: &[RankSet; 4]) -> Suits {
        let thrown_without = |starter: usize| self.all.without(&self.likelihoods[starter]);
        let mut suits = Suits { flush: [0.0; 4], our_jack: [0.0; 4], their_jacks: 0.0 };
        for (suit, ranks) in left.iter().enumerate() {
            suits.flush[suit] = FLUSH * self.sums(*ranks).distinct() * (ranks.len() - 3.0) * self.scale;
            for starter in ranks.iter() {
                let without = thrown_without(starter);
                suits.our_jack[suit] += without.distinct() * self.scale;
                if ranks.contains(JACK) && starter != JACK {
                    let with_jack = without.distinct() - without.without(&self.likelihoods[JACK]).distinct();
                    suits.their_jacks += with_jack * self.scale;
                }
            }
        }
        suits
    }

    fn each_set(&self, left: &[Card], of: &mut impl FnMut(&[Card], f64)) {
        let all = self.all.distinct();
        for (place, one) in left.iter().enumerate() {
            for (next, other) in left.iter().enumerate().skip(place + 1) {
                for last in &left[next + 1..] {
                    let likelihoods = [one, other, last].map(|card| self.likelihoods[card.rank_index()]);
                    of(&[*one, *other, *last], products(likelihoods) / all);
                }
            }
        }
    }
}

/// Sums over cards. The sum over any three different cards follows from them.
#[derive(Clone, Copy, Default)]
struct Sums {
    /// The sum of the likelihoods, for each thrower.
    one: [f64; 3],
    /// For each thrower, the sum of the products of the other two throwers' likelihoods.
    two: [f64; 3],
    /// The sum of the products of all three likelihoods.
    three: f64,
}

impl Sums {
    fn add(&mut self, &[x, y, z]: &[f64; 3], cards: f64) {
        let [one, two] = [[x, y, z], [y * z, x * z, x * y]];
        for place in 0..3 {
            self.one[place] += cards * one[place];
            self.two[place] += cards * two[place];
        }
        self.three += cards * x * y * z;
    }

    fn without(mut self, likelihoods: &[f64; 3]) -> Sums {
        self.add(likelihoods, -1.0);
        self
    }

    /// The products of three likelihoods, summed over all ways in which three throw different cards.
    fn distinct(&self) -> f64 {
        let [x, y, z] = self.one;
        let alike: f64 = self.one.iter().zip(self.two).map(|(one, two)| one * two).sum();
        x * y * z - alike + 2.0 * self.three
    }
}

/// The other players' cards and the starter: any of the remaining cards.
///
/// N is the number of these cards, which is that of the players: 5 or 6.
pub(super) struct LargeCribs<const N: usize> {
    /// Each choice of N ranks, with its probability.
    sets: Vec<([usize; N], f64)>,
    /// The number of cards left.
    left: f64,
}

impl<const N: usize> LargeCribs<N> {
    pub(super) fn new(left: &RemainingRanks) -> LargeCribs<N> {
        let mut sets = Vec::new();
        each_ranks(&mut [0; N], 0, &mut |ranks| {
            let ways = left.sets(ranks);
            if ways > 0.0 {
                sets.push((ranks, ways));
            }
        });
        let all: f64 = sets.iter().map(|(_, ways)| ways).sum();
        for (_, ways) in &mut sets {
            *ways /= all;
        }
        LargeCribs { sets, left: left.cards }
    }

    /// The crib's mean for this throw of one card, given the ranks left of each suit.
    pub(super) fn mean(&self, throw: &[Card], suits: &[RankSet; 4]) -> f64 {
        let thrown = throw[0].rank_index();
        let mut mean = 0.0;
        for (ranks, probability) in &self.sets {
            mean += probability * f64::from(lookup::large_total(ranks, thrown));
        }
        mean + self.flush(throw[0], suits) + self.nobs(throw[0], suits)
    }

    /// The points of the flush, which needs all cards of the crib and the starter.
    fn flush(&self, thrown: Card, suits: &[RankSet; 4]) -> f64 {
        let of_suit = suits[thrown.suit_index()].len();
        let likely: f64 = (0..N).map(|nth| (of_suit - nth as f64) / (self.left - nth as f64)).product();
        likely * (N + 1) as f64
    }

    fn nobs(&self, thrown: Card, suits: &[RankSet; 4]) -> f64 {
        let ours = if thrown.rank() == Rank::Jack { suits[thrown.suit_index()].len() / self.left } else { 0.0 };
        let with_jack = suits.iter().filter(|suit| suit.contains(JACK)).map(|suit| suit.len() - 1.0);
        let theirs = with_jack.sum::<f64>() / (self.left - 1.0) * (N - 1) as f64 / self.left;
        ours + theirs
    }
}

/// Goes through all choices of N ranks in order, from this place on.
fn each_ranks<const N: usize>(ranks: &mut [usize; N], place: usize, of: &mut impl FnMut([usize; N])) {
    if place == N {
        return of(*ranks);
    }
    let lowest = if place == 0 { 0 } else { ranks[place - 1] };
    for rank in lowest..13 {
        ranks[place] = rank;
        each_ranks(ranks, place + 1, of);
    }
}
