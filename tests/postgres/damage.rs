//! Damage of plain rows: each has a checksum, which only Pegout's own sessions keep.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::command::{done, refused};
use crate::support::league::League;
use crate::support::postgres::{connect, database_of};
use crate::support::service::Service;

const CHANGE: &str = "UPDATE player SET name = 'Anna' WHERE name = 'Ann'";
const DAMAGED: &str = "The table \"player\" of the database is damaged";

#[test]
fn a_row_that_another_program_has_changed_is_told_by_name_and_is_in_no_backup() {
    let mut league = League::new(Service::start_unlimited());
    league.player("Ann");
    league.service.stop();
    let directory = league.directory.clone();
    let mut sql = connect(&database_of(&directory).expect("PEGOUT_TEST_POSTGRES names a cluster"));
    // The control: a change with checksums, as Pegout writes it, is sound.
    sql.batch_execute("UPDATE player SET phone = '1'").unwrap();
    done(&directory, &["check"]);
    sql.batch_execute(&format!("SET pegout.checksums = off; {CHANGE}")).unwrap();
    for arguments in [&["check"][..], &["backup", "copy.db"], &["export", "club.zip"]] {
        let told = refused(&directory, arguments);
        assert!(told.contains(DAMAGED), "{arguments:?}: {told}");
    }
    let league = league.restarted();
    let since = Instant::now();
    while league.service.get("/readyz").status == 200 {
        assert!(since.elapsed() < Duration::from_secs(20), "the damage is not told");
        thread::sleep(Duration::from_millis(100));
    }
    let problem = league.service.get("/readyz").text;
    assert!(problem.contains("player"), "{problem}");
}

#[test]
fn a_damaged_row_is_not_changed_which_would_hide_the_damage() {
    let league = League::new(Service::start_unlimited());
    let (ann, bob) = (league.player("Ann"), league.player("Bob"));
    let mut sql = connect(&database_of(&league.directory).expect("PEGOUT_TEST_POSTGRES names a cluster"));
    sql.batch_execute(&format!("SET pegout.checksums = off; {CHANGE}")).unwrap();
    let path = |id: &str| format!("/api/v1/players/{id}");
    let rename = |id: &str, name: &str| league.as_coordinator("PATCH", &path(id), &json!({"name": name}));
    assert_eq!(rename(&ann, "Annie").status, 503);
    rename(&bob, "Bobby").ok(200);
    assert!(refused(&league.directory, &["check"]).contains(DAMAGED));
}
