//! The next game of a match.

use super::{Game, Metadata, Occasion, Outcome, Previous, Refusal, Setup};
use crate::id::GameId;
use crate::rules::FirstDeal;

/// The sum of a tally at which a match ends: each of its games carries every correction of an earlier one.
const MAX_TALLY: u32 = 100;

/// The next game of a match, as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rematch {
    pub game: GameId,
    pub first_dealer: Option<u8>,
    pub metadata: Metadata,
}

impl Game {
    /// The setup of the rematch of this game: same sides, rules and scorer, the first dealer by the rule `first_deal`,
    /// the tally with this game's value. `first_dealer` is a seat, and asked for where that rule is [`FirstDeal::Cut`]
    /// only.
    ///
    /// # Errors
    ///
    /// Returns an error if this game is played at a league night, nobody has won it, the match is as long as any may
    /// be, or the first dealer is missing, not to be chosen, or on no seat.
    pub fn rematch(&self, game: GameId, first_dealer: Option<u8>) -> Result<Setup, Refusal> {
        let old = self.setup();
        let Occasion::Table { scorer, .. } = old.occasion else { return Err(Refusal::LeagueGame) };
        let outcome = self.outcome().ok_or(Refusal::NotWon)?;
        if game == old.game {
            return Err(Refusal::GameIdTaken { game });
        }
        let tally = self.match_tally();
        if tally.iter().sum::<u32>() >= MAX_TALLY {
            return Err(Refusal::MatchTooLong { sum: MAX_TALLY });
        }
        let dealer = match (old.rules.first_deal, first_dealer) {
            (FirstDeal::Loser, None) => self.loser(outcome),
            (FirstDeal::Alternate, None) => old.after(old.first_dealer),
            (FirstDeal::Cut, Some(seat)) => {
                old.check_seat(seat)?;
                seat
            }
            (FirstDeal::Cut, None) => return Err(Refusal::FirstDealerMissing),
            (rule, Some(_)) => return Err(Refusal::FirstDealerByRule { rule }),
        };
        Ok(Setup {
            game,
            sides: old.sides.clone(),
            rules: old.rules.clone(),
            first_dealer: dealer,
            occasion: Occasion::Table { scorer, previous: Some(Previous { game: old.game, tally }) },
        })
    }

    /// The first seat of the side with the lowest score, which is the seat of the side's own number; of sides that
    /// tie, the next clockwise after the winner.
    fn loser(&self, Outcome { winner, .. }: Outcome) -> u8 {
        let scores = self.scores();
        let sides = scores.len();
        let after_winner = (1..sides).map(|steps| (usize::from(winner) + steps) % sides);
        after_winner.min_by_key(|side| scores[*side]).map_or(winner, |side| side as u8)
    }
}
