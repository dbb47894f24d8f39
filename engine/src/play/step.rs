//! The turns of the play, the steps that they make, and the points of each card.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use thiserror::Error;

use super::{LONGEST_COUNT, WrongGo};
use crate::card::{HeldCard, PlayedCard, PlayedCardError, Rank};
use crate::text::{capitalize, in_words};

/// A player's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Plays this card.
    Card(PlayedCard),
    /// Says that they cannot play.
    Go,
}

impl FromStr for Turn {
    type Err = TurnError;

    fn from_str(text: &str) -> Result<Turn, TurnError> {
        if text.eq_ignore_ascii_case("go") { Ok(Turn::Go) } else { Ok(Turn::Card(text.parse()?)) }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Card(card) => card.fmt(f),
            Turn::Go => f.write_str("go"),
        }
    }
}

crate::serde_as_text!(Turn, "a card like 5H, a joker like JK1=5, or go");

crate::text_schema!(
    Turn,
    "A card, or `go` in letters of either case. In a game with jokers a joker too, with its declaration: `JK1=5` (also \
     `JK=5`) or `JK1=5H`.",
    "4C",
    pattern = "^([Gg][Oo]|([Aa2-9TtJjQqKk]|10)[CcDdHhSs♣♦♥♠♧♢♡♤]\\uFE0F?|[Jj][Kk][12]?=([Aa2-9TtJjQqKk]|10)([CcDdHhSs♣♦♥♠♧♢♡♤]\\uFE0F?)?)$"
);

/// A text that is neither a card nor a go.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} Somebody who cannot play says go.")]
pub struct TurnError(#[from] PlayedCardError);

/// One step of the play: a card, or a go.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub enum Step {
    /// A card was played.
    Card(CardStep),
    /// A go was said, or was due.
    Go(GoStep),
}

impl Step {
    /// The player who played the card or said go, from 0.
    #[must_use]
    pub const fn player(&self) -> u8 {
        match self {
            Step::Card(step) => step.player,
            Step::Go(step) => step.player,
        }
    }

    /// The points that the player pegs for it.
    #[must_use]
    pub const fn points(&self) -> u8 {
        match self {
            Step::Card(step) => step.points,
            Step::Go(step) => step.points,
        }
    }
}

/// A card that was played, and its points.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct CardStep {
    /// The player who played it, from 0.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 5))]
    pub player: u8,
    /// The card, a joker with its declaration.
    pub card: PlayedCard,
    /// The count with this card, 1 to 31.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 31))]
    pub count: u8,
    /// The points of the card in all, the point for a go or for last included: 0 to 15 without jokers.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 33))]
    pub points: u8,
    /// The scoring combinations.
    #[cfg_attr(feature = "utoipa", schema(value_type = Vec<Score>, max_items = 3))]
    pub scores: ArrayVec<Score, 3>,
    /// The words that the player says.
    pub call: Call,
}

impl CardStep {
    /// The newest card of a pile, which is not empty.
    pub(super) fn new(player: u8, card: PlayedCard, count: u8, pile: &[PlayedCard]) -> CardStep {
        let ranks: ArrayVec<Rank, LONGEST_COUNT> = pile.iter().filter_map(|card| card.rank()).collect();
        let named = |Combination { kind, points, cards }| {
            let newest = pile.iter().skip(pile.len().saturating_sub(cards)).copied();
            Score { kind, points, cards: newest.collect() }
        };
        let scores: ArrayVec<Score, 3> = score_card(&ranks, count).into_iter().map(named).collect();
        let points = scores.iter().map(|score| score.points).sum();
        CardStep { player, card, count, points, scores, call: Call { count, points, end: None } }
    }

    /// Pays the point of the card that ended its count.
    pub(super) fn pay(&mut self, end: ScoreKind) {
        self.scores.push(Score { kind: end, points: 1, cards: vec![self.card] });
        self.points += 1;
        self.call.end = Some(end);
    }
}

/// A go.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct GoStep {
    /// The player who cannot play, from 0.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 5))]
    pub player: u8,
    /// Always true: it distinguishes a go from a card.
    pub go: bool,
    /// True if the go was in the list; false if the service added it.
    pub said: bool,
    /// True if the hands are known, so the player certainly could not play.
    pub verified: bool,
    /// The count at which the player could not play, 0 to 31.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 31))]
    pub count: u8,
    /// Always 0: the point for a go belongs to the card that earned it.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 0))]
    pub points: u8,
    /// Always empty, as `points` is 0.
    #[cfg_attr(feature = "utoipa", schema(value_type = Vec<Score>, max_items = 0))]
    pub scores: [Score; 0],
}

/// One thing that a card scores in the play.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Score {
    /// The kind of combination.
    pub kind: ScoreKind,
    /// The points, 1 to 30.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 30))]
    pub points: u8,
    /// The cards that make it, in the order in which they were played.
    #[cfg_attr(feature = "utoipa", schema(min_items = 1, max_items = 15))]
    pub cards: Vec<PlayedCard>,
}

/// A kind of combination that scores in the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub enum ScoreKind {
    /// The count is 15: 2 points.
    Fifteen,
    /// The count is 31: 2 points, and no more for the go or for last.
    ThirtyOne,
    /// The newest two cards have the same rank: 2 points.
    Pair,
    /// The newest three cards have the same rank: 6 points.
    PairRoyal,
    /// The newest four cards have the same rank: 12 points.
    DoublePairRoyal,
    /// The newest five cards, with a joker, have the same rank: 20 points.
    FiveOfAKind,
    /// The newest six cards, with two jokers, have the same rank: 30 points.
    SixOfAKind,
    /// The newest three or more cards make a run, in any order: a point a card.
    Run,
    /// Nobody could play on, and there are cards left: 1 point.
    Go,
    /// The last card of the deal: 1 point.
    Last,
}

/// The words that a player says with a card: the count and the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    count: u8,
    points: u8,
    end: Option<ScoreKind>,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&capitalize(in_words(self.count)))?;
        if self.points > 0 {
            write!(f, " for {}", in_words(self.points))?;
        }
        match self.end {
            None => Ok(()),
            Some(ScoreKind::Last) => f.write_str(", and one for last"),
            Some(_) => f.write_str(", and one for the go"),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Call {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

crate::text_schema!(Call, "The words that the player says, in English.", "Fifteen for two");

/// One thing that a card scores with the cards before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The kind of combination.
    pub kind: ScoreKind,
    /// The points.
    pub points: u8,
    /// The number of cards that make it: the newest ones of the count.
    pub cards: usize,
}

/// Scores the newest card of a count, without the point for a go or for last.
///
/// `pile` holds the ranks of the current count in the order they were played, the newest last, and `count`
/// their sum. Suits never matter, nor do the cards of an earlier count.
///
/// # Examples
///
/// ```
/// use pegout_engine::{Rank, play::score_card};
///
/// let scores = score_card(&[Rank::Nine, Rank::Six, Rank::Eight, Rank::Seven], 30);
/// assert_eq!(scores[0].points, 4, "6 7 8 9, in any order");
/// ```
#[must_use]
pub fn score_card(pile: &[Rank], count: u8) -> ArrayVec<Combination, 3> {
    let mut scores = ArrayVec::new();
    match count {
        15 => scores.push(Combination { kind: ScoreKind::Fifteen, points: 2, cards: pile.len() }),
        31 => scores.push(Combination { kind: ScoreKind::ThirtyOne, points: 2, cards: pile.len() }),
        _ => {}
    }
    scores.extend(pair(pile).or_else(|| run(pile)));
    scores
}

fn pair(pile: &[Rank]) -> Option<Combination> {
    let newest = pile.last()?;
    let cards = pile.iter().rev().take_while(|rank| *rank == newest).count();
    let (kind, points) = match cards {
        2 => (ScoreKind::Pair, 2),
        3 => (ScoreKind::PairRoyal, 6),
        4 => (ScoreKind::DoublePairRoyal, 12),
        5 => (ScoreKind::FiveOfAKind, 20),
        6 => (ScoreKind::SixOfAKind, 30),
        _ => return None,
    };
    Some(Combination { kind, points, cards })
}

/// The longest tail of the pile whose ranks are all different and all in a row.
fn run(pile: &[Rank]) -> Option<Combination> {
    if pile.len() < 3 {
        return None;
    }
    let (mut seen, mut longest) = (0_u16, 0);
    for (place, rank) in pile.iter().rev().enumerate() {
        let bit = 1 << rank.index();
        if seen & bit != 0 {
            break;
        }
        seen |= bit;
        let row = seen >> seen.trailing_zeros();
        if row & (row + 1) == 0 {
            longest = place + 1;
        }
    }
    (longest >= 3).then_some(Combination { kind: ScoreKind::Run, points: longest as u8, cards: longest })
}

/// The player in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Next {
    /// The player, from 0.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 5))]
    pub player: u8,
    /// The count they play on, 0 to 30.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 30))]
    pub count: u8,
    /// The cards they can play, jokers without a declaration; empty if they must say go; `null` if the hands are not
    /// known.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub playable: Option<Vec<HeldCard>>,
}

/// The play so far.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Played))]
pub struct PlaySummary {
    /// The cards and gos, in order, with the gos that were left out.
    pub steps: Vec<Step>,
    /// The points that each player has pegged, player 0 first.
    #[cfg_attr(feature = "utoipa", schema(min_items = 2, max_items = 6))]
    pub totals: Vec<u8>,
    /// True if all cards are out.
    pub finished: bool,
    /// The player in turn; nobody after the last card.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub next: Option<Next>,
    /// The first go of a player who could have played, once all cards are out; `null` if every go was right. With
    /// known hands a wrong go is refused at once.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub wrong_go: Option<WrongGo>,
}
