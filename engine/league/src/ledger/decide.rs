//! The decisions of the ledger: a command makes events, or is refused.

use thiserror::Error;

use super::pots::{Pot, PotError, PotId};
use super::{Account, Balances, Entry, Event, EventKind, Ledger, MAX_AMOUNT, Posting, PostingId};
use crate::night::dollars;
use crate::{NightId, PlayerId};
use pegout_engine::game::{MAX_NAME_LENGTH, MAX_REASON_LENGTH, Metadata, Role, TextError};

/// A request to change the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The time and the author.
    pub metadata: Metadata,
    /// The requested change.
    pub action: Action,
}

/// A change that can be asked of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Move money.
    Post {
        /// The posting.
        posting: Posting,
        /// The share of the nights in each fund; `None` if the money comes from no fund.
        nights: Option<Balances>,
    },
    /// Take a posting back.
    TakeBack(TakenBack),
    /// Make a pot, or change it.
    SetPot {
        /// The pot as it is to be.
        pot: Pot,
        /// The number of changes of the pot that its author has seen; `None` for any.
        based_on: Option<u64>,
    },
}

/// A posting that is taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenBack {
    /// The posting.
    pub posting: PostingId,
    /// The reason.
    pub reason: Option<String>,
    /// The share of the nights in each fund; `None` if the money does not go back from a fund.
    pub nights: Option<Balances>,
    /// True together with the change of the night whose fee or prize it is.
    pub with_night: bool,
    /// The payments that have won the money of a stake.
    pub won: Vec<PostingId>,
}

/// A reason why the ledger refuses a command, in a sentence for the coordinator.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// Phones have nothing to do with the ledger.
    #[error("Only the coordinator, the representatives and the helpers at the door have to do with the money.")]
    CoordinatorOnly,
    /// The name of the author is not valid.
    #[error("The name in “by” is not valid. {0}")]
    InvalidName(TextError),
    /// The reason is not valid.
    #[error("The reason does not do. {0}")]
    InvalidReason(TextError),
    /// The id of the posting belongs to another posting.
    #[error("The id {posting} was used for another posting. Use a new id for this one.")]
    IdTaken {
        /// The id.
        posting: PostingId,
    },
    /// The amount is out of its range.
    #[error("An amount is 1 to {MAX_AMOUNT} cents, not {given}.")]
    Amount {
        /// The amount that was given, in cents.
        given: u64,
    },
    /// Both accounts are the same, or neither is the league's.
    #[error("Money is moved between two different accounts, and one of them at least is a credit or a fund.")]
    Accounts,
    /// Credit belongs to a player.
    #[error("Credit belongs to a player: name the player.")]
    PlayerMissing,
    /// The fees, prizes, stakes and wins of a night are noted at the night.
    #[error(
        "Fees, prizes and stakes are noted at their night: mark the fee there, hand out the prize, or pay the pot."
    )]
    NightOnly,
    /// Money in a pot belongs to one of the pots.
    #[error("Money goes to or from a pot of the league: name the pot.")]
    PotMissing,
    /// There is no such pot.
    #[error("There is no pot {pot}.")]
    NoSuchPot {
        /// The id.
        pot: PotId,
    },
    /// The pot is switched off.
    #[error("The pot “{name}” is switched off.")]
    PotOff {
        /// The name of the pot.
        name: String,
    },
    /// The pot is not possible.
    #[error(transparent)]
    Pot(#[from] PotError),
    /// A pot with money is not switched off.
    #[error("There is {} in this pot. Pay it, or move the money to a fund, before you switch the pot off.", signed(*left))]
    PotHasMoney {
        /// The money in the pot, in cents.
        left: i64,
    },
    /// The pot was paid at this night.
    #[error("The pot “{name}” was paid with this money. Take that back first.")]
    PotPaid {
        /// The name of the pot.
        name: String,
        /// The postings of the payment.
        by: Vec<PostingId>,
    },
    /// Another session has changed the pot.
    #[error("Another session has changed this pot meanwhile.")]
    PotChanged {
        /// The pot.
        pot: PotId,
    },
    /// The pot has too little money.
    #[error("There is {} in the pot “{name}”. That is too little to pay anybody.", dollars(*left))]
    PotTooSmall {
        /// The name of the pot.
        name: String,
        /// The money that is in it, in cents.
        left: u64,
    },
    /// Nobody holds a hand that the pot pays for.
    #[error("Nobody in the pot “{name}” holds a hand that it pays for.")]
    NobodyWins {
        /// The name of the pot.
        name: String,
    },
    /// Somebody has to say who wins.
    #[error("Say who wins the pot “{name}”: {why}.")]
    WinnersMissing {
        /// The name of the pot.
        name: String,
        /// The cause.
        why: &'static str,
    },
    /// The player has no stake in the pot.
    #[error("This player has no stake in the pot “{name}” tonight, so they cannot win it.")]
    NotInPot {
        /// The name of the pot.
        name: String,
        /// The player.
        player: PlayerId,
    },
    /// The player does not win the pot.
    #[error("This player does not hold the best hand of the pot “{name}”.")]
    NotTheWinner {
        /// The name of the pot.
        name: String,
        /// The player.
        player: PlayerId,
    },
    /// The player has too little credit.
    #[error("The credit of {} does not cover {}.", signed(*credit), dollars(*amount))]
    NotEnoughCredit {
        /// The player.
        player: PlayerId,
        /// The credit, in cents.
        credit: i64,
        /// The amount that it does not cover, in cents.
        amount: u64,
    },
    /// The fund has too little money.
    #[error("There is {} in this {}. That does not cover {}.", signed(*left), if *account == Account::Pot { "pot" } else { "fund" }, dollars(*amount))]
    NotEnoughInFund {
        /// The fund.
        account: Account,
        /// The amount that is in it, in cents.
        left: i64,
        /// The amount that it does not cover, in cents.
        amount: u64,
    },
    /// The money of a posting that is to be taken back was spent.
    #[error("Only {} of {} is left. Take back the later posting first.", signed(*left), dollars(*amount))]
    AlreadySpent {
        /// The account that does not have the money any more.
        account: Account,
        /// The amount that is left, in cents.
        left: i64,
        /// The amount of the posting, in cents.
        amount: u64,
        /// The newest posting that used it up.
        by: Option<PostingId>,
    },
    /// There is no such posting.
    #[error("There is no posting {posting}.")]
    NoSuchPosting {
        /// The id.
        posting: PostingId,
    },
    /// The posting goes with the fee or the prize of a night.
    #[error("This posting goes with a night: change the fee or the prize there.")]
    OfANight {
        /// The night.
        night: NightId,
    },
}

impl Ledger {
    /// Decides a command. Returns its events; none for a repeat of an accepted command.
    ///
    /// # Errors
    ///
    /// Returns an error if the ledger refuses the command.
    pub fn decide(&self, command: Command) -> Result<Vec<Event>, Refusal> {
        let Command { metadata, action } = command;
        if let Some(by) = &metadata.by {
            TextError::check(by, MAX_NAME_LENGTH).map_err(Refusal::InvalidName)?;
        }
        if metadata.role != Role::Coordinator {
            return Err(Refusal::CoordinatorOnly);
        }
        let kind = match action {
            Action::Post { posting, nights } => self.decide_posting(posting, nights)?,
            Action::TakeBack(taken_back) => self.decide_taking_back(taken_back)?,
            Action::SetPot { pot, based_on } => self.decide_pot(pot, based_on)?,
        };
        Ok(kind.map(|kind| Event { metadata, kind }).into_iter().collect())
    }

    fn decide_posting(&self, posting: Posting, nights: Option<Balances>) -> Result<Option<EventKind>, Refusal> {
        if let Some(known) = self.entry(posting.id) {
            let id = posting.id;
            return if known.posting == posting { Ok(None) } else { Err(Refusal::IdTaken { posting: id }) };
        }
        check_reason(posting.reason.as_deref())?;
        let Posting { from, to, amount, player, night, pot, .. } = posting;
        if !(1..=MAX_AMOUNT).contains(&amount) {
            return Err(Refusal::Amount { given: amount });
        }
        let is_ours = |account: Account| matches!(account, Account::Credit | Account::Pot) || account.is_fund();
        if from == to || !is_ours(from) && !is_ours(to) {
            return Err(Refusal::Accounts);
        }
        if [from, to].contains(&Account::Credit) && player.is_none() {
            return Err(Refusal::PlayerMissing);
        }
        let is_with = |account: Account| [from, to].contains(&account);
        if posting.is_of_night() && (night.is_none() || !(is_with(Account::Credit) || is_with(Account::Pot))) {
            return Err(Refusal::NightOnly);
        }
        if is_with(Account::Pot) != pot.is_some() {
            return Err(Refusal::PotMissing);
        }
        if let Some(pot) = pot {
            self.check_pot(pot, &posting)?;
        }
        self.check_left(&posting, nights)?;
        Ok(Some(EventKind::Posted(posting)))
    }

    /// Refuses a posting whose account does not have the money.
    fn check_left(&self, posting: &Posting, nights: Option<Balances>) -> Result<(), Refusal> {
        let amount = posting.amount;
        let cents = i64::try_from(amount).unwrap_or(i64::MAX);
        match (posting.from, posting.player) {
            (Account::Credit, Some(player)) if self.credit(player) < cents => {
                Err(Refusal::NotEnoughCredit { player, credit: self.credit(player), amount })
            }
            (account, _) if account.is_fund() || account == Account::Pot => {
                let in_pot = posting.pot.map_or(0, |pot| self.in_pot(pot));
                let in_fund = || nights.unwrap_or_default().of(account) + self.moved_to(account);
                let left = if account == Account::Pot { in_pot } else { in_fund() };
                if left < cents { Err(Refusal::NotEnoughInFund { account, left, amount }) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    fn decide_taking_back(&self, taken_back: TakenBack) -> Result<Option<EventKind>, Refusal> {
        let TakenBack { posting: id, reason, nights, with_night, won } = taken_back;
        check_reason(reason.as_deref())?;
        let Entry { posting, taken_back, .. } = self.entry(id).ok_or(Refusal::NoSuchPosting { posting: id })?;
        if taken_back.is_some() {
            return Ok(None);
        }
        let of_night = posting.night.filter(|_| posting.is_of_night());
        if let Some(night) = of_night.filter(|_| !with_night) {
            return Err(Refusal::OfANight { night });
        }
        if !won.is_empty() {
            let name = posting.pot.and_then(|pot| self.pot(pot)).map(|pot| pot.name.clone());
            return Err(Refusal::PotPaid { name: name.unwrap_or_default(), by: won });
        }
        let back = Posting { from: posting.to, to: posting.from, ..posting.clone() };
        self.check_left(&back, nights).map_err(|refusal| match refusal {
            Refusal::NotEnoughCredit { player, credit, amount } => {
                let by = self.entries.iter().rev().find(|entry| {
                    let Posting { from, player: of, .. } = &entry.posting;
                    entry.taken_back.is_none() && *from == Account::Credit && *of == Some(player)
                });
                let by = by.map(|entry| entry.posting.id);
                Refusal::AlreadySpent { account: Account::Credit, left: credit, amount, by }
            }
            Refusal::NotEnoughInFund { account, left, amount } => {
                Refusal::AlreadySpent { account, left, amount, by: None }
            }
            refusal => refusal,
        })?;
        Ok(Some(EventKind::PostingTakenBack { posting: id, reason }))
    }
}

/// The amount in dollars. It may be negative after a merge was taken back.
fn signed(cents: i64) -> String {
    let sign = if cents < 0 { "−" } else { "" };
    format!("{sign}{}", dollars(cents.unsigned_abs()))
}

pub(super) fn check_reason(reason: Option<&str>) -> Result<(), Refusal> {
    reason.map_or(Ok(()), |reason| TextError::check(reason, MAX_REASON_LENGTH).map_err(Refusal::InvalidReason))
}
