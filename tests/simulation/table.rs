//! Requests of the phones at a table, and of a scorer's outside the league.

use pegout_engine::Rules;
use pegout_engine::game::{
    Action, Amendment, AmendmentId, ChangeId, Confirmation, ConfirmationId, DealId, DetailsChange, DeviceId, GameId,
    Occasion, Peg, PegFor, PegId, Setup, Side, SideChange, Verdict,
};
use pegout_league::Table;
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::network::Client;
use super::request::Request;
use super::{SCORER, Simulation};
use pegout_model::clock::Clock;
use pegout_model::grant::PhoneOwner;
use pegout_model::join_code::JoinKey;

/// The kinds of points that a simulated phone pegs.
const EARNED_BY: [PegFor; 6] = [PegFor::Play, PegFor::Go, PegFor::Heels, PegFor::Hand, PegFor::Crib, PegFor::Other];

impl Simulation {
    /// Lets one or two phones join a table and keep its score, each without regard to the other. A few are offline until
    /// the next round is drawn.
    pub async fn join_table(&mut self, number: usize, table: &Table) -> Result<(), String> {
        let players: Vec<_> = table.seats.players().collect();
        let player =
            players.choose(&mut self.rng).map_or(PhoneOwner::Table(number), |player| PhoneOwner::Player(*player));
        let mut pegs = Vec::new();
        for owner in [player, PhoneOwner::Table(number)].into_iter().take(self.rng.random_range(1..=2)) {
            let server = self.rng.random_range(0..self.deployment.servers.len());
            let server = &self.deployment.servers[server];
            let keys = server.nights.join_keys(self.night).await.map_err(|error| error.to_string())?;
            let granted = server.phones.join(self.night, JoinKey::Secret(keys.secret), owner, None).await;
            let Ok(Some((token, _))) = granted else { continue };
            let mut phone = Client::new(token);
            for action in self.score(table.seats.sides().len(), &mut pegs) {
                phone.queue(Request::Play(table.game, action));
            }
            self.clients.push(if self.rng.random_bool(0.1) { phone.offline() } else { phone });
        }
        Ok(())
    }

    /// The commands of one phone in a game of `sides` sides. `pegs` are the pegs of all phones of the game.
    fn score(&mut self, sides: usize, pegs: &mut Vec<PegId>) -> Vec<Action> {
        let mut actions = Vec::new();
        let device = DeviceId::from_bytes(self.id());
        let is_whole_game = self.rng.random_bool(0.1);
        let (mut deal, mut deal_id) = (1, None);
        for _ in 0..if is_whole_game { 12 } else { self.rng.random_range(0..6) } {
            let peg = Peg {
                deal: self.rng.random_bool(0.7).then_some(deal),
                device: Some(device),
                ..self.peg(sides, is_whole_game)
            };
            let id = peg.id;
            actions.push(Action::Peg(peg));
            pegs.push(id);
            if self.rng.random_bool(0.3) {
                actions.push(self.amendment(id, sides));
            }
            if self.rng.random_bool(0.15)
                && let Some(any) = pegs.choose(&mut self.rng).copied()
            {
                actions.push(self.amendment(any, sides));
            }
            match self.rng.random_range(0..12) {
                0 => actions.push(Action::TakeBackPeg(id)),
                1 | 2 => {
                    deal += 1;
                    let id = DealId::from_bytes(self.id());
                    actions.push(Action::BeginDeal { number: deal, deal: id });
                    deal_id = Some(id);
                }
                3 => actions.push(Action::TakeBackDeal { number: deal, deal: deal_id }),
                _ => {}
            }
        }
        if self.rng.random_bool(0.3) {
            let first_dealer = Some(self.rng.random_range(0..sides) as u8);
            actions.insert(
                0,
                Action::Change(DetailsChange { id: ChangeId::from_bytes(self.id()), sides: None, first_dealer }),
            );
        }
        if self.rng.random_bool(0.5) {
            let mut result = self.result(sides, None);
            if let Action::EnterResult { device: sent, id, .. } = &mut result {
                (*sent, *id) = (Some(device), self.command_id());
            }
            actions.push(result);
        }
        for _ in 0..self.rng.random_range(0..3) {
            actions.push(self.confirmation(sides, device));
        }
        if self.rng.random_bool(0.1) {
            actions.push(Action::TakeBackResult { result: None });
        }
        actions
    }

    /// A confirmation for any side, or a contest.
    fn confirmation(&mut self, sides: usize, device: DeviceId) -> Action {
        let verdict = match self.rng.random_range(0..3) {
            0 => Verdict::Contested { scores: None },
            1 => Verdict::Contested { scores: Some((0..sides as u8).map(|side| 121 - side).collect()) },
            _ => Verdict::Confirmed,
        };
        let (id, side) = (ConfirmationId::from_bytes(self.id()), self.rng.random_range(0..sides) as u8);
        Action::Confirm(Confirmation { id, side, verdict, device: Some(device) })
    }

    /// New names of the sides, now and then with a new first dealer.
    fn rename(&mut self) -> Action {
        let change = |name: Option<&str>| SideChange { name: name.map(str::to_owned), players: None };
        let names = [[Some("East"), None], [Some("Up"), Some("Down")]][self.rng.random_range(0..2)];
        let first_dealer = self.rng.random_bool(0.5).then(|| self.rng.random_range(0..2));
        Action::Change(DetailsChange {
            id: ChangeId::from_bytes(self.id()),
            sides: Some(names.map(change).to_vec()),
            first_dealer,
        })
    }

    /// A peg with a new id. Now and then the peg's side does not exist.
    fn peg(&mut self, sides: usize, is_large: bool) -> Peg {
        let earned_by = EARNED_BY.choose(&mut self.rng).copied().unwrap_or_default();
        let (earned_by, points) = match earned_by {
            _ if is_large => (PegFor::Other, self.rng.random_range(20..=29)),
            PegFor::Go => (earned_by, 1),
            PegFor::Heels => (earned_by, 2),
            _ => (earned_by, self.rng.random_range(1..=14)),
        };
        let side = if self.rng.random_bool(0.02) { sides } else { self.rng.random_range(0..sides) } as u8;
        let tapped_at = self.rng.random_bool(0.5).then(|| self.deployment.clock.now());
        Peg {
            id: PegId::from_bytes(self.id()),
            side,
            player: None,
            points,
            earned_by,
            cards: None,
            starter: None,
            tapped_at,
            deal: None,
            device: None,
        }
    }

    /// New values of a peg with a new id. Now and then they are values that no peg can have.
    fn amendment(&mut self, peg: PegId, sides: usize) -> Action {
        let id = AmendmentId::from_bytes(self.id());
        let Peg { side, points, earned_by, tapped_at, .. } = self.peg(sides, false);
        let mut amendment = Amendment {
            id,
            peg,
            side: None,
            points: None,
            earned_by: None,
            player: None,
            cards: None,
            starter: None,
            tapped_at,
        };
        match self.rng.random_range(0..4) {
            0 => amendment.side = Some(side),
            1 => amendment.points = Some(points),
            2 => amendment.earned_by = Some(earned_by),
            _ => (amendment.points, amendment.earned_by) = (Some(points), Some(earned_by)),
        }
        Action::AmendPeg(amendment)
    }

    /// A result that some side has won.
    pub fn result(&mut self, sides: usize, reason: Option<&str>) -> Action {
        let winner = self.rng.random_range(0..sides);
        let target = Rules::default().target;
        let score = |side| if side == winner { target } else { self.rng.random_range(40..target) };
        Action::EnterResult {
            scores: (0..sides).map(score).collect::<Vec<_>>().into(),
            reason: reason.map(str::to_owned),
            device: None,
            id: None,
        }
    }

    /// A match of two games outside the league. The first game is corrected at the end.
    pub fn play_match(&mut self) {
        let games = [(); 2].map(|()| GameId::from_bytes(self.id()));
        let sides = ["North", "South"].map(|name| Side::from_player(name.to_owned())).to_vec();
        let occasion = Occasion::Table { scorer: Some(self.scorer), previous: None };
        let setup = Setup { occasion, ..Setup::new(games[0], sides, Rules::default(), 0) };
        let mut requests = vec![Request::Begin(setup)];
        requests.extend(self.score(2, &mut Vec::new()).into_iter().map(|action| Request::Play(games[0], action)));
        requests.push(Request::Play(games[0], self.rename()));
        requests.push(Request::Play(games[0], self.result(2, None)));
        let other_phone = DeviceId::from_bytes(self.id());
        requests.push(Request::Play(games[0], self.confirmation(2, other_phone)));
        requests.push(Request::Rematch { old: games[0], new: games[1] });
        requests.extend(self.score(2, &mut Vec::new()).into_iter().map(|action| Request::Play(games[1], action)));
        if self.rng.random_bool(0.5) {
            requests.push(Request::Play(games[0], Action::TakeBackResult { result: None }));
            requests.push(Request::Play(games[0], self.result(2, None)));
        }
        for request in requests {
            self.clients[SCORER].queue(request);
        }
    }
}
