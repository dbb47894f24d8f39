//! The open items of a night: contested results, and money that is not yet with its owner.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::{Night, PlayerMoney, Status, TableRef};
use crate::{Format, GameResults, PlayerId, Settings};

/// A kind of open item, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Open {
    /// A result is contested.
    Contested,
    /// A prize must be handed out.
    Prize,
    /// The 50/50 must be handed out.
    FiftyFifty,
    /// The fee of a withdrawn player must be given back.
    FeeBack,
    /// A fee is owed.
    Fee,
    /// A player has too much money in hand.
    ToReturn,
    /// A scorecard of paper is missing. It is an item only if another card was handed in.
    Card,
}

pegout_engine::string_enum!(Open, "a kind of open item", {
    Contested => "contested",
    Prize => "prize",
    FiftyFifty => "fifty_fifty",
    FeeBack => "fee_back",
    Fee => "fee",
    ToReturn => "to_return",
    Card => "card",
});

/// A task that is left at a night: a contested result, money to hand over, or a card to hand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct OpenItem {
    /// The kind.
    pub what: Open,
    /// The player; left out for a contested result.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub player_id: Option<PlayerId>,
    /// The round of a contested result.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub round: Option<u16>,
    /// The table of a contested result.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub table: Option<usize>,
    /// The amount, in cents; left out for a contested result and a card.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub amount: Option<u64>,
    /// The part of the player's prize to hand out with this fee, in cents. It is left out without a prize, and before
    /// the finish.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub prize: Option<u64>,
}

impl OpenItem {
    const fn contested(at: TableRef) -> OpenItem {
        let (round, table) = (Some(at.round), Some(at.table));
        OpenItem { what: Open::Contested, player_id: None, round, table, amount: None, prize: None }
    }

    const fn card(player: PlayerId) -> OpenItem {
        let player_id = Some(player);
        OpenItem { what: Open::Card, player_id, round: None, table: None, amount: None, prize: None }
    }

    fn of(what: Open, player: &PlayerMoney, amount: u64) -> Option<OpenItem> {
        let (player_id, amount) = (Some(player.player_id), Some(amount).filter(|amount| *amount > 0));
        amount.is_some().then_some(OpenItem { what, player_id, round: None, table: None, amount, prize: None })
    }

    /// The place in the list. A fee with a prize is sorted with the prizes.
    fn rank(&self) -> (u8, Reverse<Option<u64>>) {
        match (self.what, self.prize) {
            (Open::Contested, _) => (0, Reverse(None)),
            (Open::Fee, Some(prize)) => (1, Reverse(Some(prize))),
            (Open::Prize, _) => (1, Reverse(self.amount)),
            (Open::FiftyFifty, _) => (2, Reverse(self.amount)),
            (Open::FeeBack, _) => (3, Reverse(self.amount)),
            (Open::Fee, None) => (4, Reverse(self.amount)),
            (Open::ToReturn, _) => (5, Reverse(self.amount)),
            (Open::Card, _) => (6, Reverse(None)),
        }
    }
}

impl Night {
    /// The open items, the worst first. `prize_if_paid` returns the prize of a player if the fee were paid now.
    pub(super) fn open_items(
        &self,
        games: &GameResults,
        settings: &Settings,
        players: &[PlayerMoney],
        prize_if_paid: &dyn Fn(PlayerId) -> u64,
    ) -> Vec<OpenItem> {
        let is_contested = |game| {
            let entered = games.get(game).and_then(crate::GameResult::entered);
            entered.is_some_and(|result| !result.contested.is_empty())
        };
        let contested =
            self.tables().filter(|(_, table)| is_contested(&table.game)).map(|(at, _)| OpenItem::contested(at));
        let money = players.iter().flat_map(|player| {
            // Nobody owes the fee of a night that is cancelled.
            let fee_due = if self.status() == Status::Cancelled { 0 } else { player.fee_due };
            let won = if fee_due > 0 { prize_if_paid(player.player_id) } else { player.prize_now };
            let prize = won.saturating_sub(player.handed_out);
            let fifty_fifty = player.fifty_fifty_due.saturating_sub(player.fifty_fifty_handed);
            let to_return = player.handed_out.saturating_sub(won)
                + player.fifty_fifty_handed.saturating_sub(player.fifty_fifty_due);
            // Before the finish the standings are not final: paying a fee then hands out no prize.
            let with_fee = Some(prize).filter(|prize| *prize > 0 && self.status() == Status::Finished);
            let fee = OpenItem::of(Open::Fee, player, fee_due).map(|fee| OpenItem { prize: with_fee, ..fee });
            let prize = if fee.is_some() { None } else { OpenItem::of(Open::Prize, player, prize) };
            let fee_back = self.fee_back(player.player_id, settings);
            let others = [(Open::FiftyFifty, fifty_fifty), (Open::FeeBack, fee_back), (Open::ToReturn, to_return)];
            [prize, fee].into_iter().chain(others.map(|(what, amount)| OpenItem::of(what, player, amount))).flatten()
        });
        let mut open: Vec<OpenItem> = contested.chain(money).chain(self.missing_cards(settings)).collect();
        open.sort_by_key(OpenItem::rank);
        open
    }

    /// The missing cards, if any card was handed in. Partners have one card. A player who gave the seat to a substitute has no card.
    fn missing_cards<'a>(&'a self, settings: &'a Settings) -> impl Iterator<Item = OpenItem> + 'a {
        let format = self.format(settings);
        let players = self.entries.iter().map(|entry| entry.player).filter(|_| !self.returned.is_empty());
        let mut seen = BTreeSet::new();
        let is_paired = move |player| self.unit_of(player, format) != player.into();
        let has_card = move |player| format != Format::FixedPairs || is_paired(player);
        let owners = players.filter(move |player| self.has_played(*player) && has_card(*player));
        let missing = owners.filter(|player| !self.has_returned(*player, settings));
        missing.filter(move |player| seen.insert(self.unit_of(*player, format))).map(OpenItem::card)
    }
}
