//! The outcome of a game, by its scores alone.

use thiserror::Error;

use crate::rules::{Rules, Skunk};

/// The outcome of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The side that won, from 0.
    pub winner: u8,
    /// The margin by which the others lost: with three sides, that of the better of the losers.
    pub skunk: Skunk,
    /// The value in match play, 0 to 255.
    pub value: u8,
}

impl Outcome {
    /// The outcome of a game with these scores, a score a side; `None` while nobody is at the target.
    #[must_use]
    pub fn from_scores(scores: &[u8], rules: &Rules) -> Option<Outcome> {
        let winner = scores.iter().position(|score| *score >= rules.target)?;
        let losers = scores.iter().enumerate().filter(|(side, _)| *side != winner);
        let skunk = rules.skunk(losers.map(|(_, score)| *score).max()?);
        Some(Outcome { winner: winner as u8, skunk, value: rules.game_value(skunk) })
    }
}

/// Checks the scores of a finished game with this number of sides.
pub(super) fn check(scores: &[u8], sides: usize, rules: &Rules) -> Result<(), ResultError> {
    let target = rules.target;
    if scores.len() != sides {
        return Err(ResultError::Scores { given: scores.len(), sides });
    }
    if let Some(side) = scores.iter().position(|score| *score > target) {
        return Err(ResultError::Beyond { given: scores[side], side, target });
    }
    match scores.iter().filter(|score| **score == target).count() {
        1 => Ok(()),
        winners => Err(ResultError::Winners { winners, target }),
    }
}

/// Scores that no game ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ResultError {
    /// Every side has a score.
    #[error("{sides} sides play, so there must be {sides} scores, and here {} {given}.", if *given == 1 { "is" } else { "are" })]
    Scores {
        /// The number that was given.
        given: usize,
        /// The number of sides.
        sides: usize,
    },
    /// The score stops on the game hole.
    #[error("A score of {given} is not possible: it stops at {target}.")]
    Beyond {
        /// The score.
        given: u8,
        /// The side with this score, from 0.
        side: usize,
        /// The game hole.
        target: u8,
    },
    /// One side wins.
    #[error("Exactly one side ends at {target}, and here {}.", match winners { 0 => "none does".to_owned(), some => format!("{some} do") })]
    Winners {
        /// The number of sides at the target.
        winners: usize,
        /// The game hole.
        target: u8,
    },
}
