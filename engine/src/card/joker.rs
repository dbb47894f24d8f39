//! The jokers: wild cards outside the 52, how they are written, and sets of cards that may contain jokers.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Card, CardError, Rank};

/// A joker of the pack: a wild card, declared again in each count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Joker {
    /// The first or only joker of a pack: `JK1`.
    One = 1,
    /// The second joker of a pack with two: `JK2`.
    Two,
}

impl Joker {
    /// The joker at the start of the text, and the text after it; `None` when the text does not begin with JK.
    fn split(text: &str) -> Option<(Joker, &str)> {
        let (letters, rest) = text.split_at_checked(2)?;
        letters.eq_ignore_ascii_case("jk").then_some(())?;
        Some(match rest.strip_prefix('2') {
            Some(rest) => (Joker::Two, rest),
            None => (Joker::One, rest.strip_prefix('1').unwrap_or(rest)),
        })
    }
}

impl fmt::Display for Joker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JK{}", *self as u8)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Joker {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A card in a hand: one of the 52, or a joker without a declaration.
///
/// Cards sort before jokers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HeldCard {
    /// One of the 52 cards.
    Card(Card),
    /// A joker.
    Joker(Joker),
}

impl HeldCard {
    /// The card's place in the ordered pack, 0 to 51, and 52 or 53 for a joker.
    pub(crate) const fn index(self) -> usize {
        match self {
            HeldCard::Card(card) => card.index(),
            HeldCard::Joker(joker) => 51 + joker as usize,
        }
    }
}

/// A card in the show or in the play: one of the 52, or a joker with its declaration.
///
/// A joker is written `JK1` (read also as `JK`) or `JK2`, with a declaration `JK1=5H`, or `JK1=5` if its suit does not
/// matter.
///
/// # Examples
///
/// ```
/// use pegout_engine::PlayedCard;
///
/// let joker: PlayedCard = "jk=10♥".parse()?;
/// assert_eq!(joker.to_string(), "JK1=TH");
/// # Ok::<(), pegout_engine::PlayedCardError>(())
/// ```
///
/// Cards sort before jokers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlayedCard {
    /// One of the 52 cards.
    Card(Card),
    /// A joker, and its declaration.
    Joker(Joker, Declaration),
}

/// The part of a joker's value that is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Declaration {
    /// Nothing.
    Open,
    /// The rank alone.
    Rank(Rank),
    /// The rank and the suit. The card may be in play as well: the joker is a copy of it then.
    Card(Card),
}

impl PlayedCard {
    /// The card as a player holds it, without a declaration.
    #[must_use]
    pub const fn held(self) -> HeldCard {
        match self {
            PlayedCard::Card(card) => HeldCard::Card(card),
            PlayedCard::Joker(joker, _) => HeldCard::Joker(joker),
        }
    }

    /// The card that counts; `None` for a joker without a declared suit.
    #[must_use]
    pub const fn card(self) -> Option<Card> {
        match self {
            PlayedCard::Card(card) | PlayedCard::Joker(_, Declaration::Card(card)) => Some(card),
            PlayedCard::Joker(_, Declaration::Open | Declaration::Rank(_)) => None,
        }
    }

    /// The rank that counts; `None` for a joker without a declaration.
    #[must_use]
    pub const fn rank(self) -> Option<Rank> {
        match self {
            PlayedCard::Joker(_, Declaration::Rank(rank)) => Some(rank),
            PlayedCard::Joker(_, Declaration::Open) => None,
            PlayedCard::Card(card) | PlayedCard::Joker(_, Declaration::Card(card)) => Some(card.rank()),
        }
    }
}

impl From<Card> for HeldCard {
    fn from(card: Card) -> HeldCard {
        HeldCard::Card(card)
    }
}

impl From<Card> for PlayedCard {
    fn from(card: Card) -> PlayedCard {
        PlayedCard::Card(card)
    }
}

impl fmt::Display for HeldCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeldCard::Card(card) => card.fmt(f),
            HeldCard::Joker(joker) => joker.fmt(f),
        }
    }
}

impl fmt::Display for PlayedCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayedCard::Card(card) => card.fmt(f),
            PlayedCard::Joker(joker, Declaration::Open) => joker.fmt(f),
            PlayedCard::Joker(joker, Declaration::Rank(rank)) => write!(f, "{joker}={}", rank.letter()),
            PlayedCard::Joker(joker, Declaration::Card(card)) => write!(f, "{joker}={card}"),
        }
    }
}

crate::debug_as_text!(HeldCard, PlayedCard);

/// A text that is neither a card nor a joker.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayedCardError {
    /// The text is not a card.
    #[error(transparent)]
    Card(#[from] CardError),
    /// The text begins like a joker, but is not a joker.
    #[error(transparent)]
    Joker(#[from] JokerError),
}

/// A text that begins like a joker, but is not a joker.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JokerError {
    /// The text does not have the form of a joker.
    #[error(
        "“{given}” is not a joker: write JK1 or JK2, and its declaration after an equals sign, like JK1=5H or JK1=5."
    )]
    Unreadable {
        /// The text that was given, cut to twelve characters.
        given: String,
    },
    /// A joker still in a hand has a declaration.
    #[error("“{given}” declares a joker that is not played yet: write it without the equals sign and what follows.")]
    Declared {
        /// The text that was given, cut to twelve characters.
        given: String,
    },
}

fn cut(text: &str) -> String {
    text.chars().take(12).collect()
}

impl FromStr for PlayedCard {
    type Err = PlayedCardError;

    #[inline]
    fn from_str(text: &str) -> Result<PlayedCard, PlayedCardError> {
        if let Some(card) = super::read(text) {
            return Ok(PlayedCard::Card(card));
        }
        let (joker, declaration) = read_joker(text)?;
        Ok(PlayedCard::Joker(joker, declaration))
    }
}

/// Reads a text that is not a card.
fn read_joker(text: &str) -> Result<(Joker, Declaration), PlayedCardError> {
    let (joker, rest) = Joker::split(text).ok_or_else(|| CardError::new(text))?;
    let declaration = match rest.strip_prefix('=') {
        None if rest.is_empty() => Some(Declaration::Open),
        None => None,
        Some(declared) => {
            Rank::read(declared).map(Declaration::Rank).or_else(|| super::read(declared).map(Declaration::Card))
        }
    };
    Ok((joker, declaration.ok_or_else(|| JokerError::Unreadable { given: cut(text) })?))
}

impl FromStr for HeldCard {
    type Err = PlayedCardError;

    fn from_str(text: &str) -> Result<HeldCard, PlayedCardError> {
        match text.parse()? {
            PlayedCard::Joker(_, Declaration::Rank(_) | Declaration::Card(_)) => {
                Err(JokerError::Declared { given: cut(text) }.into())
            }
            card => Ok(card.held()),
        }
    }
}

crate::serde_as_text!(HeldCard, "a card like 5H or 10D, or a joker like JK1");
crate::serde_as_text!(PlayedCard, "a card like 5H or 10D, or a joker like JK1=5H");

crate::text_schema!(
    HeldCard,
    "A card, or a joker that is not declared: `JK1` (also `JK`) or `JK2`, in a game with jokers.",
    "5H",
    pattern = "^(([Aa2-9TtJjQqKk]|10)[CcDdHhSs♣♦♥♠♧♢♡♤]\\uFE0F?|[Jj][Kk][12]?)$"
);

crate::text_schema!(
    PlayedCard,
    "A card; or, in a game with jokers, `JK1` (also `JK`) or `JK2`, with its declaration: `JK1=5H`, or `JK1=5` where the \
     suit does not matter.",
    "5H",
    pattern = "^(([Aa2-9TtJjQqKk]|10)[CcDdHhSs♣♦♥♠♧♢♡♤]\\uFE0F?|[Jj][Kk][12]?(=([Aa2-9TtJjQqKk]|10)([CcDdHhSs♣♦♥♠♧♢♡♤]\\uFE0F?)?)?)$"
);

/// A set of cards and jokers that players hold or have played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HeldCardSet(u64);

impl HeldCardSet {
    /// The set of both jokers.
    const JOKERS: u64 = 0b11 << 52;

    /// Puts the card in; returns false if the card was there already.
    pub(crate) const fn insert(&mut self, card: HeldCard) -> bool {
        let before = self.0;
        self.0 |= 1 << card.index();
        self.0 != before
    }

    /// Takes the card out.
    pub(crate) const fn remove(&mut self, card: HeldCard) {
        self.0 &= !(1 << card.index());
    }

    /// Returns true if the card is in the set.
    pub(crate) const fn contains(self, card: HeldCard) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Returns true if the set holds no card.
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards that can count at most this value, 0 to 31. A joker can always count 1.
    pub(crate) const fn up_to(self, value: u8) -> HeldCardSet {
        match value {
            0 => HeldCardSet(0),
            1..10 => HeldCardSet(self.0 & (((1 << (value * 4)) - 1) | HeldCardSet::JOKERS)),
            10.. => self,
        }
    }

    /// The cards in order: by rank, then by suit, the jokers last.
    pub(crate) fn iter(self) -> impl Iterator<Item = HeldCard> {
        let jokers = [Joker::One, Joker::Two].map(HeldCard::Joker);
        Card::all().map(HeldCard::Card).chain(jokers).filter(move |card| self.contains(*card))
    }
}
