//! The bounds on games without a night, by a clock that is set: the day of an address, and the removal of unused games.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::rt::System;
use futures_util::FutureExt;
use pegout_engine::game::{Action, DealId, GameId, RematchRequest};

use super::servers::{ADDRESS, Servers, slug};
use crate::auth::rate_limit::{FreeGameOptions, FreeGames};
use crate::problem::Hint;
use crate::services::database::game_expiry::GameExpiry;

const SECOND: i64 = 1000;
const DAY: i64 = 24 * 3600 * SECOND;

impl Servers {
    fn advance(&self, millis: i64) {
        self.clock.set(self.clock.millis() + millis);
    }

    /// Removes old games as the first server does by default, and returns their number.
    async fn remove_expired(&self) -> usize {
        let days = |days: u64| Some(Duration::from_secs(days * 24 * 3600));
        let (log, store, clock) = (self.a.log.clone(), self.store.clone(), self.clock.clone());
        let game_expiry = GameExpiry { log, store, clock, keep_unplayed: days(7), keep_games: days(400) };
        game_expiry.remove_expired().await.unwrap()
    }

    async fn won(&self) -> GameId {
        self.game([Action::EnterResult { scores: vec![121, 90].into(), reason: None, device: None, id: None }]).await
    }
}

fn bounds(games: u32, events: u32) -> (Servers, Arc<FreeGames>) {
    let servers = Servers::new(None);
    let options = FreeGameOptions { free_games: games, free_events: events };
    let bounds = FreeGames::new(options, servers.clock.clone());
    (servers, Arc::new(bounds))
}

/// Reserves a game and commits it. Returns 0, or the seconds until an address may begin the next game.
fn wait(bounds: &Arc<FreeGames>, address: IpAddr) -> u64 {
    match bounds.reserve(address) {
        Ok(reservation) => {
            reservation.commit();
            0
        }
        Err(problem) => match problem.hint() {
            Hint::RateLimit(limit) => limit.reset,
            other => panic!("{other:?}"),
        },
    }
}

#[test]
fn the_day_of_an_address_begins_with_its_first_game_and_is_over_24_hours_later() {
    System::new().block_on(async {
        let (servers, bounds) = bounds(2, 0);
        assert_eq!(wait(&bounds, ADDRESS), 0);
        servers.advance(20 * 3600 * SECOND);
        assert_eq!((wait(&bounds, ADDRESS), wait(&bounds, ADDRESS)), (0, 4 * 3600));
        servers.advance(4 * 3600 * SECOND - SECOND);
        assert_eq!(wait(&bounds, ADDRESS), 1);
        servers.advance(SECOND);
        assert_eq!((wait(&bounds, ADDRESS), wait(&bounds, ADDRESS), wait(&bounds, ADDRESS)), (0, 0, 24 * 3600));
        servers.advance(-10 * DAY);
        assert_eq!(wait(&bounds, ADDRESS), 0, "a clock that was set back locks nobody out");
    });
}

#[test]
fn a_game_that_was_not_stored_does_not_count_and_events_do() {
    System::new().block_on(async {
        let (_servers, bounds) = bounds(1, 10);
        drop(bounds.reserve(ADDRESS).unwrap());
        let reservation = bounds.reserve(ADDRESS).unwrap();
        assert!(bounds.reserve(ADDRESS).is_err(), "one is on its way");
        reservation.commit();
        assert!(bounds.reserve(ADDRESS).is_err());
        let other = IpAddr::from([192, 0, 2, 1]);
        bounds.count_events(other, 9);
        drop(bounds.reserve(other).unwrap());
        bounds.count_events(other, 1);
        assert!(bounds.reserve(other).is_err());
    });
}

#[test]
fn unplayed_games_go_after_seven_days_and_others_after_four_hundred() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let unplayed = servers.game([servers.peg(0, 1), servers.peg(1, 1)]).await;
        let played = servers.game([servers.peg(0, 1), servers.peg(1, 1), servers.peg(0, 1)]).await;
        let over = servers.won().await;
        servers.advance(7 * DAY - 1);
        assert_eq!(servers.remove_expired().await, 0);
        servers.advance(1);
        assert_eq!((servers.remove_expired().await, servers.remove_expired().await), (1, 0));
        assert_eq!(slug(&servers.a.games.game(unplayed).await), "game-removed");
        servers.advance(393 * DAY - 1);
        assert_eq!(servers.remove_expired().await, 0);
        assert_eq!(slug(&servers.a.games.game(played).await), "ok");
        servers.advance(1);
        assert_eq!(servers.remove_expired().await, 2);
        assert_eq!(slug(&servers.a.games.game(over).await), "game-removed");
    });
}

#[test]
fn a_game_that_is_touched_stays() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let (touched, idle) = (servers.game([]).await, servers.game([]).await);
        servers.advance(6 * DAY);
        let deal = DealId::from_bytes(servers.id());
        servers.send(&servers.a, touched, Action::BeginDeal { number: 2, deal }).await.unwrap();
        servers.send(&servers.a, touched, Action::TakeBackDeal { number: 2, deal: None }).await.unwrap();
        servers.advance(6 * DAY);
        assert_eq!((servers.remove_expired().await, servers.remove_expired().await), (1, 0));
        assert_eq!(slug(&servers.a.games.game(touched).await), "ok");
        let peg = servers.peg(0, 1);
        assert_eq!(slug(&servers.send(&servers.a, idle, peg).await), "game-removed");
    });
}

#[test]
fn a_match_is_as_old_as_its_newest_game() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let (old, new) = (servers.won().await, GameId::from_bytes(servers.id()));
        servers.advance(300 * DAY);
        let scorer = servers.scorer.clone();
        servers.a.games.begin_rematch(old, RematchRequest::new(new), scorer, None).await.unwrap();
        servers.advance(399 * DAY);
        assert_eq!(servers.remove_expired().await, 0);
        assert_eq!(
            (slug(&servers.a.games.game(old).await), slug(&servers.a.games.game(new).await)),
            ("ok".into(), "ok".into())
        );
        servers.advance(DAY);
        assert_eq!(servers.remove_expired().await, 2);
    });
}

#[test]
fn whoever_pegs_in_the_newest_game_of_a_match_keeps_its_older_ones_that_were_to_go_alone() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let (old, new) = (servers.won().await, GameId::from_bytes(servers.id()));
        let scorer = servers.scorer.clone();
        servers.a.games.begin_rematch(old, RematchRequest::new(new), scorer, None).await.unwrap();
        let versions = async || {
            let games = [(old, servers.events(old).await.len() as u64), (new, servers.events(new).await.len() as u64)];
            BTreeMap::from(games)
        };
        let read = versions().await;
        servers.send(&servers.b, new, servers.peg(0, 2)).await.unwrap();
        assert!(!servers.a.log.remove_games(vec![old], read).await.unwrap());
        assert_eq!(slug(&servers.fresh().games.game(old).await), "ok");
        // The control.
        assert!(servers.a.log.remove_games(vec![old], versions().await).await.unwrap());
        assert_eq!(slug(&servers.fresh().games.game(old).await), "game-removed");
    });
}

#[test]
fn a_server_that_has_a_removed_game_in_memory_neither_changes_it_nor_brings_it_back() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let setup = servers.setup();
        let game = setup.game;
        servers.a.games.begin(setup.clone(), None, &servers.scorer.token, ADDRESS).await.unwrap();
        servers.load(game).await;
        servers.advance(8 * DAY);
        assert_eq!(servers.remove_expired().await, 1);
        assert_eq!(slug(&servers.b.games.game(game).await), "ok", "a control: it is in memory");
        let peg = servers.peg(0, 5);
        assert_eq!(slug(&servers.send(&servers.b, game, peg).await), "game-removed");
        let begun = servers.b.games.begin(setup, None, &servers.scorer.token, ADDRESS).await;
        assert_eq!(slug(&begun), "game-removed");
        assert!(servers.events(game).await.is_empty());
    });
}

#[test]
fn a_game_is_loaded_while_seasons_wait_to_be_decoded() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let games = [servers.game([]).await, servers.game([]).await];
        let fresh = servers.fresh();
        let all = fresh.log.games.decoding.available_permits();
        let held = fresh.log.games.decoding.acquire_many(all as u32).await.unwrap();
        let mut season = Box::pin(fresh.log.games.preload(games));
        // The loop gives the store time for an answer.
        for _ in 0..100 {
            assert!(season.as_mut().now_or_never().is_none());
            tokio::task::yield_now().await;
        }
        assert!(fresh.log.games.snapshot(games[0]).await.unwrap().is_some());
        assert!(season.as_mut().now_or_never().is_none(), "it has no permission yet");
        drop(held);
        season.await;
        assert_eq!(fresh.log.games.count_in_memory(), 2);
        assert!(Arc::ptr_eq(&fresh.log.games.decoding, &fresh.log.nights.decoding));
    });
}
