//! The explained count: finds each scoring combination of a hand.

use arrayvec::ArrayVec;

use super::scoring_cards::{ScoringCard, ScoringCards};
use super::{Item, ItemKind, NINETEEN, Pattern};
use crate::card::{Card, Rank};
use crate::rules::Rules;

/// The most cards that are shown: a crib of six and the starter.
const MOST_CARDS: usize = 7;

/// The number of items that most hands have room for.
const TYPICAL_ITEMS: usize = 8;

/// The number of cards of each rank, by the rank's number from 1.
type Counts = [usize; Rank::ALL.len() + 1];

/// The items of a hand in counting order, and the names of its runs if they have any.
pub(super) fn find(scoring_cards: &ScoringCards, rules: &Rules) -> (Vec<Item>, Vec<Pattern>) {
    let cards = scoring_cards.with_starter();
    let (mut items, patterns) = by_rank(&cards);
    let suited = flush(scoring_cards, rules);
    if suited > 0 {
        let suit = scoring_cards.cards[0].card.suit();
        let in_suit = cards.iter().copied().filter(|scoring_card| scoring_card.card.suit() == suit);
        items.push(item(ItemKind::Flush, suited.into(), in_suit));
    }
    items.extend(nobs(scoring_cards).map(|jack| item(ItemKind::Nobs, 1, [jack])));
    if items.is_empty() && scoring_cards.starter.is_some() && rules.nineteen.applies(scoring_cards.crib) {
        items.push(item(ItemKind::Nineteen, NINETEEN.into(), []));
    }
    (items, patterns)
}

/// The items for which suits do not matter, in counting order: fifteens, pairs and runs.
pub(super) fn by_rank(cards: &[ScoringCard]) -> (Vec<Item>, Vec<Pattern>) {
    let mut counts = [0; Rank::ALL.len() + 1];
    for scoring_card in cards {
        counts[scoring_card.card.rank() as usize] += 1;
    }
    let mut items = fifteens(cards);
    items.extend(pairs(cards, &counts));
    let patterns = push_runs(cards, &counts, &mut items);
    (items, patterns)
}

fn item(kind: ItemKind, points: usize, cards: impl IntoIterator<Item = ScoringCard>) -> Item {
    Item { kind, cards: cards.into_iter().map(ScoringCard::shown).collect(), points: points as u8 }
}

/// The sets of places of `cards` cards, the smaller sets first. If two sets have one size, the set with the earlier cards is
/// first.
const fn subsets<const SETS: usize>(cards: u32) -> [u8; SETS] {
    let mut subsets = [0; SETS];
    let (mut found, mut size) = (0, 1);
    while size <= cards {
        let mut reversed = u8::MAX;
        while reversed > 0 {
            let subset = reversed.reverse_bits();
            if subset >> cards == 0 && subset.count_ones() == size {
                subsets[found] = subset;
                found += 1;
            }
            reversed -= 1;
        }
        size += 1;
    }
    subsets
}

/// The sets of places by the number of cards.
static SUBSETS: [&[u8]; MOST_CARDS + 1] = [
    &[],
    &subsets::<1>(1),
    &subsets::<3>(2),
    &subsets::<7>(3),
    &subsets::<15>(4),
    &subsets::<31>(5),
    &subsets::<63>(6),
    &subsets::<127>(7),
];

/// Every subset that adds up to 15, smaller subsets first.
fn fifteens(cards: &[ScoringCard]) -> Vec<Item> {
    // The subsets with a card are the subsets of the earlier cards, each with this card too.
    let mut sums = [0; 1 << MOST_CARDS];
    for (place, scoring_card) in cards.iter().enumerate() {
        let (without, with) = sums.split_at_mut(1 << place);
        with.iter_mut().zip(without).for_each(|(with, without)| *with = *without + scoring_card.card.value());
    }
    // Without a branch, because nobody can guess which subsets add up to 15.
    let (mut found, mut count) = ([0; 1 << MOST_CARDS], 0);
    for &subset in SUBSETS[cards.len()] {
        found[count] = subset;
        count += usize::from(sums[usize::from(subset)] == 15);
    }
    let chosen = |subset: u8| {
        let places = (0..cards.len()).filter(move |place| subset >> place & 1 == 1);
        item(ItemKind::Fifteen, 2, places.map(|place| cards[place]))
    };
    let mut items = Vec::with_capacity(TYPICAL_ITEMS);
    items.extend(found[..count].iter().copied().map(chosen));
    items
}

/// One item a rank that is there more than once.
fn pairs(cards: &[ScoringCard], counts: &Counts) -> impl Iterator<Item = Item> {
    Rank::ALL.into_iter().filter_map(|rank| {
        let alike = counts[rank as usize];
        let kind = match alike {
            2 => ItemKind::Pair,
            3 => ItemKind::PairRoyal,
            4 => ItemKind::DoublePairRoyal,
            5 => ItemKind::FiveOfAKind,
            6 => ItemKind::SixOfAKind,
            _ => return None,
        };
        // Each two of them are a pair, for 2.
        Some(item(kind, alike * (alike - 1), of_rank(cards, rank)))
    })
}

/// Pushes every longest run, once for each way to make it, and returns the names of these runs. Six or seven cards may
/// hold two of different ranks.
fn push_runs(cards: &[ScoringCard], counts: &Counts, items: &mut Vec<Item>) -> Vec<Pattern> {
    let mut patterns = Vec::new();
    let in_a_row = |ranks: &[usize]| ranks.iter().all(|count| *count > 0);
    if !counts.windows(3).any(in_a_row) {
        return patterns;
    }
    let stretches = Rank::ALL.split(|rank| counts[*rank as usize] == 0);
    for ranks in stretches.filter(|stretch| stretch.len() >= 3) {
        let ways: usize = ranks.iter().map(|rank| counts[*rank as usize]).product();
        let alike = ranks.iter().map(|rank| counts[*rank as usize]).max();
        patterns.extend(match (ranks.len(), ways, alike) {
            (3, 2, _) => Some(Pattern::DoubleRunOfThree),
            (4, 2, _) => Some(Pattern::DoubleRunOfFour),
            (3, 3, _) => Some(Pattern::TripleRun),
            (3, 4, Some(2)) => Some(Pattern::DoubleDoubleRun),
            _ => None,
        });
        items.extend((0..ways).map(|way| item(ItemKind::Run, ranks.len(), run(cards, counts, ranks, way))));
    }
    patterns
}

/// One of the ways to make a run of these ranks, by its number from 0. The number counts through the cards of the last rank
/// first.
fn run(cards: &[ScoringCard], counts: &Counts, ranks: &[Rank], way: usize) -> ArrayVec<ScoringCard, MOST_CARDS> {
    let (mut rest, mut run) = (way, ArrayVec::new());
    for rank in ranks.iter().rev() {
        let alike = counts[*rank as usize];
        run.extend(of_rank(cards, *rank).nth(rest % alike));
        rest /= alike;
    }
    run.reverse();
    run
}

/// The points of the flush. A crib of five or six cards needs the starter in its flush, under any rules.
pub(super) fn flush(scoring_cards: &ScoringCards, rules: &Rules) -> u8 {
    let ScoringCards { cards, starter, crib } = scoring_cards;
    let suit = cards[0].card.suit();
    if cards.iter().any(|scoring_card| scoring_card.card.suit() != suit) {
        return 0;
    }
    let with_starter = starter.is_some_and(|starter| starter.card.suit() == suit);
    let without_starter = cards.len() == 4 && (!crib || rules.crib_flush_of_four);
    if with_starter || without_starter { cards.len() as u8 + u8::from(with_starter) } else { 0 }
}

/// The jacks of the starter's suit: at most one, and jokers that are declared as copies of it.
pub(super) fn nobs(scoring_cards: &ScoringCards) -> impl Iterator<Item = ScoringCard> {
    let jack = scoring_cards.starter.map(|starter| Card::new(Rank::Jack, starter.card.suit()));
    scoring_cards.cards.iter().copied().filter(move |scoring_card| Some(scoring_card.card) == jack)
}

fn of_rank(cards: &[ScoringCard], rank: Rank) -> impl Iterator<Item = ScoringCard> {
    cards.iter().copied().filter(move |scoring_card| scoring_card.card.rank() == rank)
}
