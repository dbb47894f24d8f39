//! The cache of games and nights.

use std::sync::Barrier;
use std::thread;

use rusqlite::Connection;
use serde_json::{Value, json};
use ureq::http::Request;

use crate::support::checksums;
use crate::support::game::{Game, id, token, two_sides};
use crate::support::postgres::on_file;
use crate::support::service::{PASSWORD, Service};

/// The number of cached games or nights.
fn in_memory(service: &Service, kind: &str) -> usize {
    let metrics = service.get("/metrics").text;
    let line = metrics.lines().find_map(|line| line.strip_prefix(&format!("pegout_{kind}_in_memory ")));
    line.unwrap().parse().unwrap()
}

/// Stores `count` copies of a game, with the ids of the numbers from `first` on.
fn copy(database: &Connection, game: &Game, first: u32, count: u32) {
    let copied = checksums::execute(
        database,
        "WITH RECURSIVE copy(n) AS (SELECT ?2 UNION ALL SELECT n + 1 FROM copy WHERE n < ?2 + ?3 - 1), \
         named AS (SELECT printf('0198c5a2-0000-7000-8000-%012x', n) AS id FROM copy) \
         INSERT INTO event SELECT unhex(replace(id, '-', '')), version, replace(body, ?1, id), 0 \
         FROM named, event WHERE stream = unhex(replace(?1, '-', ''))",
        (&game.id, first, count),
    );
    assert_eq!(copied.unwrap(), 2 * count as usize);
}

#[test]
fn unknown_ids_are_not_cached() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let token = service.coordinator();
    for number in 1..=20 {
        for path in ["", "/history", "/live"] {
            service.get(&format!("/api/v1/games/{}{path}", id(number))).problem(404, "not-found");
            let night = format!("/api/v1/nights/{}{path}", id(number));
            service.request("GET", &night, &token, None).problem(404, "not-found");
        }
    }
    assert_eq!((in_memory(&service, "games"), in_memory(&service, "nights")), (0, 0));
    Game::two_sided(&service);
    assert_eq!(in_memory(&service, "games"), 1);
}

#[test]
fn concurrent_puts_and_gets_begin_one_game() {
    const PHONES: usize = 8;
    let service = Service::start();
    for number in 1..=20 {
        let path = format!("/api/v1/games/{}", id(number));
        let mut body = two_sides();
        body["scorer_token"] = json!(token(1));
        let together = Barrier::new(2 * PHONES);
        let mut begun: Vec<u16> = thread::scope(|scope| {
            let begin = || {
                together.wait();
                service.put(&path, &body).status
            };
            let look = || {
                together.wait();
                service.get(&path).status
            };
            let beginning: Vec<_> = (0..PHONES).map(|_| scope.spawn(begin)).collect();
            let looking: Vec<_> = (0..PHONES).map(|_| scope.spawn(look)).collect();
            let looked = looking.into_iter().map(|phone| phone.join().unwrap());
            assert!(looked.into_iter().all(|status| [200, 404].contains(&status)));
            beginning.into_iter().map(|phone| phone.join().unwrap()).collect()
        });
        begun.sort_unstable();
        assert_eq!(begun, [[200; PHONES - 1].as_slice(), &[201]].concat());
        let game = Game { service: &service, id: id(number), token: token(1) };
        assert_eq!(game.history().len(), 1);
        game.peg(1, &json!({"side": 0, "points": 2})).ok(201);
        assert_eq!(game.scores(), [2, 0]);
    }
}

#[test]
fn a_full_cache_evicts_unwatched_games_and_reloads_them_unchanged() {
    let _file = on_file();
    let service = Service::start_with(|command| command.args(["--games-in-memory", "1000"]));
    let game = Game::two_sided(&service);
    game.peg(1, &json!({"side": 0, "points": 8})).ok(201);
    copy(&service.database(), &game, 1, 1100);
    let watched = Game { service: &service, id: id(1), token: game.token.clone() };
    let before = watched.view();
    let _watching = service.listen(Request::get(format!("{}{}", service.url, watched.path("/live"))).body(()).unwrap());
    let others = |number: u32| -> Value { service.get(&format!("/api/v1/games/{}", id(number))).ok(200) };
    let first = others(2);
    for number in 3..=1100 {
        others(number);
    }
    let cached = in_memory(&service, "games");
    assert!((900..=1000).contains(&cached), "{cached} games are in memory");
    assert_eq!(others(2), first);
    assert_eq!(before["sides"][0]["score"], 8);
    checksums::execute(&service.database(), "DELETE FROM event WHERE version > 1", []).unwrap();
    assert_eq!(watched.view(), before, "a watched game was evicted");
    assert_eq!(others(3)["sides"][0]["score"], 0, "an unwatched game was not evicted");
}
