//! The show: the count of a hand or the crib after the play.

mod any_hand;
mod call;
mod declare;
mod items;
pub(crate) mod lookup;
mod scoring_cards;

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use thiserror::Error;

pub use any_hand::AnyHand;
pub use lookup::TotalsByStarter;

use crate::card::{Card, HeldCard, HeldCardSet, Joker, PlayedCard};
use crate::rules::Rules;
use scoring_cards::ScoringCards;

/// The points for nothing, under the rule `nineteen`.
pub(crate) const NINETEEN: u8 = 19;

/// Four cards, a player's or the crib's, with the starter once it is cut. All are different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    cards: [Card; 4],
    starter: Option<Card>,
    crib: bool,
}

impl Hand {
    /// A hand, or the crib, of these cards. Without a starter it is counted as before the cut.
    ///
    /// # Errors
    ///
    /// Returns an error if there are not four cards, or if a card is there twice.
    pub fn new(cards: &[Card], starter: Option<Card>, crib: bool) -> Result<Hand, HandError> {
        let four = cards.try_into().map_err(|_| HandError::NotFour { given: cards.len() })?;
        let mut seen = HeldCardSet::default();
        if let Some(place) = cards.iter().position(|card| !seen.insert((*card).into())) {
            return Err(HandError::Duplicate { card: cards[place].into(), place });
        }
        if let Some(card) = starter.filter(|card| seen.contains((*card).into())) {
            return Err(HandError::StarterInHand { card: card.into() });
        }
        Ok(Hand { cards: four, starter, crib })
    }

    /// A hand or crib of four cards that are known to differ, before the cut.
    pub(crate) const fn before_cut(cards: [Card; 4], crib: bool) -> Hand {
        Hand { cards, starter: None, crib }
    }

    /// The starter, once it is cut.
    #[must_use]
    pub const fn starter(&self) -> Option<Card> {
        self.starter
    }

    /// Counts the hand, with its scoring combinations.
    ///
    /// # Examples
    ///
    /// ```
    /// use pegout_engine::{Card, Hand, Rules};
    ///
    /// let cards: Vec<Card> = ["8S", "7H", "7D", "AC"].iter().map(|card| card.parse()).collect::<Result<_, _>>()?;
    /// let show = Hand::new(&cards, None, false)?.show(&Rules::default());
    /// assert_eq!(show.total, 8);
    /// assert_eq!(show.call, "Fifteen two, fifteen four, fifteen six, and a pair is eight.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn show(&self, rules: &Rules) -> Show {
        let cards = self.cards.into_iter().map(Into::into).collect();
        Show::count(&ScoringCards { cards, starter: self.starter.map(Into::into), crib: self.crib }, rules)
    }
}

/// The count of a hand, with its scoring combinations.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Show {
    /// The points. Four cards without jokers count 0 to 29, and never 19, 25, 26 or 27 but under the rule `nineteen`.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 99))]
    pub total: u8,
    /// The scoring combinations, in counting order: fifteens, pairs, runs, flush, nobs; or nineteen alone.
    pub items: Vec<Item>,
    /// The names of the runs with their pairs, when they have one.
    pub patterns: Vec<Pattern>,
    /// The count as it is spoken at the table, in English.
    #[cfg_attr(feature = "utoipa", schema(examples("Fifteen two, fifteen four, and a pair is six.")))]
    pub call: String,
    /// The count as it is spoken at the table, in French.
    #[cfg_attr(feature = "utoipa", schema(examples("Quinze-deux, quinze-quatre, et une paire, six.")))]
    pub call_fr: String,
    /// The cards that the jokers are declared to be, by `JK1` and `JK2`; left out without jokers.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(value_type = Option<BTreeMap<String, Card>>, nullable = false))]
    pub declared: Option<BTreeMap<Joker, Card>>,
    /// The number of equally good declarations, including this one; left out without jokers.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 2704, nullable = false))]
    pub ways: Option<u16>,
}

impl Show {
    fn count(scoring_cards: &ScoringCards, rules: &Rules) -> Show {
        let (items, patterns) = items::find(scoring_cards, rules);
        let total = items.iter().map(|item| item.points).sum();
        let may_become_nineteen = scoring_cards.starter.is_none() && rules.nineteen.applies(scoring_cards.crib);
        let call = call::english(&items, may_become_nineteen);
        let call_fr = call::french(&items, may_become_nineteen);
        Show { total, items, patterns, call, call_fr, declared: None, ways: None }
    }
}

/// One thing that scores in the show.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Item {
    /// The kind of combination.
    pub kind: ItemKind,
    /// The cards: of a run by rank, else in the given order with the starter last. A joker is written with its declared
    /// card.
    #[cfg_attr(feature = "utoipa", schema(value_type = Vec<PlayedCard>, min_items = 0, max_items = 7))]
    pub cards: ArrayVec<PlayedCard, 7>,
    /// The points, 1 to 30.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 30))]
    pub points: u8,
}

/// A kind of combination that scores in the show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub enum ItemKind {
    /// Cards that add up to 15: 2 points.
    Fifteen,
    /// Two cards of a rank: 2 points.
    Pair,
    /// Three cards of a rank: 6 points.
    PairRoyal,
    /// Four cards of a rank: 12 points.
    DoublePairRoyal,
    /// Five cards of a rank, a joker among them: 20 points.
    FiveOfAKind,
    /// Six cards of a rank, two jokers among them: 30 points.
    SixOfAKind,
    /// Three to seven ranks in a row: a point a card.
    Run,
    /// The hand's four cards of one suit: 4 points; 5 with the starter, as the crib needs it. A crib of five or six cards
    /// and the starter: 6 or 7.
    Flush,
    /// The jack of the starter's suit: 1 point.
    Nobs,
    /// Nothing that scores, under the rule `nineteen`: 19 points, without cards.
    Nineteen,
}

/// A run that comes more than once because of its pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub enum Pattern {
    /// Two runs of three and a pair: 8 points.
    DoubleRunOfThree,
    /// Two runs of four and a pair: 10 points.
    DoubleRunOfFour,
    /// Three runs of three and a pair royal: 15 points.
    TripleRun,
    /// Four runs of three and two pairs: 16 points.
    DoubleDoubleRun,
}

/// Cards that do not form a hand or a crib.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HandError {
    /// A hand has four cards.
    #[error("A hand or crib has four cards without the starter, and here {} {given}.", if *given == 1 { "is" } else { "are" })]
    NotFour {
        /// The number that was given.
        given: usize,
    },
    /// A crib has four to six cards.
    #[error(
        "A crib has four cards without the starter, or five or six where as many play, and here {} {given}.",
        if *given == 1 { "is" } else { "are" }
    )]
    CribSize {
        /// The number that was given.
        given: usize,
    },
    /// Nothing is thrown into a crib by these rules.
    #[error("There is no crib in this game: by the rule no_discard nothing is thrown.")]
    NoCrib,
    /// A card is there twice.
    #[error("The pack has only one {card}, and it is here twice.")]
    Duplicate {
        /// The card.
        card: HeldCard,
        /// The place of the repeat, from 0.
        place: usize,
    },
    /// The starter is one of the four cards.
    #[error("The starter {card} is also among the four cards, and there is only one in the pack.")]
    StarterInHand {
        /// The card.
        card: HeldCard,
    },
    /// The pack has fewer jokers.
    #[error("{}", if *jokers == 0 { "This game has no jokers." } else { "This game has one joker, JK1." })]
    NoSuchJoker {
        /// The number of jokers in the pack.
        jokers: u8,
        /// The place of the joker, from 0; none for the starter.
        place: Option<usize>,
    },
    /// A joker is declared without its suit, and the suit decides the points.
    #[error("{joker} counts {low} or {high} here, as its suit is: declare the suit too, like {joker}H.")]
    SuitMatters {
        /// The joker, with its rank.
        joker: PlayedCard,
        /// The fewest points, by its suit.
        low: u8,
        /// The most points, by its suit.
        high: u8,
        /// The place of the joker, from 0; none for the starter.
        place: Option<usize>,
    },
}
