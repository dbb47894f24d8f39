//! Acknowledged requests, noted by the clients: the log must contain their effects.

use std::collections::{BTreeMap, BTreeSet};

use pegout_engine::game::{Action, DealId, GameId, PegId};
use pegout_engine::league::{PlayerId, night};

use super::request::Request;

/// The acknowledged requests of a night.
#[derive(Default)]
pub struct Acknowledged {
    /// The games outside the league, in the order in which they began.
    pub matches: Vec<GameId>,
    /// The pegs of each game.
    pub pegs: BTreeMap<GameId, BTreeSet<PegId>>,
    /// The pegs that were taken back.
    pub taken_back: BTreeSet<PegId>,
    /// The deals of each game.
    pub deals: BTreeMap<GameId, BTreeSet<DealId>>,
    /// The players at the night, with true for those who have paid.
    pub entries: BTreeMap<PlayerId, bool>,
    /// The players who were seated in a round.
    pub seated: BTreeSet<PlayerId>,
    /// The highest round that was drawn.
    pub rounds: u16,
    /// True once the night is finished.
    pub is_finished: bool,
}

impl Acknowledged {
    /// Notes a request that was acknowledged.
    pub fn note(&mut self, request: &Request) {
        match request {
            Request::Begin(setup) => self.begin(setup.game),
            Request::Rematch { new, .. } => self.begin(*new),
            Request::Play(game, Action::Peg(peg)) => drop(self.pegs.entry(*game).or_default().insert(peg.id)),
            Request::Play(_, Action::TakeBackPeg(peg)) => drop(self.taken_back.insert(*peg)),
            Request::Play(game, Action::BeginDeal { deal, .. }) => {
                self.deals.entry(*game).or_default().insert(*deal);
            }
            Request::CheckIn { player, paid, .. } => {
                let has_paid = self.entries.entry(*player).or_default();
                *has_paid = paid.unwrap_or(*has_paid);
            }
            Request::Draw(number, _) => self.rounds = self.rounds.max(*number),
            Request::Run(night::Action::Withdraw { player }) if !self.seated.contains(player) => {
                self.entries.remove(player);
            }
            Request::Run(night::Action::Finish { .. }) => self.is_finished = true,
            Request::Play(..) | Request::Run(_) => {}
        }
    }

    fn begin(&mut self, game: GameId) {
        if !self.matches.contains(&game) {
            self.matches.push(game);
        }
    }
}
