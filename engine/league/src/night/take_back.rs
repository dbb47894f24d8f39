//! The draw of the newest round, taken back before anybody has begun.

use super::decide::Decision;
use super::phase::Phase;
use super::{EventKind, Night, Refusal, Status};
use crate::id::{CommandId, GameId};
use crate::{GameResult, GameResults, Round, Table};

impl Night {
    /// Decides to take back the draw of a round. A round that does not stand, or one of another draw, stays as it is.
    pub(super) fn decide_take_back_round(&self, number: u16, draw: Option<CommandId>, games: &GameResults) -> Decision {
        let standing = self.rounds().iter().find(|round| round.number == number);
        let Some(round) = standing.filter(|round| draw.is_none() || round.id == draw) else { return Ok(Vec::new()) };
        if self.status() == Status::Finished {
            return Err(Refusal::Finished);
        }
        let newest = self.rounds().len() as u16;
        if number < newest {
            return Err(Refusal::RoundNotNewest { given: number, newest });
        }
        let begun = |table: &Table| games.get(&table.game).is_none_or(GameResult::has_begun);
        let tables: Vec<usize> = (1..).zip(&round.tables).filter(|(_, table)| begun(table)).map(|(at, _)| at).collect();
        if !tables.is_empty() {
            return Err(Refusal::DrawBegun { tables });
        }
        if let Some(draw) = self.fifty_fifty().filter(|_| number == 1) {
            return Err(Refusal::FiftyFiftyStands { player: draw.player, amount: draw.amount });
        }
        Ok(vec![EventKind::RoundTakenBack { round: number, id: round.id }])
    }

    /// Takes the newest round back. Without its first round the night is open again.
    pub(super) fn take_back_round(&mut self, number: u16) {
        let Phase::Playing(started) = &mut self.phase else { return };
        let Some(round) = started.rounds.pop_if(|round| round.number == number) else { return };
        if started.rounds.is_empty() {
            self.phase = Phase::Gathering { cancelled: None };
        }
        self.taken_back.push(round);
        self.excuses.forget_round(number);
    }

    /// The rounds whose draws were taken back, in the order in which they were.
    pub(super) fn taken_back(&self) -> &[Round] {
        &self.taken_back
    }

    /// The number of the round of this game, if its draw was taken back.
    pub(super) fn taken_back_round(&self, game: GameId) -> Option<u16> {
        let at = |round: &&Round| round.tables.iter().any(|table| table.game == game);
        self.taken_back.iter().find(at).map(|round| round.number)
    }
}
