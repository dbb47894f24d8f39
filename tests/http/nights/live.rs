//! The event stream of a night.

use serde_json::json;

use crate::support::game::id;
use crate::support::league::League;
use crate::support::watcher::Watcher;

#[test]
fn a_watcher_of_a_night_gets_its_rounds_and_games() {
    let league = League::open();
    let players = league.players(8);
    let night = league.night(&players);
    let mut watchers =
        [Watcher::open(&league, &night.path("/live"), None), Watcher::open(&league, &night.path("/live"), None)];
    for watcher in &mut watchers {
        let (_, view) = watcher.next().unwrap();
        assert_eq!(view, league.service.get(&night.path("")).ok(200), "the newest comes at once, without the code");
    }
    night.draw().ok(201);
    let phone = night.join(&players[0]);
    let table = night.tables().iter().position(|table| table.players().any(|player| *player == players[0])).unwrap();
    let game = night.tables()[table].game.clone();
    for number in 1..=40 {
        let path = format!("/api/v1/games/{game}/pegs/{}", id(number));
        league.request("PUT", &path, &phone, Some(&json!({"side": 1, "points": 2}))).ok(201);
    }
    for watcher in &mut watchers {
        let events = watcher.until(|night| night["rounds"][0]["tables"][table]["sides"][1]["score"] == 80);
        assert!(events.len() < 40, "forty pegs came in {} events", events.len());
        assert!(events.windows(2).all(|two| two[0].0 != two[1].0), "an event was repeated");
        assert_eq!(events.last().unwrap().1, league.service.get(&night.path("")).ok(200));
    }
    let (known, _) = Watcher::open(&league, &night.path("/live"), None).next().unwrap();
    let mut knows = Watcher::open(&league, &night.path("/live"), Some(&known));
    night.correct(&game, &[121, 100], None).ok(201);
    let view = knows.next().unwrap().1;
    assert_eq!(view["rounds"][0]["tables"][table]["status"], "finished", "the known event was repeated");
    league.as_coordinator("PATCH", &format!("/api/v1/players/{}", players[0]), &json!({"name": "Zoë"})).ok(200);
    watchers[0].until(|night| night["entries"][0]["name"] == "Zoë");
    night.request("POST", "/finish", &json!({"void_open_games": true})).ok(200);
    watchers[1].until(|night| night["status"] == "finished");
}

#[test]
fn a_new_watcher_gets_the_current_night_and_not_the_last_event() {
    let league = League::open();
    let players = league.players(5);
    let night = league.night(&players[..4]);
    let live = night.path("/live");
    let _others = Watcher::open(&league, &live, None).next().unwrap();
    let _watched = Watcher::open(&league, &live, None);
    for player in [&players[4], &players[0]] {
        night.withdraw(&players[0]).ok(200);
        night.enter(player, &json!({"paid": true})).ok(201);
        let (_, view) = Watcher::open(&league, &live, None).next().unwrap();
        assert_eq!(view, league.service.get(&night.path("")).ok(200));
    }
}

#[test]
fn watching_an_unknown_night_is_404() {
    let league = League::open();
    league.service.get(&format!("/api/v1/nights/{}/live", id(9))).problem(404, "not-found");
    league.get(&format!("/api/v1/nights/{}/history", id(9))).problem(404, "not-found");
    league.get(&format!("/api/v1/nights/{}/standings", id(9))).problem(404, "not-found");
}

#[test]
fn a_returning_watcher_of_a_league_game_gets_changed_names() {
    let league = League::open();
    let players = league.players(4);
    let night = league.night(&players);
    night.draw().ok(201);
    let live = format!("/api/v1/games/{}/live", night.tables()[0].game);
    let (known, view) = Watcher::open(&league, &live, None).next().unwrap();
    assert!(view.to_string().contains("Player 01"), "{view}");
    league.as_coordinator("DELETE", &format!("/api/v1/players/{}", players[0]), &json!({})).ok(200);
    let (_, view) = Watcher::open(&league, &live, Some(&known)).next().unwrap();
    assert!(view.to_string().contains("Former player"), "{view}");
}
