//! The course of a night: check-in, rounds, the 50/50, corrections and the finish, all chosen by the seed.

use pegout_engine::game::{self, Status};
use pegout_league::night::{Action, Change, Night, Pair, PairMember, Schedule};
use pegout_league::{CommandId, Format, PairId, PlayerId, Seed, Table};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

use super::network::Client;
use super::request::Request;
use super::stored_log;
use super::{COORDINATOR, Simulation};
use crate::auth::caller::Caller;
use crate::auth::passwords::{Identity, Verified};
use crate::auth::right::Right;
use crate::eventlog_tests::servers::ADDRESS;

impl Simulation {
    /// Plays the night from its schedule to the last correction.
    pub async fn play(&mut self) -> Result<(), String> {
        self.schedule().await?;
        self.gather().await?;
        let rounds = if self.without.later_rounds { 1 } else { self.settings.games_per_night };
        for number in 1..=rounds {
            self.play_round(number).await?;
        }
        self.finish().await?;
        self.deliver_repeats().await
    }

    async fn schedule(&mut self) -> Result<(), String> {
        let server = &self.deployment.servers[0];
        let hash = "a hash of the password".to_owned();
        self.deployment.store.set_password_hash(hash.clone()).await.map_err(|error| error.to_string())?;
        let verified = Verified { identity: Identity::Coordinator { name: None }, hash };
        let session = server.sessions.sign_in(verified, None).await.map_err(|error| error.to_string())?;
        let token = session.ok_or("the password is another")?.token;
        let grant = server.sessions.authenticate(&token).await.map_err(|error| error.to_string())?;
        let caller = Caller::new(token.clone(), grant, ADDRESS);
        let coordinator = caller.require(Right::RunNights).map_err(|error| error.to_string())?;
        let schedule = Schedule::new(self.night, "2026-01-31".parse().unwrap());
        server.nights.schedule(schedule, coordinator).await.map_err(|error| error.to_string())?;
        self.clients.push(Client::new(token));
        let scorer = server.games.new_token();
        self.scorer = scorer.hash().id();
        self.clients.push(Client::new(scorer));
        Ok(())
    }

    /// Adds a request to the coordinator's requests.
    pub fn send_as_coordinator(&mut self, request: Request) {
        self.clients[COORDINATOR].queue(request);
    }

    pub fn run(&mut self, action: Action) {
        self.send_as_coordinator(Request::Run(action));
    }

    /// The id of a command, or none: some clients send no ids.
    pub fn command_id(&mut self) -> Option<CommandId> {
        self.rng.random_bool(0.7).then(|| CommandId::from_bytes(self.id()))
    }

    fn run_draw(&mut self, seed: Seed, id: Option<CommandId>) {
        self.fifty_fifty_draws.extend(id);
        self.run(Action::DrawFiftyFifty { seed, id });
    }

    /// Voids one of the draws of the 50/50 that had ids, or any draw.
    fn void_a_draw(&mut self) {
        let known = self.rng.random_bool(0.7);
        let draw = self.fifty_fifty_draws.choose(&mut self.rng).copied().filter(|_| known);
        self.run(Action::VoidFiftyFifty { draw, reason: "A ticket was drawn twice.".to_owned() });
    }

    /// Finishes the night. Returns the id of the request.
    fn run_finish(&mut self, void_open_games: bool) -> Option<CommandId> {
        let id = self.command_id();
        self.run(Action::Finish { void_open_games, id });
        id
    }

    /// Checks in 2 to 23 players. Some change their minds, and some come as guests.
    async fn gather(&mut self) -> Result<(), String> {
        if self.rng.random_bool(0.2) {
            self.run(Action::Cancel { reason: "A storm is coming.".to_owned() });
            self.run(Action::Reinstate);
        }
        let count = self.rng.random_range(2..=23);
        let mut players: Vec<PlayerId> = self.players.iter().map(|player| player.id).collect();
        players.shuffle(&mut self.rng);
        for player in &players[..count] {
            self.check_in(*player);
        }
        for player in &players[2..count] {
            if self.rng.random_bool(0.1) {
                self.run(Action::Withdraw { player: *player });
            }
        }
        self.deliver_all().await?;
        self.pair_up().await
    }

    /// Pairs the players who are here without a partner, if the format has pairs.
    async fn pair_up(&mut self) -> Result<(), String> {
        if self.settings.format != Format::FixedPairs {
            return Ok(());
        }
        let night = stored_log::night(&*self.deployment.store, self.night).await?;
        let mut alone: Vec<PlayerId> = here(&night).filter(|player| night.pair_of(*player).is_none()).collect();
        alone.shuffle(&mut self.rng);
        for players in alone.as_chunks().0 {
            let pair = PairId::from_bytes(self.id());
            let member = |player| PairMember { player, stands_for: None };
            let pair = Pair { pair, players: players.map(member), id: self.command_id() };
            self.send_as_coordinator(Request::Pair(pair));
        }
        self.deliver_all().await
    }

    fn check_in(&mut self, player: PlayerId) {
        let is_member = self.players.iter().any(|known| known.id == player && known.active_member);
        let paid = self.rng.random_bool(0.8).then(|| self.rng.random_bool(0.9));
        let guest = (!is_member && self.rng.random_bool(0.9)).then_some(true);
        self.send_as_coordinator(Request::CheckIn { player, paid, guest });
    }

    async fn play_round(&mut self, number: u16) -> Result<(), String> {
        let command = self.command_id();
        self.send_as_coordinator(Request::Draw(number, command));
        self.deliver_all().await?;
        self.draw_again(number, command).await?;
        self.reconnect();
        if let Some(tables) = self.tables().await? {
            let players: Vec<PlayerId> = tables.iter().flat_map(|table| table.seats.players()).collect();
            if self.rng.random_bool(0.4) {
                let (Some(one), Some(other)) = (players.choose(&mut self.rng), players.choose(&mut self.rng)) else {
                    return Err("a round has no players".to_owned());
                };
                let players = [*one, *other];
                let id = self.command_id();
                self.run(Action::Swap { round: number, players, id });
                self.deliver_all().await?;
            }
            // The swap may have changed the tables.
            for (table, seats) in (1..).zip(self.tables().await?.unwrap_or_default()) {
                self.join_table(table, &seats).await?;
            }
        }
        self.play_match();
        self.come_and_go(number).await?;
        self.split_or_pair().await?;
        self.change_what_was_done().await?;
        self.deliver_all().await?;
        self.deployment.advance(1500);
        self.end_open_games().await?;
        self.deliver_all().await
    }

    /// The tables of the newest round; `None` before the first.
    pub async fn tables(&self) -> Result<Option<Vec<Table>>, String> {
        let night = stored_log::night(&*self.deployment.store, self.night).await?;
        Ok(night.rounds().last().map(|round| round.tables.clone()))
    }

    /// The coordinator's requests while a round is played.
    async fn come_and_go(&mut self, number: u16) -> Result<(), String> {
        for _ in 0..self.rng.random_range(0..6) {
            let player = self.players.choose(&mut self.rng).map(|player| player.id).ok_or("there are no players")?;
            let seed = Seed::from_bytes(self.rng.random());
            let command = self.command_id();
            match self.rng.random_range(0..10) {
                0 | 1 => self.send_as_coordinator(Request::CheckIn { player, paid: None, guest: None }),
                2 => self.check_in(player),
                3 | 4 => self.send_as_coordinator(Request::CheckIn { player, paid: Some(true), guest: Some(true) }),
                5 => self.send_as_coordinator(Request::CheckIn { player, paid: Some(false), guest: None }),
                6 => self.run(Action::Withdraw { player }),
                7 => self.run_draw(seed, command),
                8 => self.void_a_draw(),
                _ => self.send_as_coordinator(Request::Draw(number + 1, command)),
            }
        }
        if self.rng.random_bool(0.1) {
            let games_per_night = Some(self.rng.random_range(1..=4));
            self.run(Action::Change(Change { games_per_night, ..Change::default() }));
        }
        self.correct_a_game().await
    }

    /// Now and then splits a pair, or pairs the players who came meanwhile.
    async fn split_or_pair(&mut self) -> Result<(), String> {
        if self.rng.random_bool(0.1) {
            let night = stored_log::night(&*self.deployment.store, self.night).await?;
            let pairs: Vec<PairId> = here(&night).filter_map(|player| night.pair_of(player)).collect();
            if let Some(pair) = pairs.choose(&mut self.rng) {
                self.run(Action::Unpair { pair: *pair });
            }
        }
        if self.rng.random_bool(0.5) { self.pair_up().await } else { Ok(()) }
    }

    /// Lets the coordinator correct the result of some game of the night.
    async fn correct_a_game(&mut self) -> Result<(), String> {
        let night = stored_log::night(&*self.deployment.store, self.night).await?;
        let tables: Vec<Table> = night.tables().map(|(_, table)| table.clone()).collect();
        if let Some(table) = tables.choose(&mut self.rng)
            && self.rng.random_bool(0.5)
        {
            let result = self.result(table.seats.sides().len(), Some("The sheet was read the wrong way round."));
            self.send_as_coordinator(Request::Play(table.game, result));
        }
        Ok(())
    }

    /// Enters the results of the games that are still open, or calls them off.
    async fn end_open_games(&mut self) -> Result<(), String> {
        for table in self.tables().await?.unwrap_or_default() {
            let game = stored_log::game(&*self.deployment.store, table.game).await?;
            if game.status() == Status::Playing {
                let void = game::Action::Void { reason: Some("The hall closes.".to_owned()), id: None };
                let result = self.result(table.seats.sides().len(), None);
                let action = if self.rng.random_bool(0.1) { void } else { result };
                self.send_as_coordinator(Request::Play(table.game, action));
            }
        }
        Ok(())
    }

    async fn finish(&mut self) -> Result<(), String> {
        self.run_finish(false);
        let finish = self.run_finish(true);
        if self.rng.random_bool(0.4) {
            self.run(Action::Reopen { finish, reason: "One game was still to come.".to_owned() });
        }
        self.deliver_all().await?;
        self.reconnect();
        self.change_what_was_done().await?;
        self.come_and_go(self.settings.games_per_night).await?;
        self.correct_a_game().await?;
        self.run_finish(true);
        self.deliver_all().await
    }
}

/// The players who are at the night and have not left.
pub fn here(night: &Night) -> impl Iterator<Item = PlayerId> {
    night.entries().iter().filter(|entry| !entry.left).map(|entry| entry.player)
}
