//! Ids of one thing where another is wanted.

use serde_json::json;

use super::League;

#[test]
fn the_id_of_a_night_is_no_game_and_that_of_a_game_no_night() {
    let league = League::open();
    let evening = league.evening(&league.players(4));
    evening.draw().ok(201);
    let (night, game) = (&evening.id, evening.tables().remove(0).game);
    for rest in ["", "/history", "/live"] {
        league.get(&format!("/api/v1/games/{night}{rest}")).problem(404, "not-found");
        league.get(&format!("/api/v1/nights/{game}{rest}")).problem(404, "not-found");
    }
    let body = json!({"sides": [{"name": "Us"}, {"name": "Them"}], "scorer_token": "A".repeat(43)});
    league.put(&format!("/api/v1/games/{night}"), &body).problem(409, "already-used");
}
