//! A way to throw with its outlook, and the crib's mean over the discards of the other players.

use arrayvec::ArrayVec;

use super::Crib;
use super::remaining::{RankSet, Remaining};
use crate::card::{Card, Rank};
use crate::rules::Rules;
use crate::show::Hand;

/// One way to throw.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct DiscardOption {
    /// The four cards that are kept, in the order they were given.
    #[cfg_attr(feature = "utoipa", schema(value_type = Vec<Card>, min_items = 4, max_items = 4))]
    pub keep: [Card; 4],
    /// The one or two cards that are thrown, in the order they were given.
    #[cfg_attr(feature = "utoipa", schema(value_type = Vec<Card>, min_items = 1, max_items = 2))]
    pub throw: ArrayVec<Card, 2>,
    /// The points of the hand.
    pub hand: HandOutlook,
    /// The points of the crib.
    pub crib: CribOutlook,
    /// The mean of the hand, plus the mean of the player's own crib, or minus the mean of another player's crib.
    pub expected: f64,
}

/// The points of a hand over all starters that may be cut.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct HandOutlook {
    /// On average.
    pub mean: f64,
    /// With the worst starter.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 29))]
    pub min: u8,
    /// With the best starter.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 29))]
    pub max: u8,
}

/// The points of the crib over all starters and all discards of the other players.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct CribOutlook {
    /// On average.
    pub mean: f64,
}

/// A model of the other players' discards: their weights, and the value of the crib by them.
pub(super) trait OpponentModel {
    /// The crib's mean for this throw, without flush and nobs.
    fn by_ranks(&self, throw: &[Card]) -> f64;

    /// The points of flush and nobs, given the ranks left of each suit.
    fn by_suits(&self, left: &[RankSet; 4]) -> Suits;

    /// Calls `of` with each set of these cards that the other players can throw, and with its probability.
    fn each_set(&self, left: &[Card], of: &mut impl FnMut(&[Card], f64));
}

/// The crib's mean by the throw, over every set of the other players' cards and every starter.
pub(super) fn crib_mean(others: &impl OpponentModel, rules: &Rules, left: &Remaining) -> impl Fn(&[Card]) -> f64 {
    let suits = others.by_suits(&left.suits);
    // Ranks and suits are counted apart if a crib's flush needs the starter and no rule scores nineteen in a crib.
    let counts_apart = !rules.crib_flush_of_four && !rules.nineteen.applies(true);
    move |throw| {
        if counts_apart { others.by_ranks(throw) + suits.mean(throw) } else { exact_mean(throw, rules, left, others) }
    }
}

/// All ways to keep four of five or six cards and throw the rest. The order depends only on the places of the cards.
pub(super) fn ways(cards: &[Card]) -> impl Iterator<Item = ([Card; 4], ArrayVec<Card, 2>)> {
    let throws_two = cards.len() == 6;
    let seconds = move |first| if throws_two { first + 1..cards.len() } else { first..first + 1 };
    let places = (0..cards.len()).flat_map(move |first| seconds(first).map(move |second| (first, second)));
    places.map(move |(first, second)| {
        let kept = |nth| {
            let place = nth + usize::from(nth >= first);
            place + usize::from(throws_two && place >= second)
        };
        let mut throw = ArrayVec::from([cards[first], cards[second]]);
        throw.truncate(cards.len() - 4);
        (std::array::from_fn(|nth| cards[kept(nth)]), throw)
    })
}

impl DiscardOption {
    pub(super) fn new(
        keep: [Card; 4],
        throw: ArrayVec<Card, 2>,
        crib: Crib,
        rules: &Rules,
        left: &Remaining,
        crib_mean: &impl Fn(&[Card]) -> f64,
    ) -> DiscardOption {
        let hand = HandOutlook::new(keep, rules, left);
        let mean = crib_mean(&throw);
        DiscardOption { keep, throw, hand, crib: CribOutlook { mean }, expected: hand.mean + crib.sign() * mean }
    }
}

impl HandOutlook {
    pub(super) fn new(keep: [Card; 4], rules: &Rules, left: &Remaining) -> HandOutlook {
        let totals = Hand::before_cut(keep, false).totals_by_starter(rules);
        let totals = totals.by_place();
        let (mut sum, mut min, mut max) = (0, u8::MAX, 0);
        for (total, left) in totals.iter().zip(left.bytes) {
            sum += u16::from(total & left);
            min = min.min(total | !left);
            max = max.max(total & left);
        }
        HandOutlook { mean: f64::from(sum) / left.ranks.cards, min, max }
    }
}

/// The points of a flush in the crib, which must include the starter.
pub(super) const FLUSH: f64 = 5.0;

/// The index of the jack among the ranks.
pub(super) const JACK: usize = Rank::Jack.index();

/// The average points of a crib for its suits, for each of our discards.
pub(super) struct Suits {
    /// For a flush in each suit, if all our discards have that suit.
    pub(super) flush: [f64; 4],
    /// For a jack that we throw, by its suit.
    pub(super) our_jack: [f64; 4],
    /// For the jacks of the other players, together.
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

/// The exact mean of the crib for this throw, over every set of the other players' cards and every starter. Rules whose
/// points depend on all cards of the crib need it.
fn exact_mean(throw: &[Card], rules: &Rules, left: &Remaining, others: &impl OpponentModel) -> f64 {
    let cards: Vec<Card> = Card::all().filter(|card| left.bytes[card.index()] != 0).collect();
    let mut crib = [throw[0]; 4];
    let mut mean = 0.0;
    others.each_set(&cards, &mut |set, probability| {
        for (place, card) in crib.iter_mut().zip(throw.iter().chain(set)) {
            *place = *card;
        }
        let totals = Hand::before_cut(crib, true).totals_by_starter(rules);
        let totals = totals.by_place();
        let all: u16 = totals.iter().zip(left.bytes).map(|(total, left)| u16::from(total & left)).sum();
        let thrown: u16 = set.iter().map(|card| u16::from(totals[card.index()])).sum();
        mean += probability * f64::from(all - thrown) / (cards.len() - set.len()) as f64;
    });
    mean
}
