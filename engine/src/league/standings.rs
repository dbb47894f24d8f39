//! The order of a night's cards: the lowest total first.

use super::Scorecard;

/// A card and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// From 1, the same for cards that tie; `None` for a card that is not full.
    pub place: Option<usize>,
    /// The card.
    pub card: Scorecard,
}

/// The cards in order. Those that are not full come below the others, the fuller first.
#[must_use]
pub fn rank(mut cards: Vec<Scorecard>) -> Vec<Standing> {
    cards.sort_by_key(|card| (!card.complete, std::cmp::Reverse(fullness(card)), card.total()));
    let totals: Vec<Option<i32>> = cards.iter().filter(|card| card.complete).map(Scorecard::total).collect();
    let place = |card: &Scorecard| totals.iter().position(|total| *total == card.total()).map(|above| above + 1);
    cards.into_iter().map(|card| Standing { place: place(&card).filter(|_| card.complete), card }).collect()
}

/// Full cards are equally full, also while some are still playing.
fn fullness(card: &Scorecard) -> usize {
    if card.complete { 0 } else { card.games() }
}
