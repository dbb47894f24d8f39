//! The next game of a match.

use super::{Direction, Game, Metadata, Occasion, Previous, Refusal, Setup};
use crate::id::GameId;
use crate::rules::{FirstDeal, Skunk};

/// The sum of a tally at which a match ends, because every correction of a game changes all later games of the match.
const MAX_TALLY: u32 = 100;

/// The request for the next game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RematchRequest {
    /// The next game.
    pub game: GameId,
    /// The seat of its first dealer, if the rules ask for a cut or a new match begins.
    pub first_dealer: Option<u8>,
    /// New directions of the sides on the track of crash cribbage. `None` keeps the directions of the game before.
    pub crash_directions: Option<Vec<Direction>>,
}

impl RematchRequest {
    /// The next game, with everything else as the rules and the game before have it.
    #[must_use]
    pub const fn new(game: GameId) -> RematchRequest {
        RematchRequest { game, first_dealer: None, crash_directions: None }
    }
}

/// The next game of a match, which has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rematch {
    pub request: RematchRequest,
    pub metadata: Metadata,
}

impl Game {
    /// The setup of the rematch of this game: same sides, rules and scorer, and the tally with this game's value. The
    /// first dealer follows the rule `first_deal`; the request names the seat if the players cut. If this game has won
    /// the match, the rematch begins a new match: without a tally, and with any named first dealer.
    ///
    /// # Errors
    ///
    /// Returns an error for a game of a league night, a game without a winner, or a match at its longest. Also for a
    /// first dealer that is missing, not to be chosen or without a seat, and for wrong directions.
    pub fn rematch(&self, request: &RematchRequest) -> Result<Setup, Refusal> {
        let old = self.setup();
        let Occasion::Table { scorer, .. } = old.occasion else { return Err(Refusal::LeagueGame) };
        let outcome = self.outcome().ok_or(Refusal::NotWon)?;
        if request.game == old.game {
            return Err(Refusal::GameIdTaken { game: request.game });
        }
        let tally = self.rematch_tally();
        if tally.iter().sum::<u32>() >= MAX_TALLY {
            return Err(Refusal::MatchTooLong { sum: MAX_TALLY });
        }
        let rule = old.rules.first_deal;
        let is_cut_for = match rule {
            FirstDeal::Cut => true,
            FirstDeal::AlternateThenCut => self.is_decided_by_next(&tally),
            FirstDeal::Loser | FirstDeal::Alternate => false,
        };
        let first_dealer = match (request.first_dealer, rule) {
            (Some(seat), _) if is_cut_for || self.match_winner().is_some() => seat,
            (Some(_), rule) => return Err(Refusal::FirstDealerByRule { rule }),
            (None, _) if is_cut_for => return Err(Refusal::FirstDealerMissing),
            (None, FirstDeal::Loser) => outcome.loser,
            (None, FirstDeal::Alternate | FirstDeal::AlternateThenCut | FirstDeal::Cut) => old.after(old.first_dealer),
        };
        let setup = Setup {
            game: request.game,
            first_dealer,
            first_dealer_known: true,
            crash_directions: request.crash_directions.clone().or_else(|| old.crash_directions.clone()),
            occasion: Occasion::Table { scorer, previous: Some(Previous { game: old.game, tally }) },
            ..old.clone()
        };
        setup.check()?;
        Ok(setup)
    }

    /// The tally of each side at the beginning of a rematch: the match's tally with this game, or 0 in a new match.
    #[must_use]
    pub fn rematch_tally(&self) -> Vec<u32> {
        let tally = self.match_tally();
        if self.match_winner().is_some() { vec![0; tally.len()] } else { tally }
    }

    /// The side that has won the match with this game, from 0; `None` while nobody has, or the match has no end. If two
    /// sides reach the tally at once, the higher tally wins, or else the winner of the game.
    #[must_use]
    pub fn match_winner(&self) -> Option<u8> {
        let match_to = u32::from(self.setup().rules.match_to?);
        let (tally, outcome) = (self.match_tally(), self.outcome()?);
        let of = |side: u8| tally[usize::from(side)];
        let winner = outcome.other_winner.filter(|other| of(*other) > of(outcome.winner)).unwrap_or(outcome.winner);
        (of(winner) >= match_to).then_some(winner)
    }

    /// Returns true if the next game decides a match with this tally for every possible winner.
    fn is_decided_by_next(&self, tally: &[u32]) -> bool {
        let rules = &self.setup().rules;
        let win = u32::from(rules.game_value(Skunk::None));
        rules.match_to.is_some_and(|match_to| tally.iter().all(|tally| tally + win >= u32::from(match_to)))
    }
}
