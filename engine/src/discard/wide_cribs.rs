//! The cribs of five and six players: a card from each, any of those left.

use arrayvec::ArrayVec;

use super::remaining::{RankSet, RemainingRanks};
use crate::card::{Card, Rank};
use crate::show::wide;

/// The others' cards and the starter, any of those left.
///
/// N is the number of these cards, which is that of the players: 5 or 6.
pub(super) struct WideCribs<const N: usize> {
    /// Each N ranks, with the probability that these cards make them.
    sets: Vec<([usize; N], f64)>,
    /// The number of cards left.
    left: f64,
}

impl<const N: usize> WideCribs<N> {
    pub(super) fn new(left: &RemainingRanks) -> WideCribs<N> {
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
        WideCribs { sets, left: left.cards }
    }

    /// The crib's mean for this throw of one card, given the ranks left of each suit.
    pub(super) fn mean(&self, throw: &[Card], suits: &[RankSet; 4]) -> f64 {
        let thrown = throw[0].rank_index();
        let mut mean = 0.0;
        for (ranks, probability) in &self.sets {
            let mut crib: ArrayVec<usize, 7> = ranks.iter().copied().chain([thrown]).collect();
            mean += probability * f64::from(wide::total(&mut crib));
        }
        mean + self.flush(throw[0], suits) + self.nobs(throw[0], suits)
    }

    /// The points of the flush, of which the crib and the starter must be all.
    fn flush(&self, thrown: Card, suits: &[RankSet; 4]) -> f64 {
        let of_suit = suits[thrown.suit_index()].len();
        let likely: f64 = (0..N).map(|nth| (of_suit - nth as f64) / (self.left - nth as f64)).product();
        likely * (N + 1) as f64
    }

    fn nobs(&self, thrown: Card, suits: &[RankSet; 4]) -> f64 {
        const JACK: usize = Rank::Jack.index();
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
