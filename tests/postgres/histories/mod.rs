//! Histories of reads and changes. Clients read and change one night and its games through both servers at the same time. Every
//! answer is compared with the stored changes. Meanwhile the connections of the notices are cut, or servers are killed or
//! replaced. `tests/postgres/drill histories 100` makes 100 histories of each kind; `PEGOUT_SEED=17` makes one whose clients make the same choices.

mod checker;
mod clients;

use std::env;

use self::clients::History;
use crate::sabotage;
use crate::servers::{Servers, chance, number};

/// What happens to the servers while everybody asks.
type Disturbance = fn(&Servers, &History);

/// The number of replaced servers, and the answers that the clients get before each.
const TIMES: usize = 3;
const ANSWERS: usize = 80;

/// The most histories of a control. Its damage is soon noticed, and nobody shows a damaged game.
const TRIES: u64 = 5;

fn nothing(_: &Servers, _: &History) {}

fn cut_notices(servers: &Servers, history: &History) {
    let mut database = servers.sql();
    for _ in 0..TIMES * 8 {
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'pegout listen' AND datname = current_database()";
        database.query(cut, &[]).unwrap();
        history.wait_for_answers(ANSWERS / 8);
    }
}

fn kill(servers: &Servers, history: &History) {
    replace(servers, history, "-KILL");
}

fn stop(servers: &Servers, history: &History) {
    replace(servers, history, "-TERM");
}

fn replace(servers: &Servers, history: &History, signal: &str) {
    for place in 0..TIMES {
        history.wait_for_answers(ANSWERS);
        servers.replace(place % 2, signal);
    }
}

/// The outcome of a history.
struct Outcome {
    /// Answers that nobody may get, and differences between the servers at the end.
    trouble: Vec<String>,
    /// The faults that the checker has found.
    faults: Vec<String>,
    told: String,
}

/// Makes a history on new servers.
fn made(seed: u64, disturb: Disturbance, is_sabotaged: bool, is_silent: bool) -> Outcome {
    let servers = if is_sabotaged { sabotage::servers() } else { Servers::start() };
    let history = History::begin(&servers, is_silent);
    history.play(seed, || disturb(&servers, &history));
    let (streams, calls, trouble) = history.ended();
    let changes = calls.iter().filter(|call| call.change.is_some()).count();
    let (reads, lag) = (calls.len() - changes, checker::longest_lag(&streams, &calls));
    let told = format!("seed {seed}: {changes} changes, {reads} reads, {lag:?} behind at most without `seen`");
    Outcome { trouble, faults: checker::faults(&streams, &calls), told }
}

/// Makes the histories of a kind, which must have no fault. Then makes one on a database that compares no versions, which must.
fn prove(kind: &str, disturb: Disturbance) {
    let seeds = match env::var("PEGOUT_SEED") {
        Ok(seed) => vec![seed.parse().unwrap()],
        Err(_) => (0..number("PEGOUT_HISTORIES", 1)).map(|_| chance(1 << 32)).collect(),
    };
    for &seed in &seeds {
        let Outcome { trouble, faults, told } = made(seed, disturb, false, false);
        println!("{kind}, {told}");
        assert_eq!((trouble, faults), Default::default(), "{kind}: PEGOUT_SEED={seed}");
    }
    // Two changes of one version: the answer to one shows nothing of the other.
    let is_lost = |fault: &String| fault.starts_with("another answer shows");
    let lost = (0..TRIES).find_map(|nth| made(seeds[0] + nth, disturb, true, false).faults.into_iter().find(is_lost));
    let lost = lost.unwrap_or_else(|| panic!("the history cannot fail: {kind}, PEGOUT_SEED={}", seeds[0]));
    println!("control, {kind}, with no versions compared: {lost}");
}

#[test]
fn no_change_is_lost_and_no_read_is_older_than_what_was_seen() {
    prove("undisturbed", nothing);
}

#[test]
fn so_it_is_while_the_connections_of_the_notices_are_cut() {
    prove("notices cut", cut_notices);
}

#[test]
fn so_it_is_while_servers_are_killed() {
    prove("killed", kill);
}

#[test]
fn so_it_is_while_servers_are_replaced() {
    prove("replaced", stop);
}

#[test]
fn control_reads_that_say_nothing_of_what_was_seen_are_found() {
    // Without notices a server is behind more often.
    let stale =
        (0..TRIES).map(|_| made(chance(1 << 32), cut_notices, false, true)).find(|made| !made.faults.is_empty());
    let Outcome { trouble, faults, told } = stale.expect("the history cannot fail");
    let is_stale = |fault: &String| fault.starts_with("older than");
    assert!(faults.iter().all(is_stale) && trouble.is_empty(), "{told}: {faults:#?}");
    println!("control without `seen`, {told}: {} reads were older than what was seen", faults.len());
}
