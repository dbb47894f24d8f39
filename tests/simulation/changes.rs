//! Changes of earlier steps: draws, seats, voids, excuses and payouts, and players who were entered twice.

use pegout_engine::game::{self, Status};
use pegout_league::night::{Action, NewSeats, Night, Payout, PayoutKind, Seating};
use pegout_league::seating::Seats;
use pegout_league::{CommandId, PlayerId};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

use super::Simulation;
use super::request::Request;
use super::stored_log;
use crate::services::nights::seats::ReseatRequest;

impl Simulation {
    fn new_command_id(&mut self) -> CommandId {
        CommandId::from_bytes(self.id())
    }

    /// Takes a draw back now and then, and draws the round again.
    pub async fn draw_again(&mut self, number: u16, draw: Option<CommandId>) -> Result<(), String> {
        if self.rng.random_bool(0.3) {
            self.run(Action::TakeBackRound { round: number, draw });
            let command = self.command_id();
            self.send_as_coordinator(Request::Draw(number, command));
            self.deliver_all().await?;
        }
        Ok(())
    }

    /// The coordinator's requests about what was done before. Many are refused.
    pub async fn change_what_was_done(&mut self) -> Result<(), String> {
        for _ in 0..self.rng.random_range(0..7) {
            let night = stored_log::night(&*self.deployment.store, self.night).await?;
            match self.rng.random_range(0..8) {
                0 => self.excuse(&night),
                1 | 2 => self.reseat(&night),
                3 => self.seat_late(&night),
                4 | 5 => self.void(&night).await?,
                6 => self.pay_out(),
                _ => self.merge().await?,
            }
            if self.rng.random_bool(0.5) {
                self.deliver_all().await?;
            }
        }
        Ok(())
    }

    fn somebody(&mut self) -> Option<PlayerId> {
        self.players.choose(&mut self.rng).map(|player| player.id)
    }

    fn excuse(&mut self, night: &Night) {
        let drawn = night.rounds().len() as u16;
        let rounds = (1..=drawn).filter(|_| self.rng.random_bool(0.4)).collect();
        let id = self.new_command_id();
        if let Some(player) = self.somebody() {
            self.send_as_coordinator(Request::Excuse { player, rounds, id });
        }
    }

    /// Lets somebody else sit at a table, or everybody of it on other seats.
    fn reseat(&mut self, night: &Night) {
        let Some(round) = night.rounds().choose(&mut self.rng) else { return };
        let Some((at, table)) = round.tables.iter().enumerate().collect::<Vec<_>>().choose(&mut self.rng).copied()
        else {
            return;
        };
        let mut players: Vec<PlayerId> = table.seats.players().collect();
        players.shuffle(&mut self.rng);
        let mut out = Vec::new();
        if let Some(other) = self.somebody().filter(|other| self.rng.random_bool(0.7) && !players.contains(other)) {
            out.extend(players.pop());
            players.push(other);
        }
        out.retain(|_| self.rng.random_bool(0.5));
        let is_drawn = self.rng.random_bool(0.3);
        let seating = if is_drawn { Seating::Drawn(players) } else { Seating::Fixed(Seats::new(&players)) };
        let reason = self.rng.random_bool(0.8).then(|| "Somebody else sat there.".to_owned());
        let id = Some(self.new_command_id());
        let tables = vec![NewSeats { number: at + 1, seating }];
        self.send_as_coordinator(Request::Reseat(ReseatRequest {
            round: round.number,
            tables,
            out,
            reason,
            id,
            based_on: None,
        }));
    }

    /// Gives a table to waiting players.
    fn seat_late(&mut self, night: &Night) {
        let Some(round) = night.rounds().last() else { return };
        let sits = |player| round.tables.iter().any(|table| table.seats.side_of(player).is_some());
        let here = night.entries().iter().filter(|entry| !entry.left).map(|entry| entry.player);
        let waiting: Vec<PlayerId> = here.filter(|player| !sits(*player)).take(4).collect();
        let (round, id) = (round.number, self.new_command_id());
        self.send_as_coordinator(Request::AddTable { round, players: waiting, id });
    }

    /// Calls a game off, or brings it back.
    async fn void(&mut self, night: &Night) -> Result<(), String> {
        let games: Vec<_> = night.tables().map(|(_, table)| table.game).collect();
        let Some(id) = games.choose(&mut self.rng).copied() else { return Ok(()) };
        let game = stored_log::game(&*self.deployment.store, id).await?;
        let action = match game.void() {
            Some(void) if game.status() == Status::Void => game::Action::TakeBackVoid { void: void.id },
            _ => game::Action::Void { reason: Some("The lights went out.".to_owned()), id: self.command_id() },
        };
        self.send_as_coordinator(Request::Play(id, action));
        Ok(())
    }

    fn pay_out(&mut self) {
        let (amount, id) = (self.rng.random_range(0..5000), self.command_id());
        if let Some(player) = self.somebody() {
            let what = if self.rng.random() { PayoutKind::Prize } else { PayoutKind::FiftyFifty };
            self.run(Action::PayOut(Payout { player, amount, what, id, noted_for: None }));
        }
    }

    /// Merges a player of the night with a player who never came, in either direction. The servers keep merges in memory,
    /// so that a second server would not know of the merge.
    async fn merge(&mut self) -> Result<(), String> {
        if self.deployment.servers.len() > 1 {
            return Ok(());
        }
        self.deliver_all().await?;
        let known = &self.acknowledged;
        let is_free = |player: &PlayerId| !known.merged.iter().any(|(from, into)| from == player || into == player);
        let players = self.players.iter().map(|player| player.id).filter(is_free);
        let (came, away): (Vec<_>, Vec<_>) = players.partition(|player| known.came.contains(player));
        let (Some(one), Some(other)) = (came.choose(&mut self.rng), away.choose(&mut self.rng)) else { return Ok(()) };
        let [from, into] = if self.rng.random_bool(0.5) { [*one, *other] } else { [*other, *one] };
        let id = self.new_command_id();
        self.send_as_coordinator(Request::Merge { from, into, id });
        self.deliver_all().await
    }
}
