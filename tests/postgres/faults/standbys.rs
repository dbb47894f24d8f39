//! The machine of the database is lost or freezes, and a standby takes its place.

use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use super::cluster::{Cluster, servers_on};
use super::outages::assert_on_time;
use super::silent::Silent;
use super::stalls::Stopped;
use crate::servers::LAG;
use crate::support::database::wait_until;
use crate::support::game::Game;
use crate::support::postgres::connect;
use crate::support::table::{Change, Table};
use crate::support::watcher::Watcher;

/// Time for everybody to play.
const PLAY: Duration = Duration::from_millis(1500);

/// A primary whose commits wait for its standby.
fn pair() -> (Cluster, Cluster) {
    let primary = Cluster::start();
    let standby = primary.standby();
    let sql = RefCell::new(connect(primary.url()));
    // Set this after the standby has copied the settings: with it, a promoted standby would wait for its own standby.
    for setting in ["ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"] {
        sql.borrow_mut().batch_execute(setting).unwrap();
    }
    let select = "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'";
    wait_until("the standby follows", || sql.borrow_mut().query(select, &[]).unwrap().len() == 1);
    (primary, standby)
}

#[test]
fn servers_take_writes_to_the_standby_that_is_promoted_and_no_acknowledged_peg_is_lost() {
    let pause = play_through_the_loss_of(|primary| primary.stop());
    assert!(pause < Duration::from_secs(10), "stored {pause:?} after the standby was promoted");
}

#[test]
fn servers_pass_over_a_frozen_primary_once_its_standby_is_promoted_and_no_acknowledged_peg_is_lost() {
    play_through_the_loss_of(Stopped::new);
}

/// Plays games through the loss of the primary. Returns the time between the promotion and the first writes of both servers.
/// What `lose` returns lasts until the end of the games.
fn play_through_the_loss_of<L>(lose: impl FnOnce(&Cluster) -> L) -> Duration {
    let (primary, standby) = pair();
    let silent = Silent::start();
    let host = |cluster: &Cluster| cluster.url().split(['@', '/']).nth(3).unwrap().to_owned();
    let hosts = format!("{},{},{}", silent.address, host(&primary), host(&standby));
    let servers = servers_on(&format!("postgres://postgres@{hosts}/postgres"));
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
    // Each of the two servers.
    let stores = |number: u32| {
        [0, 1].map(|place| {
            let answer = servers.server(place).try_dispatch(proof.request(Change::Peg(2 * number + place as u32)));
            answer.is_ok_and(|answer| matches!(answer.status, 200 | 201))
        })
    };
    let (games, pause, _lost) = thread::scope(|scope| {
        let playing = scope.spawn(|| servers.play_until(&is_over));
        // Asks without asking again.
        scope.spawn(|| {
            while !taken.load(Relaxed) {
                if let Ok(answer) = servers.any().try_dispatch(left_behind.request(Change::Peg(0)))
                    && !matches!(answer.status, 200 | 201)
                {
                    let wait = answer.header("retry-after").parse::<u64>().ok();
                    refused.lock().unwrap().push((answer.status, wait));
                }
                thread::sleep(Duration::from_millis(20));
            }
        });
        thread::sleep(PLAY);
        let lost = lose(&primary);
        wait_until("a server refuses", || !refused.lock().unwrap().is_empty());
        assert_eq!(stores(0), [false; 2], "the standby takes no writes before it is promoted");
        standby.promote();
        let promoted = Instant::now();
        wait_until("both servers store again", || stores(1) == [true; 2]);
        let pause = promoted.elapsed();
        thread::sleep(PLAY);
        taken.store(true, Relaxed);
        is_over.store(true, Relaxed);
        (playing.join().unwrap(), pause, lost)
    });
    let wrong = refused.lock().unwrap().iter().find(|(status, wait)| *status != 503 || wait.is_none()).cloned();
    assert_eq!(wrong, None, "what cannot be stored is 503 with Retry-After");
    let alone = lone.server(0).try_dispatch(left_behind.request(Change::Peg(1)));
    assert!(alone.is_ok_and(|answer| answer.status == 503), "the control stores without a database");
    for table in &games {
        assert_eq!(servers.faults(*table), Vec::<String>::new());
    }
    assert_on_time(&mut watcher, &watched, 1, LAG * 3);
    println!(
        "{} games through the loss of the primary; both servers stored {pause:?} after the promotion",
        games.len()
    );
    pause
}
