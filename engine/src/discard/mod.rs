//! The choice of cards to throw into the crib.

pub mod fictitious_play;
mod option;
mod pairs;
mod remaining;
mod singles;
pub mod skilled;
mod suits;
mod throws;
mod triples;

use arrayvec::ArrayVec;
use thiserror::Error;

pub use option::{CribOutlook, DiscardOption, HandOutlook};
pub use throws::DiscardFrequencies;

use crate::card::{Card, CardSet};
use pairs::PairModel;
use remaining::Remaining;
use singles::SingleModel;

/// The cards that a player was dealt, two of which go to the crib (six cards, two players) or one (five, three and
/// four).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discard {
    cards: ArrayVec<Card, 6>,
    players: u8,
    crib: Crib,
}

/// The owner of the crib.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Crib {
    /// The thrower's own, at four players also the partner's: its points are added.
    Own,
    /// Another player's: its points are subtracted.
    Other,
}

impl Crib {
    /// The same crib as the other of two players sees it.
    const fn opposite(self) -> Crib {
        match self {
            Crib::Own => Crib::Other,
            Crib::Other => Crib::Own,
        }
    }

    /// The sign of the crib's points for the thrower.
    const fn sign(self) -> f64 {
        match self {
            Crib::Own => 1.0,
            Crib::Other => -1.0,
        }
    }
}

/// The assumption about the discards of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Opponent {
    /// Each throw as often as good players make it.
    #[default]
    Skilled,
    /// Any of the cards left, each as likely as the next.
    Random,
}

crate::text::string_enum!(Crib, "a crib's owner", { Own => "own", Other => "other" });
crate::text::string_enum!(Opponent, "a kind of opponent", { Skilled => "skilled", Random => "random" });

/// Every way to throw, the best first.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Advice {
    /// 15 ways to throw two of six cards, or 5 to throw one of five.
    #[cfg_attr(feature = "utoipa", schema(min_items = 5, max_items = 15))]
    pub options: Vec<DiscardOption>,
}

impl Discard {
    /// The choice among these cards for this crib; `players` is 2 to 4.
    ///
    /// # Errors
    ///
    /// Returns an error if there are not two to four players, not six cards (two players) or five (three and four), or
    /// a card twice.
    pub fn new(cards: &[Card], players: u8, crib: Crib) -> Result<Discard, DiscardError> {
        let dealt = match players {
            2 => 6,
            3 | 4 => 5,
            _ => return Err(DiscardError::Players(players)),
        };
        if cards.len() != dealt {
            return Err(DiscardError::Cards { given: cards.len(), dealt, players });
        }
        let mut seen = CardSet::default();
        if let Some(place) = cards.iter().position(|card| !seen.insert(*card)) {
            return Err(DiscardError::Duplicate { card: cards[place], place });
        }
        Ok(Discard { cards: cards.iter().copied().collect(), players, crib })
    }

    /// The average of each way to throw, over every starter and every discard of the others.
    ///
    /// The others' cards: at two players a pair, at four a card from each, at three a card from each and one from
    /// the pack. Their discards are weighted as `opponent` says; among the cards left that make the same ranks,
    /// each is as likely as the next. Expectations are exact sums, not samples.
    ///
    /// # Examples
    ///
    /// ```
    /// use pegout_engine::{Card, Crib, Discard, Opponent};
    ///
    /// let dealt = ["7C", "9H", "5H", "5C", "5D", "JS"].iter().map(|card| card.parse());
    /// let dealt: Vec<Card> = dealt.collect::<Result<_, _>>()?;
    /// let advice = Discard::new(&dealt, 2, Crib::Own)?.advice(Opponent::Random);
    /// assert_eq!(advice.options[0].throw[..], dealt[..2]);
    /// assert_eq!(format!("{:.3}", advice.options[0].hand.mean), "16.652");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn advice(&self, opponent: Opponent) -> Advice {
        let skilled = opponent == Opponent::Skilled;
        let left = Remaining::new(&self.cards);
        let mut options = match self.players {
            2 => {
                let others = PairModel::new(&left.ranks, self.crib, skilled.then_some(&skilled::TWO_PLAYERS));
                option::all(&self.cards, self.crib, &left, &others)
            }
            players => {
                let throws = if players == 3 { &skilled::THREE_PLAYERS } else { &skilled::FOUR_PLAYERS };
                let others = SingleModel::new(&left.ranks, players, self.crib, skilled.then_some(throws));
                option::all(&self.cards, self.crib, &left, &others)
            }
        };
        options.sort_by(|one, other| other.expected.total_cmp(&one.expected));
        Advice { options }
    }
}

/// Cards of which nothing can be thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DiscardError {
    /// Discards are known for two to four players.
    #[error("Which cards to throw is known for 2, 3 or 4 players, not for {0}.")]
    Players(u8),
    /// Not as many cards as are dealt.
    #[error(
        "With {players} players everybody is dealt {}, and here {} {given}.",
        if *dealt == 6 { "six cards and throws two" } else { "five cards and throws one" },
        if *given == 1 { "is" } else { "are" }
    )]
    Cards {
        /// The number that was given.
        given: usize,
        /// The number of cards that are dealt, 5 or 6.
        dealt: usize,
        /// The number of players.
        players: u8,
    },
    /// A card is there twice.
    #[error("There is only one {card} in the pack, and here it stands twice.")]
    Duplicate {
        /// The card.
        card: Card,
        /// The place, from 0, at which it stands again.
        place: usize,
    },
}
