//! Changes of nights, games and players that change figures.

use serde_json::{Value, json};

use super::{night, peg_to_the_end, played, profile, row, season};
use crate::support::game::id;
use crate::support::league::{League, list, text};

/// A profile in short: its nights, games and wins.
fn counts(league: &League, player: &str) -> [u64; 3] {
    let profile = profile(league, player);
    ["nights", "games", "wins"].map(|field| profile[field].as_u64().unwrap())
}

fn records(league: &League) -> Vec<Value> {
    list(&league.get("/api/v1/records").ok(200)["records"])
}

fn record(league: &League, what: &str) -> Option<Value> {
    records(league).into_iter().find(|record| record["what"] == what)
}

#[test]
fn a_corrected_game_and_a_reopened_night_change_the_figures_at_once() {
    let league = League::open();
    let players = league.players(4);
    let season = season(&league, &json!({}));
    let (night, tables) = played(&league, &season, "2026-01-07", &players);
    let (winner, loser) = (&tables[0].sides[0][0], &tables[0].sides[1][0]);
    assert_eq!((counts(&league, winner), counts(&league, loser)), ([1, 1, 1], [1, 1, 0]));
    assert_eq!(record(&league, "largest_win").unwrap()["value"], 2);
    night.correct(&tables[0].game, &[80, 121], Some("The board says so.")).ok(200);
    assert_eq!((counts(&league, winner), counts(&league, loser)), ([1, 1, 0], [1, 1, 1]));
    assert_eq!(profile(&league, loser)["skunks_given"], 1);
    assert_eq!(record(&league, "largest_win").unwrap()["value"], 41);
    night.request("DELETE", "/finish", &json!({"reason": "Too early"})).ok(200);
    assert_eq!((counts(&league, winner), records(&league)), ([0, 0, 0], Vec::<Value>::new()));
    night.finish().ok(200);
    assert_eq!(counts(&league, loser), [1, 1, 1]);
    let league = {
        let read: Vec<Value> = players.iter().map(|player| profile(&league, player)).collect();
        let ids = players.clone();
        let league = league.start_again();
        assert_eq!(ids.iter().map(|player| profile(&league, player)).collect::<Vec<_>>(), read, "after a restart");
        league
    };
    let wrong = league.get(&format!("/api/v1/players/{}/profile?against={}", players[0], players[0]));
    wrong.problem(422, "invalid");
}

#[test]
fn a_merge_makes_two_players_one_in_every_figure_until_it_is_taken_back() {
    let league = League::open();
    let players = league.players(5);
    let season = season(&league, &json!({}));
    played(&league, &season, "2026-01-07", &players[..4]);
    played(&league, &season, "2026-01-14", &players[1..]);
    let path = format!("/api/v1/seasons/{season}/meetings");
    let paths = [path.as_str(), "/api/v1/records", &format!("/api/v1/seasons/{season}/race")].map(str::to_owned);
    let read = || paths.iter().map(|path| league.get(path).ok(200)).collect::<Vec<Value>>();
    let (before, own) = (read(), profile(&league, &players[0]));
    let merge = format!("/api/v1/players/{}/merge", players[4]);
    league.as_coordinator("POST", &merge, &json!({"into": players[0]})).ok(200);
    let merged = profile(&league, &players[0]);
    assert_eq!(counts(&league, &players[0])[..2], [2, 2]);
    assert_eq!(profile(&league, &players[4]), merged, "a merged id answers as the person");
    let after = read();
    assert_eq!(list(&after[0]["players"]).len(), 4);
    assert!(after.iter().all(|answer| !answer.to_string().contains(&players[4])), "the other id is nowhere");
    let in_a_row = record(&league, "nights_in_a_row").unwrap();
    assert_eq!((&in_a_row["value"], list(&in_a_row["holders"]).len()), (&json!(2), 4));
    league.as_coordinator("DELETE", &merge, &json!({})).ok(200);
    assert_eq!((read(), profile(&league, &players[0])), (before, own));
}

#[test]
fn a_forgotten_player_has_no_profile_and_no_name_in_the_figures_of_others() {
    let league = League::open();
    let players = league.players(2);
    let season = season(&league, &json!({}));
    let night = night(&league, &season, "2026-01-07", &players);
    night.draw().ok(201);
    let table = night.tables().remove(0);
    peg_to_the_end(&league, &table.game, 100);
    let (winner, loser) = (&table.sides[0][0], &table.sides[1][0]);
    night.finish().ok(200);
    let won = profile(&league, winner);
    assert_eq!(won["opponents"][0]["name"], if *loser == players[1] { "Player 02" } else { "Player 01" });
    let prizes = list(&night.money()["prizes"]);
    for prize in prizes {
        let path = format!("/payouts/{}", text(&prize["player_id"]));
        night.request("PUT", &path, &json!({"amount": prize["amount"]})).ok(201);
    }
    league.as_coordinator("DELETE", &format!("/api/v1/players/{loser}"), &json!({})).ok(200);
    league.get(&format!("/api/v1/players/{loser}/profile")).problem(404, "not-found");
    league.get(&format!("/api/v1/players/{winner}/profile?against={loser}")).problem(404, "not-found");
    let after = profile(&league, winner);
    assert_eq!((&after["opponents"][0]["name"], &after["opponents"][0]["games"]), (&json!("Former player"), &json!(1)));
    let hand = record(&league, "highest_hand").unwrap();
    assert_eq!((&hand["value"], &hand["holders"][0]["name"]), (&json!(28), &json!("Former player")));
    let csv = league.get(&format!("/api/v1/seasons/{season}/meetings.csv")).text;
    assert!(csv.contains("Former player"), "{csv}");
}

#[test]
fn pegs_are_counted_until_a_result_replaces_them() {
    let league = League::open();
    let players = league.players(2);
    let season = season(&league, &json!({}));
    let night = night(&league, &season, "2026-01-07", &players);
    night.draw().ok(201);
    let table = night.tables().remove(0);
    let cut = json!({"id": id(90), "first_dealer": 0});
    league.as_coordinator("PATCH", &format!("/api/v1/games/{}", table.game), &cut).ok(200);
    peg_to_the_end(&league, &table.game, 100);
    let (winner, loser) = (&table.sides[0][0], &table.sides[1][0]);
    let in_play = profile(&league, winner);
    assert_eq!((&in_play["games"], &in_play["pegging"]["deals"]), (&json!(0), &json!(0)), "the night is not over");
    night.finish().ok(200);
    let pegging = |player: &str| profile(&league, player)["pegging"].clone();
    assert_eq!(pegging(winner)["hand"], json!({"n": 5, "mean": 24.0, "best": 24}));
    assert_eq!(pegging(winner)["crib"], json!({"n": 0, "mean": null, "best": null}));
    let of_loser = pegging(loser);
    assert_eq!((&of_loser["deals"], &of_loser["play"]), (&json!(2), &Value::Null), "fewer than five deals");
    assert_eq!(record(&league, "biggest_comeback").unwrap()["value"], 34);
    let special = &profile(&league, loser)["specials"][0];
    assert_eq!((&special["points"], &special["starter"], &special["crib"]), (&json!(28), &json!("5C"), &json!(false)));
    assert_eq!(profile(&league, winner)["first_deals"], json!({"dealt": 1, "won": 1}));
    night.correct(&table.game, &[121, 60], Some("The board says so.")).ok(201);
    assert_eq!(pegging(winner)["deals"], 0);
    assert_eq!(record(&league, "biggest_comeback"), None);
}

#[test]
fn the_games_of_two_players_are_told_from_both_sides() {
    let league = League::open();
    let players = league.players(4);
    let season = season(&league, &json!({}));
    for date in ["2026-01-07", "2026-01-14", "2026-01-21"] {
        played(&league, &season, date, &players);
    }
    let against = |one: &str, other: &str| {
        league.get(&format!("/api/v1/players/{one}/profile?against={other}")).ok(200)["against"].clone()
    };
    let mut games = 0;
    for one in &players {
        for other in players.iter().filter(|other| *other != one) {
            let (own, theirs) = (against(one, other), against(other, one));
            assert_eq!(
                (&own["games"], &own["wins"], &own["as_partners"]),
                (&theirs["games"], &theirs["losses"], &theirs["as_partners"])
            );
            assert_eq!(own["spread"].as_i64().unwrap(), -theirs["spread"].as_i64().unwrap());
            let listed = row(&profile(&league, one)["opponents"], other);
            assert_eq!(listed.map(|row| row["games"].clone()).unwrap_or(json!(0)), own["games"]);
            games += own["games"].as_u64().unwrap() + own["as_partners"]["games"].as_u64().unwrap();
        }
    }
    assert_eq!(games, 3 * 4 * 3, "everybody met everybody at each night");
    assert_eq!(profile(&league, &players[0])["against"], Value::Null);
}
