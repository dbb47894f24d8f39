//! Acknowledged requests, noted by the clients: the log must contain their effects.

use std::collections::{BTreeMap, BTreeSet};

use pegout_engine::game::{Action, AmendmentId, DealId, GameId, PegId};
use pegout_league::{Night, PlayerId, night};

use super::request::Request;
use crate::services::Effect;

/// The acknowledged requests of a night.
#[derive(Default)]
pub struct Acknowledged {
    /// The games outside the league, in the order in which they began.
    pub matches: Vec<GameId>,
    /// The pegs of each game.
    pub pegs: BTreeMap<GameId, BTreeSet<PegId>>,
    /// The amendments of pegs.
    pub amendments: BTreeSet<AmendmentId>,
    /// The pegs that were taken back.
    pub taken_back: BTreeSet<PegId>,
    /// The deals of each game.
    pub deals: BTreeMap<GameId, BTreeSet<DealId>>,
    /// The players at the night, with true for a player who has paid.
    pub entries: BTreeMap<PlayerId, bool>,
    /// The players who were withdrawn with their fee in the box: it pays again.
    pub fees_held: BTreeSet<PlayerId>,
    /// True if the fee of a withdrawn player stays in the box.
    pub holds_fees: bool,
    /// The players who were ever at the night, also by mistake.
    pub came: BTreeSet<PlayerId>,
    /// The players who were entered twice, each with the player whom they count as.
    pub merged: BTreeMap<PlayerId, PlayerId>,
    /// The number of rounds that are not taken back.
    pub rounds: u16,
    /// The games whose draws were taken back.
    pub games_taken_back: BTreeSet<GameId>,
    /// The number of finishes.
    pub finishes: usize,
    /// The number of finishes that were taken back.
    pub reopenings: usize,
}

impl Acknowledged {
    /// Notes a request that was acknowledged with this effect. `before` is the night before it.
    pub fn note(&mut self, request: &Request, effect: Effect, before: Option<&Night>) {
        match request {
            Request::Begin(setup) => self.begin(setup.game),
            Request::Rematch { new, .. } => self.begin(*new),
            Request::Play(game, Action::Peg(peg)) => drop(self.pegs.entry(*game).or_default().insert(peg.id)),
            Request::Play(_, Action::AmendPeg(amendment)) => drop(self.amendments.insert(amendment.id)),
            Request::Play(_, Action::TakeBackPeg(peg)) => drop(self.taken_back.insert(*peg)),
            Request::Play(game, Action::BeginDeal { deal, .. }) => {
                self.deals.entry(*game).or_default().insert(*deal);
            }
            Request::CheckIn { player, paid, .. } => self.enter(*player, *paid),
            Request::Merge { from, into, .. } => self.merge(*from, *into),
            _ if effect == Effect::Unchanged => {}
            Request::Excuse { player, .. } => self.enter(*player, None),
            Request::Reseat(new) => {
                new.tables.iter().flat_map(|table| table.seating.players()).for_each(|player| self.enter(player, None));
            }
            Request::Draw(number, _) => self.rounds = *number,
            Request::Run(night::Action::TakeBackRound { .. }) => {
                let round = before.and_then(|night| night.rounds().last());
                self.games_taken_back.extend(round.into_iter().flat_map(|round| &round.tables).map(|table| table.game));
                self.rounds -= 1;
            }
            Request::Run(night::Action::Withdraw { player }) => {
                let person = self.person(*player);
                let sits = |night: &Night| night.tables().any(|(_, table)| table.seats.side_of(person).is_some());
                if !before.is_some_and(sits) {
                    let has_paid = self.entries.remove(&person);
                    self.fees_held.extend(has_paid.filter(|paid| *paid && self.holds_fees).map(|_| person));
                }
            }
            Request::Run(night::Action::Finish { .. }) => self.finishes += 1,
            Request::Run(night::Action::Reopen { .. }) => self.reopenings += 1,
            Request::Play(..) | Request::AddTable { .. } | Request::Pair(_) | Request::Run(_) => {}
        }
    }

    /// The player whom a player counts as.
    pub fn person(&self, player: PlayerId) -> PlayerId {
        self.merged.get(&player).copied().unwrap_or(player)
    }

    fn enter(&mut self, player: PlayerId, paid: Option<bool>) {
        let person = self.person(player);
        self.came.insert(person);
        let is_held = self.fees_held.remove(&person);
        let has_paid = self.entries.entry(person).or_insert(is_held);
        *has_paid = paid.unwrap_or(*has_paid);
    }

    /// Merges two players. Only one of the two was ever at the night, and the person keeps that player's entry.
    fn merge(&mut self, from: PlayerId, into: PlayerId) {
        if self.merged.insert(from, into).is_none()
            && let Some(paid) = self.entries.remove(&from)
        {
            self.came.insert(into);
            self.entries.insert(into, paid);
        }
        if self.fees_held.remove(&from) {
            self.fees_held.insert(into);
        }
    }

    fn begin(&mut self, game: GameId) {
        if !self.matches.contains(&game) {
            self.matches.push(game);
        }
    }
}
