//! The machine of the database is lost, and a standby takes its place.

use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::cluster::{Cluster, servers_on};
use crate::support::database::wait_until;
use crate::support::game::Game;
use crate::support::postgres::connect;
use crate::support::table::{Change, Table};
use crate::support::watcher::Watcher;

/// Time for everybody to play.
const PLAY: Duration = Duration::from_millis(1500);

/// A primary whose commits wait for its standby, and the address of both, the standby first.
fn pair() -> (Cluster, Cluster, String) {
    let primary = Cluster::start();
    let standby = primary.standby();
    let sql = RefCell::new(connect(primary.url()));
    // Not in the settings that the standby has copied: it would wait for one of its own when it takes writes.
    for setting in ["ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"] {
        sql.borrow_mut().batch_execute(setting).unwrap();
    }
    let select = "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'";
    wait_until("the standby follows", || sql.borrow_mut().query(select, &[]).unwrap().len() == 1);
    let host = |cluster: &Cluster| cluster.url().split(['@', '/']).nth(3).unwrap().to_owned();
    let address = format!("postgres://postgres@{},{}/postgres", host(&standby), host(&primary));
    (primary, standby, address)
}

#[test]
fn servers_take_writes_to_the_standby_that_is_promoted_and_no_acknowledged_peg_is_lost() {
    let (primary, standby, address) = pair();
    let servers = servers_on(&address);
    let [first, other] = servers.both();
    let watched = Game::two_sided(&first);
    let mut watcher = Watcher::open(&other, &watched.path("/live"), None);
    watcher.next().unwrap();
    // The control: servers that know the primary alone.
    let lone = servers_on(primary.url());
    let left_behind = Table(3_000_000);
    lone.insist(&left_behind.begin()).answer.ok(201);
    let (is_over, refused, taken) = (AtomicBool::new(false), Mutex::new(Vec::new()), AtomicBool::new(false));
    let proof = Table(2_000_000);
    servers.insist(&proof.begin()).answer.ok(201);
    let stores = |number: u32| {
        let is_stored = |place| {
            let answer = servers.server(place).try_dispatch(proof.request(Change::Peg(2 * number + place as u32)));
            answer.is_ok_and(|answer| matches!(answer.status, 200 | 201))
        };
        is_stored(0) && is_stored(1)
    };
    let (games, pause) = thread::scope(|scope| {
        let playing = scope.spawn(|| servers.play_until(&is_over));
        // Asks without asking again.
        scope.spawn(|| {
            while !taken.load(Relaxed) {
                if let Ok(answer) = servers.any().try_dispatch(left_behind.request(Change::Peg(0)))
                    && !matches!(answer.status, 200 | 201)
                {
                    refused.lock().unwrap().push((answer.status, answer.header("retry-after").to_owned()));
                }
                thread::sleep(Duration::from_millis(20));
            }
        });
        thread::sleep(PLAY);
        primary.stop();
        wait_until("a server refuses", || !refused.lock().unwrap().is_empty());
        assert!(!stores(0), "the standby takes no writes before it is promoted");
        standby.promote();
        let promoted = Instant::now();
        wait_until("both servers store again", || stores(1));
        let pause = promoted.elapsed();
        thread::sleep(PLAY);
        taken.store(true, Relaxed);
        is_over.store(true, Relaxed);
        (playing.join().unwrap(), pause)
    });
    let wrong = refused.lock().unwrap().iter().find(|(status, wait)| *status != 503 || wait.is_empty()).cloned();
    assert_eq!(wrong, None, "what cannot be stored is 503 with Retry-After");
    assert!(pause < Duration::from_secs(2), "stored {pause:?} after the standby was promoted");
    for table in &games {
        assert_eq!(servers.faults(*table), Vec::<String>::new());
    }
    let version = watched.peg(1, &json!({"side": 0, "points": 1})).ok(201)["version"].clone();
    watcher.until(|view| view["version"] == version);
    let alone = lone.server(0).try_dispatch(left_behind.request(Change::Peg(1)));
    assert!(alone.is_ok_and(|answer| answer.status == 503), "the control stores without a database");
    println!(
        "{} games through the loss of the primary; both servers stored {pause:?} after the promotion",
        games.len()
    );
}
