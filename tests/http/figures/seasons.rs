//! Meetings, records and the race of a season.

use serde_json::{Value, json};

use super::{night, played, season};
use crate::support::league::{League, list, text};

#[test]
fn a_season_has_its_own_nights_alone() {
    let league = League::open();
    let players = league.players(4);
    let [winter, spring] = [season(&league, &json!({})), season(&league, &json!({"name": "Spring"}))];
    played(&league, &winter, "2026-01-07", &players);
    let of = |season: &str, what: &str| league.get(&format!("/api/v1/seasons/{season}/{what}")).ok(200);
    assert_eq!(list(&of(&winter, "meetings")["meetings"]).len(), 6);
    assert_eq!(of(&spring, "meetings"), json!({"players": [], "meetings": []}));
    assert_eq!(of(&spring, "records"), json!({"records": []}));
    assert_eq!(of(&spring, "race"), json!({"nights": [], "nights_left": 0, "players": []}));
    assert_eq!(of(&winter, "records"), league.get("/api/v1/records").ok(200));
}

#[test]
fn meetings_tell_partners_and_opponents_apart() {
    let league = League::open();
    let players = league.players(4);
    let season = season(&league, &json!({}));
    let (_, tables) = played(&league, &season, "2026-01-07", &players);
    let meetings = league.get(&format!("/api/v1/seasons/{season}/meetings")).ok(200);
    let sides = &tables[0].sides;
    for meeting in list(&meetings["meetings"]) {
        let [a, b] = ["a", "b"].map(|field| text(&meeting[field]));
        let side = |player: &String| sides.iter().position(|side| side.contains(player)).unwrap();
        let expected = match (side(&a), side(&b)) {
            (one, other) if one == other => [1, 0, 0, 0],
            (one, _) => [0, 1, u64::from(one == 0), u64::from(one == 1)],
        };
        let fields = ["partners", "opponents", "a_wins", "b_wins"].map(|field| meeting[field].as_u64().unwrap());
        assert_eq!(fields, expected, "{meeting}");
    }
    let names: Vec<String> = list(&meetings["players"]).iter().map(|player| text(&player["name"])).collect();
    assert_eq!(names, ["Player 01", "Player 02", "Player 03", "Player 04"]);
    let csv = league.get(&format!("/api/v1/seasons/{season}/meetings.csv"));
    assert_eq!(csv.media_type(), "text/csv");
    assert_eq!(csv.text.lines().count(), 7);
    assert!(csv.text.lines().nth(1).unwrap().starts_with("Player 01,Player 02,"), "{}", csv.text);
}

#[test]
fn the_race_ends_at_the_standings_and_counts_the_nights_left() {
    let league = League::open();
    let players = league.players(4);
    let season = season(&league, &json!({"card": "game_points", "counts": "sum"}));
    league.as_coordinator("PUT", "/api/v1/league", &json!({"name": "Thursdays", "card": "game_points"})).ok(201);
    let race = || league.get(&format!("/api/v1/seasons/{season}/race")).ok(200);
    played(&league, &season, "2026-01-07", &players);
    played(&league, &season, "2026-01-14", &players);
    let later = night(&league, &season, "2026-01-21", &[]);
    let now = race();
    let standings = list(&league.get(&format!("/api/v1/seasons/{season}/standings")).ok(200)["rows"]);
    for row in &standings {
        let found = list(&now["players"]).into_iter().find(|player| player["player_id"] == row["player_id"]).unwrap();
        assert_eq!(
            (&found["places"][1], found["value"][1].as_f64()),
            (&row["place"], row["points"].as_f64()),
            "{found}"
        );
        assert_eq!(list(&found["places"]).len(), 2);
    }
    assert_eq!((list(&now["nights"]).len(), &now["nights_left"]), (2, &json!(1)));
    // A night of one game has 3 points at most.
    let best = standings[0]["points"].as_u64().unwrap();
    for player in list(&now["players"]) {
        let points = player["value"][1].as_f64().unwrap() as u64;
        assert_eq!(player["can_win"], points + 3 >= best, "{player}");
    }
    later.request("PUT", "/cancellation", &json!({"reason": "Snow"})).ok(201);
    let over = race();
    assert_eq!(over["nights_left"], 0);
    let winners: Vec<Value> = list(&over["players"]).iter().map(|player| player["can_win"].clone()).collect();
    let first: Vec<Value> = list(&over["players"]).iter().map(|player| json!(player["places"][1] == 1)).collect();
    assert_eq!(winners, first);
}
