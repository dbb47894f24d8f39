//! The order of a night's cards: the lowest total first, or the lowest average per line.

use std::cmp::{Ordering, Reverse};

use super::Scorecard;

/// A card and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// From 1, the same for cards that tie; `None` for a card that is not full.
    pub place: Option<usize>,
    /// The card.
    pub card: Scorecard,
}

/// The cards in the order of their totals. Those that are not full come below the others, the fuller first.
#[must_use]
pub fn rank(cards: Vec<Scorecard>) -> Vec<Standing> {
    rank_by(cards, |one, other| one.total().cmp(&other.total()))
}

/// The cards in the order of their averages per line, for nights at which full cards may lack a line. Those that are not
/// full come below the others, the fuller first, by their totals.
#[must_use]
pub fn rank_by_average(cards: Vec<Scorecard>) -> Vec<Standing> {
    rank_by(cards, Scorecard::cmp_average)
}

/// The cards in this order of full cards, with their places.
fn rank_by(mut cards: Vec<Scorecard>, order: impl Fn(&Scorecard, &Scorecard) -> Ordering) -> Vec<Standing> {
    cards.sort_by(|one, other| match (one.complete, other.complete) {
        (true, true) => order(one, other),
        (false, false) => (Reverse(one.games()), one.total()).cmp(&(Reverse(other.games()), other.total())),
        _ => other.complete.cmp(&one.complete),
    });
    let full: Vec<Scorecard> = cards.iter().filter(|card| card.complete).cloned().collect();
    let place = |card: &Scorecard| full.iter().position(|other| order(other, card).is_eq()).map(|above| above + 1);
    cards.into_iter().map(|card| Standing { place: place(&card).filter(|_| card.complete), card }).collect()
}
