//! The outcome of a game, by its scores alone.

use crate::rules::{Rules, Skunk};

/// The outcome of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The side that won, from 0. Where two did, the next clockwise after the loser.
    pub winner: u8,
    /// The side that won beside it: in lowball two of three sides may share the lowest score.
    pub other_winner: Option<u8>,
    /// The side that lost: in lowball the one at the target, otherwise the one with the lowest score. Of sides that tie,
    /// the next clockwise after the winner.
    pub loser: u8,
    /// The margin of the game: by the score of the best of the losers, in lowball by that of the winner.
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
