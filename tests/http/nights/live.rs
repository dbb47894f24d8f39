//! Watching a night.

use serde_json::json;

use super::League;
use crate::game::id;
use crate::watcher::Watcher;

#[test]
fn who_watches_a_night_hears_of_its_rounds_and_of_every_game() {
    let league = League::open();
    let players = league.players(8);
    let evening = league.evening(&players);
    let mut watchers =
        [Watcher::of(&league, &evening.path("/live"), None), Watcher::of(&league, &evening.path("/live"), None)];
    for watcher in &mut watchers {
        let (_, night) = watcher.next().unwrap();
        assert_eq!(night, league.get(&evening.path("")).ok(200), "the newest comes at once, without the code");
    }
    evening.draw().ok(201);
    let phone = evening.join(&players[0]);
    let table = evening.tables().iter().position(|table| table.players().any(|player| *player == players[0])).unwrap();
    let game = evening.tables()[table].game.clone();
    for number in 1..=40 {
        let path = format!("/api/v1/games/{game}/pegs/{}", id(number));
        league.ask("PUT", &path, &phone, Some(&json!({"side": 1, "points": 2}))).ok(201);
    }
    for watcher in &mut watchers {
        let told = watcher.until(|night| night["rounds"][0]["tables"][table]["sides"][1]["score"] == 80);
        assert!(told.len() < 40, "forty pegs came in {} tellings", told.len());
        assert!(told.windows(2).all(|two| two[0].0 != two[1].0), "the same was told twice");
        assert_eq!(told.last().unwrap().1, league.get(&evening.path("")).ok(200));
    }
    let (known, _) = Watcher::of(&league, &evening.path("/live"), None).next().unwrap();
    let mut knows = Watcher::of(&league, &evening.path("/live"), Some(&known));
    evening.correct(&game, &[121, 100], None).ok(201);
    let told = knows.next().unwrap().1;
    assert_eq!(told["rounds"][0]["tables"][table]["status"], "finished", "it heard again what it knew");
    league.coordinate("PATCH", &format!("/api/v1/players/{}", players[0]), &json!({"name": "Zoë"})).ok(200);
    watchers[0].until(|night| night["entries"][0]["name"] == "Zoë");
    evening.ask("POST", "/finish", &json!({"void_open_games": true})).ok(200);
    watchers[1].until(|night| night["status"] == "finished");
}

#[test]
fn who_comes_to_a_night_that_others_watch_hears_it_as_it_is_and_not_as_they_heard_it_last() {
    let league = League::open();
    let players = league.players(5);
    let evening = league.evening(&players[..4]);
    let live = evening.path("/live");
    let _others = Watcher::of(&league, &live, None).next().unwrap();
    let _watched = Watcher::of(&league, &live, None);
    for player in [&players[4], &players[0]] {
        evening.withdraw(&players[0]).ok(200);
        evening.enter(player, &json!({"paid": true})).ok(201);
        let (_, told) = Watcher::of(&league, &live, None).next().unwrap();
        assert_eq!(told, league.get(&evening.path("")).ok(200));
    }
}

#[test]
fn there_is_nothing_to_watch_where_no_night_is() {
    let league = League::open();
    league.get(&format!("/api/v1/nights/{}/live", id(9))).problem(404, "not-found");
    league.get(&format!("/api/v1/nights/{}/history", id(9))).problem(404, "not-found");
    league.get(&format!("/api/v1/nights/{}/standings", id(9))).problem(404, "not-found");
}

#[test]
fn who_comes_back_to_a_league_game_hears_of_a_name_that_was_forgotten_meanwhile() {
    let league = League::open();
    let players = league.players(4);
    let evening = league.evening(&players);
    evening.draw().ok(201);
    let live = format!("/api/v1/games/{}/live", evening.tables()[0].game);
    let (known, told) = Watcher::of(&league, &live, None).next().unwrap();
    assert!(told.to_string().contains("Player 01"), "{told}");
    league.coordinate("DELETE", &format!("/api/v1/players/{}", players[0]), &json!({})).ok(200);
    let (_, told) = Watcher::of(&league, &live, Some(&known)).next().unwrap();
    assert!(told.to_string().contains("Former player"), "{told}");
}
