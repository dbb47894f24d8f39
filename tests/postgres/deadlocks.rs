//! Transactions that wait for each other: PostgreSQL undoes one of them, which is then done again.

use std::cell::RefCell;
use std::thread;
use std::time::Duration;

use crate::servers::Servers;
use crate::support::database::wait_until;
use crate::support::league::League;

#[test]
fn a_player_is_forgotten_although_the_transaction_was_undone_in_a_deadlock() {
    let servers = Servers::start();
    let (mut database, watching) = (servers.sql(), RefCell::new(servers.sql()));
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
        let waits = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'transactionid'";
        wait_until("the deletion waits", || !watching.borrow_mut().query(waits, &[]).unwrap().is_empty());
        transaction.query("SELECT FROM player WHERE id = $1 FOR UPDATE", &[&id]).unwrap();
        transaction.commit().unwrap();
        forgetting.join().unwrap()
    });
    assert_eq!(status, 200);
    let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    // A session reports its counts only when it is idle.
    let is_counted = (0..300).any(|_| {
        thread::sleep(Duration::from_millis(100));
        database.query_one(deadlocks, &[]).unwrap().get::<_, i64>(0) > 0
    });
    assert!(is_counted, "no transaction was undone, so this tests nothing");
    league.request("GET", &path, &league.token, None).problem(404, "not-found");
}
