//! The points that the rules keep from a side near the game hole.

use crate::game::{Game, PegFor, Refusal};

impl Game {
    /// Refuses points that would end the game against the rules, for a side with this score. Also refuses points that the
    /// rules do not give to a side one point short of the target. From there one point in the play counts as a go.
    pub(in crate::game) fn check_ending(
        &self,
        side: u8,
        score: u8,
        points: u8,
        earned_by: PegFor,
    ) -> Result<(), Refusal> {
        let rules = &self.setup.rules;
        let target = rules.target;
        let is_in_stink_hole = score == target - 1;
        let is_as_go = earned_by == PegFor::Play && points == 1 && is_in_stink_hole;
        let earned_by = if is_as_go { PegFor::Go } else { earned_by };
        let is_kept = match earned_by {
            PegFor::Go => !rules.go_from_120,
            PegFor::Heels => !rules.heels_from_120,
            _ => false,
        };
        let name = || self.setup.sides[usize::from(side)].name.clone();
        if is_kept && is_in_stink_hole {
            return Err(Refusal::StinkHole { side: name(), earned_by, hole: score });
        }
        if score + points >= target && !earned_by.can_win(rules) {
            return Err(Refusal::MayNotWin { side: name(), earned_by, target });
        }
        Ok(())
    }
}
