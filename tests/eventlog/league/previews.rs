//! Previews of draws under two servers: the draw makes the round that was shown.

use actix_web::rt::System;
use pegout_league::Seed;
use pegout_league::night::{Action, DrawWay, NewRound, RoundPreview};

use super::hall::Hall;
use crate::eventlog_tests::servers::Servers;
use crate::services::Services;
use crate::services::nights::RoundDraw;

/// The number of players: with 24, two draws hardly ever move the same players.
const PLAYERS: usize = 24;

/// The draw of the whole hall.
const AFRESH: RoundDraw = RoundDraw { number: None, id: None, way: DrawWay::Afresh, seed: None };

/// A night whose first round is over.
struct FirstRound<'a>(Hall<'a>);

impl FirstRound<'_> {
    async fn new(servers: &Servers) -> FirstRound<'_> {
        servers.store.set_password_hash("$argon2id$v=19$m=1,t=1,p=1$c2FsdA$aGFzaA".to_owned()).await.unwrap();
        let hall = Hall::new(servers, PLAYERS).await;
        hall.draw(&servers.a, AFRESH).await.unwrap();
        hall.end_round(&servers.a).await;
        servers.b.log.refresh(servers.b.log.cached_versions().into_keys()).await.unwrap();
        FirstRound(hall)
    }

    async fn preview(&self, server: &Services) -> RoundPreview {
        server.nights.preview_round(self.0.night, AFRESH).await.unwrap()
    }

    /// Draws the second round, and returns its seed.
    async fn draw(&self, server: &Services) -> Seed {
        self.0.draw(server, AFRESH).await.unwrap();
        server.nights.night(self.0.night).await.unwrap().rounds()[1].seed
    }

    /// The round that a seed draws, at a server that has not heard of the draw.
    async fn drawn_by(&self, seed: Seed, server: &Services) -> RoundPreview {
        let settings = self.0.servers.store.league().await.unwrap().settings;
        let new = NewRound {
            byes: std::collections::BTreeMap::new(),
            number: None,
            id: None,
            way: DrawWay::Afresh,
            seed,
            games: Vec::new(),
            settings,
        };
        server.nights.report(self.0.night).await.unwrap().preview_round(&new).unwrap()
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
        let take_back = Action::TakeBackRound { round: 2, draw: None };
        servers.a.nights.command(first.0.night, servers.author(), take_back).await.unwrap();
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
