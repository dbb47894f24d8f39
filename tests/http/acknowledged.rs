//! What was stored is acknowledged: who is told that it was not sends it again, and it is there twice.

use serde_json::json;

use crate::nights::League;

#[test]
fn what_was_stored_is_acknowledged_though_it_cannot_be_read_afterwards() {
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
    let night = league.coordinate("POST", "/api/v1/nights", &json!({"date": "2026-01-28"})).ok(201);
    assert_eq!((&night["status"], night["join_code"].as_str().unwrap().len()), (&json!("scheduled"), 6));
    let seen = format!("/api/v1/nights/{}", night["id"].as_str().unwrap());
    league.ask("GET", &seen, &league.token, None).problem(503, "unavailable");
    let player = league.coordinate("POST", "/api/v1/players", &json!({"name": "Ann"})).ok(201);
    assert_eq!(player["name"], "Ann");
    league.ask("GET", "/api/v1/players", &league.token, None).problem(503, "unavailable");
}

#[test]
fn a_player_who_is_new_is_known_by_name_at_once() {
    let league = League::open();
    let evening = league.evening(&[]);
    let names = || evening.look()["entries"].as_array().unwrap().iter().map(|entry| entry["name"].clone()).collect();
    for count in 1..=3 {
        let name = format!("Player {count}");
        evening.pay(&league.player(&name)).ok(201);
        let known: Vec<_> = names();
        assert_eq!(known.len(), count);
        assert!(known.contains(&json!(name)), "{known:?}");
    }
}
