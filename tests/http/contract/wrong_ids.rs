//! Ids of one resource in the path of another.

use serde_json::json;

use crate::support::league::League;

#[test]
fn night_ids_and_game_ids_are_not_interchangeable() {
    let league = League::open();
    let night = league.night(&league.players(4));
    night.draw().ok(201);
    let (night, game) = (&night.id, night.tables().remove(0).game);
    for rest in ["", "/history", "/summary", "/live"] {
        league.get(&format!("/api/v1/games/{night}{rest}")).problem(404, "not-found");
        league.get(&format!("/api/v1/nights/{game}{rest}")).problem(404, "not-found");
    }
    let body = json!({"sides": [{"name": "Us"}, {"name": "Them"}], "scorer_token": "A".repeat(43)});
    league.put(&format!("/api/v1/games/{night}"), &body).problem(409, "already-used");
}
