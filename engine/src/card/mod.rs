//! The 52 cards and how they are written.

mod joker;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

pub(crate) use joker::HeldCardSet;
pub use joker::{Declaration, HeldCard, Joker, JokerError, PlayedCard, PlayedCardError};

/// The rank of a card, ace low. Queen, king, ace is not a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "each name is its own description")]
pub enum Rank {
    Ace = 1,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// Every rank, ace first.
    pub const ALL: [Rank; 13] = {
        use Rank::*;
        [Ace, Two, Three, Four, Five, Six, Seven, Eight, Nine, Ten, Jack, Queen, King]
    };

    /// The value of the card in a count: 1 for an ace, its pips from 2 to 10, 10 for jack, queen and king.
    #[must_use]
    pub const fn value(self) -> u8 {
        if self as u8 > 10 { 10 } else { self as u8 }
    }

    /// The place in [`Rank::ALL`], 0 for an ace to 12 for a king.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    const fn letter(self) -> char {
        b"A23456789TJQK"[self.index()] as char
    }

    fn read(text: &str) -> Option<Rank> {
        if text == "10" {
            return Some(Rank::Ten);
        }
        let mut letters = text.chars();
        let letter = letters.next()?.to_ascii_uppercase();
        letters.next().is_none().then_some(())?;
        Rank::ALL.into_iter().find(|rank| rank.letter() == letter)
    }
}

/// The suit of a card. All four are worth the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "each name is its own description")]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// Every suit, in the order of their letters.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    const fn letter(self) -> char {
        b"CDHS"[self as usize] as char
    }
}

/// One of the 52 cards.
///
/// Read as rank then suit, in any letter case. The ten is `10` or `T`; the suit is a letter, or a black or white symbol. It is
/// written in one form only, two characters long. Cards sort by rank, then by suit.
///
/// # Examples
///
/// ```
/// use pegout_engine::Card;
///
/// let ten: Card = "10d".parse()?;
/// assert_eq!(ten, "T♦".parse()?);
/// assert_eq!(ten.to_string(), "TD");
/// # Ok::<(), pegout_engine::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// Every card of the pack, in order.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..52).map(Card)
    }

    /// The card of this rank and suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card((rank as u8 - 1) * 4 + suit as u8)
    }

    /// The card's rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.0 as usize / 4]
    }

    /// The place of the card's rank in [`Rank::ALL`], without looking it up there.
    pub(crate) const fn rank_index(self) -> usize {
        self.0 as usize / 4
    }

    /// The card's suit.
    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize % 4]
    }

    /// The place of the card's suit in [`Suit::ALL`], without looking it up there.
    pub(crate) const fn suit_index(self) -> usize {
        self.0 as usize % 4
    }

    /// The value of the card in a count, 1 to 10.
    #[must_use]
    pub const fn value(self) -> u8 {
        self.rank().value()
    }

    /// The letters of the card's rank and suit, from a table, because a response has many cards.
    fn letters(self) -> &'static str {
        str::from_utf8(&LETTERS[self.index()]).expect("the letters of ranks and suits are ASCII")
    }

    /// The card's place in the ordered pack, 0 for the ace of clubs to 51 for the king of spades.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letters())
    }
}

/// The letters of every card, in order.
const LETTERS: [[u8; 2]; 52] = {
    let mut letters = [[0; 2]; 52];
    let mut place = 0;
    while place < 52 {
        let card = Card(place as u8);
        letters[place] = [card.rank().letter() as u8, card.suit().letter() as u8];
        place += 1;
    }
    letters
};

crate::debug_as_text!(Card);

/// A text that is not a card.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("“{given}” is not a card. Write the rank (A, 2 to 10, J, Q, K), then the suit (C, D, H, S), like 5H or 10D.")]
pub struct CardError {
    /// The text that was given, cut to twelve characters.
    pub given: String,
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        read(text).ok_or_else(|| CardError { given: text.chars().take(12).collect() })
    }
}

fn read(text: &str) -> Option<Card> {
    // Phones add this character to a suit to show it in colour.
    let text = text.strip_suffix('\u{fe0f}').unwrap_or(text);
    let suit = text.chars().next_back()?;
    let rank = Rank::read(&text[..text.len() - suit.len_utf8()])?;
    let suit = match suit.to_ascii_uppercase() {
        'C' | '♣' | '♧' => Suit::Clubs,
        'D' | '♦' | '♢' => Suit::Diamonds,
        'H' | '♥' | '♡' => Suit::Hearts,
        'S' | '♠' | '♤' => Suit::Spades,
        _ => return None,
    };
    Some(Card::new(rank, suit))
}

crate::serde_as_text!(Card, "a card like 5H or 10D");

crate::text_schema!(
    Card,
    "Rank, then suit: `5H`, `10D` or `TD`, `JC`. Letters of either case; the suits are C D H S, ♣ ♦ ♥ ♠ or ♧ ♢ ♡ ♤. \
     Answers write two characters, the ten as `T`.",
    "5H",
    pattern = "^([Aa2-9TtJjQqKk]|10)[CcDdHhSs♣♦♥♠♧♢♡♤]\\uFE0F?$"
);
