//! The ledger of a league: the money between nights. Its postings are money that is paid ahead, used, handed back or moved
//! between funds.
//!
//! A [`Ledger`] is a fold of its events, like a night. With the money of the nights it makes the [`Books`]. The pots for special
//! hands are part of it.

mod books;
mod decide;
mod nights;
mod pots;
mod wins;

pub use books::{Balances, Books, NightBooks, NightDebt, PlayerAccount};
pub use decide::{Action, Command, Refusal, TakenBack};
pub use nights::Payment;
pub use pots::{Among, Pot, PotError, PotHand, PotId, PotShare};
pub use wins::{Lead, Leader, OtherNights, PotOfNight, Winner};

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::night::{self, HandId, PayoutKind};
use crate::{Night, NightId, PlayerId};
use pegout_engine::game::Metadata;
use pegout_engine::id;

id!(PostingId, "The id of a posting of the ledger, made by the client.", "0198c5a2-b444-7d3a-9b52-0c6f6f3f1a13");

/// The highest amount of a posting, in cents.
pub const MAX_AMOUNT: u64 = 100_000;

/// A place where money of the league is, or comes from. `outside` is the cash of people and shops. A player has `fee`, `prize`
/// and `fifty_fifty` at a night.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = LedgerAccount, rename_all = "snake_case"))]
pub enum Account {
    /// The cash of people and shops.
    Outside,
    /// The fee of a player at a night.
    Fee,
    /// The prize of a player at a night.
    Prize,
    /// The 50/50 of a player at a night.
    FiftyFifty,
    /// The money that a player has paid ahead, or left in the box.
    Credit,
    /// The fund for supplies.
    Supplies,
    /// The fund for activities.
    Activities,
    /// The fund for prizes of a season.
    PrizeFund,
    /// A pot for special hands.
    Pot,
}

pegout_engine::string_enum!(Account, "an account of the ledger", {
    Outside => "outside",
    Fee => "fee",
    Prize => "prize",
    FiftyFifty => "fifty_fifty",
    Credit => "credit",
    Supplies => "supplies",
    Activities => "activities",
    PrizeFund => "prize_fund",
    Pot => "pot",
});

impl Account {
    /// Returns true for a fund of the league.
    #[must_use]
    pub const fn is_fund(self) -> bool {
        matches!(self, Account::Supplies | Account::Activities | Account::PrizeFund)
    }

    /// Returns true for money that is noted at a night.
    #[must_use]
    pub const fn is_of_night(self) -> bool {
        matches!(self, Account::Fee | Account::Prize | Account::FiftyFifty)
    }
}

/// A posting: an amount that was moved from one account to another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Posting {
    /// The id.
    pub id: PostingId,
    /// The account that the money left.
    pub from: Account,
    /// The account that the money went to.
    pub to: Account,
    /// The amount, in cents.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 100_000))]
    pub amount: u64,
    /// The player: the owner of the credit, or the person who gave or got the money.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub player: Option<PlayerId>,
    /// The night whose fee or prize it is, or at which it was posted.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub night: Option<NightId>,
    /// The pot that the money left or went to.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub pot: Option<PotId>,
    /// The hand that has won the money of a pot.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub hand: Option<HandId>,
    /// The reason.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub reason: Option<String>,
}

impl Posting {
    /// A posting of an amount, without a player, a night, a pot or a reason.
    #[must_use]
    pub const fn new(id: PostingId, from: Account, to: Account, amount: u64) -> Posting {
        Posting { id, from, to, amount, player: None, night: None, pot: None, hand: None, reason: None }
    }

    /// Returns true for a posting of a fee, a prize, a stake or a win of a night.
    #[must_use]
    pub const fn is_of_night(&self) -> bool {
        let is_of_pot = matches!(self.from, Account::Pot) || matches!(self.to, Account::Pot);
        self.from.is_of_night() || self.to.is_of_night() || is_of_pot && self.player.is_some()
    }
}

/// A change of the ledger that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = LedgerEvent))]
pub struct Event {
    /// The time and the author.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub metadata: Metadata,
    /// The kind of the event.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: EventKind,
}

/// A kind of event of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = LedgerHappening))]
pub enum EventKind {
    /// Money was moved.
    Posted(Posting),
    /// A pot was made or changed: this is the pot now.
    PotSet(Pot),
    /// A posting was taken back: the money was not moved.
    PostingTakenBack {
        /// The posting.
        posting: PostingId,
        /// The reason.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "utoipa", schema(nullable = false))]
        reason: Option<String>,
    },
}

/// A posting with its history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The posting.
    pub posting: Posting,
    /// The number of its event in the ledger, from 1.
    pub version: u64,
    /// Its time and author.
    pub posted: Metadata,
    /// The time and the author of the taking back; `None` for a posting that counts.
    pub taken_back: Option<Metadata>,
}

/// The ledger of a league: the fold of its events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    version: u64,
    entries: Vec<Entry>,
    by_id: HashMap<PostingId, usize>,
    credits: BTreeMap<PlayerId, i64>,
    funds: BTreeMap<Account, i64>,
    /// The pots in the order in which they were made.
    pots: Vec<Pot>,
    /// The settings that each pot has had, each with the number of its event.
    pot_changes: HashMap<PotId, Vec<(u64, Pot)>>,
    /// The money in each pot.
    in_pots: BTreeMap<PotId, i64>,
    /// The postings of a player's fee, prizes, stakes and wins at a night, without those taken back.
    of_nights: HashMap<OfNight, Vec<PostingId>>,
}

/// Money of a player at a night: between their credit and a fee or a prize, or between them and a pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OfNight {
    /// The night.
    pub night: NightId,
    /// The player.
    pub player: PlayerId,
    /// The account that the money left.
    pub from: Account,
    /// The account that it went to.
    pub to: Account,
    /// The pot of a stake or a win.
    pub pot: Option<PotId>,
}

impl Ledger {
    /// Applies an event that follows.
    pub fn apply(&mut self, event: &Event) {
        self.version += 1;
        match &event.kind {
            EventKind::Posted(posting) => {
                self.by_id.insert(posting.id, self.entries.len());
                self.count(posting, 1);
                let posted = event.metadata.clone();
                let (posting, version) = (posting.clone(), self.version);
                self.entries.push(Entry { posting, version, posted, taken_back: None });
            }
            EventKind::PotSet(pot) => {
                self.pot_changes.entry(pot.id).or_default().push((self.version, pot.clone()));
                match self.pots.iter_mut().find(|known| known.id == pot.id) {
                    Some(known) => known.clone_from(pot),
                    None => self.pots.push(pot.clone()),
                }
            }
            EventKind::PostingTakenBack { posting, .. } => {
                let entry = self.by_id.get(posting).and_then(|at| self.entries.get_mut(*at));
                let Some(entry) = entry.filter(|entry| entry.taken_back.is_none()) else { return };
                entry.taken_back = Some(event.metadata.clone());
                let posting = entry.posting.clone();
                self.count(&posting, -1);
            }
        }
    }

    /// Counts a posting, or with `sign` -1 its taking back.
    fn count(&mut self, posting: &Posting, sign: i64) {
        let amount = sign * i64::try_from(posting.amount).unwrap_or(i64::MAX);
        for (account, amount) in [(posting.from, -amount), (posting.to, amount)] {
            match (account, posting.player, posting.pot) {
                (Account::Credit, Some(player), _) => *self.credits.entry(player).or_default() += amount,
                (Account::Pot, _, Some(pot)) => *self.in_pots.entry(pot).or_default() += amount,
                _ => *self.funds.entry(account).or_default() += amount,
            }
        }
        if let (true, Some(night), Some(player)) = (posting.is_of_night(), posting.night, posting.player) {
            let key = OfNight { night, player, from: posting.from, to: posting.to, pot: posting.pot };
            let standing = self.of_nights.entry(key).or_default();
            standing.retain(|id| *id != posting.id);
            standing.extend((sign > 0).then_some(posting.id));
        }
    }

    /// The number of its events.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// All postings in their order, also those that were taken back.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The credit of a player, in cents. After a merge was taken back it may be negative.
    #[must_use]
    pub fn credit(&self, player: PlayerId) -> i64 {
        self.credits.get(&player).copied().unwrap_or_default()
    }

    /// The players who have credit, or owe some.
    pub fn credits(&self) -> impl Iterator<Item = (PlayerId, i64)> + '_ {
        self.credits.iter().filter(|(_, credit)| **credit != 0).map(|(player, credit)| (*player, *credit))
    }

    /// The postings of such money without those taken back, the oldest first. There are several for a prize that grew, or after a merge.
    pub fn of_night(&self, of: OfNight) -> impl DoubleEndedIterator<Item = &Posting> {
        self.of_nights.get(&of).into_iter().flatten().filter_map(|id| Some(&self.entry(*id)?.posting))
    }

    /// Returns true if credit has paid the fee of a player at a night.
    #[must_use]
    pub fn has_paid_fee(&self, night: NightId, player: PlayerId) -> bool {
        let of = OfNight { night, player, from: Account::Credit, to: Account::Fee, pot: None };
        self.of_night(of).next().is_some()
    }

    /// A player whose money does not agree with a night: credit has paid a fee twice, or a fee that is not paid. It is also
    /// wrong if more of a prize went to a credit than was handed out. The stakes must agree with the entry. Looks at all
    /// players, or at the given ones.
    #[must_use]
    pub fn disagreement(&self, night: &Night, players: Option<&[PlayerId]>) -> Option<PlayerId> {
        let id = night.schedule().night;
        let is_wanted = |player: &PlayerId| players.is_none_or(|players| players.contains(player));
        let mut wanted = self.of_nights.keys().filter(|of| of.night == id && is_wanted(&of.player));
        let entries = || night.entries().iter().chain(night.withdrawn());
        let agrees = |of: &OfNight| {
            let (number, amount) = (self.of_night(*of).count(), self.of_night(*of).map(|posting| posting.amount).sum());
            let is_covered = |what| night.noted(of.player, what).unwrap_or_default() >= amount;
            match (of.from, of.to) {
                (_, Account::Fee) => {
                    number == 0 || number == 1 && night.entry(of.player).is_some_and(|entry| entry.paid)
                }
                (Account::Prize, _) => is_covered(PayoutKind::Prize),
                (Account::FiftyFifty, _) => is_covered(PayoutKind::FiftyFifty),
                (_, Account::Pot) => {
                    let is_in = |entry: &night::Entry| entry.pots.iter().any(|pot| Some(*pot) == of.pot);
                    number == 0 || entries().any(|entry| entry.player == of.player && is_in(entry))
                }
                (Account::Pot, _) => of.pot.is_none_or(|pot| number == 0 || self.has_staked(id, of.player, pot)),
                _ => true,
            }
        };
        let disagrees = wanted.find(|of| !agrees(of)).map(|of| of.player);
        let without_stake = || {
            let lacks = |entry: &&night::Entry| entry.pots.iter().any(|pot| !self.has_staked(id, entry.player, *pot));
            entries().filter(|entry| is_wanted(&entry.player)).find(lacks).map(|entry| entry.player)
        };
        disagrees.or_else(without_stake)
    }

    /// The nights with money of these players that went from or to a credit.
    pub fn nights_of<'a>(&'a self, players: &'a [PlayerId]) -> impl Iterator<Item = NightId> + 'a {
        self.of_nights.keys().filter(|of| players.contains(&of.player)).map(|of| of.night)
    }

    /// The nights with money of a pot.
    #[must_use]
    pub fn nights_of_pots(&self) -> BTreeSet<NightId> {
        let of_pots = self.entries.iter().map(|entry| &entry.posting).filter(|posting| posting.pot.is_some());
        of_pots.filter_map(|posting| posting.night).collect()
    }

    /// The amount that the ledger has moved to an account, less the amounts that it has moved from it.
    fn moved_to(&self, account: Account) -> i64 {
        self.funds.get(&account).copied().unwrap_or_default()
    }

    /// A posting with its history.
    #[must_use]
    pub fn entry(&self, posting: PostingId) -> Option<&Entry> {
        self.by_id.get(&posting).map(|at| &self.entries[*at])
    }
}

impl EventKind {
    /// Replaces the ids of merged players.
    pub fn map_players(&mut self, person: &dyn Fn(PlayerId) -> PlayerId) {
        if let EventKind::Posted(posting) = self {
            posting.player = posting.player.map(person);
        }
    }
}
