//! The points of one card in the play.

use arrayvec::ArrayVec;

use super::ScoreKind;
use crate::card::Rank;

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
