//! The traces of a forgotten person: nothing in the files of the tables, and a list without names next to the backups.

use std::fs;

use postgres::Client;
use serde_json::json;

use crate::support::command::done;
use crate::support::league::League;
use crate::support::postgres::{connect, database_of};
use crate::support::service::{Service, unlimited};

/// Returns true if the file of a table contains this text on the disk.
fn is_in_file(sql: &mut Client, table: &str, text: &str) -> bool {
    sql.batch_execute("CHECKPOINT").unwrap();
    let select =
        format!("SELECT position($1::text::bytea IN pg_read_binary_file(pg_relation_filepath('{table}'))) > 0");
    sql.query_one(&select, &[&text]).unwrap().get(0)
}

#[test]
fn a_forgotten_name_and_a_removed_text_are_in_no_file_of_a_table() {
    let league = League::new(Service::start_unlimited());
    let mut sql = connect(&database_of(&league.directory).expect("PEGOUT_TEST_POSTGRES names a cluster"));
    let (quentin, barnaby) = (league.player("Quentin Halloway"), league.player("Barnaby Quince"));
    // Without fees: a player who must get a fee back cannot be forgotten.
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    for player in [&quentin, &barnaby, &league.player("Ann")] {
        night.enter(player, &json!({})).ok(201);
    }
    night.request("PUT", "/cancellation", &json!({"reason": "Halloway has the key"})).ok(201);
    assert!(is_in_file(&mut sql, "player", "Quentin Halloway") && is_in_file(&mut sql, "event_text", "has the key"));
    // The control: a row that is deleted is still in the file.
    sql.execute("UPDATE player SET name = 'B' WHERE name = 'Barnaby Quince'", &[]).unwrap();
    assert!(is_in_file(&mut sql, "player", "Barnaby Quince"));
    let path = format!("/api/v1/players/{quentin}");
    let removal = json!({"texts": ["Halloway has the key"]});
    league.as_coordinator("POST", &format!("{path}/texts/removal"), &removal).ok(200);
    assert!(!is_in_file(&mut sql, "event_text", "has the key"));
    league.as_coordinator("DELETE", &path, &json!({})).ok(200);
    for name in ["Quentin Halloway", "Barnaby Quince"] {
        assert!(!is_in_file(&mut sql, "player", name), "{name} is still in the file");
    }
}

#[test]
fn a_table_that_somebody_reads_keeps_nobody_from_forgetting_and_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let league = League::new(Service::start_with(|command| unlimited(command).stderr(fs::File::create(&log).unwrap())));
    let quentin = league.player("Quentin Halloway");
    let mut sql = connect(&database_of(&league.directory).expect("PEGOUT_TEST_POSTGRES names a cluster"));
    let mut reading = sql.transaction().unwrap();
    reading.query("SELECT FROM player", &[]).unwrap();
    league.as_coordinator("DELETE", &format!("/api/v1/players/{quentin}"), &json!({})).ok(200);
    reading.rollback().unwrap();
    league.get(&format!("/api/v1/players/{quentin}")).problem(404, "not-found");
    let told = fs::read_to_string(&log).unwrap();
    assert!(told.contains("still hold what was deleted last") && told.contains("VACUUM FULL player"), "{told}");
}

#[test]
fn a_list_of_the_forgotten_lies_beside_each_backup() {
    let league = League::new(Service::start_unlimited());
    let (ann, bob) = (league.player("Ann"), league.player("Bob"));
    let directory = league.directory.clone();
    let folder = directory.path().join("backups");
    fs::create_dir(&folder).unwrap();
    done(&directory, &["backup", "backups/with-all.db"]);
    league.as_coordinator("DELETE", &format!("/api/v1/players/{ann}"), &json!({})).ok(200);
    done(&directory, &["backup", "backups/without-ann.db"]);
    let lists = || -> Vec<String> {
        let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let lists = files.filter(|file| file.extension().is_some_and(|ending| ending == "forgotten"));
        lists.map(|list| fs::read_to_string(list).unwrap()).collect()
    };
    assert_eq!(lists(), [format!("{ann}\n")]);
    // The service writes it as soon as somebody is forgotten.
    let service = league.service.start_again(|command| unlimited(command).args(["--backup-to", "backups"]));
    service.request("DELETE", &format!("/api/v1/players/{bob}"), &league.token, Some(&json!({}))).ok(200);
    let both = lists().concat();
    assert!(both.contains(&ann) && both.contains(&bob), "{both}");
    let elsewhere = tempfile::tempdir().unwrap();
    let told = done(&elsewhere, &["restore", folder.join("with-all.db").to_str().unwrap()]);
    assert!(told.contains("2 people who have been forgotten since are forgotten in it too"), "{told}");
}
