//! The 50/50: half the draw money, drawn once among those who have paid.

use rand::seq::IndexedRandom;

use super::{EventKind, Night, Refusal, decide::Decision};
use crate::id::PlayerId;
use crate::league::{Fees, Seed};

/// The winner of the 50/50.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = FiftyFiftyDraw))]
pub struct FiftyFifty {
    /// Who won it.
    pub player: PlayerId,
    /// What they won, in cents.
    pub amount: u64,
    /// What it was drawn from, among those who had paid in the order of their ids.
    pub seed: Seed,
}

impl Night {
    pub(super) fn decide_draw(&self, seed: Seed) -> Decision {
        let Some(settings) = self.settings.as_ref() else { return Err(Refusal::NotPlaying) };
        if let Some(draw) = &self.fifty_fifty {
            return Err(Refusal::AlreadyDrawn { player: draw.player, amount: draw.amount });
        }
        let mut paid: Vec<PlayerId> =
            self.entries.iter().filter(|entry| entry.paid).map(|entry| entry.player).collect();
        paid.sort_unstable();
        let Some(player) = paid.choose(&mut seed.rng()).copied() else { return Err(Refusal::NobodyPaid) };
        match Fees::of(settings, paid.len()).payout {
            0 => Err(Refusal::NothingToDraw),
            amount => Ok(vec![EventKind::FiftyFiftyDrawn(FiftyFifty { player, amount, seed })]),
        }
    }
}
