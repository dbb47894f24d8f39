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
        match *text.as_bytes() {
            [letter] => Rank::of_letter(letter),
            [b'1', b'0'] => Some(Rank::Ten),
            _ => None,
        }
    }

    /// The rank of a letter, in any case.
    fn of_letter(letter: u8) -> Option<Rank> {
        *RANKS.get(usize::from(letter))?
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

    /// The suit of a letter, in any case.
    fn of_letter(letter: u8) -> Option<Suit> {
        *SUITS.get(usize::from(letter))?
    }
}

/// The rank of each letter, from a table, because a batch of hands has many cards.
const RANKS: [Option<Rank>; 128] = {
    let mut ranks = [None; 128];
    let mut place = 0;
    while place < Rank::ALL.len() {
        let letter = Rank::ALL[place].letter();
        ranks[letter as usize] = Some(Rank::ALL[place]);
        ranks[letter.to_ascii_lowercase() as usize] = Some(Rank::ALL[place]);
        place += 1;
    }
    ranks
};

/// The suit of each letter.
const SUITS: [Option<Suit>; 128] = {
    let mut suits = [None; 128];
    let mut place = 0;
    while place < Suit::ALL.len() {
        let letter = Suit::ALL[place].letter();
        suits[letter as usize] = Some(Suit::ALL[place]);
        suits[letter.to_ascii_lowercase() as usize] = Some(Suit::ALL[place]);
        place += 1;
    }
    suits
};

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

impl CardError {
    fn new(text: &str) -> CardError {
        CardError { given: text.chars().take(12).collect() }
    }
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        read(text).ok_or_else(|| CardError::new(text))
    }
}

// Inlined, since nearly every card is written with two letters.
#[inline]
fn read(text: &str) -> Option<Card> {
    match *text.as_bytes() {
        [rank, suit] => Some(Card::new(Rank::of_letter(rank)?, Suit::of_letter(suit)?)),
        _ => read_longer(text),
    }
}

/// Reads a card that has the rank `10` or a symbol.
fn read_longer(text: &str) -> Option<Card> {
    // Phones add this character to a suit to show it in colour.
    let text = text.strip_suffix('\u{fe0f}').unwrap_or(text);
    let suit = text.chars().next_back()?;
    let rank = Rank::read(&text[..text.len() - suit.len_utf8()])?;
    let suit = match suit {
        '♣' | '♧' => Suit::Clubs,
        '♦' | '♢' => Suit::Diamonds,
        '♥' | '♡' => Suit::Hearts,
        '♠' | '♤' => Suit::Spades,
        letter => Suit::of_letter(u8::try_from(letter).ok()?)?,
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
