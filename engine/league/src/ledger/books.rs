//! The books: the box, the funds and the account of each player, from the ledger and the money of the nights.

use std::collections::{BTreeMap, BTreeSet};

use super::{Account, Ledger};
use crate::night::{Money, Night, Open, Schedule, Status};
use crate::{Date, GameResults, NightId, PlayerId, Settings};

/// The money that a night has put into the box, and what it is for, in cents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NightBooks {
    /// The night.
    pub night: NightId,
    /// Its day.
    pub date: Date,
    /// The fees that were taken, less the money that was handed out.
    pub in_box: i64,
    /// The part for supplies.
    pub supplies: i64,
    /// The part for activities.
    pub activities: i64,
    /// The part that is still to be handed out; negative if the players got too much.
    pub to_hand_out: i64,
    /// The fees that players owe who have played.
    pub debts: Vec<(PlayerId, u64)>,
    /// The amounts that players are still to get.
    pub to_get: Vec<(PlayerId, u64)>,
}

impl NightBooks {
    /// The books of a night. `league` is the league's settings, for a night that has not begun.
    #[must_use]
    pub fn new(night: &Night, games: &GameResults, league: &Settings) -> NightBooks {
        let money = night.money(games, league, &|_| String::new());
        let is_cancelled = night.status() == Status::Cancelled;
        let is_over = night.status() == Status::Finished;
        let cents = |amount: u64| i64::try_from(amount).unwrap_or(i64::MAX);
        let open = |wanted: &[Open]| -> Vec<(PlayerId, u64)> {
            let items = money.open.iter().filter(|item| wanted.contains(&item.what));
            items.filter_map(|item| Some((item.player_id?, item.amount?))).collect()
        };
        let fees_back: u64 = open(&[Open::FeeBack]).iter().map(|(_, amount)| amount).sum();
        let handed: u64 = money.players.iter().map(|player| player.handed_out + player.fifty_fifty_handed).sum();
        let won: u64 = money.prizes.iter().map(|prize| prize.amount).sum();
        let Money { fees, fifty_fifty, supplies, pot, .. } = money;
        // Before the finish the whole pot is kept for prizes.
        let prizes = if is_over { won } else { pot };
        let mut debts = open(&[Open::Fee]);
        if !debts.is_empty() {
            let rows = night.standings(games, league, &|_| String::new());
            let played: BTreeSet<PlayerId> = rows.iter().filter(|row| row.games > 0).map(|row| row.player_id).collect();
            debts.retain(|(player, _)| played.contains(player));
        }
        // Before the finish the prizes are not final.
        let to_get = open(if is_over {
            &[Open::Prize, Open::FiftyFifty, Open::FeeBack]
        } else {
            &[Open::FiftyFifty, Open::FeeBack]
        });
        let &Schedule { night, date, .. } = night.schedule();
        if is_cancelled {
            // All fees of a cancelled night go back.
            let left = cents(fees_back) - cents(handed);
            return NightBooks {
                night,
                date,
                in_box: left,
                supplies: 0,
                activities: 0,
                to_hand_out: left,
                debts,
                to_get,
            };
        }
        NightBooks {
            night,
            date,
            in_box: cents(fees + fees_back) - cents(handed),
            supplies: cents(supplies),
            activities: cents(fees) - cents(fifty_fifty + supplies + prizes),
            to_hand_out: cents(fifty_fifty + prizes + fees_back) - cents(handed),
            debts,
            to_get,
        }
    }
}

/// The money of a league, in cents. The amount in the box is the sum of all other balances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = LedgerBalances))]
pub struct Balances {
    /// The cash that should be in the box.
    #[cfg_attr(feature = "serde", serde(rename = "box"))]
    pub in_box: i64,
    /// The credits of all players.
    pub credits: i64,
    /// The prizes, 50/50s and fees that are still to be handed out; negative if the players got too much.
    pub to_hand_out: i64,
    /// The fund for supplies. A correction of a night may make it negative.
    pub supplies: i64,
    /// The fund for activities. A correction of a night may make it negative.
    pub activities: i64,
    /// The fund for prizes of a season.
    pub prize_fund: i64,
    /// The pots for special hands.
    pub pots: i64,
}

impl Balances {
    /// The balance of a fund; 0 for any other account.
    #[must_use]
    pub const fn of(&self, account: Account) -> i64 {
        match account {
            Account::Supplies => self.supplies,
            Account::Activities => self.activities,
            Account::PrizeFund => self.prize_fund,
            _ => 0,
        }
    }
}

/// The fee of a night that a player owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct NightDebt {
    /// The night.
    pub night_id: NightId,
    /// Its day.
    pub date: Date,
    /// The fee, in cents.
    pub amount: u64,
}

/// The account of a player, in cents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerAccount {
    /// The money that the player has paid ahead, or left in the box.
    pub credit: i64,
    /// The fees that the player owes, by day.
    pub owes: Vec<NightDebt>,
    /// The prizes, 50/50s and fees that the player is still to get.
    pub to_get: u64,
}

/// The books of a league: its balances, and the accounts of the players with credit, debts or prizes to get.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Books {
    /// The balances.
    pub balances: Balances,
    /// The accounts.
    pub players: BTreeMap<PlayerId, PlayerAccount>,
}

impl Books {
    /// The books of these nights and this ledger. Nights are in the order of their days.
    #[must_use]
    pub fn new<'a>(ledger: &Ledger, nights: impl IntoIterator<Item = &'a NightBooks>) -> Books {
        let mut books = Books::default();
        for night in nights {
            books.balances.in_box += night.in_box;
            books.balances.supplies += night.supplies;
            books.balances.activities += night.activities;
            books.balances.to_hand_out += night.to_hand_out;
            for &(player, amount) in &night.debts {
                let debt = NightDebt { night_id: night.night, date: night.date, amount };
                books.players.entry(player).or_default().owes.push(debt);
            }
            for (player, amount) in &night.to_get {
                books.players.entry(*player).or_default().to_get += amount;
            }
        }
        for (player, credit) in ledger.credits() {
            books.balances.credits += credit;
            books.players.entry(player).or_default().credit = credit;
        }
        // Credit that pays a fee leaves the box, as the fee has come into it. A prize that goes to a credit comes back.
        let elsewhere = [Account::Outside, Account::Fee, Account::Prize, Account::FiftyFifty];
        books.balances.in_box -= elsewhere.map(|account| ledger.moved_to(account)).iter().sum::<i64>();
        books.balances.supplies += ledger.moved_to(Account::Supplies);
        books.balances.activities += ledger.moved_to(Account::Activities);
        books.balances.prize_fund += ledger.moved_to(Account::PrizeFund);
        books.balances.pots = ledger.pots().iter().map(|pot| ledger.in_pot(pot.id)).sum();
        books
    }
}
