//! Figures under two servers: they are kept in memory, and follow the changes of each server.

use std::time::Duration;

use actix_web::rt::System;
use pegout_engine::game::{Action, GameId};
use pegout_league::figures::RecordKind;
use pegout_league::night;
use pegout_store::{ChangeNotice, StreamId};

use super::following::{follow, wait_for};
use super::nights::FirstRound;
use super::servers::Servers;
use crate::auth::right::Right;
use crate::services::Services;

/// The largest win of all time as a server has it; `None` without a game.
async fn largest_win(server: &Services) -> Option<i64> {
    let records = server.figures.records(None).await.unwrap();
    records.into_iter().find(|record| record.what == RecordKind::LargestWin).map(|record| record.value)
}

async fn correct(servers: &Servers, server: &Services, game: GameId, loser: u8) {
    let reason = Some("The board says so.".to_owned());
    let result = Action::EnterResult { scores: vec![121, loser].into(), reason, device: None, id: None };
    server.games.command(game, servers.coordinator.clone(), None, result).await.unwrap();
}

/// A finished night of one round, which was won by 21 points.
async fn finished(servers: &Servers) -> FirstRound<'_> {
    let round = FirstRound::new(servers).await;
    round.enter_result(&servers.a).await;
    let coordinator = servers.coordinator.clone().require(Right::RunNights).unwrap();
    let finish = night::Action::Finish { void_open_games: false, id: None };
    servers.a.nights.command(round.night, coordinator, finish).await.unwrap();
    round
}

#[test]
fn a_correction_changes_the_figures_of_its_server_at_once() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let round = finished(&servers).await;
        assert_eq!(largest_win(&servers.a).await, Some(21));
        correct(&servers, &servers.a, round.game, 60).await;
        assert_eq!(largest_win(&servers.a).await, Some(61));
        assert_eq!(largest_win(&servers.fresh()).await, Some(61));
    });
}

#[test]
fn a_correction_of_another_server_changes_the_figures_after_its_notice() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let round = finished(&servers).await;
        assert_eq!(largest_win(&servers.b).await, Some(21));
        correct(&servers, &servers.a, round.game, 60).await;
        let version = servers.a.log.cached_version(round.game.into()).unwrap();
        assert_eq!(largest_win(&servers.b).await, Some(21), "nobody has told: the figures are kept");
        servers.b.log.is_stale(round.game.into(), version - 1);
        assert_eq!(largest_win(&servers.b).await, Some(21), "this version is known");
        // The read brings the new version into memory before the notice comes.
        servers.b.games.game(round.game).await.unwrap();
        assert!(!servers.b.log.is_stale(StreamId::Game(round.game), version));
        assert_eq!(largest_win(&servers.b).await, Some(61));
    });
}

#[test]
fn figures_are_made_again_if_notices_may_have_been_lost() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let round = finished(&servers).await;
        let (hints, following) = follow(&servers);
        assert_eq!(largest_win(&servers.b).await, Some(21));
        correct(&servers, &servers.a, round.game, 60).await;
        hints.send(ChangeNotice::Missed).unwrap();
        let is_dropped = || servers.b.figures.count_in_memory() == 0;
        wait_for(is_dropped).await;
        assert_eq!(largest_win(&servers.b).await, Some(61));
        following.abort();
    });
}

#[test]
fn a_read_of_all_nights_takes_no_place_of_games_in_memory() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        finished(&servers).await;
        servers.b.log.games.evict_idle(Duration::ZERO);
        assert_eq!(largest_win(&servers.b).await, Some(21));
        assert_eq!(servers.b.log.games.count_in_memory(), 0);
        assert_eq!(servers.b.figures.count_in_memory(), 1);
    });
}
