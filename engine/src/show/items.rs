//! Finds everything that scores in a hand, the plain way.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::{Hand, Item, ItemKind, Pattern};
use crate::card::{Card, Rank};
use crate::rules::Rules;

/// The items of a hand in counting order, and the name of its runs if they have one.
pub(super) fn find(hand: &Hand, rules: &Rules) -> (Vec<Item>, Option<Pattern>) {
    let cards = hand.with_starter();
    let mut items = fifteens(&cards);
    items.extend(pairs(&cards));
    let (runs, pattern) = runs(&cards);
    items.extend(runs);
    items.extend(flush(hand, rules));
    items.extend(nobs(hand));
    (items, pattern)
}

fn item(kind: ItemKind, points: usize, cards: impl IntoIterator<Item = Card>) -> Item {
    Item { kind, cards: cards.into_iter().collect(), points: points as u8 }
}

/// Every subset that adds up to 15, those of fewer cards first.
fn fifteens(cards: &[Card]) -> Vec<Item> {
    let chosen =
        |subset: u8| cards.iter().enumerate().filter(move |(i, _)| subset >> i & 1 == 1).map(|(_, card)| *card);
    let mut subsets: Vec<u8> =
        (1..1 << cards.len()).filter(|&subset| chosen(subset).map(Card::value).sum::<u8>() == 15).collect();
    subsets.sort_by_key(|subset| (subset.count_ones(), Reverse(subset.reverse_bits())));
    subsets.into_iter().map(|subset| item(ItemKind::Fifteen, 2, chosen(subset))).collect()
}

/// One item a rank that is there more than once.
fn pairs(cards: &[Card]) -> impl Iterator<Item = Item> {
    Rank::ALL.into_iter().filter_map(|rank| {
        let alike: ArrayVec<Card, 5> = of_rank(cards, rank).collect();
        let (kind, points) = match alike.len() {
            2 => (ItemKind::Pair, 2),
            3 => (ItemKind::PairRoyal, 6),
            4 => (ItemKind::DoublePairRoyal, 12),
            _ => return None,
        };
        Some(item(kind, points, alike))
    })
}

/// The longest run, once for each way to make it. Five cards hold no two runs of different ranks.
fn runs(cards: &[Card]) -> (Vec<Item>, Option<Pattern>) {
    let Some(ranks) = Rank::ALL.split(|rank| of_rank(cards, *rank).next().is_none()).find(|stretch| stretch.len() >= 3)
    else {
        return (Vec::new(), None);
    };
    let ways = ranks.iter().fold(vec![Vec::new()], |ways, rank| {
        let longer = |way: Vec<Card>| of_rank(cards, *rank).map(move |card| [way.as_slice(), &[card]].concat());
        ways.into_iter().flat_map(longer).collect()
    });
    let pattern = match (ranks.len(), ways.len()) {
        (3, 2) => Some(Pattern::DoubleRunOfThree),
        (4, 2) => Some(Pattern::DoubleRunOfFour),
        (3, 3) => Some(Pattern::TripleRun),
        (3, 4) => Some(Pattern::DoubleDoubleRun),
        _ => None,
    };
    (ways.into_iter().map(|way| item(ItemKind::Run, way.len(), way)).collect(), pattern)
}

fn flush(hand: &Hand, rules: &Rules) -> Option<Item> {
    let suit = hand.cards()[0].suit();
    let in_suit: ArrayVec<Card, 5> = hand.with_starter().into_iter().filter(|card| card.suit() == suit).collect();
    let four = hand.cards().iter().all(|card| card.suit() == suit);
    let enough = if hand.is_crib() && !rules.crib_flush_of_four { in_suit.len() == 5 } else { four };
    enough.then(|| item(ItemKind::Flush, in_suit.len(), in_suit))
}

fn nobs(hand: &Hand) -> Option<Item> {
    let jack = Card::new(Rank::Jack, hand.starter()?.suit());
    hand.cards().contains(&jack).then(|| item(ItemKind::Nobs, 1, [jack]))
}

fn of_rank(cards: &[Card], rank: Rank) -> impl Iterator<Item = Card> {
    cards.iter().copied().filter(move |card| card.rank() == rank)
}
