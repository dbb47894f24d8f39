//! The winners of a pot at a night, and its payment.

use std::collections::{BTreeMap, BTreeSet};

use super::decide::check_reason;
use super::pots::{Among, Pot, PotHand, PotId, PotShare};
use super::{Account, Action, Ledger, MAX_AMOUNT, Payment, Posting, PostingId, Refusal, TakenBack};
use crate::night::{HandId, HeldHand};
use crate::{NightId, PlayerId};

/// A player who leads a pot, with their hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leader {
    /// The player.
    pub player: PlayerId,
    /// The player's best hand; `None` for a feat without cards.
    pub hand: Option<HandId>,
}

/// The best hand of a pot that was held, and the players who hold it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The hand, and the part of the pot that it wins.
    pub share: PotShare,
    /// The players, in the order of their hands.
    pub leaders: Vec<Leader>,
    /// True if somebody has to say who of them wins.
    pub is_open: bool,
}

/// A winner of a pot, as the coordinator names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winner {
    /// The player.
    pub player: PlayerId,
    /// The way in which they get the money.
    pub way: Payment,
}

/// A pot at a night: the facts that decide who wins it.
#[derive(Clone, Copy, Debug)]
pub struct PotOfNight<'a> {
    /// The pot.
    pub pot: &'a Pot,
    /// The night.
    pub night: NightId,
    /// The players with a stake.
    pub players: &'a BTreeSet<PlayerId>,
    /// The hands of the night.
    pub hands: &'a [HeldHand],
    /// The players who have won every game of a full card.
    pub slams: &'a [PlayerId],
}

impl PotOfNight<'_> {
    /// The best hand that was held, with its holders; `None` if nobody holds one.
    #[must_use]
    pub fn lead(&self) -> Option<Lead> {
        let of = |share: &PotShare| Some((*share, self.holders(share.hand))).filter(|(_, leaders)| !leaders.is_empty());
        let (share, leaders) = self.pot.pays.iter().find_map(of)?;
        let must_be_named = share.hand == PotHand::Named || self.pot.among == Among::Cut && leaders.len() > 1;
        Some(Lead { share, leaders, is_open: must_be_named })
    }

    /// The players who hold this hand and have a stake. Each has one hand, their best.
    fn holders(&self, hand: PotHand) -> Vec<Leader> {
        let without_hand = |players: &mut dyn Iterator<Item = PlayerId>| -> Vec<Leader> {
            let staked = players.filter(|player| self.players.contains(player));
            staked.map(|player| Leader { player, hand: None }).collect()
        };
        let held = || self.hands.iter().filter_map(|held| Some((held.winner()?, held)));
        let staked = || held().filter(|(player, _)| self.players.contains(player));
        let highest = staked().map(|(_, held)| held.points).max();
        let counts = |held: &HeldHand| match hand {
            PotHand::High => Some(held.points) == highest,
            PotHand::TwentyFour => held.points == 24,
            PotHand::TwentyEight => held.points == 28,
            PotHand::TwentyNine => held.points == 29,
            PotHand::FourOfAKind => held.has_four_of_a_kind(),
            PotHand::GrandSlam | PotHand::Named => false,
        };
        match hand {
            PotHand::GrandSlam => return without_hand(&mut self.slams.iter().copied()),
            PotHand::Named => return without_hand(&mut self.players.iter().copied()),
            _ => {}
        }
        let mut holders: Vec<(PlayerId, &HeldHand)> = staked().filter(|(_, held)| counts(held)).collect();
        holders.sort_by_key(|(_, held)| (held.at.round, held.held_at));
        if self.pot.among == Among::Last {
            let last = holders.last().map(|(_, held)| (held.at.round, held.held_at));
            holders.retain(|(_, held)| Some((held.at.round, held.held_at)) == last);
        }
        let mut seen = BTreeSet::new();
        holders.retain(|(player, _)| seen.insert(*player));
        holders.into_iter().map(|(player, held)| Leader { player, hand: Some(held.id) }).collect()
    }

    /// The winners: the leaders, or the named players among the leaders.
    fn winners(&self, named: &[Winner]) -> Result<(PotShare, Vec<(Leader, Payment)>), Refusal> {
        let name = || self.pot.name.clone();
        if let Some(out) = named.iter().find(|winner| !self.players.contains(&winner.player)) {
            return Err(Refusal::NotInPot { name: name(), player: out.player });
        }
        let Lead { share, leaders, is_open } = self.lead().ok_or_else(|| Refusal::NobodyWins { name: name() })?;
        let leads = |winner: &Winner| leaders.iter().any(|leader| leader.player == winner.player);
        if let Some(other) = named.iter().find(|winner| !leads(winner)) {
            return Err(Refusal::NotTheWinner { name: name(), player: other.player });
        }
        if is_open && named.is_empty() {
            let why =
                if share.hand == PotHand::Named { "no cards show it" } else { "several hold the hand, and they cut" };
            return Err(Refusal::WinnersMissing { name: name(), why });
        }
        let ways: BTreeMap<PlayerId, Payment> = named.iter().map(|winner| (winner.player, winner.way)).collect();
        let are_all_named = leaders.iter().all(|leader| ways.contains_key(&leader.player));
        if !is_open && !named.is_empty() && !are_all_named {
            return Err(Refusal::WinnersMissing { name: name(), why: "all its leaders share it" });
        }
        let wins = leaders.into_iter().filter(|leader| !is_open || ways.contains_key(&leader.player));
        let paid = wins.map(|leader| (leader, ways.get(&leader.player).copied().unwrap_or(Payment::Cash)));
        Ok((share, paid.collect()))
    }
}

/// The other nights of the pots, as a night sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OtherNights {
    /// The nights whose stakes it cannot win: they come later, or are not finished.
    pub out: BTreeSet<NightId>,
    /// The finished nights that come later, in their order.
    pub later: Vec<NightId>,
}

impl PotShare {
    /// The amount that each of `winners` players wins of a pot, in cents. Cents that cannot be divided stay in the pot.
    #[must_use]
    pub fn each(&self, in_pot: u64, winners: usize) -> u64 {
        match u64::try_from(winners) {
            Ok(winners @ 1..) => in_pot * u64::from(self.percent) / 100 / winners,
            _ => 0,
        }
    }
}

impl Ledger {
    /// The money that a night can win of a pot, in cents.
    #[must_use]
    pub fn in_pot_until(&self, pot: PotId, others: &OtherNights) -> u64 {
        let standing = self.entries().iter().filter(|entry| entry.taken_back.is_none()).map(|entry| &entry.posting);
        let mut changes = BTreeMap::<Option<NightId>, i64>::new();
        for posting in standing.filter(|posting| posting.pot == Some(pot)) {
            let amount = i64::try_from(posting.amount).unwrap_or(i64::MAX);
            *changes.entry(posting.night).or_default() += if posting.to == Account::Pot { amount } else { -amount };
        }
        let is_out = |night: &Option<NightId>| night.is_some_and(|night| others.out.contains(&night));
        let mut then: i64 = changes.iter().filter(|(night, _)| !is_out(night)).map(|(_, change)| change).sum();
        let mut left = then;
        // A later payment took money of this night too. The stakes after it belong to other nights.
        for later in &others.later {
            then += changes.get(&Some(*later)).copied().unwrap_or_default();
            left = left.min(then);
        }
        u64::try_from(left.min(self.in_pot(pot))).unwrap_or_default()
    }

    /// The postings that pay a pot at a night. `in_pot` is the money that the night can win. A repeat with the same `id` makes
    /// none.
    ///
    /// # Errors
    ///
    /// Returns an error if the pot was paid at the night, nobody wins it, or one of the named players does not win it.
    pub fn pay_pot(
        &self,
        of: PotOfNight<'_>,
        in_pot: u64,
        named: &[Winner],
        id: PostingId,
        mut new_id: impl FnMut() -> PostingId,
    ) -> Result<Vec<Action>, Refusal> {
        if let Some(known) = self.entry(id) {
            let Posting { from, to, player, night, pot, .. } = known.posting;
            let way = if to == Account::Credit { Payment::Credit } else { Payment::Cash };
            let is_named = |player| named.iter().any(|winner| winner.player == player && winner.way == way);
            let is_win = from == Account::Pot && player.is_some_and(|player| named.is_empty() || is_named(player));
            let is_same = is_win && (pot, night) == (Some(of.pot.id), Some(of.night));
            return if is_same { Ok(Vec::new()) } else { Err(Refusal::IdTaken { posting: id }) };
        }
        self.check_unpaid(of.pot.id, of.night)?;
        let (share, winners) = of.winners(named)?;
        let each = share.each(in_pot, winners.len());
        let mut ids = std::iter::once(id).chain(std::iter::repeat_with(&mut new_id));
        let mut actions = Vec::new();
        for (Leader { player, hand }, way) in winners {
            let to = if way == Payment::Credit { Account::Credit } else { Account::Outside };
            let mut left = each;
            while let (true, Some(id)) = (left > 0, ids.next()) {
                let amount = left.min(MAX_AMOUNT);
                left -= amount;
                let (player, night, pot) = (Some(player), Some(of.night), Some(of.pot.id));
                let posting = Posting { player, night, pot, hand, ..Posting::new(id, Account::Pot, to, amount) };
                actions.push(Action::Post { posting, nights: None });
            }
        }
        let name = of.pot.name.clone();
        if actions.is_empty() { Err(Refusal::PotTooSmall { name, left: in_pot }) } else { Ok(actions) }
    }

    /// The changes that take the payment of a pot at a night back; none if it was not paid.
    ///
    /// # Errors
    ///
    /// Returns an error if the reason is not valid.
    pub fn take_back_win(&self, pot: PotId, night: NightId, reason: Option<&str>) -> Result<Vec<Action>, Refusal> {
        check_reason(reason)?;
        let taken_back = |posting: &Posting| {
            let reason = reason.map(str::to_owned);
            Action::TakeBack(TakenBack { posting: posting.id, reason, nights: None, with_night: true, won: Vec::new() })
        };
        Ok(self.win(pot, night).map(taken_back).collect())
    }
}
