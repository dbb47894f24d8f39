//! Pots: money that players stake at a night for special hands. Money that nobody wins stays for the next night.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::{Account, EventKind, Ledger, OfNight, Posting, PostingId, Refusal};
use crate::{NightId, PlayerId};
use pegout_engine::game::{MAX_NAME_LENGTH, TextError};
use pegout_engine::id;

id!(PotId, "The id of a pot, made by the client.", "0198c5a2-b555-7d3a-9b52-0c6f6f3f1a14");

/// The lowest stake, in cents.
pub const MIN_STAKE: u32 = 25;
/// The highest stake, in cents.
pub const MAX_STAKE: u32 = 2_000;

/// A hand that a pot pays for, or another feat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum PotHand {
    /// The highest hand or crib of the night.
    High,
    /// A hand or crib of exactly 24.
    #[cfg_attr(feature = "utoipa", schema(rename = "24"))]
    TwentyFour,
    /// A hand or crib of exactly 28.
    #[cfg_attr(feature = "utoipa", schema(rename = "28"))]
    TwentyEight,
    /// A hand or crib of exactly 29.
    #[cfg_attr(feature = "utoipa", schema(rename = "29"))]
    TwentyNine,
    /// Four cards of one rank in a hand or crib, with the starter.
    FourOfAKind,
    /// A full card on which every game is won.
    GrandSlam,
    /// The thing that the pot's name says.
    Named,
}

pegout_engine::string_enum!(PotHand, "a hand that a pot pays for", {
    High => "high",
    TwentyFour => "24",
    TwentyEight => "28",
    TwentyNine => "29",
    FourOfAKind => "four_of_a_kind",
    GrandSlam => "grand_slam",
    Named => "named",
});

/// The way to find the winner among several players with the best hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Among {
    /// Each has an equal part.
    #[default]
    Share,
    /// The last hand wins.
    Last,
    /// The lowest card of a cut wins.
    Cut,
}

pegout_engine::string_enum!(Among, "a way to find the winner of a pot", {
    Share => "share",
    Last => "last",
    Cut => "cut",
});

/// The part of a pot that a hand wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct PotShare {
    /// The hand.
    pub hand: PotHand,
    /// The part of the pot that it wins, in percent.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 100))]
    pub percent: u8,
}

/// A pot of the league.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Pot {
    /// The id.
    pub id: PotId,
    /// The name.
    pub name: String,
    /// The stake of a player at a night, in cents.
    #[cfg_attr(feature = "utoipa", schema(minimum = 25, maximum = 2000))]
    pub stake: u32,
    /// The hands that it pays for, the best first. Only the best hand that was held is paid.
    #[cfg_attr(feature = "utoipa", schema(min_items = 1, max_items = 7))]
    pub pays: Vec<PotShare>,
    /// The way to find the winner among several players with the best hand.
    pub among: Among,
    /// True for a pot of everybody: at the check-in a player who pays the fee takes part too.
    pub everyone: bool,
    /// False for a pot that is switched off.
    pub active: bool,
}

/// A reason why a pot is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PotError {
    /// The name is not valid.
    #[error("The name of the pot does not do. {0}")]
    Name(TextError),
    /// Another pot has the name.
    #[error("Another pot has this name. Choose another name.")]
    NameTaken,
    /// The stake is out of its range.
    #[error("A stake is {MIN_STAKE} to {MAX_STAKE} cents, not {given}.")]
    Stake {
        /// The stake that was given, in cents.
        given: u32,
    },
    /// The pot pays for nothing.
    #[error("Say at least one hand that the pot pays for.")]
    NoHand,
    /// A hand is named twice.
    #[error("The hand “{hand}” is named twice.")]
    HandTwice {
        /// The hand.
        hand: PotHand,
    },
    /// A part is out of its range.
    #[error("A hand wins 1 to 100 percent of the pot, not {given}.")]
    Percent {
        /// The number that was given.
        given: u8,
    },
}

impl PotError {
    /// The field of the pot that is not possible.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        match self {
            PotError::Name(_) | PotError::NameTaken => "name",
            PotError::Stake { .. } => "stake",
            PotError::NoHand | PotError::HandTwice { .. } | PotError::Percent { .. } => "pays",
        }
    }
}

impl Pot {
    fn check(&self) -> Result<(), PotError> {
        TextError::check(&self.name, MAX_NAME_LENGTH).map_err(PotError::Name)?;
        if !(MIN_STAKE..=MAX_STAKE).contains(&self.stake) {
            return Err(PotError::Stake { given: self.stake });
        }
        if self.pays.is_empty() {
            return Err(PotError::NoHand);
        }
        for (place, PotShare { hand, percent }) in self.pays.iter().enumerate() {
            if self.pays[..place].iter().any(|earlier| earlier.hand == *hand) {
                return Err(PotError::HandTwice { hand: *hand });
            }
            if !(1..=100).contains(percent) {
                return Err(PotError::Percent { given: *percent });
            }
        }
        Ok(())
    }
}

impl Ledger {
    pub(super) fn decide_pot(&self, pot: Pot, based_on: Option<u64>) -> Result<Option<EventKind>, Refusal> {
        pot.check()?;
        if self.pot(pot.id) == Some(&pot) {
            return Ok(None);
        }
        if based_on.is_some_and(|version| version != self.pot_version(pot.id)) {
            return Err(Refusal::PotChanged { pot: pot.id });
        }
        if self.pots.iter().any(|other| other.id != pot.id && other.name.trim() == pot.name.trim()) {
            return Err(PotError::NameTaken.into());
        }
        let left = self.in_pot(pot.id);
        if !pot.active && left != 0 {
            return Err(Refusal::PotHasMoney { left });
        }
        Ok(Some(EventKind::PotSet(pot)))
    }

    /// The pots of the league by the time of their making, also pots that are switched off.
    #[must_use]
    pub fn pots(&self) -> &[Pot] {
        &self.pots
    }

    /// A pot.
    #[must_use]
    pub fn pot(&self, pot: PotId) -> Option<&Pot> {
        self.pots.iter().find(|known| known.id == pot)
    }

    /// The number of changes of a pot, 0 for an unknown pot.
    #[must_use]
    pub fn pot_version(&self, pot: PotId) -> u64 {
        self.pot_changes.get(&pot).map_or(0, |changes| changes.len() as u64)
    }

    /// A pot with its settings at the first stake of a night. Without a stake they are the settings of now.
    #[must_use]
    pub fn pot_at(&self, pot: PotId, night: NightId) -> Option<&Pot> {
        let stakes = self.stakes_of_night(night).filter(|posting| posting.pot == Some(pot));
        let first = stakes.filter_map(|posting| Some(self.entry(posting.id)?.version)).min();
        let changes = self.pot_changes.get(&pot).into_iter().flatten().rev();
        let then = first.and_then(|first| changes.clone().find(|(version, _)| *version < first));
        then.map(|(_, pot)| pot).or_else(|| self.pot(pot))
    }

    /// The money in a pot, in cents.
    #[must_use]
    pub fn in_pot(&self, pot: PotId) -> i64 {
        self.in_pots.get(&pot).copied().unwrap_or_default()
    }

    /// Refuses money for an unknown pot, or for a pot that is switched off. Refuses a stake in a pot that was paid.
    pub(super) fn check_pot(&self, pot: PotId, posting: &Posting) -> Result<(), Refusal> {
        let known = self.pot(pot).ok_or(Refusal::NoSuchPot { pot })?;
        if posting.to != Account::Pot {
            return Ok(());
        }
        if !known.active {
            return Err(Refusal::PotOff { name: known.name.clone() });
        }
        match posting.night.filter(|_| posting.player.is_some()) {
            Some(night) => self.check_unpaid(pot, night),
            None => Ok(()),
        }
    }

    /// Refuses a pot that was paid at this night.
    pub(super) fn check_unpaid(&self, pot: PotId, night: NightId) -> Result<(), Refusal> {
        let by: Vec<_> = self.win(pot, night).map(|posting| posting.id).collect();
        let name = || self.pot(pot).map(|pot| pot.name.clone()).unwrap_or_default();
        if by.is_empty() { Ok(()) } else { Err(Refusal::PotPaid { name: name(), by }) }
    }

    /// The payments of a pot that have won this stake. `is_apart` returns true for a night whose payments cannot have.
    pub(super) fn won(&self, stake: PostingId, pot: PotId, is_apart: &dyn Fn(NightId) -> bool) -> Vec<PostingId> {
        let version = self.entry(stake).map_or(0, |entry| entry.version);
        let later = self.entries.iter().filter(|entry| entry.version > version && entry.taken_back.is_none());
        let wins = later.filter(|entry| entry.posting.from == Account::Pot && entry.posting.pot == Some(pot));
        let has_won = |posting: &Posting| posting.player.is_some() && posting.night.is_some_and(|at| !is_apart(at));
        wins.filter(|entry| has_won(&entry.posting)).map(|entry| entry.posting.id).collect()
    }

    /// The stakes of a player in a pot at a night. There are two for a player who was entered twice.
    pub(super) fn stakes(&self, night: NightId, player: PlayerId, pot: PotId) -> impl Iterator<Item = &Posting> {
        let of = move |from| OfNight { night, player, from, to: Account::Pot, pot: Some(pot) };
        self.of_night(of(Account::Outside)).chain(self.of_night(of(Account::Credit)))
    }

    /// Returns true if a player has a stake in a pot at a night.
    #[must_use]
    pub fn has_staked(&self, night: NightId, player: PlayerId, pot: PotId) -> bool {
        self.stakes(night, player, pot).next().is_some()
    }

    /// The stakes of a night, without those taken back.
    fn stakes_of_night(&self, night: NightId) -> impl Iterator<Item = &Posting> {
        let of_night = self.of_nights.keys().filter(move |of| of.night == night && of.to == Account::Pot);
        of_night.flat_map(|of| self.of_night(*of))
    }

    /// The players with a stake in a pot at a night.
    #[must_use]
    pub fn players_in(&self, pot: PotId, night: NightId) -> BTreeSet<PlayerId> {
        let stakes = self.stakes_of_night(night).filter(|posting| posting.pot == Some(pot));
        stakes.filter_map(|posting| posting.player).collect()
    }

    /// The players with a stake in any pot at a night.
    pub fn stakers(&self, night: NightId) -> impl Iterator<Item = PlayerId> {
        self.stakes_of_night(night).filter_map(|posting| posting.player)
    }

    /// The stakes of a player at a night, in cents.
    #[must_use]
    pub fn staked_by(&self, night: NightId, player: PlayerId) -> u64 {
        let stakes = self.stakes_of_night(night).filter(|posting| posting.player == Some(player));
        stakes.map(|posting| posting.amount).sum()
    }

    /// The pots with a stake of this player that were not paid at the night of the stake, by night. Empty pots do not count.
    #[must_use]
    pub fn unpaid_stakes(&self, player: PlayerId) -> BTreeMap<NightId, BTreeSet<PotId>> {
        let standing = || self.of_nights.iter().filter(|(_, postings)| !postings.is_empty()).map(|(of, _)| of);
        let paid = standing().filter(|of| of.from == Account::Pot).map(|of| (of.night, of.pot));
        let paid: BTreeSet<_> = paid.collect();
        let mut unpaid = BTreeMap::<NightId, BTreeSet<PotId>>::new();
        for of in standing().filter(|of| of.player == player && of.to == Account::Pot) {
            if let Some(pot) = of.pot.filter(|pot| self.in_pot(*pot) > 0 && !paid.contains(&(of.night, of.pot))) {
                unpaid.entry(of.night).or_default().insert(pot);
            }
        }
        unpaid
    }

    /// The stakes in a pot at a night, in cents.
    #[must_use]
    pub fn staked(&self, pot: PotId, night: NightId) -> u64 {
        let stakes = self.stakes_of_night(night).filter(|posting| posting.pot == Some(pot));
        stakes.map(|posting| posting.amount).sum()
    }

    /// The postings that paid a pot at a night, without those taken back.
    pub fn win(&self, pot: PotId, night: NightId) -> impl Iterator<Item = &Posting> {
        let postings = self.entries.iter().filter(|entry| entry.taken_back.is_none()).map(|entry| &entry.posting);
        postings.filter(move |posting| {
            let is_win = posting.from == Account::Pot && posting.player.is_some();
            is_win && (posting.pot, posting.night) == (Some(pot), Some(night))
        })
    }
}
