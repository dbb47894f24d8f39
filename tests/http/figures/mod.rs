//! The figures of players and of the league.

mod changes;
mod readers;
mod seasons;

use serde_json::{Value, json};

use crate::support::game::{id, token};
use crate::support::league::{League, LeagueTable, Night, list, text};

/// Adds a season, and returns its id.
fn season(league: &League, more: &Value) -> String {
    let mut season = json!({"name": "Winter", "starts": "2026-01-01", "ends": "2026-04-15"});
    season.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    text(&league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"])
}

/// Schedules a night of a season with these players.
fn night<'a>(league: &'a League, season: &str, date: &str, players: &[String]) -> Night<'a> {
    let night = league.schedule(&json!({"date": date, "season_id": season, "games_per_night": 1}));
    players.iter().for_each(|player| drop(night.pay(player).ok(201)));
    night
}

/// Plays a night of one round and finishes it. The first side of every table wins.
fn played<'a>(league: &'a League, season: &str, date: &str, players: &[String]) -> (Night<'a>, Vec<LeagueTable>) {
    let night = night(league, season, date, players);
    let tables = night.play_round();
    night.finish().ok(200);
    (night, tables)
}

fn profile(league: &League, player: &str) -> Value {
    league.get(&format!("/api/v1/players/{player}/profile")).ok(200)
}

/// The row of a player in a list of a profile.
fn row(rows: &Value, player: &str) -> Option<Value> {
    list(rows).into_iter().find(|row| row["player_id"] == player)
}

/// Pegs a game of two: side 1 holds a 28, then side 0 wins.
fn peg_to_the_end(league: &League, game: &str, first: u32) {
    let peg = |number: u32, body: Value| {
        let path = format!("/api/v1/games/{game}/pegs/{}", id(first + number));
        league.as_coordinator("PUT", &path, &body).ok(201);
    };
    let hand = json!({"cards": ["5H", "5D", "5S", "KC"], "starter": "5C"});
    peg(0, json!({"side": 1, "points": 28, "for": "hand", "cards": hand["cards"], "starter": hand["starter"]}));
    peg(1, json!({"side": 1, "points": 6, "for": "play"}));
    let deal = json!({"id": id(first + 50)});
    league.as_coordinator("PUT", &format!("/api/v1/games/{game}/deals/2"), &deal).ok(201);
    (2..7).for_each(|number| peg(number, json!({"side": 0, "points": 24, "for": "hand"})));
    peg(7, json!({"side": 0, "points": 1, "for": "go"}));
}

/// Makes the personal link of a player, and returns its token.
fn link(league: &League, player: &str, number: u32) -> String {
    let own = token(number);
    league.as_coordinator("PUT", &format!("/api/v1/players/{player}/link"), &json!({"token": own})).ok(201);
    own
}
