//! The game of record.

mod amended_games;
mod amendments;
mod confirmations;
mod crash;
mod dealing;
mod games;
mod hints;
mod log;
mod lowball;
mod matches;
mod names;
mod near_the_end;
mod pegging;
mod pegs;
mod properties;
mod results;
mod sides;
mod summary;
mod variant_logs;
mod voids;

use pegout_engine::game::{
    Action, ChangeId, Command, ConfirmationId, DealId, DeviceId, Event, Game, GameId, GameView, Metadata, Peg, PegFor,
    PegId, Refusal, RematchRequest, Role, Setup, Side, TokenId,
};
use pegout_engine::id::CommandId;
use pegout_engine::{Rules, Time};

/// A game with everything that has happened in it.
#[derive(Clone, Debug)]
struct Table {
    game: Game,
    log: Vec<Event>,
}

impl Table {
    /// A game of these sides, each of one player, in which nothing has happened yet.
    fn of(names: &[&str], rules: Rules) -> Table {
        Table::begun(setup(1, names, rules))
    }

    fn begun(setup: Setup) -> Table {
        let log = vec![Game::begin(setup, scorer()).unwrap()];
        Table { game: Game::fold(&log).unwrap(), log }
    }

    /// Ann against Bob, by the league's rules.
    fn usual() -> Table {
        Table::of(&["Ann", "Bob"], Rules::default())
    }

    /// A usual game in which the sides have these scores, pegged as hands of 24 and what remains.
    fn at(scores: [u8; 2], rules: Rules) -> Table {
        let mut table = Table::of(&["Ann", "Bob"], rules);
        for (side, score) in (0..).zip(scores) {
            let mut left = score;
            while left > 0 {
                let points = left.min(24);
                let id = 100 + table.log.len() as u8;
                assert_eq!(table.ask(Action::Peg(peg(id, side, points, PegFor::Other))), Ok(1));
                left -= points;
            }
        }
        table
    }

    /// Asks as the scorer: how many events it made, which is none for a repeat.
    fn ask(&mut self, action: Action) -> Result<usize, Refusal> {
        self.ask_as(scorer(), action)
    }

    fn ask_as(&mut self, metadata: Metadata, action: Action) -> Result<usize, Refusal> {
        let events = self.game.decide(Command { metadata, action })?;
        for event in &events {
            self.game.apply(event);
        }
        self.log.extend(events.iter().cloned());
        Ok(events.len())
    }

    fn peg(&mut self, id: u8, side: u8, points: u8, earned_by: PegFor) -> Result<usize, Refusal> {
        self.ask(Action::Peg(peg(id, side, points, earned_by)))
    }

    fn take_back(&mut self, id: u8) -> Result<usize, Refusal> {
        self.ask(Action::TakeBackPeg(peg_id(id)))
    }

    fn result(&mut self, metadata: Metadata, scores: &[u8], reason: Option<&str>) -> Result<usize, Refusal> {
        self.ask_as(
            metadata,
            Action::EnterResult {
                scores: scores.to_vec().into(),
                reason: reason.map(str::to_owned),
                device: None,
                id: None,
            },
        )
    }

    fn view(&self) -> GameView {
        self.game.view()
    }

    fn previous(&self) -> Vec<u8> {
        self.view().sides.iter().map(|side| side.previous).collect()
    }
}

fn setup(game: u8, names: &[&str], rules: Rules) -> Setup {
    let sides = names.iter().map(|name| Side::from_player((*name).to_owned())).collect();
    Setup::new(game_id(game), sides, rules, 0)
}

fn peg(id: u8, side: u8, points: u8, earned_by: PegFor) -> Peg {
    Peg {
        id: peg_id(id),
        side,
        player: None,
        points,
        earned_by,
        cards: None,
        starter: None,
        tapped_at: None,
        deal: None,
        device: None,
    }
}

/// A rematch that is asked for without other directions.
pub fn request(game: GameId, first_dealer: Option<u8>) -> RematchRequest {
    RematchRequest { game, first_dealer, crash_directions: None }
}

fn command_id(number: u8) -> CommandId {
    CommandId::from_bytes([number; 16])
}

fn scorer() -> Metadata {
    metadata("Ann's phone", Role::Scorer, 1)
}

fn coordinator() -> Metadata {
    metadata("Cy", Role::Coordinator, 9)
}

fn metadata(by: &str, role: Role, token: u8) -> Metadata {
    let at = Time::from_millis(1_769_886_300_000).unwrap();
    Metadata { at, by: Some(by.to_owned()), role, token: Some(TokenId::from_bytes([token; 16])) }
}

fn game_id(id: u8) -> GameId {
    GameId::from_bytes([id; 16])
}

fn peg_id(id: u8) -> PegId {
    PegId::from_bytes([id; 16])
}

fn deal_id(id: u8) -> DealId {
    DealId::from_bytes([id; 16])
}

fn change_id(id: u8) -> ChangeId {
    ChangeId::from_bytes([id; 16])
}

fn confirmation_id(id: u8) -> ConfirmationId {
    ConfirmationId::from_bytes([id; 16])
}

fn device_id(id: u8) -> DeviceId {
    DeviceId::from_bytes([id; 16])
}
