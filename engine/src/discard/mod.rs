//! The choice of cards to throw into the crib.

pub mod fictitious_play;
mod option;
mod pairs;
mod remaining;
mod singles;
pub mod skilled;

use arrayvec::ArrayVec;
use thiserror::Error;

pub use option::{CribOutlook, DiscardOption, HandOutlook};
pub use remaining::DiscardFrequencies;

use crate::card::{Card, HeldCard, HeldCardSet};
use crate::rules::Rules;
use pairs::PairModel;
use remaining::Remaining;
use singles::{LargeCribs, SingleModel};

/// The cards that a player was dealt: six at two players, else five. The player throws two of six or one of five into
/// the crib.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discard {
    cards: ArrayVec<Card, 6>,
    players: u8,
    crib: Crib,
    rules: Rules,
}

/// The owner of the crib.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Crib {
    /// The thrower's own, with partners also the partner's: its points are added.
    Own,
    /// Another player's: its points are subtracted.
    Other,
}

impl Crib {
    /// The same crib for the opponent at two players.
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

/// The assumption about the discards of the other players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Opponent {
    /// Each throw as often as good players make it.
    #[default]
    Skilled,
    /// Any remaining cards, all equally likely.
    Random,
}

impl Opponent {
    /// The default: good players at two to four players, whose discards are known, else random discards.
    #[must_use]
    pub const fn usual(players: u8) -> Opponent {
        if players > MOST_SKILLED { Opponent::Random } else { Opponent::Skilled }
    }
}

crate::string_enum!(Crib, "a crib's owner", { Own => "own", Other => "other" });
crate::string_enum!(Opponent, "a kind of opponent", { Skilled => "skilled", Random => "random" });

/// The most players for whom the throws of good players are known.
const MOST_SKILLED: u8 = 4;

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
    /// The choice among these cards for this crib; `players` is 2 to 6.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of players or of cards is wrong, or if a card is there twice. Also if the rules
    /// have no discard, jokers, the track of crash cribbage, or nineteen for a crib of five or six cards.
    pub fn new<C: Copy + Into<HeldCard>>(
        cards: &[C],
        players: u8,
        crib: Crib,
        rules: &Rules,
    ) -> Result<Discard, DiscardError> {
        if rules.no_discard {
            return Err(DiscardError::NoDiscard);
        }
        if rules.jokers > 0 {
            return Err(DiscardError::Jokers);
        }
        if rules.crash {
            return Err(DiscardError::Crash);
        }
        let dealt = match players {
            2 => 6,
            3..=6 => 5,
            _ => return Err(DiscardError::Players(players)),
        };
        if players > MOST_SKILLED && rules.nineteen.applies(true) {
            return Err(DiscardError::Nineteen);
        }
        if cards.len() != dealt {
            return Err(DiscardError::Cards { given: cards.len(), dealt, players });
        }
        let mut seen = HeldCardSet::default();
        let mut held = ArrayVec::new();
        for (place, card) in cards.iter().map(|card| (*card).into()).enumerate() {
            let HeldCard::Card(plain) = card else { return Err(DiscardError::NoSuchJoker { place }) };
            if !seen.insert(card) {
                return Err(DiscardError::Duplicate { card: plain, place });
            }
            held.push(plain);
        }
        Ok(Discard { cards: held, players, crib, rules: rules.clone() })
    }

    /// The average of each way to throw, over every starter and every discard of the other players.
    ///
    /// The other players throw a pair at two players, else a card each; at three players one more card comes from the
    /// pack. Their discards are weighted by `opponent`; remaining cards of the same ranks are equally likely.
    /// Expectations are exact sums, not samples. The best is the highest, under the rule `lowball` the lowest.
    ///
    /// # Errors
    ///
    /// Returns an error for [`Opponent::Skilled`] at five and six players.
    ///
    /// # Examples
    ///
    /// ```
    /// use pegout_engine::{Card, Crib, Discard, Opponent, Rules};
    ///
    /// let dealt = ["7C", "9H", "5H", "5C", "5D", "JS"].iter().map(|card| card.parse());
    /// let dealt: Vec<Card> = dealt.collect::<Result<_, _>>()?;
    /// let advice = Discard::new(&dealt, 2, Crib::Own, &Rules::default())?.advice(Opponent::Random)?;
    /// assert_eq!(advice.options[0].throw[..], dealt[..2]);
    /// assert_eq!(format!("{:.3}", advice.options[0].hand.mean), "16.652");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advice(&self, opponent: Opponent) -> Result<Advice, DiscardError> {
        let skilled = opponent == Opponent::Skilled;
        if skilled && self.players > MOST_SKILLED {
            return Err(DiscardError::Skilled(self.players));
        }
        let left = Remaining::new(&self.cards);
        let mut options = match self.players {
            2 => {
                let others = PairModel::new(&left.ranks, self.crib, skilled.then_some(&skilled::TWO_PLAYERS));
                self.options(&left, option::crib_mean(&others, &self.rules, &left))
            }
            players @ (3 | 4) => {
                let throws = if players == 3 { &skilled::THREE_PLAYERS } else { &skilled::FOUR_PLAYERS };
                let others = SingleModel::new(&left.ranks, players, self.crib, skilled.then_some(throws));
                self.options(&left, option::crib_mean(&others, &self.rules, &left))
            }
            5 => {
                let others = LargeCribs::<5>::new(&left.ranks);
                self.options(&left, |throw| others.mean(throw, &left.suits))
            }
            _ => {
                let others = LargeCribs::<6>::new(&left.ranks);
                self.options(&left, |throw| others.mean(throw, &left.suits))
            }
        };
        if self.rules.lowball {
            options.sort_by(|one, other| one.expected.total_cmp(&other.expected));
        } else {
            options.sort_by(|one, other| other.expected.total_cmp(&one.expected));
        }
        Ok(Advice { options })
    }

    /// All ways to throw, in any order, given the crib's mean for a throw.
    fn options(&self, left: &Remaining, crib_mean: impl Fn(&[Card]) -> f64) -> Vec<DiscardOption> {
        let option = |(keep, throw)| DiscardOption::new(keep, throw, self.crib, &self.rules, left, &crib_mean);
        option::ways(&self.cards).map(option).collect()
    }
}

/// Cards without advice on the discard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DiscardError {
    /// Nothing is discarded by these rules.
    #[error("Nothing is thrown in this game: everybody is dealt four cards and keeps them.")]
    NoDiscard,
    /// There is no advice with jokers in the pack.
    #[error("There is no advice with jokers yet.")]
    Jokers,
    /// There is no advice for crash cribbage.
    #[error("There is no advice for crash cribbage yet.")]
    Crash,
    /// A joker, but the pack has no jokers.
    #[error("This game has no jokers.")]
    NoSuchJoker {
        /// Its place, from 0.
        place: usize,
    },
    /// There is no advice if a crib of five or six cards may score nineteen for nothing.
    #[error("With five or six players there is no advice if a crib of nothing scores 19.")]
    Nineteen,
    /// There are two to six players.
    #[error("Cribbage is played by 2 to 6 players, not by {0}.")]
    Players(u8),
    /// The discards of good players are known for two to four players.
    #[error("How good players throw is known for 2, 3 or 4 players. With {0}, ask with the opponent \"random\".")]
    Skilled(u8),
    /// The number of cards is not the number that is dealt.
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
    #[error("The pack has only one {card}, and it is here twice.")]
    Duplicate {
        /// The card.
        card: Card,
        /// The place of the repeat, from 0.
        place: usize,
    },
}
