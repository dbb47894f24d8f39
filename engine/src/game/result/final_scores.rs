//! The final scores of a game in the forms that people use, and the outcome by these scores.

use thiserror::Error;

use crate::rules::{Rules, Skunk};

/// The final scores, in any form that people use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FinalScores {
    /// A score a side.
    pub scores: Option<Vec<u8>>,
    /// A side that won, from 0.
    pub winner: Option<u8>,
    /// The side that lost, from 0.
    pub loser: Option<u8>,
    /// The points that the loser of two sides lacks.
    pub short_by: Option<u8>,
}

impl From<Vec<u8>> for FinalScores {
    fn from(scores: Vec<u8>) -> FinalScores {
        FinalScores { scores: Some(scores), ..FinalScores::default() }
    }
}

impl FinalScores {
    /// The score of each side of a finished game with this number of sides.
    ///
    /// # Errors
    ///
    /// Returns an error if no game of these sides ends with these scores.
    pub fn resolve(&self, sides: usize, rules: &Rules) -> Result<Vec<u8>, ResultError> {
        if let Some(given) = self.winner.filter(|winner| usize::from(*winner) >= sides) {
            return Err(ResultError::Winner { given, sides });
        }
        if let Some(given) = self.loser.filter(|loser| usize::from(*loser) >= sides) {
            return Err(ResultError::Loser { given, sides });
        }
        // In lowball the side that is short has won.
        if rules.lowball && self.short_by.is_some() {
            return Err(ResultError::ShortByInLowball);
        }
        let computed = if rules.lowball { None } else { self.of_winner(sides, rules.target)? };
        let short_by = sides == 2 && !rules.lowball;
        let scores = self.scores.as_ref().or(computed.as_ref()).ok_or(ResultError::Missing { short_by })?;
        check(scores, sides, rules)?;
        let agrees = |outcome: Outcome| {
            computed.as_ref().is_none_or(|computed| computed == scores)
                && self.winner.is_none_or(|winner| outcome.winners().any(|side| side == winner))
                && self.loser.is_none_or(|loser| outcome.loser == loser)
        };
        let is_whole = Outcome::from_scores(scores, rules).is_some_and(agrees);
        if is_whole { Ok(scores.clone()) } else { Err(ResultError::Contradiction) }
    }

    /// The scores by the winner of two sides and the points short; `None` if neither was given.
    fn of_winner(&self, sides: usize, target: u8) -> Result<Option<Vec<u8>>, ResultError> {
        match (self.winner, self.short_by, sides) {
            (Some(winner), Some(short_by), 2) if (1..=target).contains(&short_by) => {
                let loser = target - short_by;
                Ok(Some(if winner == 0 { vec![target, loser] } else { vec![loser, target] }))
            }
            (Some(_), Some(given), 2) => Err(ResultError::ShortBy { given, target }),
            (Some(_), None, 2) => Err(ResultError::WinnerAlone),
            (None, Some(_), 2) => Err(ResultError::ShortByAlone),
            (_, Some(_), _) => Err(ResultError::ShortByOfThree { sides }),
            (_, None, _) => Ok(None),
        }
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
    /// The scores are missing.
    #[error("The scores are missing: send scores{}.", if *short_by { ", or winner and short_by" } else { ", a score a side" })]
    Missing {
        /// True if the winner and the points short would be enough.
        short_by: bool,
    },
    /// There is no such side.
    #[error("There is no side {given}: the sides are numbered 0 to {}.", sides - 1)]
    Winner {
        /// The side that was named as the winner.
        given: u8,
        /// The number of sides.
        sides: usize,
    },
    /// There is no such side.
    #[error("There is no side {given}: the sides are numbered 0 to {}.", sides - 1)]
    Loser {
        /// The side that was named as the loser.
        given: u8,
        /// The number of sides.
        sides: usize,
    },
    /// The winner without the points short.
    #[error("The winner alone is not a result: send short_by with winner, or scores alone.")]
    WinnerAlone,
    /// The points short, without the winner.
    #[error("The points short alone are not a result: send winner with short_by, or scores alone.")]
    ShortByAlone,
    /// The points short, in a game with two losers.
    #[error("{sides} sides play, so short_by is not a result: send scores, a score a side.")]
    ShortByOfThree {
        /// The number of sides.
        sides: usize,
    },
    /// The points short, in lowball.
    #[error(
        "In lowball the side that is short of the game hole has won, so short_by is not a result: send scores, a score a side."
    )]
    ShortByInLowball,
    /// The points short are out of their range.
    #[error("The loser is short by 1 to {target}, not by {given}.")]
    ShortBy {
        /// The points.
        given: u8,
        /// The game hole.
        target: u8,
    },
    /// The parts of the result do not go together.
    #[error("The scores and the winner disagree: send only one of the two, or make them agree.")]
    Contradiction,
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
    /// One side is at the target.
    #[error("Exactly one side ends at {target}, and here {}.", match winners { 0 => "none does".to_owned(), some => format!("{some} do") })]
    Winners {
        /// The number of sides at the target.
        winners: usize,
        /// The game hole.
        target: u8,
    },
}

/// The outcome of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The side that won, from 0. With two winners the next side clockwise after the loser.
    pub winner: u8,
    /// The second winner: in lowball two of three sides may share the lowest score.
    pub other_winner: Option<u8>,
    /// The side that lost: in lowball the side at the target, otherwise the side with the lowest score. In a tie the
    /// next side clockwise after the winner.
    pub loser: u8,
    /// The margin of the game: by the score of the best loser, in lowball of the winner.
    pub skunk: Skunk,
    /// The value in match play, 0 to 255, to each of the winners.
    pub value: u8,
}

impl Outcome {
    /// The outcome of a game with these scores, a score a side; `None` while nobody is at the target.
    #[must_use]
    pub fn from_scores(scores: &[u8], rules: &Rules) -> Option<Outcome> {
        let at_target = scores.iter().position(|score| *score >= rules.target)?;
        let others = (1..scores.len()).map(|steps| (at_target + steps) % scores.len());
        let lowest = others.clone().min_by_key(|side| scores[*side])?;
        let (winner, other_winner, loser, decisive) = if rules.lowball {
            let ties = |side: &usize| *side != lowest && scores[*side] == scores[lowest];
            (lowest, others.clone().find(ties), at_target, scores[lowest])
        } else {
            (at_target, None, lowest, others.map(|side| scores[side]).max()?)
        };
        let skunk = rules.skunk(decisive);
        let other_winner = other_winner.map(|side| side as u8);
        Some(Outcome { winner: winner as u8, other_winner, loser: loser as u8, skunk, value: rules.game_value(skunk) })
    }

    /// The sides that won, one or two.
    pub fn winners(self) -> impl Iterator<Item = u8> {
        [self.winner].into_iter().chain(self.other_winner)
    }
}
