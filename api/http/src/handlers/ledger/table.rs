//! The ledger as CSV: each row changes one account, so that the box and every balance can be counted from the rows alone.

use std::collections::HashMap;

use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use pegout_league::PlayerId;
use pegout_league::ledger::{Account, NightBooks, Pot, PotId};

use crate::caller::Permitted;
use crate::download::{self, Cell};
use crate::problem_response::HttpProblem;
use pegout_service::auth::right::rights;
use pegout_service::services::ledger_service::{EntryView, LedgerService};

/// The titles of the columns.
const TITLES: [&str; 9] = ["Date", "Night", "What", "Player", "Account", "Amount", "Balance", "Reason", "Player id"];

/// An account of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Column {
    Box,
    ToHandOut,
    Fund(Account),
    Pot(Option<PotId>),
    Credit(Option<PlayerId>),
}

/// The rows so far, and the balance of each account.
#[derive(Default)]
struct Table {
    rows: Vec<Vec<Cell>>,
    balances: HashMap<Column, i64>,
    /// The title of the account of each pot.
    pots: HashMap<Option<PotId>, String>,
}

/// The first cells of a row: the day, the night, the kind of posting, the player and the reason.
#[derive(Clone)]
struct Head {
    date: String,
    night: String,
    what: &'static str,
    player: String,
    player_id: String,
    reason: String,
}

/// Returns the ledger as CSV
///
/// Returns the ledger as CSV in UTF-8, for spreadsheets. A row changes one account, and has the balance after it. The accounts
/// are the box, the money to hand out, the funds, the pots, and the credit of each player. A night has a row for each of its parts, a
/// posting a row for each of its accounts. The balance of the box is the sum of all other balances. Amounts are in dollars.
#[utoipa::path(
    tag = "Ledger",
    responses((status = 200, description = "The ledger.", body = String, content_type = "text/csv")),
)]
#[get("/ledger.csv")]
pub async fn download_ledger(
    _: Permitted<rights::ReadMoney>,
    ledger: Data<LedgerService>,
) -> Result<HttpResponse, HttpProblem> {
    let books = ledger.books().await?;
    let titled = |pot: &Pot| (Some(pot.id), format!("Pot {}", pot.name));
    let mut table = Table { pots: books.ledger.pots().iter().map(titled).collect(), ..Table::default() };
    books.nights.iter().for_each(|night| table.add_night(night));
    let entries = books.ledger.entries().iter().map(|entry| ledger.entry_view(&books, entry));
    entries.filter(|entry| entry.taken_back.is_none()).for_each(|entry| table.add_posting(&entry));
    let titles = TITLES.map(Cell::text).into();
    Ok(download::csv("ledger", std::iter::once(titles).chain(table.rows).collect()))
}

impl Table {
    fn add_night(&mut self, night: &NightBooks) {
        let head = Head {
            date: night.date.to_string(),
            night: night.night.to_string(),
            what: "Night",
            player: String::new(),
            player_id: String::new(),
            reason: String::new(),
        };
        let parts = [
            (Column::Box, night.in_box),
            (Column::ToHandOut, night.to_hand_out),
            (Column::Fund(Account::Supplies), night.supplies),
            (Column::Fund(Account::Activities), night.activities),
        ];
        parts
            .into_iter()
            .filter(|(_, amount)| *amount != 0)
            .for_each(|(column, amount)| self.add(&head, column, amount));
    }

    fn add_posting(&mut self, entry: &EntryView) {
        let head = Head {
            date: entry.date.map_or_else(|| entry.at.to_string().chars().take(10).collect(), |date| date.to_string()),
            night: entry.night_id.map(|night| night.to_string()).unwrap_or_default(),
            what: what(entry.from, entry.to, entry.player_id.is_some()),
            player: entry.name.clone().unwrap_or_default(),
            player_id: entry.player_id.map(|player| player.to_string()).unwrap_or_default(),
            reason: entry.reason.clone().unwrap_or_default(),
        };
        let amount = i64::try_from(entry.amount).unwrap_or(i64::MAX);
        for (account, amount) in [(entry.from, -amount), (entry.to, amount)] {
            match account {
                Account::Credit => self.add(&head, Column::Credit(entry.player_id), amount),
                Account::Supplies | Account::Activities | Account::PrizeFund => {
                    self.add(&head, Column::Fund(account), amount);
                }
                Account::Pot => self.add(&head, Column::Pot(entry.pot_id), amount),
                // Money that comes from elsewhere is in the box.
                Account::Outside | Account::Fee | Account::Prize | Account::FiftyFifty => {
                    self.add(&head, Column::Box, -amount);
                }
            }
        }
    }

    fn add(&mut self, head: &Head, column: Column, amount: i64) {
        let Head { date, night, what, player, player_id, reason } = head.clone();
        let balance = self.balances.entry(column).or_default();
        *balance += amount;
        let account = match column {
            Column::Box => "Box",
            Column::ToHandOut => "To hand out",
            Column::Fund(Account::Supplies) => "Supplies",
            Column::Fund(Account::Activities) => "Activities",
            Column::Fund(_) => "Prize fund",
            Column::Pot(pot) => self.pots.get(&pot).map_or("Pot", String::as_str),
            Column::Credit(_) => "Credit",
        };
        let texts = [date, night, what.to_owned(), player, account.to_owned()].map(Cell::text);
        let amounts = [Cell::dollars(amount), Cell::dollars(*balance)];
        self.rows.push(texts.into_iter().chain(amounts).chain([reason, player_id].map(Cell::text)).collect());
    }
}

/// The name of a posting.
const fn what(from: Account, to: Account, of_player: bool) -> &'static str {
    match (from, to) {
        (Account::Outside, Account::Credit) => "Paid ahead",
        (Account::Credit, Account::Outside) => "Handed back",
        (Account::Credit, Account::Fee) => "Fee by credit",
        (Account::Fee, Account::Credit) => "Fee back to credit",
        (Account::Prize, Account::Credit) => "Prize to credit",
        (Account::FiftyFifty, Account::Credit) => "50/50 to credit",
        (Account::Pot, _) if of_player => "Pot won",
        (_, Account::Pot) if of_player => "Stake",
        (Account::Outside, _) => "Brought in",
        (_, Account::Outside) => "Spent",
        _ => "Moved",
    }
}
