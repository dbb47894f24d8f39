//! The connection of the notices is cut, and PostgreSQL itself crashes under load.

use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::cluster::Cluster;
use crate::servers::{LAG, Servers, within_lag};
use crate::support::database::wait_until;
use crate::support::game::Game;
use crate::support::service::Answer;
use crate::support::table::{Change, Table};
use crate::support::watcher::Watcher;

/// Asserts that a watcher at the second server hears of a peg at the first one in time.
#[track_caller]
pub fn assert_on_time(watcher: &mut Watcher, game: &Game, number: u32, bound: Duration) -> Duration {
    let since = Instant::now();
    let version = game.peg(number, &json!({"side": 0, "points": 1})).ok(201)["version"].clone();
    watcher.until(|view| view["version"] == version);
    let took = since.elapsed();
    assert!(took < bound, "the watcher heard of peg {number} after {took:?}");
    took
}

#[test]
fn a_watcher_hears_within_a_second_while_the_connection_of_the_notices_is_cut() {
    let servers = Servers::start();
    let database = RefCell::new(servers.sql());
    let count = |select: &str| database.borrow_mut().query(select, &[]).unwrap().len();
    let listening = "FROM pg_stat_activity WHERE application_name = 'pegout listen' AND datname = current_database()";
    let [first, other] = servers.into_both();
    let game = Game::two_sided(&first);
    let mut watcher = Watcher::open(&other, &game.path("/live"), None);
    watcher.next().unwrap();
    assert_on_time(&mut watcher, &game, 1, LAG * 3);
    let mut without = Vec::new();
    for number in 2..8 {
        let cut = count(&format!("SELECT pg_terminate_backend(pid) {listening}"));
        assert_eq!(cut, 2, "each server listens once");
        // Nobody has told of this peg: it is found by looking at the versions.
        without.push(assert_on_time(&mut watcher, &game, number, LAG * 4));
        wait_until("both listen again", || count(&format!("SELECT {listening}")) == 2);
        thread::sleep(Duration::from_millis(300));
    }
    let mut with = [9, 10, 11, 12, 13].map(|number| assert_on_time(&mut watcher, &game, number, LAG * 3));
    println!("heard after {without:?} without notices, and after {with:?} with notices again");
    with.sort();
    without.sort();
    assert!(with[2] < without[3], "notices are no quicker than none");
}

#[test]
fn a_crash_of_postgresql_under_load_is_503_for_a_moment_and_loses_nothing() {
    let cluster_of_its_own = Cluster::start();
    let servers = cluster_of_its_own.servers();
    let [first, other] = servers.both();
    let watched = Game::two_sided(&first);
    let mut watcher = Watcher::open(&other, &watched.path("/live"), None);
    watcher.next().unwrap();
    let (is_over, refused) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    let note = |table: Table, servers: &Servers| {
        // Asks one server without asking again.
        while !is_over.load(Relaxed) {
            if let Ok(answer) = servers.any().try_dispatch(table.request(Change::Peg(0)))
                && answer.status != 201
                && answer.status != 200
            {
                let wait = answer.header("retry-after").parse::<u64>().ok();
                refused.lock().unwrap().push((answer.status, wait, answer.text));
            }
            thread::sleep(Duration::from_millis(5));
        }
    };
    let (lone, proof) = (Table(1_000_000), Table(2_000_000));
    servers.insist(&lone.begin()).answer.ok(201);
    servers.insist(&proof.begin()).answer.ok(201);
    let mut pauses = Vec::new();
    let games = thread::scope(|scope| {
        let (servers, is_over, note) = (&servers, &is_over, &note);
        scope.spawn(move || note(lone, servers));
        let playing = scope.spawn(move || servers.play_until(is_over));
        for crash in 0..3 {
            thread::sleep(Duration::from_millis(1500));
            cluster_of_its_own.crash();
            let up = Instant::now();
            for (place, server) in (0..).zip(servers.both()) {
                // The answer of /readyz may be 5 seconds old.
                let is_stored = |answer: Answer| matches!(answer.status, 200 | 201);
                let peg = || proof.request(Change::Peg(2 * crash + place));
                wait_until("the server stores again", || server.try_dispatch(peg()).is_ok_and(is_stored));
            }
            pauses.push(up.elapsed());
        }
        is_over.store(true, Relaxed);
        playing.join().unwrap()
    });
    let refused = refused.into_inner().unwrap();
    assert!(!refused.is_empty(), "PostgreSQL must crash while everybody pegs");
    let wrong = refused.iter().find(|(status, wait, _)| *status != 503 || wait.is_none());
    assert_eq!(wrong, None, "what cannot be stored is 503 with Retry-After");
    for pause in &pauses {
        assert!(*pause < Duration::from_secs(10), "stored {pause:?} after PostgreSQL was up");
    }
    for table in &games {
        assert_eq!(servers.faults(*table), Vec::<String>::new());
    }
    within_lag("the lone peg stands once", || lone.log(&first).len() == 1);
    let took = assert_on_time(&mut watcher, &watched, 1, LAG * 3);
    println!(
        "3 crashes of PostgreSQL: {} games, {} refusals, all 503; stored again after {pauses:?}; a watcher at the \
         other server hears after {took:?}",
        games.len(),
        refused.len()
    );
}
