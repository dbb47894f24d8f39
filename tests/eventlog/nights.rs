//! A night under two servers: a peg against the draw of the next round.

use pegout_engine::game::{Action, GameId};
use pegout_league::night::{DrawWay, EntryAction, Schedule};
use pegout_league::{NightId, PlayerId};

use super::servers::{ADDRESS, Servers, assert_invariant, ensure, slug};
use crate::auth::caller::Caller;
use crate::auth::right::Right;
use crate::problem::Problem;
use crate::services::Services;
use crate::services::nights::RoundDraw;
use pegout_model::grant::{Grant, PhoneGrant, PhoneOwner};
use pegout_model::join_code::JoinKey;
use pegout_model::player::Player;

/// A night in its first round, with one table of four.
pub struct FirstRound<'a> {
    servers: &'a Servers,
    pub night: NightId,
    pub game: GameId,
    games: Vec<GameId>,
    phone: Caller,
}

/// The draw of the round of this number.
fn round(number: u16) -> RoundDraw {
    RoundDraw { number: Some(number), id: None, way: DrawWay::Movement, seed: None }
}

impl FirstRound<'_> {
    pub async fn new(servers: &Servers) -> FirstRound<'_> {
        FirstRound::of(servers, 4).await
    }

    /// The same with `players` players.
    pub async fn of(servers: &Servers, players: u32) -> FirstRound<'_> {
        let night = NightId::from_bytes(servers.id());
        let coordinator = || servers.coordinator.clone().require(Right::RunNights).unwrap();
        let schedule = Schedule::new(night, "2026-01-31".parse().unwrap());
        let nights = &servers.a.nights;
        nights.schedule(schedule, coordinator()).await.unwrap();
        for number in 1..=players {
            let id = PlayerId::from_bytes(servers.id());
            let name = format!("Player {number}");
            let player = Player { id, name, active_member: true, phone: None, email: None };
            servers.store.add_player(player).await.unwrap();
            nights.check_in(night, coordinator(), id, EntryAction::Arrive, None, Default::default()).await.unwrap();
        }
        nights.draw_round(night, coordinator(), round(1)).await.unwrap();
        let games: Vec<GameId> =
            nights.night(night).await.unwrap().rounds()[0].tables.iter().map(|table| table.game).collect();
        let game = games[0];
        let owner = PhoneOwner::Table(1);
        let key = JoinKey::Secret(nights.join_keys(night).await.unwrap().secret);
        let (token, _) = servers.a.phones.join(night, key, owner, None).await.unwrap().unwrap();
        let phone = Caller::new(token, Grant::Phone(PhoneGrant { night, owner, expires_at: None }), ADDRESS);
        FirstRound { servers, night, game, games, phone }
    }

    /// The games of its tables.
    pub fn games(&self) -> Vec<GameId> {
        self.games.clone()
    }

    /// Loads the night and its game into the caches of both servers.
    async fn load(&self) {
        self.servers.load(self.game).await;
        self.servers.a.nights.night(self.night).await.unwrap();
        self.servers.b.nights.night(self.night).await.unwrap();
    }

    pub async fn enter_result(&self, server: &Services) {
        let result = Action::EnterResult { scores: vec![121, 100].into(), reason: None, device: None, id: None };
        server.games.command(self.game, self.servers.coordinator.clone(), None, result).await.unwrap();
    }

    async fn draw_second_round(&self, server: &Services) -> Result<(), Problem> {
        let coordinator = self.servers.coordinator.clone().require(Right::RunNights).unwrap();
        server.nights.draw_round(self.night, coordinator, round(2)).await.map(drop)
    }

    /// Sends a command from the phone to the first server, which must refuse it and store nothing.
    async fn must_be_closed(&self, action: Action) -> Result<(), String> {
        let before = self.servers.events(self.game).await.len();
        let response = self.servers.a.games.command(self.game, self.phone.clone(), None, action).await;
        let (kind, status) = (slug(&response), response.err().map(|problem| problem.status()));
        ensure((&*kind, status) == ("round-closed", Some(409)), format!("the response is {kind}, not round-closed"))?;
        ensure(self.servers.events(self.game).await.len() == before, "the game has changed")
    }
}

#[test]
fn a_peg_is_refused_once_the_other_server_has_drawn_the_next_round() {
    assert_invariant(async |servers| {
        let round = FirstRound::new(servers).await;
        round.load().await;
        round.enter_result(&servers.b).await;
        round.draw_second_round(&servers.b).await.unwrap();
        round.must_be_closed(servers.peg(0, 2)).await
    });
}

#[test]
fn a_result_stays_once_the_other_server_has_drawn_the_next_round() {
    assert_invariant(async |servers| {
        let round = FirstRound::new(servers).await;
        round.enter_result(&servers.a).await;
        round.load().await;
        // Only the night is at another version than the first server knows: the command does not write to it.
        round.draw_second_round(&servers.b).await.unwrap();
        round.must_be_closed(Action::TakeBackResult { result: None }).await
    });
}

#[test]
fn no_round_is_drawn_while_the_other_server_has_a_game_open() {
    assert_invariant(async |servers| {
        let round = FirstRound::new(servers).await;
        round.enter_result(&servers.a).await;
        round.load().await;
        servers
            .a
            .games
            .command(round.game, round.phone.clone(), None, Action::TakeBackResult { result: None })
            .await
            .unwrap();
        let drawn = round.draw_second_round(&servers.b).await;
        ensure(slug(&drawn) == "still-playing", format!("the response is {}, not still-playing", slug(&drawn)))?;
        let rounds = servers.fresh().nights.night(round.night).await.unwrap().rounds().len();
        ensure(rounds == 1, format!("the night has {rounds} rounds"))
    });
}
