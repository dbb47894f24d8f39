//! The amendment of a peg: new values for a peg that counts.

use super::{Peg, PegError, PegFor};
use crate::card::PlayedCard;
use crate::game::decide::Decision;
use crate::game::{EventKind, Game, Metadata, Refusal};
use crate::id::{AmendmentId, PegId};
use crate::rules::Rules;
use crate::time::Time;

/// New values of a peg. `None` keeps a value that still fits the peg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amendment {
    /// The amendment.
    pub id: AmendmentId,
    /// The peg that it changes.
    pub peg: PegId,
    /// The side that pegs, from 0.
    pub side: Option<u8>,
    /// The points.
    pub points: Option<u8>,
    /// The reason for the points.
    pub earned_by: Option<PegFor>,
    /// The player of the side who earned the points, from 0.
    pub player: Option<u8>,
    /// The cards of the hand or crib.
    pub cards: Option<Vec<PlayedCard>>,
    /// The starter.
    pub starter: Option<PlayedCard>,
    /// The time when it was tapped, by the phone's clock.
    pub tapped_at: Option<Time>,
}

/// An amendment that was accepted, with all values that the peg has since.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct AmendedPeg {
    /// The amendment.
    pub id: AmendmentId,
    /// The peg.
    pub peg: PegId,
    /// The side that pegs, from 0.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 2))]
    pub side: u8,
    /// The player of the side who earned the points, from 0 in the order of its players; left out if nobody said.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, minimum = 0, maximum = 2))]
    pub player: Option<u8>,
    /// The points.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 83))]
    pub points: u8,
    /// The reason for the points.
    #[cfg_attr(feature = "serde", serde(rename = "for"))]
    pub earned_by: PegFor,
    /// The cards of the hand or crib, if the peg has cards. Jokers are declared.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub cards: Option<Vec<PlayedCard>>,
    /// The starter, if the peg has a starter.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub starter: Option<PlayedCard>,
    /// The time when the amendment was tapped, by the phone's clock.
    #[cfg_attr(feature = "serde", serde(default, deserialize_with = "crate::time::deserialize_logged"))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub tapped_at: Option<Time>,
}

impl Amendment {
    /// The peg with these values, in a game with this number of sides and of players. The player stays with the side. Cards
    /// and a starter that were not sent again stay if they still make this peg.
    pub(in crate::game) fn amend(&self, peg: &Peg, sides: usize, players: usize, rules: &Rules) -> Peg {
        let side = self.side.unwrap_or(peg.side);
        let amended = Peg {
            side,
            points: self.points.unwrap_or(peg.points),
            earned_by: self.earned_by.unwrap_or(peg.earned_by),
            player: self.player.or(peg.player.filter(|_| side == peg.side)),
            cards: self.cards.clone().or_else(|| peg.cards.clone()),
            starter: self.starter.or(peg.starter),
            ..peg.clone()
        };
        let fits: Result<(), PegError> = amended.check(sides, players, rules);
        if fits.is_ok() { amended } else { Peg { cards: self.cards.clone(), starter: self.starter, ..amended } }
    }
}

impl AmendedPeg {
    /// The amendment of this id that gives a peg its values.
    pub(in crate::game) fn new(amendment: &Amendment, peg: Peg) -> AmendedPeg {
        let Peg { id, side, player, points, earned_by, cards, starter, .. } = peg;
        let Amendment { id: amendment, tapped_at, .. } = *amendment;
        AmendedPeg { id: amendment, peg: id, side, player, points, earned_by, cards, starter, tapped_at }
    }

    /// Returns true if `other` repeats this amendment: all its values are the values of this amendment.
    pub(in crate::game) fn is_repeated_by(&self, other: &Amendment) -> bool {
        let Amendment { id, peg, side, points, earned_by, player, cards, starter, tapped_at } = other;
        (self.id, self.peg, self.tapped_at) == (*id, *peg, *tapped_at)
            && side.is_none_or(|side| side == self.side)
            && points.is_none_or(|points| points == self.points)
            && earned_by.is_none_or(|earned_by| earned_by == self.earned_by)
            && (player.is_none() || *player == self.player)
            && (cards.is_none() || *cards == self.cards)
            && (starter.is_none() || *starter == self.starter)
    }

    /// Gives a peg these values. It keeps its id, deal, device and time.
    pub(in crate::game) fn apply(&self, peg: &mut Peg) {
        let AmendedPeg { side, player, points, earned_by, ref cards, starter, .. } = *self;
        *peg = Peg { side, player, points, earned_by, cards: cards.clone(), starter, ..peg.clone() };
    }
}

impl Game {
    /// Decides an amendment. It is checked like a new peg at the place of the old peg.
    pub(in crate::game) fn amend_peg(&self, amendment: &Amendment, metadata: &Metadata) -> Decision {
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
