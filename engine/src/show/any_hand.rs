//! A hand or crib of any size, with the jokers that the rules allow.

use arrayvec::ArrayVec;

use super::declare::{Declared, Undeclared};
use super::{Hand, HandError, Show};
use crate::card::{Card, HeldCardSet, PlayedCard};
use crate::rules::Rules;

/// A hand or crib to count by these rules: four cards, in the crib of five or six players one card a player. Any card
/// and the starter may be a joker.
///
/// A joker without a declaration gets the best declaration: for the most points, under the rule `lowball` for the
/// fewest.
///
/// # Examples
///
/// ```
/// use pegout_engine::{PlayedCard, Preset, AnyHand};
///
/// let rules = Preset::Jokers.rules();
/// let cards: Vec<PlayedCard> = ["5H", "5D", "5S", "JK"].iter().map(|card| card.parse()).collect::<Result<_, _>>()?;
/// let show = AnyHand::new(&cards, Some("5C".parse()?), false, &rules)?.show();
/// assert_eq!(show.total, 40, "ten fifteens, and five of a kind");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnyHand<'a> {
    kind: Kind,
    rules: &'a Rules,
}

enum Kind {
    /// Four cards without jokers, as nearly all.
    Hand(Hand),
    /// More cards, or jokers.
    Other(Declared),
}

impl AnyHand<'_> {
    /// A hand, or the crib, of these cards. Without a starter the count is before the cut.
    ///
    /// # Errors
    ///
    /// Returns an error if there are not four cards, or four to six for the crib, or if a card is there twice. Also if
    /// the rules have no crib or fewer jokers, or if the missing suit of a joker decides the points.
    pub fn new<'a>(
        cards: &[PlayedCard],
        starter: Option<PlayedCard>,
        crib: bool,
        rules: &'a Rules,
    ) -> Result<AnyHand<'a>, HandError> {
        if crib && rules.no_discard {
            return Err(HandError::NoCrib);
        }
        match cards.len() {
            4 => {}
            5 | 6 if crib => {}
            given if crib => return Err(HandError::CribSize { given }),
            given => return Err(HandError::NotFour { given }),
        }
        let plain: Option<ArrayVec<Card, 4>> =
            if cards.len() == 4 { cards.iter().copied().map(plain_card).collect() } else { None };
        if let Some(plain) = plain
            && starter.is_none_or(|starter| plain_card(starter).is_some())
        {
            let hand = Hand::new(&plain, starter.and_then(plain_card), crib)?;
            return Ok(AnyHand { kind: Kind::Hand(hand), rules });
        }
        check(cards, starter, rules)?;
        let cards = cards.iter().copied().chain(starter).collect();
        let declared = Undeclared { cards, has_starter: starter.is_some(), crib, rules }.declare()?;
        Ok(AnyHand { kind: Kind::Other(declared), rules })
    }

    /// Counts the cards, with the scoring combinations.
    #[must_use]
    pub fn show(&self) -> Show {
        match &self.kind {
            Kind::Hand(hand) => hand.show(self.rules),
            Kind::Other(declared) => {
                let show = Show::count(&declared.scoring_cards, self.rules);
                let jokers = declared.jokers();
                if jokers.is_empty() {
                    show
                } else {
                    Show { declared: Some(jokers), ways: Some(declared.ways), ..show }
                }
            }
        }
    }

    /// The total of [`AnyHand::show`] alone.
    #[must_use]
    pub fn total(&self) -> u8 {
        match &self.kind {
            Kind::Hand(hand) => hand.total(self.rules),
            Kind::Other(declared) => declared.total,
        }
    }
}

const fn plain_card(card: PlayedCard) -> Option<Card> {
    match card {
        PlayedCard::Card(card) => Some(card),
        PlayedCard::Joker(..) => None,
    }
}

/// Checks that the pack has each of these cards, once.
fn check(cards: &[PlayedCard], starter: Option<PlayedCard>, rules: &Rules) -> Result<(), HandError> {
    let mut seen = HeldCardSet::default();
    for (place, card) in cards.iter().copied().chain(starter).enumerate() {
        if let PlayedCard::Joker(joker, _) = card
            && joker as u8 > rules.jokers
        {
            return Err(HandError::NoSuchJoker { jokers: rules.jokers, place: (place < cards.len()).then_some(place) });
        }
        let card = card.held();
        if !seen.insert(card) {
            let is_starter = place == cards.len();
            return Err(if is_starter {
                HandError::StarterInHand { card }
            } else {
                HandError::Duplicate { card, place }
            });
        }
    }
    Ok(())
}
