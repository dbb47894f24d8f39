//! Previews of draws under two servers: the draw makes what was shown.

use pegout_engine::game::Action;
use pegout_engine::league::night::{Action as NightAction, DrawWay, EntryAction, NewRound, RoundPreview, Schedule};
use pegout_engine::league::{NightId, PlayerId, Seed};

use actix_web::rt::System;

use super::servers::Servers;
use crate::auth::caller::Author;
use crate::auth::right::Right;
use crate::model::player::Player;
use crate::services::Services;
use crate::services::night_service::RoundDraw;

/// The players, so many that two draws hardly move the same ones.
const PLAYERS: u32 = 24;

/// The draw of the whole hall.
const AFRESH: RoundDraw = RoundDraw { number: None, id: None, way: DrawWay::Afresh, seed: None };

/// A night whose first round is over.
struct FirstRound<'a> {
    servers: &'a Servers,
    night: NightId,
}

impl FirstRound<'_> {
    async fn new(servers: &Servers) -> FirstRound<'_> {
        servers.store.set_password_hash("$argon2id$v=19$m=1,t=1,p=1$c2FsdA$aGFzaA".to_owned()).await.unwrap();
        let first = FirstRound { servers, night: NightId::from_bytes(servers.id()) };
        let (night, nights) = (first.night, &servers.a.nights);
        nights.schedule(Schedule::new(night, "2026-01-31".parse().unwrap()), first.author()).await.unwrap();
        for number in 1..=PLAYERS {
            let id = PlayerId::from_bytes(servers.id());
            let name = format!("Player {number}");
            let player = Player { id, name, active_member: true, phone: None, email: None };
            servers.store.add_player(player).await.unwrap();
            nights.check_in(night, first.author(), id, EntryAction::Arrive, None, Default::default()).await.unwrap();
        }
        servers.a.players.rename().await.unwrap();
        nights.draw_round(night, first.author(), AFRESH).await.unwrap();
        for table in &nights.night(night).await.unwrap().rounds()[0].tables {
            let result = Action::EnterResult { scores: vec![121, 100].into(), reason: None, device: None, id: None };
            servers.a.games.command(table.game, servers.coordinator.clone(), None, result).await.unwrap();
        }
        first
    }

    fn author(&self) -> Author {
        self.servers.coordinator.clone().require(Right::RunNights).unwrap()
    }

    async fn preview(&self, server: &Services) -> RoundPreview {
        server.nights.preview_round(self.night, AFRESH).await.unwrap()
    }

    /// Draws the second round, and returns its seed.
    async fn draw(&self, server: &Services) -> Seed {
        server.nights.draw_round(self.night, self.author(), AFRESH).await.unwrap();
        server.nights.night(self.night).await.unwrap().rounds()[1].seed
    }

    /// The round that a seed draws, at a server that has not heard of the draw.
    async fn drawn_by(&self, seed: Seed, server: &Services) -> RoundPreview {
        let settings = self.servers.store.league().await.unwrap().settings;
        let new = NewRound { number: None, id: None, way: DrawWay::Afresh, seed, games: Vec::new(), settings };
        server.nights.report(self.night).await.unwrap().preview_round(&new).unwrap()
    }
}

#[test]
fn the_round_that_one_server_shows_is_the_round_that_the_other_draws() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let first = FirstRound::new(&servers).await;
        let shown = first.preview(&servers.a).await;
        assert_eq!(shown.moves, first.preview(&servers.b).await.moves, "the other server shows another round");
        assert_eq!(shown.moves, first.preview(&servers.fresh()).await.moves, "a restart changes the round");
        let seed = first.draw(&servers.b).await;
        assert_eq!(first.drawn_by(seed, &servers.a).await.moves, shown.moves);
    });
}

#[test]
fn a_round_that_is_drawn_again_after_it_was_taken_back_is_another() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let first = FirstRound::new(&servers).await;
        let seed = first.draw(&servers.a).await;
        let take_back = NightAction::TakeBackRound { round: 2, draw: None };
        servers.a.nights.command(first.night, first.author(), take_back).await.unwrap();
        assert_ne!(first.draw(&servers.a).await, seed);
    });
}

#[test]
fn two_nights_of_one_version_draw_by_different_seeds() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let (one, other) = (FirstRound::new(&servers).await, FirstRound::new(&servers).await);
        assert_ne!(one.draw(&servers.a).await, other.draw(&servers.a).await);
    });
}
