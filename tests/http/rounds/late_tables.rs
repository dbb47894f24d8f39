//! Players who come during a round, and get a table of their own.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, Night};
use crate::support::service::Answer;

fn add(night: &Night, players: &[String], command: u32) -> Answer {
    night.request("POST", "/rounds/1/tables", &json!({"players": players, "id": id(command)}))
}

#[test]
fn late_players_get_one_table_however_often_the_request_comes() {
    let league = League::open();
    let players = league.players(12);
    let night = league.night(&players[..8]);
    assert_eq!(night.view()["late"], json!(null));
    night.draw().ok(201);
    assert_eq!(night.view()["late"], json!({"waiting": [], "offer": null}));
    players[8..].iter().for_each(|player| drop(night.pay(player).ok(201)));
    let late = night.view()["late"].clone();
    assert_eq!(late["waiting"].as_array().unwrap().len(), 4);
    assert_eq!((&late["offer"]["kind"], late["offer"]["players"].as_array().unwrap().len()), (&json!("table"), 4));
    let answers: Vec<u16> = std::thread::scope(|scope| {
        let sent: Vec<_> = (0..6).map(|_| scope.spawn(|| add(&night, &players[8..], 1).status)).collect();
        sent.into_iter().map(|sent| sent.join().unwrap()).collect()
    });
    assert_eq!(answers.iter().filter(|status| **status == 201).count(), 1, "{answers:?}");
    assert!(answers.iter().all(|status| [200, 201].contains(status)), "{answers:?}");
    let tables = night.tables();
    assert_eq!((tables.len(), tables[2].players().count(), tables[2].status.as_str()), (3, 4, "playing"));
    let game = league.get(&format!("/api/v1/games/{}/history", tables[2].game)).ok(200);
    assert_eq!((&game["events"][0]["kind"], &game["events"][0]["night"]), (&json!("begun"), &json!(night.id)));
    night.join(&players[11]);
    for table in 1..=3 {
        night.result(table, &[121, 90]).ok(201);
    }
    night.draw().ok(201);
    assert_eq!(night.row(&players[8])["lines"].as_array().unwrap().iter().filter(|line| line.is_number()).count(), 1);
    assert_eq!(add(&night, &players[8..], 1).ok(200)["rounds"].as_array().unwrap().len(), 2, "a repeat in round 2");
    assert_eq!(add(&night, &players[8..], 2).problem(409, "round-closed")["round"], 1);
}

#[test]
fn a_table_that_makes_no_sense_is_refused() {
    let league = League::open();
    let players = league.players(10);
    let night = league.night(&players[..8]);
    let problem = |players: Value, detail: &str| {
        let body = json!({"players": players, "id": id(1)});
        let problem = night.request("POST", "/rounds/1/tables", &body).problem(422, "invalid");
        assert_eq!((&problem["errors"][0]["pointer"], &problem["detail"]), (&json!("/players"), &json!(detail)));
    };
    add(&night, &players[8..], 1).problem(404, "not-found");
    night.draw().ok(201);
    problem(json!([players[8], players[9]]), "Player 09 and Player 10 are not waiting for a seat in this round.");
    night.pay(&players[8]).ok(201);
    problem(json!([players[8]]), "Two to four players sit at a table, not 1.");
    problem(json!([]), "Two to four players sit at a table, not 0.");
    problem(json!([players[8], players[8]]), "Player 09 is named twice.");
    problem(json!([players[8], players[0]]), "Player 01 is not waiting for a seat in this round.");
    let without = json!({"players": players[8..]});
    let problem = night.request("POST", "/rounds/1/tables", &without).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/id");
    night.request("POST", "/finish", &json!({"void_open_games": true, "id": id(2)})).ok(200);
    add(&night, &players[8..], 1).problem(409, "night-finished");
    add(&night, &players[8..], 2).problem(409, "already-used");
    assert_eq!(night.view()["rounds"][0]["tables"].as_array().unwrap().len(), 2);
}
