//! Acknowledgement of stored changes: a client that gets an error sends its change again, which would store it twice.

use serde_json::json;

use crate::support::league::League;
use crate::support::postgres::on_file;

#[test]
fn a_stored_change_is_acknowledged_even_if_it_cannot_be_read_back() {
    let _file = on_file();
    let league = League::open();
    league
        .database()
        .execute_batch(
            "CREATE TRIGGER spoil_player AFTER INSERT ON player BEGIN \
                 UPDATE player SET name = CAST(x'ff' AS TEXT) WHERE id = new.id; END; \
             CREATE TRIGGER spoil_night AFTER INSERT ON night BEGIN \
                 UPDATE night SET join_code = 'unreadable' WHERE id = new.id; END;",
        )
        .unwrap();
    let night = league.as_coordinator("POST", "/api/v1/nights", &json!({"date": "2026-01-28"})).ok(201);
    assert_eq!((&night["status"], night["join_code"].as_str().unwrap().len()), (&json!("scheduled"), 6));
    let path = format!("/api/v1/nights/{}", night["id"].as_str().unwrap());
    league.request("GET", &path, &league.token, None).problem(503, "unavailable");
    let player = league.as_coordinator("POST", "/api/v1/players", &json!({"name": "Ann"})).ok(201);
    assert_eq!(player["name"], "Ann");
    league.request("GET", "/api/v1/players", &league.token, None).problem(503, "unavailable");
}

#[test]
fn a_new_player_is_shown_by_name_at_once() {
    let league = League::open();
    let night = league.night(&[]);
    let names = || night.view()["entries"].as_array().unwrap().iter().map(|entry| entry["name"].clone()).collect();
    for count in 1..=3 {
        let name = format!("Player {count}");
        night.pay(&league.player(&name)).ok(201);
        let known: Vec<_> = names();
        assert_eq!(known.len(), count);
        assert!(known.contains(&json!(name)), "{known:?}");
    }
}
