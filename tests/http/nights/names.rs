//! Player names in games and nights, and forgotten players.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::League;

#[test]
fn games_show_names_and_the_log_holds_none() {
    let league = League::open();
    let players: Vec<String> =
        ["Ann Archer", "Bob Baker", "Cy Cooper", "Di Dyer"].map(|name| league.player(name)).into();
    let night = league.night(&players);
    night.draw().ok(201);
    let table = night.tables().remove(0);
    let path = format!("/api/v1/games/{}", table.game);
    let named = |id: &String| night.row(id)["name"].as_str().unwrap().to_owned();
    let sides = |game: &Value| -> Vec<(String, Vec<String>)> {
        let side = |side: &Value| {
            let players = side["players"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned());
            (side["name"].as_str().unwrap().to_owned(), players.collect())
        };
        game["sides"].as_array().unwrap().iter().map(side).collect()
    };
    let expected: Vec<(String, Vec<String>)> = table
        .sides
        .iter()
        .map(|side| side.iter().map(named).collect::<Vec<_>>())
        .map(|names| (names.join(" + "), names))
        .collect();
    assert_eq!(sides(&league.get(&path).ok(200)), expected);
    let history = league.get(&format!("{path}/history")).ok(200);
    assert_eq!(sides(&history["events"][0]), expected);
    let phone = night.join(&table.sides[0][0]);
    let pegged = json!({"side": 0, "points": 4, "by": "Ann Archer's own phone"});
    let peg = format!("{path}/pegs/{}", id(9));
    let game = league.request("PUT", &peg, &phone, Some(&pegged)).ok(201);
    assert_eq!((&game["pegs"][0]["by"], &game["latest"]["by"]), (&json!(expected[0].1[0]), &json!(expected[0].1[0])));
    league.request("PUT", &peg, &phone, Some(&pegged)).ok(200);
    night.result(1, &[121, 80]).ok(201);
    let peg = format!("{path}/pegs/{}", id(1));
    let problem = league.request("PUT", &peg, &phone, Some(&json!({"side": 0, "points": 2}))).problem(409, "game-over");
    assert_eq!(problem["winner"], expected[0].0);
    let bodies = league.sql().texts("SELECT body FROM event").concat();
    for name in ["Ann", "Bob", "Cy", "Di ", "Archer", "Baker", "Cooper", "Dyer"] {
        assert!(!bodies.contains(name), "the log holds {name}");
    }
}

#[test]
fn a_new_name_is_shown_everywhere_and_a_forgotten_player_is_a_former_player() {
    let league = League::open();
    let players = league.players(4);
    let night = league.night(&players);
    night.draw().ok(201);
    night.result(1, &[121, 80]).ok(201);
    let game = format!("/api/v1/games/{}", night.tables()[0].game);
    let occurrences = |name: &str| {
        let places = [
            night.path(""),
            night.path("/standings"),
            night.path("/standings.csv"),
            night.path("/history"),
            game.clone(),
            format!("{game}/history"),
        ];
        places.map(|path| league.get(&path).text.matches(name).count())
    };
    assert!(occurrences("Player 01").iter().all(|count| *count > 0), "{:?}", occurrences("Player 01"));
    let path = format!("/api/v1/players/{}", players[0]);
    league.as_coordinator("PATCH", &path, &json!({"name": "Édith Côté"})).ok(200);
    assert_eq!(occurrences("Player 01"), [0; 6]);
    assert!(occurrences("Édith Côté").iter().all(|count| *count > 0), "{:?}", occurrences("Édith Côté"));
    let before = night.row(&players[0]);
    league.as_coordinator("DELETE", &path, &json!({})).ok(200);
    assert_eq!(occurrences("Édith Côté"), [0; 6]);
    assert!(occurrences("Former player").iter().all(|count| *count > 0), "{:?}", occurrences("Former player"));
    let after = night.row(&players[0]);
    assert_eq!((&after["lines"], &after["place"]), (&before["lines"], &before["place"]));
    night.finish().ok(200);
    night.enter(&players[0], &json!({"paid": true})).ok(200);
}
