//! The ledger of a league: the money between nights. Its postings are money that is paid ahead, used, handed back or moved
//! between funds.
//!
//! A [`Ledger`] is a fold of its events, like a night. With the money of the nights it makes the [`Books`].

mod books;
mod decide;
mod nights;

pub use books::{Balances, Books, NightBooks, NightDebt, PlayerAccount};
pub use decide::{Action, Command, Refusal, TakenBack};
pub use nights::Payment;

use std::collections::{BTreeMap, HashMap};

use crate::night::PayoutKind;
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
    /// The reason.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub reason: Option<String>,
}

impl Posting {
    /// Returns true for a posting of a fee or a prize of a night.
    #[must_use]
    pub const fn is_of_night(&self) -> bool {
        self.from.is_of_night() || self.to.is_of_night()
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
    /// The postings between the money of a player at a night and their credit, without those taken back.
    of_nights: HashMap<OfNight, Vec<PostingId>>,
}

/// Money that went between a player's credit and their fee or prize at a night.
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
                self.entries.push(Entry { posting: posting.clone(), posted, taken_back: None });
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
            match (account, posting.player) {
                (Account::Credit, Some(player)) => *self.credits.entry(player).or_default() += amount,
                _ => *self.funds.entry(account).or_default() += amount,
            }
        }
        if let (true, Some(night), Some(player)) = (posting.is_of_night(), posting.night, posting.player) {
            let key = OfNight { night, player, from: posting.from, to: posting.to };
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
        self.of_night(OfNight { night, player, from: Account::Credit, to: Account::Fee }).next().is_some()
    }

    /// A player whose money does not agree with a night: credit has paid a fee twice, or a fee that is not paid. It is also
    /// wrong if more of a prize went to a credit than was handed out. Looks at all players, or at the given ones.
    #[must_use]
    pub fn disagreement(&self, night: &Night, players: Option<&[PlayerId]>) -> Option<PlayerId> {
        let id = night.schedule().night;
        let of_night = self.of_nights.keys().filter(|of| of.night == id);
        let mut wanted = of_night.filter(|of| players.is_none_or(|players| players.contains(&of.player)));
        let agrees = |of: &OfNight| {
            let (number, amount) = (self.of_night(*of).count(), self.of_night(*of).map(|posting| posting.amount).sum());
            let is_covered = |what| night.noted(of.player, what).unwrap_or_default() >= amount;
            match (of.from, of.to) {
                (_, Account::Fee) => {
                    number == 0 || number == 1 && night.entry(of.player).is_some_and(|entry| entry.paid)
                }
                (Account::Prize, _) => is_covered(PayoutKind::Prize),
                (Account::FiftyFifty, _) => is_covered(PayoutKind::FiftyFifty),
                _ => true,
            }
        };
        wanted.find(|of| !agrees(of)).map(|of| of.player)
    }

    /// The nights with money of these players that went from or to a credit.
    pub fn nights_of<'a>(&'a self, players: &'a [PlayerId]) -> impl Iterator<Item = NightId> + 'a {
        self.of_nights.keys().filter(|of| players.contains(&of.player)).map(|of| of.night)
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
