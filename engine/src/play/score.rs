//! The points of one card in the play.

use arrayvec::ArrayVec;

use super::{Score, ScoreKind};
use crate::card::Rank;

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
pub fn score_card(pile: &[Rank], count: u8) -> ArrayVec<Score, 3> {
    let mut scores = ArrayVec::new();
    match count {
        15 => scores.push(Score { kind: ScoreKind::Fifteen, points: 2 }),
        31 => scores.push(Score { kind: ScoreKind::ThirtyOne, points: 2 }),
        _ => {}
    }
    scores.extend(pair(pile).or_else(|| run(pile)));
    scores
}

fn pair(pile: &[Rank]) -> Option<Score> {
    let newest = pile.last()?;
    match pile.iter().rev().take_while(|rank| *rank == newest).count() {
        2 => Some(Score { kind: ScoreKind::Pair, points: 2 }),
        3 => Some(Score { kind: ScoreKind::PairRoyal, points: 6 }),
        4 => Some(Score { kind: ScoreKind::DoublePairRoyal, points: 12 }),
        5 => Some(Score { kind: ScoreKind::FiveOfAKind, points: 20 }),
        6 => Some(Score { kind: ScoreKind::SixOfAKind, points: 30 }),
        _ => None,
    }
}

/// The longest tail of the pile whose ranks are all different and all in a row.
fn run(pile: &[Rank]) -> Option<Score> {
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
    (longest >= 3).then_some(Score { kind: ScoreKind::Run, points: longest as u8 })
}
