//! Players, seasons and nights that are added with an id of the client's, however often the request comes.

use serde_json::{Value, json};

use crate::support::game::{Game, id};
use crate::support::league::{League, list};
use crate::support::service::Answer;

const PLAYERS: &str = "/api/v1/players";
const SEASONS: &str = "/api/v1/seasons";
const NIGHTS: &str = "/api/v1/nights";

/// Each collection with a new resource, and a change of it.
fn additions() -> [(&'static str, Value, Value); 3] {
    [
        (
            PLAYERS,
            json!({"id": id(1), "name": "Ann", "phone": "555-0134"}),
            json!({"name": "Ann Archer", "phone": null}),
        ),
        (
            SEASONS,
            json!({"id": id(2), "name": "Winter", "starts": "2026-01-07", "ends": "2026-04-15"}),
            json!({"name": "Spring", "best_of": 3}),
        ),
        (NIGHTS, json!({"id": id(3), "date": "2026-01-28"}), json!({"date": "2026-02-04", "games_per_night": 2})),
    ]
}

fn add(league: &League, path: &str, body: &Value) -> Answer {
    league.as_coordinator("POST", path, body)
}

/// The resources of a collection.
fn all(league: &League, path: &str) -> Vec<Value> {
    let collection = path.rsplit('/').next().unwrap();
    list(&league.request("GET", path, &league.token, None).ok(200)[collection])
}

#[test]
fn a_repeated_addition_is_200_and_adds_nothing() {
    let league = League::open();
    for (path, body, _) in additions() {
        let first = add(&league, path, &body);
        let own = format!("{path}/{}", body["id"].as_str().unwrap());
        assert_eq!(first.header("location"), own);
        let first = first.ok(201);
        assert_eq!(first["id"], body["id"]);
        assert_eq!(add(&league, path, &body).ok(200), first);
        assert_eq!(league.request("GET", &own, &league.token, None).ok(200), first);
        assert_eq!(all(&league, path).len(), 1, "{path}");
    }
}

#[test]
fn a_repeat_after_a_change_and_a_restart_returns_the_changed_resource() {
    let league = League::open();
    let changed: Vec<Value> = additions()
        .iter()
        .map(|(path, body, change)| {
            add(&league, path, body).ok(201);
            league.as_coordinator("PATCH", &format!("{path}/{}", body["id"].as_str().unwrap()), change).ok(200)
        })
        .collect();
    let repeat = |league: &League| {
        for ((path, body, _), changed) in additions().iter().zip(&changed) {
            assert_eq!(add(league, path, body).ok(200), *changed);
            assert_eq!(all(league, path).len(), 1, "{path}");
        }
    };
    repeat(&league);
    repeat(&league.start_again());
}

#[test]
fn a_repeat_with_another_body_changes_nothing() {
    let league = League::open();
    for (path, body, change) in additions() {
        let first = add(&league, path, &body).ok(201);
        let mut other = body.clone();
        change.as_object().unwrap().iter().for_each(|(field, value)| other[field] = value.clone());
        assert_eq!(add(&league, path, &other).ok(200), first);
        if path == NIGHTS {
            other["season_id"] = json!(id(404));
            assert_eq!(add(&league, path, &other).ok(200), first, "also with a season that is not there");
        }
    }
}

#[test]
fn concurrent_additions_with_one_id_add_one() {
    let league = League::open();
    for (path, body, _) in additions() {
        let mut statuses: Vec<u16> = std::thread::scope(|scope| {
            let sent: Vec<_> = (0..8).map(|_| scope.spawn(|| add(&league, path, &body).status)).collect();
            sent.into_iter().map(|sent| sent.join().unwrap()).collect()
        });
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 200, 200, 200, 200, 200, 200, 201], "{path}");
        assert_eq!(all(&league, path).len(), 1, "{path}");
    }
}

#[test]
fn additions_without_an_id_are_not_compared() {
    let league = League::open();
    for (path, mut body, _) in additions() {
        for id in [None, Some(Value::Null)] {
            body.as_object_mut().unwrap().remove("id");
            id.into_iter().for_each(|id| body["id"] = id);
            add(&league, path, &body).ok(201);
        }
        assert_eq!(all(&league, path).len(), 2, "{path}");
    }
}

#[test]
fn two_players_of_one_name_have_two_ids() {
    let league = League::open();
    add(&league, PLAYERS, &json!({"id": id(1), "name": "Ann"})).ok(201);
    add(&league, PLAYERS, &json!({"id": id(2), "name": "Ann"})).ok(201);
    assert_eq!(all(&league, PLAYERS).len(), 2);
}

#[test]
fn an_invalid_id_of_an_addition_is_422_with_a_pointer() {
    let league = League::open();
    for (path, mut body, _) in additions() {
        for wrong in [json!(""), json!("tonight"), json!(7), json!(id(1).replace('-', ""))] {
            body["id"] = wrong;
            let problem = add(&league, path, &body).problem(422, "invalid");
            assert_eq!(problem["errors"][0]["pointer"], "/id", "{problem}");
        }
        assert_eq!(all(&league, path), [] as [Value; 0], "{path}");
    }
}

#[test]
fn a_forgotten_player_is_not_added_again_by_a_repeat() {
    let league = League::open();
    let ann = json!({"id": id(1), "name": "Ann"});
    add(&league, PLAYERS, &ann).ok(201);
    let path = format!("{PLAYERS}/{}", id(1));
    league.as_coordinator("DELETE", &path, &json!({})).ok(200);
    league.as_coordinator("DELETE", &path, &json!({})).ok(200);
    add(&league, PLAYERS, &ann).problem(410, "player-forgotten");
    let league = league.start_again();
    let problem = add(&league, PLAYERS, &ann).problem(410, "player-forgotten");
    let detail = "This player was added before and forgotten since. Use a new id to add a player.";
    assert_eq!(problem["detail"], detail);
    assert_eq!(all(&league, PLAYERS), [] as [Value; 0]);
}

#[test]
fn an_id_that_no_player_had_can_be_used_after_a_request_to_forget_it() {
    let league = League::open();
    league.as_coordinator("DELETE", &format!("{PLAYERS}/{}", id(1)), &json!({})).ok(200);
    add(&league, PLAYERS, &json!({"id": id(1), "name": "Ann"})).ok(201);
}

#[test]
fn a_player_with_an_id_of_the_client_is_named_at_a_night() {
    let league = League::open();
    add(&league, PLAYERS, &json!({"id": id(1), "name": "Ann"})).ok(201);
    let night = league.night(&[id(1)]);
    assert_eq!(night.view()["entries"][0]["name"], "Ann");
}

#[test]
fn the_repeat_of_a_night_that_is_played_returns_its_rounds_and_code() {
    let league = League::open();
    let night = league.schedule(&json!({"id": id(3), "date": "2026-01-28"}));
    league.players(4).iter().for_each(|player| drop(night.pay(player).ok(201)));
    night.play_round();
    night.finish().ok(200);
    let repeated = add(&league, NIGHTS, &json!({"id": id(3), "date": "2026-01-28"})).ok(200);
    assert_eq!(repeated, night.view());
    assert_eq!((&repeated["status"], repeated["join_code"].is_string()), (&json!("finished"), true));
}

#[test]
fn the_id_of_a_game_schedules_no_night() {
    let league = League::open();
    let game = Game::two_sided(&league).id;
    let body = json!({"id": game, "date": "2026-01-28"});
    let problem = add(&league, NIGHTS, &body).problem(409, "already-used");
    assert_eq!(problem["detail"], format!("The id {game} is the id of a game. Use a new id for the night."));
    assert_eq!(all(&league, NIGHTS), [] as [Value; 0]);
}
