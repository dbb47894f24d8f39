//! The fast total of a hand, and the best declaration of jokers.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;

use super::lookup::{self, NO_STARTER, RANK_TOTALS};
use super::scoring_cards::{ScoringCard, ScoringCards};
use super::{HandError, NINETEEN, items};
use crate::card::{Card, Declaration, Joker, PlayedCard, Rank, Suit};
use crate::rules::Rules;

impl ScoringCards {
    /// The explained total alone, faster.
    pub fn total(&self, rules: &Rules) -> u8 {
        let total = self.by_rank() + items::flush(self, rules) + items::nobs(self).count() as u8;
        let nineteen = total == 0 && self.starter.is_some() && rules.nineteen.applies(self.crib);
        if nineteen { NINETEEN } else { total }
    }

    /// The points for which suits do not matter.
    fn by_rank(&self) -> u8 {
        let mut ranks: ArrayVec<usize, 7> =
            self.cards.iter().chain(&self.starter).map(|scoring_card| scoring_card.card.rank_index()).collect();
        match ranks.as_mut_slice() {
            &mut [a, b, c, d] => RANK_TOTALS.of_four([a, b, c, d])[NO_STARTER],
            &mut [a, b, c, d, last] => RANK_TOTALS.of_four([a, b, c, d])[last],
            [others @ .., last] => {
                others.sort_unstable();
                lookup::large_total(others, *last)
            }
            [] => 0,
        }
    }
}

/// Cards with jokers. Declarations may be missing, or lack the suit.
#[derive(Clone)]
pub(super) struct Undeclared<'a> {
    /// The cards, the starter last if there is one.
    pub cards: ArrayVec<PlayedCard, 7>,
    pub has_starter: bool,
    pub crib: bool,
    pub rules: &'a Rules,
}

/// The best declaration.
pub(super) struct Declared {
    pub scoring_cards: ScoringCards,
    /// The number of equally good declarations, including this declaration.
    pub ways: u16,
    pub total: u8,
}

impl Undeclared<'_> {
    /// The best declaration of all jokers. Equally good declarations are ordered by rank, then by suit; the first is
    /// used.
    pub fn declare(&self) -> Result<Declared, HandError> {
        let by_rank = |card: &PlayedCard| matches!(card, PlayedCard::Joker(_, Declaration::Rank(_)));
        if let Some(place) = self.cards.iter().position(by_rank)
            && let PlayedCard::Joker(joker, Declaration::Rank(rank)) = self.cards[place]
        {
            let suited = |suit| self.with(place, joker, Card::new(rank, suit)).declare();
            let [clubs, diamonds, hearts, spades] = Suit::ALL.map(suited);
            let all = [clubs?, diamonds?, hearts?, spades?];
            let (low, high) =
                all.iter().fold((u8::MAX, 0), |(low, high), one| (low.min(one.total), high.max(one.total)));
            if low < high {
                let is_starter = self.has_starter && place + 1 == self.cards.len();
                let place = (!is_starter).then_some(place);
                return Err(HandError::SuitMatters {
                    joker: PlayedCard::Joker(joker, Declaration::Rank(rank)),
                    low,
                    high,
                    place,
                });
            }
            let ways = all.iter().map(|one| one.ways).sum();
            let [first, ..] = all;
            return Ok(Declared { ways, ..first });
        }
        let open = |card: &PlayedCard| matches!(card, PlayedCard::Joker(_, Declaration::Open));
        match self.cards.iter().position(open) {
            None => {
                let scoring_cards = self.scoring_cards();
                Ok(Declared { total: scoring_cards.total(self.rules), scoring_cards, ways: 1 })
            }
            Some(first) => {
                let second = self.cards.iter().skip(first + 1).position(open).map(|next| first + 1 + next);
                Ok(self.best(first, second))
            }
        }
    }

    /// The best declaration of the jokers at these places.
    fn best(&self, first: usize, second: Option<usize>) -> Declared {
        let mut scoring_cards = self.scoring_cards();
        let mut best = Declared { scoring_cards: scoring_cards.clone(), ways: 0, total: 0 };
        let mut take = |scoring_cards: &ScoringCards| {
            let total = scoring_cards.total(self.rules);
            let is_better = if self.rules.lowball { total < best.total } else { total > best.total };
            if best.ways == 0 || is_better {
                best = Declared { scoring_cards: scoring_cards.clone(), ways: 1, total };
            } else if total == best.total {
                best.ways += 1;
            }
        };
        for card in Card::all() {
            scoring_cards.at(first).card = card;
            match second {
                None => take(&scoring_cards),
                Some(second) => {
                    for card in Card::all() {
                        scoring_cards.at(second).card = card;
                        take(&scoring_cards);
                    }
                }
            }
        }
        best
    }

    fn with(&self, place: usize, joker: Joker, card: Card) -> Self {
        let mut with = self.clone();
        with.cards[place] = PlayedCard::Joker(joker, Declaration::Card(card));
        with
    }

    /// The cards as counted; a joker without a declaration counts as the first card of the pack.
    fn scoring_cards(&self) -> ScoringCards {
        let first = Card::new(Rank::Ace, Suit::Clubs);
        let mut cards: ArrayVec<ScoringCard, 7> = self
            .cards
            .iter()
            .map(|card| match card {
                PlayedCard::Card(card) => ScoringCard::from(*card),
                PlayedCard::Joker(joker, _) => ScoringCard { card: card.card().unwrap_or(first), joker: Some(*joker) },
            })
            .collect();
        let starter = if self.has_starter { cards.pop() } else { None };
        ScoringCards { cards: cards.into_iter().collect(), starter, crib: self.crib }
    }
}

impl Declared {
    /// The jokers, and the cards that they are declared to be.
    pub fn jokers(&self) -> BTreeMap<Joker, Card> {
        let scoring_cards = self.scoring_cards.with_starter();
        scoring_cards.into_iter().filter_map(|scoring_card| Some((scoring_card.joker?, scoring_card.card))).collect()
    }
}
