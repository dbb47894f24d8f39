//! The drill of two servers: every game is played through both, and chance chooses the server for each request. In the
//! meantime a server is killed and started again. `tests/postgres/drill 200 100` plays 200 games through 100 kills.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use crate::sabotage;
use crate::servers::{Insisted, PEGS, PHONES, Servers, TABLES, chance, metric, number};
use crate::support::table::Table;

/// Each peg, each fifth one taken back, and the beginning by both phones.
const ANSWERS_OF_A_GAME: u64 = (PEGS + PEGS / 5 + PHONES) as u64;

#[test]
fn servers_that_are_killed_lose_no_acknowledged_peg_and_score_none_twice() {
    let (games, kills) = (number("PEGOUT_DRILL_GAMES", 20), number("PEGOUT_DRILL_KILLS", 8));
    let servers = Servers::start();
    let played = play(&servers, games, kills);
    assert!(
        played.faults.is_empty(),
        "{} faults: {:#?}",
        played.faults.len(),
        &played.faults[..played.faults.len().min(5)]
    );
    assert!(kills == 0 || played.again > 0, "the drill must kill while everybody pegs");
    assert_eq!(sabotage::doubled_versions(&mut servers.sql()), 0);
    println!(
        "{games} games through two servers, {kills} of them killed: {} answers in {:.1} s, {} requests sent again, \
         {} conflicts told; every peg stands once, and both servers tell the same",
        played.answers,
        played.took.as_secs_f64(),
        played.again,
        played.conflicts,
    );
}

#[test]
fn control_a_database_that_compares_no_versions_is_noticed() {
    let servers = sabotage::servers();
    let played = play(&servers, 8, 2);
    assert!(!played.faults.is_empty(), "the drill cannot fail");
    let doubled = sabotage::doubled_versions(&mut servers.sql());
    assert!(doubled > 0, "not for that reason: {:#?}", played.faults);
    println!("control: {} faults, {doubled} versions stand twice", played.faults.len());
}

/// A drill that is over.
struct Played {
    answers: u64,
    /// The requests that had no answer or 503, and were sent again.
    again: u64,
    /// The conflicts of appends that the last servers report.
    conflicts: f64,
    faults: Vec<String>,
    took: Duration,
}

/// Plays `games` games through the servers, and kills a server `kills` times at equal distances.
fn play(servers: &Servers, games: u32, kills: u32) -> Played {
    let (answers, again, begin) = (AtomicU64::new(0), AtomicU64::new(0), Instant::now());
    let all = u64::from(games) * ANSWERS_OF_A_GAME;
    let count = |insisted: &Insisted| {
        answers.fetch_add(1, Relaxed);
        again.fetch_add(u64::from(insisted.tries - 1), Relaxed);
    };
    let mut faults: Vec<String> = thread::scope(|scope| {
        let count = &count;
        let phones: Vec<_> = (0..TABLES * PHONES)
            .map(|place| (place / PHONES, place % PHONES))
            .map(|(place, phone)| {
                scope.spawn(move || {
                    let tables = (place..games).step_by(TABLES as usize).map(Table);
                    tables.filter_map(|table| servers.play(table, phone, count).err()).collect::<Vec<_>>()
                })
            })
            .collect();
        for kill in 1..=kills {
            let due = all * u64::from(kill) / u64::from(kills + 1);
            while answers.load(Relaxed) < due && !phones.iter().all(|phone| phone.is_finished()) {
                thread::sleep(Duration::from_millis(1));
            }
            servers.replace(chance(2) as usize, "-KILL");
        }
        phones.into_iter().flat_map(|phone| phone.join().unwrap()).collect()
    });
    let took = begin.elapsed();
    faults.extend((0..games).flat_map(|table| servers.faults(Table(table))));
    let conflicts = servers.both().iter().map(|server| metric(server, "pegout_append_conflicts_total")).sum();
    Played { answers: answers.into_inner(), again: again.into_inner(), conflicts, faults, took }
}
