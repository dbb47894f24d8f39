//! The prizes and the 50/50 that were handed out, and what is left to settle with each player.

use std::collections::BTreeSet;

use super::decide::Decision;
use super::phase::Phase;
use super::{EventKind, Night, Refusal};
use crate::id::{CommandId, PlayerId};
use crate::league::{HandOuts, Settings};

/// A thing that is handed out: the player's prize, or their part of the 50/50.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum PayoutKind {
    /// The prize.
    #[default]
    Prize,
    /// The 50/50.
    FiftyFifty,
}

crate::text::string_enum!(PayoutKind, "what is handed out", { Prize => "prize", FiftyFifty => "fifty_fifty" });

impl PayoutKind {
    /// Returns true for the kind in logs without the field.
    #[cfg(feature = "serde")]
    fn is_default(&self) -> bool {
        *self == PayoutKind::default()
    }
}

/// The amount that was handed out to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Payout {
    /// The player.
    pub player: PlayerId,
    /// The amount that they have in hand of it, in cents.
    pub amount: u64,
    /// The thing that was handed out; left out for `prize`.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "PayoutKind::is_default"))]
    pub what: PayoutKind,
    /// The id of the command that noted it, if it had one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub id: Option<CommandId>,
}

/// The money between the league and a player, in cents.
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
    /// The noted amount of prizes that they have in hand. If the night's `hand_outs` is `assumed`, the default is their prize
    /// at the finish.
    pub handed_out: u64,
    /// `prize_now` minus `handed_out` and `fee_due`: the player gets this amount, or gives it if it is negative. The 50/50 is
    /// not in it.
    pub to_settle: i64,
    /// The part of the 50/50 that they won.
    pub fifty_fifty_due: u64,
    /// The noted amount of the 50/50 that they have in hand. If the night's `hand_outs` is `assumed`, the default is
    /// `fifty_fifty_due`.
    pub fifty_fifty_handed: u64,
}

impl Night {
    pub(super) fn decide_payout(&self, payout: Payout) -> Decision {
        match &self.phase {
            Phase::Gathering { cancelled: Some(_) } => return Err(Refusal::Cancelled),
            Phase::Gathering { cancelled: None } => return Err(Refusal::NotPlaying),
            Phase::Playing(_) | Phase::Finished(..) => {}
        }
        let Payout { player, amount, what, .. } = payout;
        let noted = self.payouts.get(&(player, what));
        if self.entry(player).is_none() && noted.is_none() {
            return Err(Refusal::NoEntry { player });
        }
        Ok((noted != Some(&amount)).then_some(EventKind::PaidOut(payout)).into_iter().collect())
    }

    /// The notes of the prizes that were handed out with the finish without a note, so that they outlast it.
    pub(super) fn unnoted_prizes(&self) -> Vec<EventKind> {
        let is_assumed = self.phase.started().is_some_and(|started| started.settings.hand_outs == HandOuts::Assumed);
        let winners: BTreeSet<PlayerId> =
            self.phase.finish().iter().flat_map(|finish| &finish.prizes).map(|paid| paid.player).collect();
        let what = PayoutKind::Prize;
        let unnoted = winners.into_iter().filter(|player| is_assumed && !self.payouts.contains_key(&(*player, what)));
        unnoted
            .map(|player| EventKind::PaidOut(Payout { player, amount: self.at_the_finish(player), what, id: None }))
            .collect()
    }

    /// The prizes of a player when the night was finished.
    pub(super) fn at_the_finish(&self, player: PlayerId) -> u64 {
        let prizes = self.phase.finish().map(|finish| &finish.prizes[..]).unwrap_or_default();
        prizes.iter().filter(|paid| paid.player == player).map(|paid| paid.amount).sum()
    }

    /// The amount that was handed out to a player.
    fn handed_out(&self, player: PlayerId, what: PayoutKind, settings: &Settings) -> u64 {
        let unnoted = || match (settings.hand_outs, what) {
            (HandOuts::Ticked, _) => 0,
            (HandOuts::Assumed, PayoutKind::Prize) => self.at_the_finish(player),
            (HandOuts::Assumed, PayoutKind::FiftyFifty) => self.fifty_fifty_due(player),
        };
        self.payouts.get(&(player, what)).copied().unwrap_or_else(unnoted)
    }

    /// The part of the 50/50 that a player won.
    fn fifty_fifty_due(&self, player: PlayerId) -> u64 {
        self.fifty_fifty().filter(|draw| draw.player == player).map_or(0, |draw| draw.amount)
    }

    /// The money between the league and each player with an entry or with money in hand. `prize` returns the current prize.
    pub(super) fn player_money(
        &self,
        settings: &Settings,
        prize: &dyn Fn(PlayerId) -> u64,
        name: &dyn Fn(PlayerId) -> String,
    ) -> Vec<PlayerMoney> {
        let fee = u64::from(settings.fee);
        let of = |player: PlayerId| {
            let (fee_paid, fee_due) = match self.entry(player) {
                Some(entry) if entry.paid => (fee, 0),
                Some(_) => (0, fee),
                None => (0, 0),
            };
            let (prize_now, handed_out) = (prize(player), self.handed_out(player, PayoutKind::Prize, settings));
            PlayerMoney {
                player_id: player,
                name: name(player),
                fee_paid,
                fee_due,
                prize_now,
                handed_out,
                to_settle: prize_now as i64 - handed_out as i64 - fee_due as i64,
                fifty_fifty_due: self.fifty_fifty_due(player),
                fifty_fifty_handed: self.handed_out(player, PayoutKind::FiftyFifty, settings),
            }
        };
        // A withdrawn player may still hold money from a draw that is void now.
        let gone: BTreeSet<PlayerId> =
            self.payouts.iter().filter(|(_, amount)| **amount > 0).map(|(key, _)| key.0).collect();
        let gone = gone.into_iter().filter(|player| self.entry(*player).is_none());
        self.entries.iter().map(|entry| entry.player).chain(gone).map(of).collect()
    }
}
