//! The prizes that were handed out, and what is left to settle with each player.

use super::decide::Decision;
use super::phase::Phase;
use super::{EventKind, Night, Refusal};
use crate::id::{CommandId, PlayerId};
use crate::league::Settings;

/// The amount that was handed out to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Payout {
    /// The player.
    pub player: PlayerId,
    /// The amount of all prizes that they have in hand, in cents.
    pub amount: u64,
    /// The id of the command that noted it, if it had one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub id: Option<CommandId>,
}

/// The money between the league and a player, in cents, without the 50/50.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct PlayerMoney {
    /// The player.
    pub player_id: PlayerId,
    /// Their name.
    pub name: String,
    /// The fee that they have paid.
    pub fee_paid: u64,
    /// The fee that they owe.
    pub fee_due: u64,
    /// The prize they win by the current standings.
    pub prize_now: u64,
    /// The amount that was handed out to them: their prize when the night was finished, unless another amount was noted.
    pub handed_out: u64,
    /// The amount that the player is still to get, or to give where it is negative: `prize_now` without `handed_out` and
    /// `fee_due`.
    pub to_settle: i64,
}

impl Night {
    pub(super) fn decide_payout(&self, payout: Payout) -> Decision {
        match &self.phase {
            Phase::Gathering { cancelled: Some(_) } => return Err(Refusal::Cancelled),
            Phase::Gathering { cancelled: None } => return Err(Refusal::NotPlaying),
            Phase::Playing(_) | Phase::Finished(..) => {}
        }
        if self.entry(payout.player).is_none() {
            return Err(Refusal::NoEntry { player: payout.player });
        }
        let stands = self.payouts.get(&payout.player) == Some(&payout.amount);
        Ok((!stands).then_some(EventKind::PaidOut(payout)).into_iter().collect())
    }

    /// The amount that was handed out to a player.
    fn handed_out(&self, player: PlayerId) -> u64 {
        let at_finish = || {
            let prizes = self.phase.finish().map(|finish| &finish.prizes[..]).unwrap_or_default();
            prizes.iter().filter(|paid| paid.player == player).map(|paid| paid.amount).sum()
        };
        self.payouts.get(&player).copied().unwrap_or_else(at_finish)
    }

    /// The money between the league and each player who was checked in. `prize` tells what they win now.
    pub(super) fn player_money(
        &self,
        settings: &Settings,
        prize: &dyn Fn(PlayerId) -> u64,
        name: &dyn Fn(PlayerId) -> String,
    ) -> Vec<PlayerMoney> {
        let fee = u64::from(settings.fee);
        let of = |entry: &super::Entry| {
            let (fee_paid, fee_due) = if entry.paid { (fee, 0) } else { (0, fee) };
            let (prize_now, handed_out) = (prize(entry.player), self.handed_out(entry.player));
            let to_settle = prize_now as i64 - handed_out as i64 - fee_due as i64;
            let (player_id, name) = (entry.player, name(entry.player));
            PlayerMoney { player_id, name, fee_paid, fee_due, prize_now, handed_out, to_settle }
        };
        self.entries.iter().map(of).collect()
    }
}
