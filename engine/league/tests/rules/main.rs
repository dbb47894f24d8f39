//! The league night.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod any_order;
mod cards;
mod evenings;
#[path = "../figures/mod.rs"]
mod figures;
mod first_dealers;
mod full_cards;
mod games;
mod log;
mod mending;
mod money;
mod moving;
mod nights;
mod pair_changes;
mod pairs;
mod properties;
mod repeats;
mod replies;
mod reseating;
mod rotation;
mod season;
mod seating;
mod seats;
mod singles;
mod singles_seats;
mod take_backs;

use std::collections::BTreeMap;

use pegout_engine::game::{self, Game, GameId, Metadata, Role};
use pegout_league::night::{
    Action, Change, Command, Consequence, DrawWay, EntryAction, Event, Excuse, Money, NewEntry, NewRound, NightView,
    Refusal, Schedule, StandingsRow,
};
use pegout_league::{CommandId, GameResult, GameResults, Night, NightId, PlayerId, Seed, Settings, Table};

/// A night with its games and its log.
#[derive(Clone, Debug)]
struct NightLog {
    night: Night,
    games: BTreeMap<GameId, Game>,
    log: Vec<Event>,
    league: Settings,
    /// True if draws, swaps and the finish carry ids.
    has_ids: bool,
    /// The player whom a player counts as who was entered twice.
    merges: BTreeMap<PlayerId, PlayerId>,
}

impl NightLog {
    /// A night by the default settings, with members who have paid: players 1 to `players`.
    fn of(players: u16) -> NightLog {
        NightLog::by(Settings::default(), players)
    }

    fn by(league: Settings, players: u16) -> NightLog {
        let log = vec![Night::begin(schedule(), metadata(Role::Coordinator)).unwrap()];
        let (night, games, merges) = (Night::fold(&log).unwrap(), BTreeMap::new(), BTreeMap::new());
        let mut night_log = NightLog { night, games, log, league, has_ids: false, merges };
        for player in 1..=players {
            assert_eq!(night_log.come(player), Ok(1));
        }
        night_log
    }

    /// Carries out a command of the coordinator's. Returns the number of events, 0 for a repeat.
    fn ask(&mut self, action: Action) -> Result<usize, Refusal> {
        self.ask_as(metadata(Role::Coordinator), action)
    }

    fn ask_as(&mut self, author: Metadata, mut action: Action) -> Result<usize, Refusal> {
        action.map_players(&|player| self.person(player));
        let events = self.night.decide(Command { metadata: author, action }, &self.played())?;
        for (id, consequence) in self.night.consequences(&events) {
            match consequence {
                Consequence::Begin(setup) => {
                    let begun = Game::begin(setup, metadata(Role::Coordinator)).unwrap();
                    let before = self.games.insert(id, Game::from_event(&begun).unwrap());
                    assert_eq!(before, None, "{id} begins twice");
                }
                Consequence::Change(action) => assert_eq!(self.ask_game(id, action), Ok(1)),
            }
        }
        for event in &events {
            self.night.apply(event);
        }
        self.log.extend(events.iter().cloned());
        Ok(events.len())
    }

    /// The player whom a player counts as.
    fn person(&self, player: PlayerId) -> PlayerId {
        self.merges.get(&player).copied().unwrap_or(player)
    }

    /// The night that the log makes, after the merged players' ids are replaced.
    fn fold(&self) -> Night {
        let mut events = self.log.clone();
        events.iter_mut().for_each(|event| event.kind.map_players(&|player| self.person(player)));
        Night::fold(&events).unwrap()
    }

    /// Lets a player count as another.
    fn merge(&mut self, from: PlayerId, into: PlayerId) -> Result<(), Refusal> {
        let mut merges = self.merges.clone();
        merges.insert(from, into);
        self.change_merges(merges)
    }

    /// Lets a player count as themselves again.
    fn unmerge(&mut self, from: PlayerId) -> Result<(), Refusal> {
        let mut merges = self.merges.clone();
        merges.remove(&from);
        self.change_merges(merges)
    }

    /// Takes over other merges if the 50/50 still holds.
    fn change_merges(&mut self, merges: BTreeMap<PlayerId, PlayerId>) -> Result<(), Refusal> {
        let changed = NightLog { merges, ..self.clone() };
        let night = changed.fold();
        night.check_fifty_fifty()?;
        *self = NightLog { night, ..changed };
        Ok(())
    }

    /// A member comes and pays, or comes back.
    fn come(&mut self, player: u16) -> Result<usize, Refusal> {
        let left = self.night.entry(self.person(id(player))).is_some_and(|entry| entry.left);
        if left { self.ask(Action::Enter(NewEntry::member(id(player)))) } else { self.pay(player, true) }
    }

    fn pay(&mut self, player: u16, paid: bool) -> Result<usize, Refusal> {
        let action = EntryAction::Note { paid: Some(paid), guest: None, pots: None };
        self.ask(Action::Enter(NewEntry { action, ..NewEntry::member(id(player)) }))
    }

    fn leave(&mut self, player: u16) -> Result<usize, Refusal> {
        self.ask(Action::Withdraw { player: id(player) })
    }

    /// Asks for the next round.
    fn draw(&mut self, seed: u8) -> Result<usize, Refusal> {
        self.draw_number(None, seed)
    }

    fn draw_number(&mut self, number: Option<u16>, seed: u8) -> Result<usize, Refusal> {
        let round = self.new_round(number, seed, DrawWay::Movement);
        self.ask(Action::DrawRound(round))
    }

    fn new_round(&self, number: Option<u16>, seed: u8, way: DrawWay) -> NewRound {
        let first = self.games.len() as u32 + 1;
        let games = (first..).take(self.night.next_table_count()).map(game_id).collect();
        let (id, settings) = (self.next_id(), self.league.clone());
        NewRound { number, id, way, seed: Seed::from_bytes([seed; 32]), games, settings, byes: BTreeMap::new() }
    }

    /// Swaps two players of the newest round.
    fn swap(&mut self, players: [u16; 2]) -> Result<usize, Refusal> {
        let number = self.night.rounds().len();
        self.ask(Action::Swap { round: number as u16, players: players.map(id), id: self.next_id() })
    }

    fn finish(&mut self, void_open_games: bool) -> Result<usize, Refusal> {
        self.ask(Action::Finish { void_open_games, id: self.next_id() })
    }

    fn draw_fifty_fifty(&mut self, seed: u8) -> Result<usize, Refusal> {
        self.ask(Action::DrawFiftyFifty { seed: Seed::from_bytes([seed; 32]), id: self.next_id() })
    }

    /// The id of the next command. No command before it that was accepted had the same.
    fn next_id(&self) -> Option<CommandId> {
        self.has_ids.then(|| command_id(self.log.len() as u32))
    }

    /// The result of a table's game, or another one.
    fn result(&mut self, round: usize, table: usize, scores: &[u8]) {
        let game = self.round(round)[table - 1].game;
        let action = game::Action::EnterResult {
            scores: scores.to_vec().into(),
            reason: Some("as the card says".to_owned()),
            device: None,
            id: None,
        };
        self.ask_game(game, action).unwrap();
    }

    fn void(&mut self, round: usize, table: usize) {
        let game = self.round(round)[table - 1].game;
        self.ask_game(game, game::Action::Void { reason: None, id: None }).unwrap();
    }

    /// Asks as the coordinator for a change of a game, which the night decides.
    fn ask_at_night(&mut self, game: GameId, action: game::Action) -> Result<usize, game::Refusal> {
        let command = game::Command { metadata: metadata(Role::Coordinator), action };
        let events = self.night.decide_game(&self.games[&game], command)?;
        let game = self.games.get_mut(&game).unwrap();
        events.iter().for_each(|event| game.apply(event));
        Ok(events.len())
    }

    /// Calls a game off, as the coordinator does while the night is under way.
    fn call_off(&mut self, game: GameId) -> Result<usize, game::Refusal> {
        self.ask_at_night(game, game::Action::Void { reason: Some("a wrong seat".to_owned()), id: None })
    }

    fn bring_back(&mut self, game: GameId) -> Result<usize, game::Refusal> {
        self.ask_at_night(game, game::Action::TakeBackVoid { void: None })
    }

    /// Takes the draw of a round back.
    fn take_back(&mut self, round: usize) -> Result<usize, Refusal> {
        self.ask(Action::TakeBackRound { round: round as u16, draw: None })
    }

    /// Excuses a player for these rounds only.
    fn excuse(&mut self, player: u16, rounds: &[u16]) -> Result<usize, Refusal> {
        let action = EntryAction::Note { paid: None, guest: None, pots: None };
        let excuse = Some(Excuse { rounds: rounds.to_vec(), reason: Some("no table was free".to_owned()) });
        self.ask(Action::Enter(NewEntry { action, excuse, ..NewEntry::member(id(player)) }))
    }

    fn reopen_night(&mut self) -> Result<usize, Refusal> {
        self.ask(Action::Reopen { finish: None, reason: "a tap by mistake".to_owned() })
    }

    /// Takes a table's result back.
    fn reopen(&mut self, round: usize, table: usize) {
        let game = self.round(round)[table - 1].game;
        self.ask_game(game, game::Action::TakeBackResult { result: None }).unwrap();
    }

    /// The first side of every table of the newest round wins; the other sides have a fixed score each.
    fn play_round(&mut self) {
        let number = self.night.rounds().len();
        for (nth, table) in (1..).zip(self.round(number)) {
            let scores: Vec<u8> =
                (0..table.seats.sides().len() as u8).map(|side| [121, 100, 95][usize::from(side)]).collect();
            self.result(number, nth, &scores);
        }
    }

    fn ask_game(&mut self, game: GameId, action: game::Action) -> Result<usize, game::Refusal> {
        let game = self.games.get_mut(&game).unwrap();
        let events = game.decide(game::Command { metadata: metadata(Role::Coordinator), action })?;
        events.iter().for_each(|event| game.apply(event));
        Ok(events.len())
    }

    fn round(&self, number: usize) -> Vec<Table> {
        self.night.rounds()[number - 1].tables.clone()
    }

    /// The players at the tables of a round: sides of players.
    fn sides(&self, round: usize) -> Vec<Vec<Vec<u16>>> {
        let number = |player: &PlayerId| u16::from_be_bytes([player.bytes()[0], player.bytes()[1]]);
        let sides = |table: &Table| table.seats.sides().iter().map(|side| side.iter().map(number).collect()).collect();
        self.round(round).iter().map(sides).collect()
    }

    fn played(&self) -> GameResults {
        self.games.iter().map(|(id, game)| (*id, GameResult::new(game))).collect()
    }

    fn standings(&self) -> Vec<StandingsRow> {
        self.night.standings(&self.played(), &self.league, &name)
    }

    /// A player's row of the standings.
    fn row(&self, player: u16) -> StandingsRow {
        self.standings().into_iter().find(|row| row.player_id == id(player)).unwrap()
    }

    fn money(&self) -> Money {
        self.night.money(&self.played(), &self.league, &name)
    }

    fn view(&self) -> NightView {
        self.night.view(&self.played(), &self.league, &name)
    }

    fn games_per_night(&mut self, games: u16) -> Result<usize, Refusal> {
        self.ask(Action::Change(Change { games_per_night: Some(games), ..Change::default() }))
    }
}

fn schedule() -> Schedule {
    Schedule::new(NightId::from_bytes([1; 16]), "2026-01-28".parse().unwrap())
}

fn metadata(role: Role) -> Metadata {
    Metadata { at: "2026-01-28T23:55:00Z".parse().unwrap(), by: Some("Cy".to_owned()), role, token: None }
}

fn id(player: u16) -> PlayerId {
    let mut bytes = [0; 16];
    bytes[..2].copy_from_slice(&player.to_be_bytes());
    PlayerId::from_bytes(bytes)
}

fn command_id(number: u32) -> CommandId {
    let mut bytes = [8; 16];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    CommandId::from_bytes(bytes)
}

fn game_id(number: u32) -> GameId {
    let mut bytes = [9; 16];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    GameId::from_bytes(bytes)
}

fn name(player: PlayerId) -> String {
    format!("Player {}", u16::from_be_bytes([player.bytes()[0], player.bytes()[1]]))
}
