//! The changes of another server, taken over with and without hints of them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::rt::System;
use pegout_engine::game::GameId;
use tokio::sync::broadcast;
use tokio::task::{JoinHandle, spawn_local};
use tokio::time::{sleep, timeout};

use super::faulty_store::{Fault, FaultyStore};
use super::nights::FirstRound;
use super::postgres::on_file;
use super::servers::Servers;
use crate::auth::sessions::{Comparisons, Sessions};
use crate::eventlog::Change;
use crate::services::Services;
use crate::services::database::remote_changes::RemoteChanges;
use crate::services::nights::report::Revision;
use pegout_model::clock::Clock;
use pegout_model::grant::Grant;
use pegout_model::random::SystemRandom;
use pegout_model::token::Token;
use pegout_store::{ChangeNotice, NewDisplay, StoreError};

/// The longest wait of a test for an expected change.
const LONGEST: Duration = Duration::from_secs(60);

/// Lets the second server follow the first. The caller sends the hints.
pub(super) fn follow(servers: &Servers) -> (broadcast::Sender<ChangeNotice>, JoinHandle<()>) {
    let (hints, changes) = broadcast::channel(16);
    let Services { log, sessions, comparisons, players, .. } = &servers.b;
    let remote_changes = RemoteChanges {
        store: servers.store.clone(),
        log: log.clone(),
        sessions: sessions.clone(),
        comparisons: comparisons.clone(),
        players: players.clone(),
    };
    (hints, spawn_local(Arc::new(remote_changes).follow_forever(changes)))
}

#[test]
fn a_night_that_is_watched_hears_of_its_games_without_hints_and_when_nobody_has_used_them_for_long() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let round = FirstRound::new(&servers).await;
        let coordinator = Some(servers.coordinator.clone());
        let mut feed = servers.b.nights.subscribe(round.night, coordinator, Revision::default()).await.unwrap();
        feed.first();
        // The game leaves memory unless the night keeps it.
        servers.b.log.games.evict_idle(Duration::ZERO);
        let (_hints, following) = follow(&servers);
        round.enter_result(&servers.a).await;
        let heard = timeout(LONGEST, feed.next()).await.expect("nobody tells of the result").unwrap();
        assert!(String::from_utf8_lossy(&heard.json()).contains("121"));
        following.abort();
    });
}

#[test]
fn a_hint_of_a_game_that_is_not_in_memory_is_told_on() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let game = servers.game([servers.peg(0, 2)]).await;
        let mut changes = servers.b.log.changes.subscribe();
        assert!(!servers.b.log.is_stale(game.into(), 2), "it is in memory as it is");
        assert!(changes.try_recv().is_err());
        servers.b.log.games.evict_idle(Duration::ZERO);
        assert!(!servers.b.log.is_stale(game.into(), 3), "there is nothing to load again");
        assert_eq!(changes.try_recv(), Ok(Change::Stream(game.into())));
    });
}

#[test]
fn a_change_that_a_read_has_brought_into_memory_is_told_on() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let game = servers.game([]).await;
        servers.send(&servers.a, game, servers.peg(0, 2)).await.unwrap();
        let mut changes = servers.b.log.changes.subscribe();
        servers.b.games.snapshot_since(game, 2).await.unwrap();
        assert_eq!(changes.try_recv(), Ok(Change::Stream(game.into())));
    });
}

#[test]
fn a_damaged_game_in_memory_keeps_no_other_from_being_loaded_again() {
    let _file = on_file();
    System::new().block_on(async {
        let servers = Servers::new(None);
        let mut games = Vec::new();
        for _ in 0..6 {
            games.push(servers.game([servers.peg(0, 3)]).await);
        }
        let spoil =
            "UPDATE event SET body = replace(body, '\"points\":3', '\"points\":4') WHERE version = 2 AND stream = ?1";
        assert_eq!(servers.database().execute(spoil, [games[0].bytes()]).unwrap(), 1);
        let mut before = Vec::new();
        for game in &games {
            before.push(servers.b.log.games.snapshot(*game).await.unwrap().unwrap().number);
        }
        let reloaded = servers.b.log.games.reload_all().await;
        assert!(matches!(reloaded, Err(StoreError::Damaged(_))), "{reloaded:?}");
        for (place, game) in games.iter().enumerate() {
            let number = servers.b.log.games.snapshot(*game).await.unwrap().unwrap().number;
            assert_eq!(number == before[place], place == 0, "game {place}");
        }
    });
}

#[test]
fn changes_that_the_database_has_lost_are_counted_once_and_a_removed_game_is_none_of_them() {
    let _file = on_file();
    System::new().block_on(async {
        let servers = Servers::new(None);
        let mut games = Vec::new();
        for _ in 0..3 {
            games.push(servers.game([servers.peg(0, 2), servers.peg(1, 3), servers.peg(0, 1)]).await);
        }
        let [shortened, lost, removed] = games[..] else { unreachable!() };
        // As after a log that ended early: the rest is sound.
        let database = servers.database();
        let execute = |sql: &str, game: GameId| database.execute(sql, [game.bytes()]).unwrap();
        execute("DELETE FROM event WHERE stream = ?1 AND version > 2", shortened);
        let head =
            "UPDATE stream SET version = 2, checksum = (SELECT checksum FROM event WHERE stream = ?1 AND version = 2)
                    WHERE id = ?1";
        assert_eq!(execute(head, shortened), 1);
        execute("DELETE FROM event WHERE stream = ?1", lost);
        execute("DELETE FROM stream WHERE id = ?1", lost);
        assert!(servers.a.log.remove_games(vec![removed], BTreeMap::new()).await.unwrap());

        let log = &servers.b.log;
        let (_hints, following) = follow(&servers);
        let is_followed = || games.iter().map(|game| log.cached_version((*game).into())).eq([Some(2), None, None]);
        wait_for(is_followed).await;
        assert_eq!(log.versions_lost.get(), 2 + 4);
        following.abort();
        for _ in 0..2 {
            log.refresh(games.iter().map(|game| (*game).into())).await.unwrap();
        }
        assert_eq!((log.versions_lost.get(), servers.a.log.versions_lost.get()), (6, 0));
        // A peg at the server that has not compared finds the loss as well.
        servers.send(&servers.a, shortened, servers.peg(1, 1)).await.unwrap();
        assert_eq!((servers.a.log.versions_lost.get(), servers.events(shortened).await.len()), (2, 3));
    });
}

/// Waits until it is so.
pub(super) async fn wait_for(is_so: impl Fn() -> bool) {
    let ticks = async {
        while !is_so() {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(LONGEST, ticks).await.expect("it is not so in time");
}

#[test]
fn a_version_that_nobody_has_seen_loads_nothing() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let round = FirstRound::new(&servers).await;
        let store = Arc::new(FaultyStore::new(servers.store.clone(), Fault::Conflicts(0)));
        let asked = Services::new(store.clone(), servers.clock.clone(), Arc::new(SystemRandom));
        asked.nights.report(round.night).await.unwrap();
        let (read, compared) = (store.streams_read(), store.comparisons());
        let seen = Revision { night: u64::MAX, games: u64::MAX };
        for _ in 0..10 {
            asked.nights.report_since(round.night, seen).await.unwrap();
            asked.games.snapshot_since(round.game, u64::MAX).await.unwrap();
        }
        assert_eq!((store.streams_read() - read, store.comparisons() - compared), (0, 20));
    });
}

#[test]
fn a_token_is_read_anew_while_nothing_could_be_compared() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let comparisons = Arc::new(Comparisons::new(true));
        let sessions =
            Sessions::new(servers.store.clone(), servers.clock.clone(), Arc::new(SystemRandom), comparisons.clone());
        let token = Token::random(&SystemRandom);
        let new = NewDisplay { hash: token.hash(), name: "Hall".to_owned(), at: servers.clock.now() };
        servers.store.add_display(new, 1).await.unwrap();
        assert!(matches!(sessions.authenticate(&token).await, Ok(Grant::Display { .. })));
        servers.store.delete_grant(token.hash()).await.unwrap();
        assert!(sessions.authenticate(&token).await.is_ok(), "the control: it is remembered");
        comparisons.note(Instant::now().checked_sub(Duration::from_secs(3)).unwrap());
        assert_eq!(sessions.authenticate(&token).await.unwrap_err().status(), 401);
    });
}

#[test]
fn a_link_that_the_other_server_replaces_is_refused_after_the_comparison() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let player = servers.players(1).await[0];
        let [older, newer] = [Token::random(&SystemRandom), Token::random(&SystemRandom)];
        servers.a.players.put_link(player, &older).await.unwrap();
        let comparisons = Arc::new(Comparisons::new(true));
        let sessions =
            Sessions::new(servers.store.clone(), servers.clock.clone(), Arc::new(SystemRandom), comparisons.clone());
        assert_eq!(sessions.authenticate(&older).await.unwrap(), Grant::Player(player));
        servers.a.players.put_link(player, &newer).await.unwrap();
        assert!(sessions.authenticate(&older).await.is_ok(), "the control: it is remembered");
        assert_eq!(servers.a.sessions.authenticate(&older).await.unwrap_err().status(), 401, "refused at once here");
        comparisons.note(Instant::now().checked_sub(Duration::from_secs(3)).unwrap());
        assert_eq!(sessions.authenticate(&older).await.unwrap_err().status(), 401);
        assert_eq!(sessions.authenticate(&newer).await.unwrap(), Grant::Player(player));
    });
}
