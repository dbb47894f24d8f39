//! One way to throw, and its outlook.

use arrayvec::ArrayVec;

use super::Crib;
use super::remaining::{RankSet, Remaining};
use super::suits::Suits;
use crate::card::Card;
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
    /// The hand's mean with the crib's added (own) or taken off (other).
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

/// The points of the crib over all starters and all discards of the others.
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
}

/// All ways to throw, in no order.
pub(super) fn all(cards: &[Card], crib: Crib, left: &Remaining, others: &impl OpponentModel) -> Vec<DiscardOption> {
    let suits = others.by_suits(&left.suits);
    let option = |(keep, throw): ([Card; 4], ArrayVec<Card, 2>)| {
        let hand = HandOutlook::new(keep, left);
        let mean = others.by_ranks(&throw) + suits.mean(&throw);
        DiscardOption { keep, throw, hand, crib: CribOutlook { mean }, expected: hand.mean + crib.sign() * mean }
    };
    ways(cards).map(option).collect()
}

/// All ways to keep four of five or six cards and throw the others, in an order that the places decide.
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

impl HandOutlook {
    pub(super) fn new(keep: [Card; 4], left: &Remaining) -> HandOutlook {
        let totals = Hand::before_cut(keep).totals_by_starter(&Rules::default());
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
