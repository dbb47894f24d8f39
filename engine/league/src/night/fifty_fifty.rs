//! The 50/50: half the draw money, drawn once among those who have paid.

use rand::seq::IndexedRandom;

use super::decide::{Decision, check_reason};
use super::phase::StartedNight;
use super::{EventKind, Night, PayoutKind, Refusal};
use crate::id::{CommandId, PlayerId};
use crate::{Fees, Seed};

/// The winner of the 50/50.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = FiftyFiftyDraw))]
pub struct FiftyFifty {
    /// The player who won it.
    pub player: PlayerId,
    /// The amount they won, in cents.
    pub amount: u64,
    /// The seed of the draw, among those who had paid in the order of their ids.
    pub seed: Seed,
    /// The id of the command that drew it, if it had one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub id: Option<CommandId>,
}

impl Night {
    pub(super) fn decide_draw(&self, seed: Seed, id: Option<CommandId>) -> Decision {
        let Some(started) = self.phase.started() else { return Err(Refusal::NotPlaying) };
        if let Some(draw) = &started.fifty_fifty {
            return Err(Refusal::AlreadyDrawn { player: draw.player, amount: draw.amount });
        }
        let mut paid: Vec<PlayerId> =
            self.entries.iter().filter(|entry| entry.paid).map(|entry| entry.player).collect();
        paid.sort_unstable();
        let Some(player) = paid.choose(&mut seed.rng()).copied() else { return Err(Refusal::NobodyPaid) };
        match Fees::new(&started.settings, paid.len()).payout {
            0 => Err(Refusal::NothingToDraw),
            amount => Ok(vec![EventKind::FiftyFiftyDrawn(FiftyFifty { player, amount, seed, id })]),
        }
    }

    pub(super) fn decide_void_draw(&self, draw: Option<CommandId>, reason: String) -> Decision {
        check_reason(&reason)?;
        let stands = self.fifty_fifty().is_some_and(|drawn| draw.is_none() || drawn.id == draw);
        let events = self.unnoted(PayoutKind::FiftyFifty).into_iter().chain([EventKind::FiftyFiftyVoided { reason }]);
        Ok(events.filter(|_| stands).collect())
    }

    /// Checks that the 50/50 holds, if it was drawn: its winner has paid, and the fees cover its amount. A
    /// command never breaks it. A change of the merges of players may: the same log then makes another night.
    ///
    /// # Errors
    ///
    /// Returns an error if the 50/50 does not hold.
    pub fn check_fifty_fifty(&self) -> Result<(), Refusal> {
        let has_paid = |player| self.entry(player).is_some_and(|entry| entry.paid);
        if self.fifty_fifty().is_some_and(|draw| !has_paid(draw.player)) {
            return Err(Refusal::WinnerMustHavePaid);
        }
        self.check_pool(self.paid())
    }

    /// Refuses a number of fees that does not cover the amount of the draw.
    pub(super) fn check_pool(&self, paid: usize) -> Result<(), Refusal> {
        let Some(StartedNight { settings, fifty_fifty: Some(draw), .. }) = self.phase.started() else { return Ok(()) };
        let in_draw = Fees::new(settings, paid).pool;
        if in_draw < draw.amount { Err(Refusal::PoolTooSmall { amount: draw.amount, in_draw }) } else { Ok(()) }
    }
}
