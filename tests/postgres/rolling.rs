//! Both servers are replaced in turn under load, as at an upgrade.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::sabotage;
use crate::servers::Servers;
use crate::support::game::{Game, id};
use crate::support::watcher::Watcher;

/// Replaces both servers in turn while games are played. Returns the games, and the faults in them.
fn replaced(servers: &Servers) -> (usize, Vec<String>) {
    let replaced = AtomicBool::new(false);
    let games = thread::scope(|scope| {
        let playing = scope.spawn(|| servers.try_play_until(&replaced));
        for place in [0, 1, 0, 1] {
            thread::sleep(Duration::from_millis(700));
            servers.replace(place, "-TERM");
        }
        replaced.store(true, Relaxed);
        playing.join().unwrap()
    });
    let faults = games.iter().flat_map(|(table, refused)| refused.clone().into_iter().chain(servers.faults(*table)));
    (games.len(), faults.collect())
}

#[test]
fn servers_that_are_replaced_under_load_lose_no_peg_and_score_none_twice() {
    let (games, faults) = replaced(&Servers::start());
    assert_eq!(faults, Vec::<String>::new());
    println!("{games} games through four replacements");
}

#[test]
fn control_without_the_comparison_of_versions_the_replacements_lose_pegs() {
    let servers = sabotage::servers();
    let (games, faults) = replaced(&servers);
    let doubled = sabotage::doubled_versions(&mut servers.sql());
    assert!(!faults.is_empty() && doubled > 0, "the drill cannot fail: {faults:#?}");
    println!("control: {} faults in {games} games, {doubled} versions stand twice", faults.len());
}

#[test]
fn a_watcher_whose_server_stops_goes_on_at_the_other() {
    let servers = Servers::start();
    let [first, other] = servers.both();
    let game = Game::two_sided(&other);
    let mut watcher = Watcher::open(&first, &game.path("/live"), None);
    let (last, _) = watcher.next().unwrap();
    drop(first);
    servers.replace(0, "-TERM");
    let version = game.peg(1, &json!({"side": 0, "points": 2})).ok(201)["version"].clone();
    while watcher.next().is_some() {}
    for server in servers.both() {
        let (_, view) = Watcher::open(&server, &game.path("/live"), Some(&last)).next().unwrap();
        assert_eq!((&view["version"], view["sides"][0]["score"].as_u64()), (&version, Some(2)));
    }
    Game { service: &servers.server(0), id: game.id.clone(), token: game.token.clone() }
        .put(&format!("/pegs/{}", id(2)), &json!({"side": 1, "points": 1}))
        .ok(201);
}
