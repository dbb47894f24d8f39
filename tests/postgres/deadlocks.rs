//! Transactions that wait for each other: PostgreSQL undoes one of them, which is then done again.

use std::thread;
use std::time::Duration;

use crate::servers::Servers;
use crate::support::league::League;

/// The time in which a request has come to wait, and less than PostgreSQL takes to look for a deadlock.
const WAITS_BY_THEN: Duration = Duration::from_millis(400);

#[test]
fn a_player_is_forgotten_although_the_transaction_was_undone_in_a_deadlock() {
    let servers = Servers::start();
    let mut database = servers.sql();
    let [first, _other] = servers.into_both();
    let league = League::new(first);
    let player = league.player("Ann Hall");
    let path = format!("/api/v1/players/{player}");
    let id: Vec<u8> = database.query_one("SELECT id FROM player", &[]).unwrap().get(0);
    let mut transaction = database.transaction().unwrap();
    // The deletion locks the player, then the revision of names. This one has the revision, and wants the player.
    transaction.execute("UPDATE revision SET version = version WHERE subject = 'names'", &[]).unwrap();
    let status = thread::scope(|scope| {
        let forgetting = scope.spawn(|| league.as_coordinator("DELETE", &path, &serde_json::json!({})).status);
        thread::sleep(WAITS_BY_THEN);
        transaction.query("SELECT FROM player WHERE id = $1 FOR UPDATE", &[&id]).unwrap();
        transaction.commit().unwrap();
        forgetting.join().unwrap()
    });
    assert_eq!(status, 200);
    let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    // A session tells what it counted when it is idle.
    let is_counted = (0..100).any(|_| {
        thread::sleep(Duration::from_millis(100));
        database.query_one(deadlocks, &[]).unwrap().get::<_, i64>(0) > 0
    });
    assert!(is_counted, "no transaction was undone, so this tests nothing");
    league.request("GET", &path, &league.token, None).problem(404, "not-found");
}
