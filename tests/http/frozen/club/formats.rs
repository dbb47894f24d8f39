//! Nights of each format with each card. A night of singles has a bye and a game that is made up.

use serde_json::{Value, json};

use super::{Club, Night, People};
use crate::support::league::League;

pub fn play(club: &mut Club, people: &People) {
    let id = singles(&club.league, &people.members[..3]);
    doubles(&club.league, &people.members[..2]);
    pairs(&club.league, &people.members);
    changed(&club.league);
    club.add_id("night of singles", &id);
}

fn scheduled<'a>(league: &'a League, format: &str, card: &str) -> Night<'a> {
    league.schedule(&json!({"date": "2026-01-15", "games_per_night": 1, "format": format, "card": card}))
}

/// Returns the id of a finished night of a season that adds up game points. One of the three sits out, and makes the game up against a helper.
fn singles(league: &League, players: &[String]) -> String {
    let season = json!({
        "name": "En simple", "starts": "2026-01-12", "ends": "2026-01-18",
        "card": "game_points", "counts": "sum", "from_points": 2,
    });
    let season = league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"].clone();
    let night = json!({"date": "2026-01-15", "season_id": season, "games_per_night": 1, "format": "singles_rotation"});
    let night = league.schedule(&night);
    players.iter().for_each(|player| drop(night.pay(player).ok(201)));
    for scores in [[61, 20], [40, 61]] {
        night.draw().ok(201);
        night.result(1, &scores).ok(201);
    }
    night.finish().ok(200);
    night.id.clone()
}

fn doubles(league: &League, players: &[String]) {
    let night = scheduled(league, "doubles_movement", "points_scored");
    players.iter().for_each(|player| drop(night.pay(player).ok(201)));
    night.draw().ok(201);
    night.result(1, &[50, 61]).ok(201);
}

/// A night of four pairs. Two come late, one gets a substitute, and one is split and made again.
fn pairs(league: &League, players: &[String]) {
    let night = scheduled(league, "fixed_pairs", "game_points");
    players[..8].iter().for_each(|player| drop(night.pay(player).ok(201)));
    let path = |number: u8| format!("/pairs/0198c5a2-b333-7d3a-9b52-0c6f6f3f1b0{number}");
    let pair = |number: u8, players: Value| {
        let id = format!("0198c5a2-e999-7d3a-9b52-0c6f6f3f1b0{number}");
        drop(night.request("PUT", &path(number), &json!({"players": players, "id": id})).ok(201));
    };
    let of = |one: usize, other: usize| json!([{"player_id": players[one]}, {"player_id": players[other]}]);
    pair(1, of(0, 1));
    pair(2, of(2, 3));
    night.request("DELETE", &path(1), &json!({})).ok(200);
    pair(3, of(0, 1));
    night.draw().ok(201);
    pair(4, of(4, 5));
    pair(5, of(6, 7));
    night
        .request(
            "POST",
            "/rounds/1/tables",
            &json!({"players": players[4..8], "id": "0198c5a2-e999-7d3a-9b52-0c6f6f3f1b0a"}),
        )
        .ok(201);
    night.result(1, &[50, 61]).ok(201);
    night.result(2, &[61, 20]).ok(201);
    night.request("DELETE", &path(5), &json!({})).ok(200);
    let substitute = json!([{"player_id": players[0]}, {"player_id": players[7], "stands_for": players[1]}]);
    night.request("PUT", &path(3), &json!({"players": substitute})).ok(200);
    night.finish().ok(200);
}

fn changed(league: &League) {
    let night = scheduled(league, "singles_rotation", "points_short");
    let changes: [Value; 4] = [
        json!({"format": "fixed_pairs"}),
        json!({"format": "doubles_movement", "card": "points_scored"}),
        json!({"format": "singles_rotation"}),
        json!({"card": "points_short"}),
    ];
    changes.iter().for_each(|change| drop(league.as_coordinator("PATCH", &night.path(""), change).ok(200)));
}
