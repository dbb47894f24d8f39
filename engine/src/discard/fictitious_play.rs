//! Fictitious play, which finds the discards of good players: the source of the tables of [`super::skilled`].
//!
//! Each player makes the discard with the best average, hand with crib, against the usual discards; that changes the
//! usual discards, and so on. Each round's answers are averaged into the usual discards, until these no longer change.
//! Every possible hand counts, with its flushes and nobs. Advice only needs the resulting tables.

use arrayvec::ArrayVec;

use super::option::{HandOutlook, OpponentModel, ways};
use super::pairs::PairModel;
use super::remaining::{Remaining, RemainingRanks};
use super::singles::SingleModel;
use super::{Crib, DiscardFrequencies};
use crate::card::{Card, Rank, Suit};
use crate::rules::Rules;
use crate::show::lookup::{RANK_TOTALS, rank_pairs};

/// The play has converged if no share changes more in a round.
pub const CONVERGED: f64 = 1e-6;

/// The most rounds that are played.
pub const ROUNDS: u32 = 200;

/// The converged discards at two players, and the number of rounds. Takes a minute or two.
#[must_use]
pub fn two_players() -> (DiscardFrequencies<91>, u32) {
    let pack = RemainingRanks::new(&[]);
    let any = rank_pairs().map(|[low, high]| pack.sets([low.index(), high.index()]) / 1326.0);
    let any: ArrayVec<f64, 91> = any.collect();
    converge(std::array::from_fn(|id| any[id]), best_pairs)
}

/// The converged discards at three or four players, and the number of rounds. Takes a minute or two.
#[must_use]
pub fn more_players(players: u8) -> (DiscardFrequencies<13>, u32) {
    converge([1.0 / 13.0; 13], |usual| best_singles(players, usual))
}

/// The best discards at two players against these usual ones.
#[must_use]
pub fn best_pairs(usual: &DiscardFrequencies<91>) -> DiscardFrequencies<91> {
    best::<91, 6, _>(
        |left, crib| PairModel::new(left, crib, Some(usual)),
        |throw| RANK_TOTALS.id(throw[0].rank_index(), throw[1].rank_index()),
    )
}

/// The best discards at three or four players against these usual ones.
#[must_use]
pub fn best_singles(players: u8, usual: &DiscardFrequencies<13>) -> DiscardFrequencies<13> {
    best::<13, 5, _>(|left, crib| SingleModel::new(left, players, crib, Some(usual)), |throw| throw[0].rank_index())
}

fn converge<const N: usize>(
    any: [f64; N],
    answer: impl Fn(&DiscardFrequencies<N>) -> DiscardFrequencies<N>,
) -> (DiscardFrequencies<N>, u32) {
    let mut usual = DiscardFrequencies { own: any, other: any };
    for round in 1..=ROUNDS {
        let answer = answer(&usual);
        let shares = usual.own.iter_mut().chain(&mut usual.other);
        let mut most = 0.0_f64;
        for (share, answer) in shares.zip(answer.own.iter().chain(&answer.other)) {
            let step = (answer - *share) / f64::from(round);
            *share += step;
            most = most.max(step.abs());
        }
        if most < CONVERGED {
            return (usual, round);
        }
    }
    (usual, ROUNDS)
}

/// The shares of the best discards, to either crib, over all hands of D cards.
fn best<const N: usize, const D: usize, O: OpponentModel>(
    others: impl Fn(&RemainingRanks, Crib) -> O,
    thrown: impl Fn(&[Card]) -> usize,
) -> DiscardFrequencies<N> {
    let rules = Rules::default();
    let mut counts = [[0_u64; N]; 2];
    every_ranks::<D>(&mut |ranks| {
        let some = ranks.map(|rank| Card::new(rank, Suit::Clubs));
        let left = RemainingRanks::new(&some);
        let cribs = [Crib::Own, Crib::Other].map(|crib| (crib, others(&left, crib)));
        // The score of ranks alone, and the index of the throw, are the same for all suits.
        let throws: Vec<_> = ways(&some)
            .map(|(_, throw)| (thrown(&throw), [cribs[0].1.by_ranks(&throw), cribs[1].1.by_ranks(&throw)]))
            .collect();
        every_suits(&ranks, &mut |cards, alike| {
            let left = Remaining::new(&cards);
            let suits = [0, 1].map(|side| cribs[side].1.by_suits(&left.suits));
            let mut best = [(f64::NEG_INFINITY, 0); 2];
            for ((keep, throw), (thrown, by_ranks)) in ways(&cards).zip(&throws) {
                let hand = HandOutlook::new(keep, &rules, &left).mean;
                for side in 0..2 {
                    let crib = by_ranks[side] + suits[side].mean(&throw);
                    let expected = hand + cribs[side].0.sign() * crib;
                    if expected > best[side].0 {
                        best[side] = (expected, *thrown);
                    }
                }
            }
            for side in 0..2 {
                counts[side][best[side].1] += alike;
            }
        });
    });
    let [own, other] = counts.map(|counts| {
        let all: u64 = counts.iter().sum();
        counts.map(|count| count as f64 / all as f64)
    });
    DiscardFrequencies { own, other }
}

/// Every choice of ranks that a pack can deal, the highest first.
fn every_ranks<const D: usize>(of: &mut impl FnMut([Rank; D])) {
    let mut places = [12; D];
    loop {
        if (4..D).all(|place| places[place - 4] != places[place]) {
            of(places.map(|place| Rank::ALL[place]));
        }
        // Like an odometer: the last place above 0 goes down by one, and all later places restart from its new value.
        let Some(place) = places.iter().rposition(|place| *place > 0) else { return };
        let next = places[place] - 1;
        places[place..].fill(next);
    }
}

/// Calls `of` with one hand for each group of hands that differ only by renamed suits, and with the size of the group.
fn every_suits<const D: usize>(ranks: &[Rank; D], of: &mut impl FnMut([Card; D], u64)) {
    suits_from(0, [0; 4], ranks, &mut ranks.map(|rank| Card::new(rank, Suit::Clubs)), of);
}

/// As [`every_suits`], with the cards before `first` already dealt. `held` has a bit for each dealt card, by suit. Each
/// group's hand is the hand whose numbers in `held` never rise from suit to suit.
fn suits_from<const D: usize>(
    first: usize,
    held: [u32; 4],
    ranks: &[Rank; D],
    cards: &mut [Card; D],
    of: &mut impl FnMut([Card; D], u64),
) {
    if first == D {
        let orders: u64 =
            held.chunk_by(|one, other| one == other).map(|alike| (1..=alike.len() as u64).product::<u64>()).product();
        of(*cards, 24 / orders);
        return;
    }
    let same = ranks[first..].iter().take_while(|rank| **rank == ranks[first]).count();
    for suits in (0_u32..16).filter(|suits| suits.count_ones() as usize == same) {
        let held: [u32; 4] = std::array::from_fn(|suit| held[suit] << 1 | suits >> suit & 1);
        if held.is_sorted_by(|one, other| one >= other) {
            let chosen = Suit::ALL.into_iter().filter(|suit| suits >> *suit as u32 & 1 == 1);
            for (card, suit) in cards[first..].iter_mut().zip(chosen) {
                *card = Card::new(ranks[first], suit);
            }
            suits_from(first + same, held, ranks, cards, of);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hands_dealt<const D: usize>() -> u64 {
        let mut hands = 0;
        every_ranks::<D>(&mut |ranks| every_suits(&ranks, &mut |_, alike| hands += alike));
        hands
    }

    #[test]
    fn every_hand_that_can_be_dealt_is_counted_once() {
        assert_eq!(hands_dealt::<5>(), 2_598_960);
        assert_eq!(hands_dealt::<6>(), 20_358_520);
    }

    #[test]
    fn one_hand_stands_for_all_that_differ_only_by_which_suit_is_which() {
        let mut hands = Vec::new();
        every_suits(&[Rank::King, Rank::King, Rank::Five, Rank::Five, Rank::Ace], &mut |cards, alike| {
            hands.push((cards.map(|card| card.to_string()).join(" "), alike));
        });
        let expected = [
            ("KC KD 5C 5D AC", 12),
            ("KC KD 5C 5D AH", 12),
            ("KC KD 5C 5H AC", 24),
            ("KC KD 5C 5H AD", 24),
            ("KC KD 5C 5H AH", 24),
            ("KC KD 5C 5H AS", 24),
            ("KC KD 5H 5S AC", 12),
            ("KC KD 5H 5S AH", 12),
        ];
        assert_eq!(hands, expected.map(|(cards, alike)| (cards.to_owned(), alike)));
    }
}
