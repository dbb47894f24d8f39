//! The crib's mean by every set of cards that the others can throw, for rules under which points depend on all its cards.

use super::option::OpponentModel;
use super::remaining::Remaining;
use crate::card::Card;
use crate::rules::Rules;
use crate::show::Hand;

/// The crib's mean for this throw, over every set of the others and every starter.
pub(super) fn mean(throw: &[Card], rules: &Rules, left: &Remaining, others: &impl OpponentModel) -> f64 {
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
