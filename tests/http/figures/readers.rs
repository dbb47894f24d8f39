//! The readers of figures, and the money that they see.

use serde_json::{Value, json};

use super::{link, night, season};
use crate::support::game::id;
use crate::support::league::{League, text};

/// A league with a finished night of a season. Returns the season, the winner, another player, and the token of the winner's phone.
fn open() -> (League, String, String, String, String) {
    let league = League::open();
    let players = league.players(4);
    let season = season(&league, &json!({}));
    let (winner, other, phone) = {
        let night = night(&league, &season, "2026-01-07", &players);
        let winner = night.play_round()[0].sides[0][0].clone();
        let phone = night.join(&winner);
        night.finish().ok(200);
        let other = players.iter().find(|player| **player != winner).unwrap().clone();
        (winner, other, phone)
    };
    (league, season, winner, other, phone)
}

fn paths(season: &str, player: &str) -> Vec<String> {
    let of_season =
        ["meetings", "meetings.csv", "records", "race"].map(|rest| format!("/api/v1/seasons/{season}/{rest}"));
    [format!("/api/v1/players/{player}/profile"), "/api/v1/records".to_owned()].into_iter().chain(of_season).collect()
}

#[test]
fn strangers_read_figures_of_a_public_league_alone_and_never_money() {
    let (league, season, winner, ..) = open();
    for path in paths(&season, &winner) {
        league.service.get(&path).problem(401, "unauthorized");
    }
    league.as_coordinator("PUT", "/api/v1/league", &json!({"name": "Thursdays", "public": true})).ok(201);
    for path in paths(&season, &winner) {
        let answer = league.service.get(&path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        assert_eq!(answer.header("cache-control"), "no-cache", "{path}");
    }
    let profile = league.service.get(&format!("/api/v1/players/{winner}/profile")).ok(200);
    assert_eq!((&profile["games"], &profile["money_won"]), (&json!(1), &Value::Null));
}

#[test]
fn money_is_for_the_player_and_for_those_who_keep_it() {
    let (league, _, winner, other, phone) = open();
    let mut seen = Vec::new();
    for role in ["door", "results", "representative"] {
        let body = json!({"name": role, "password": "fifteen for six", "role": role});
        league.as_coordinator("POST", "/api/v1/representatives", &body).ok(201);
        let session = league.post("/api/v1/session", &json!({"name": role, "password": "fifteen for six"})).ok(201);
        seen.push((role, text(&session["token"]), role == "representative", role == "representative"));
    }
    let display = league.as_coordinator("POST", "/api/v1/displays", &json!({"name": "Hall"})).ok(201);
    seen.push(("display", text(&display["token"]), false, false));
    seen.push(("coordinator", league.token.clone(), true, true));
    seen.push(("phone", phone, true, false));
    seen.push(("link", link(&league, &winner, 1), true, false));
    for (role, token, sees_winner, sees_other) in &seen {
        for (player, sees) in [(&winner, sees_winner), (&other, sees_other)] {
            let path = format!("/api/v1/players/{player}/profile");
            let profile = league.request("GET", &path, token, None).ok(200);
            assert_eq!(profile["money_won"].is_u64(), *sees, "{role}: {}", profile["money_won"]);
        }
    }
    let own = league.get(&format!("/api/v1/players/{winner}/profile")).ok(200)["money_won"].as_u64().unwrap();
    assert!(own > 0, "a prize was won");
}

#[test]
fn the_link_of_a_merged_player_sees_the_money_of_the_person() {
    let (league, _, winner, ..) = open();
    let late = league.player("Player 05");
    let own = link(&league, &late, 2);
    league.as_coordinator("POST", &format!("/api/v1/players/{late}/merge"), &json!({"into": winner})).ok(200);
    let profile = league.request("GET", &format!("/api/v1/players/{late}/profile"), &own, None).ok(200);
    assert_eq!((&profile["player_id"], profile["money_won"].is_u64()), (&json!(winner), true));
}

#[test]
fn figures_have_tags_that_change_with_them() {
    let (league, season, winner, ..) = open();
    let mut tags = Vec::new();
    for path in paths(&season, &winner) {
        let tag = || league.get(&path).header("etag").to_owned();
        let before = tag();
        assert!(before.starts_with("W/"), "{path}: {before}");
        assert_eq!(tag(), before, "{path}");
        tags.push((path.clone(), before));
    }
    let game = text(&league.get(&format!("/api/v1/nights?season_id={season}")).ok(200)["nights"][0]["id"]);
    let night = league.get(&format!("/api/v1/nights/{game}")).ok(200);
    let game = text(&night["rounds"][0]["tables"][0]["game_id"]);
    let result = json!({"scores": [70, 121], "reason": "The board says so."});
    league.as_coordinator("PUT", &format!("/api/v1/games/{game}/result"), &result).ok(200);
    for (path, before) in tags {
        assert_ne!(league.get(&path).header("etag"), before, "{path}");
    }
}

#[test]
fn an_unknown_player_or_season_is_404_and_a_wrong_parameter_422() {
    let (league, season, winner, ..) = open();
    for path in paths(&id(77), &id(78)).iter().filter(|path| !path.ends_with("v1/records")) {
        league.get(path).problem(404, "not-found");
    }
    league.get(&format!("/api/v1/players/{winner}/profile?against=nobody")).problem(422, "invalid");
    league.get(&format!("/api/v1/players/{winner}/profile?with={winner}")).problem(422, "invalid");
    league.get(&format!("/api/v1/seasons/{season}/race?from=1")).problem(422, "invalid");
}
