//! The money of a night: the draw of the 50/50, hand-outs, and the amount that is left to settle with each player.

use std::collections::{BTreeMap, BTreeSet};

use rand::seq::IndexedRandom;

use super::decide::{Decision, check_reason};
use super::phase::{Phase, StartedNight};
use super::{Entry, EntryAction, EventKind, NewEntry, Night, Refusal};
use crate::{CommandId, Fees, HandOuts, PlayerId, Seed, Settings};

/// The winner of the 50/50.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = FiftyFiftyDraw))]
pub struct FiftyFifty {
    /// The player who won it.
    pub player: PlayerId,
    /// The amount they won, in cents.
    pub amount: u64,
    /// The seed of the draw among the paid players, in the order of their ids.
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

pegout_engine::string_enum!(PayoutKind, "what is handed out", { Prize => "prize", FiftyFifty => "fifty_fifty" });

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
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "pegout_engine::text::is_default"))]
    pub what: PayoutKind,
    /// The id of the command that noted it, if it had one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub id: Option<CommandId>,
    /// The id in the log, if the player was entered twice.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub noted_for: Option<PlayerId>,
}

/// The amounts that were noted, by the ids in the log. A player who was entered twice has both amounts in hand.
pub(super) type Notes = BTreeMap<(PlayerId, PayoutKind), BTreeMap<PlayerId, u64>>;

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
        let Payout { player, amount, what, .. } = payout;
        let noted = self.noted(player, what);
        // A round that was taken back, or the cancellation that followed, takes no money off the table.
        let had_money = noted.is_some() || !self.taken_back.is_empty();
        match &self.phase {
            Phase::Gathering { cancelled: Some(_) } if !had_money => return Err(Refusal::Cancelled),
            Phase::Gathering { cancelled: None } if !had_money => return Err(Refusal::NotPlaying),
            _ => {}
        }
        if self.entry(player).is_none() && noted.is_none() {
            return Err(Refusal::NoEntry { player });
        }
        if noted == Some(amount) {
            return Ok(Vec::new());
        }
        // The amount is the whole amount: notes for the player's other ids become 0.
        let others = self.payouts.get(&(player, what)).into_iter().flatten();
        let others = others.filter(|(other, amount)| **other != player && **amount > 0);
        let emptied = others.map(|(other, _)| Payout { player: *other, amount: 0, what, id: None, noted_for: None });
        Ok(emptied.chain([payout]).map(EventKind::PaidOut).collect())
    }

    /// The player of a payout, after merges.
    pub(super) fn payee(&self, Payout { player, what, noted_for, .. }: &Payout) -> PlayerId {
        let is_of = |((_, of), notes): &(&(PlayerId, PayoutKind), &BTreeMap<PlayerId, u64>)| {
            noted_for.is_none() && of == what && notes.contains_key(player)
        };
        self.payouts.iter().find(is_of).map_or(*player, |((payee, _), _)| *payee)
    }

    /// Notes a payout.
    pub(super) fn pay_out(&mut self, payout: &Payout) {
        let notes = self.payouts.entry((self.payee(payout), payout.what)).or_default();
        notes.insert(payout.noted_for.unwrap_or(payout.player), payout.amount);
    }

    /// The amount that was noted as handed out to a player, in cents.
    #[must_use]
    pub fn noted(&self, player: PlayerId, what: PayoutKind) -> Option<u64> {
        self.payouts.get(&(player, what)).map(|notes| notes.values().sum())
    }

    /// Decides a payout together with the fee.
    pub(super) fn decide_settle(&self, payout: Payout, paid: bool) -> Decision {
        let player = payout.player;
        let Some(entry) = self.entry(player) else { return self.decide_fee_back(payout, paid) };
        let handed = self.decide_payout(payout)?;
        let action = EntryAction::Note { paid: Some(paid), guest: None, pots: None };
        let fee = self.decide_enter(NewEntry { action, member: !entry.guest, ..NewEntry::member(player) })?;
        Ok(fee.into_iter().chain(handed).collect())
    }

    /// Decides that the fee of a withdrawn player was given back, or was not after all.
    fn decide_fee_back(&self, payout: Payout, paid: bool) -> Decision {
        let player = payout.player;
        let old = self.withdrawn.iter().find(|entry| entry.player == player);
        let is_fee_alone = old.is_some() && payout.amount == 0 && self.noted(player, payout.what).is_none();
        let handed = if is_fee_alone { Vec::new() } else { self.decide_payout(payout)? };
        let entry = Entry { paid, ..old.ok_or(Refusal::NoEntry { player })?.clone() };
        let is_changed = old != Some(&entry);
        let fee = [EventKind::Entered(entry), EventKind::Withdrawn { player }].into_iter().filter(|_| is_changed);
        Ok(fee.chain(handed).collect())
    }

    /// The fee that a player must still get back after a withdrawal or a cancellation. With `assumed` they have it already.
    pub(super) fn fee_back(&self, player: PlayerId, settings: &Settings) -> u64 {
        let has_paid = |entry: &Entry| entry.player == player && entry.paid;
        match self.cancellation() {
            Some(cancellation) if self.withdrawn.iter().chain(&self.entries).any(has_paid) => {
                cancellation.fee().unwrap_or_default().into()
            }
            None if settings.hand_outs == HandOuts::Ticked && self.withdrawn.iter().any(has_paid) => {
                settings.fee.into()
            }
            _ => 0,
        }
    }

    /// Returns true if the fee of a withdrawn player is still in the box of a night that has begun: it pays again.
    pub(super) fn holds_fee(&self, player: PlayerId) -> bool {
        self.phase.started().is_some_and(|started| self.fee_back(player, &started.settings) > 0)
    }

    /// The fee of a player that is in the box, in cents: it pays for the night, or goes back.
    #[must_use]
    pub fn fee_held(&self, player: PlayerId, league: &Settings) -> u64 {
        let settings = self.settings(league);
        match self.fee_back(player, settings) {
            0 if self.cancellation().is_none() && self.entry(player).is_some_and(|entry| entry.paid) => {
                settings.fee.into()
            }
            fee_back => fee_back,
        }
    }

    /// The notes of assumed hand-outs, so that the amounts stay after the finish or the draw is taken back.
    pub(super) fn unnoted(&self, what: PayoutKind) -> Vec<EventKind> {
        let Some(StartedNight { settings, .. }) = self.phase.started() else { return Vec::new() };
        let prizes = self.phase.finish().map(|finish| &finish.prizes[..]).unwrap_or_default();
        let winners: BTreeSet<PlayerId> = match what {
            PayoutKind::Prize => prizes.iter().map(|paid| paid.player).collect(),
            PayoutKind::FiftyFifty => self.fifty_fifty().map(|draw| draw.player).into_iter().collect(),
        };
        let is_assumed = settings.hand_outs == HandOuts::Assumed;
        let unnoted = winners.into_iter().filter(|player| is_assumed && self.noted(*player, what).is_none());
        unnoted
            .map(|player| (player, self.handed_out(player, what, settings)))
            .map(|(player, amount)| EventKind::PaidOut(Payout { player, amount, what, id: None, noted_for: None }))
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
        self.noted(player, what).unwrap_or_else(unnoted)
    }

    /// The part of the 50/50 that a player won.
    fn fifty_fifty_due(&self, player: PlayerId) -> u64 {
        self.fifty_fifty().filter(|draw| draw.player == player).map_or(0, |draw| draw.amount)
    }

    /// The money between the league and each player with an entry, money in hand or a fee to get back. `prize` returns
    /// the current prize.
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
        // A withdrawn player may still hold money from a draw that is void now, or get the fee back.
        let in_hand = self.payouts.iter().filter(|(_, notes)| notes.values().any(|amount| *amount > 0));
        let withdrawn = self.withdrawn.iter().map(|entry| entry.player);
        let to_get = withdrawn.filter(|player| self.fee_back(*player, settings) > 0);
        let gone: BTreeSet<PlayerId> = in_hand.map(|(key, _)| key.0).chain(to_get).collect();
        let gone = gone.into_iter().filter(|player| self.entry(*player).is_none());
        self.entries.iter().map(|entry| entry.player).chain(gone).map(of).collect()
    }
}
