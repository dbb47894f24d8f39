//! The decision on an amendment of a peg.

use super::decide::Decision;
use super::peg::{AmendedPeg, Amendment};
use super::{EventKind, Game, Metadata, Peg, Refusal};

impl Game {
    /// Decides an amendment. It is checked as a new peg at the place of the old one.
    pub(super) fn amend_peg(&self, amendment: &Amendment, metadata: &Metadata) -> Decision {
        let Some((place, pegged)) = self.pegs.find_placed(amendment.peg) else {
            return Err(Refusal::NoSuchPeg { peg: amendment.peg });
        };
        if let Some(accepted) = self.pegs.find_amendment(amendment.id) {
            let same = accepted.amended.is_repeated_by(amendment) && accepted.metadata.same_author(metadata);
            return if same { Ok(None) } else { Err(Refusal::AmendmentIdTaken { amendment: amendment.id }) };
        }
        if !pegged.is_active {
            return Err(Refusal::PegTakenBack { peg: amendment.peg });
        }
        let players = self.setup.sides.iter().map(|side| side.players.len()).sum();
        let peg = amendment.amend(&pegged.peg, self.setup.sides.len(), players, &self.setup.rules);
        self.check_peg(&peg)?;
        self.check_undo_allowed()?;
        self.check_length()?;
        let scored = |peg: &Peg| (peg.side, peg.points, peg.earned_by);
        if scored(&peg) != scored(&pegged.peg) {
            let score = self.pegs.front_before(place, peg.side, self.setup.rules.target);
            self.check_ending(peg.side, score, peg.points, peg.earned_by)?;
        }
        let amended = AmendedPeg::new(amendment, peg);
        self.check_one_at_target(&amended, metadata)?;
        Ok(Some(EventKind::PegAmended(amended)))
    }

    /// Refuses an amendment that takes a second side to the target, in a game that is over.
    fn check_one_at_target(&self, amended: &AmendedPeg, metadata: &Metadata) -> Result<(), Refusal> {
        let target = self.setup.rules.target;
        let mut pegs = self.pegs.clone();
        pegs.amend(amended.clone(), metadata.clone());
        let sides = (0..).take(self.setup.sides.len());
        let at_target = sides.filter(|side| pegs.front(*side, target) >= target).count();
        if at_target > 1 { self.check_open() } else { Ok(()) }
    }
}
