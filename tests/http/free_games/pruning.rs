//! The removal of games without a night that nobody has touched for long.

use std::cell::Cell;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::database::wait_until;
use crate::support::game::{Game, id, token, two_sides};
use crate::support::postgres::{database_of, on_file};
use crate::support::service::{Service, unlimited};
use crate::support::watcher::Watcher;

/// The number of streams.
const STREAMS: &str = "SELECT count(DISTINCT stream) FROM event";

/// Keeps unplayed games and others for these times.
fn keeping<'a>(command: &'a mut Command, unplayed: &str, games: &str) -> &'a mut Command {
    unlimited(command).args(["--keep-unplayed", unplayed, "--keep-games", games])
}

fn status(service: &Service, number: u32) -> u16 {
    service.get(&format!("/api/v1/games/{}", id(number))).status
}

fn begin(service: &Service, number: u32) -> Game<'_> {
    let game = Game { service, id: id(number), token: token(number) };
    let mut body = two_sides();
    body["scorer_token"] = json!(game.token);
    service.put(&game.path(""), &body).ok(201);
    game
}

fn peg(game: &Game, number: u32) {
    game.peg(number, &json!({"side": 0, "points": 1})).ok(201);
}

/// The number of rows of a table that belong to a game.
fn rows(service: &Service, table: &str, column: &str, number: u32) -> u32 {
    let id = id(number).replace('-', "");
    let id = if database_of(&service.directory).is_some() { format!("'\\x{id}'") } else { format!("unhex('{id}')") };
    service.sql().number(&format!("SELECT count(*) FROM {table} WHERE {column} = {id}")) as u32
}

fn tokens(service: &Service) -> u32 {
    service.sql().number("SELECT count(*) FROM token WHERE role = 'scorer'") as u32
}

#[track_caller]
fn removed(problem: Value) {
    assert!(problem["detail"].as_str().unwrap().contains("removed"), "{problem}");
}

#[test]
fn a_game_that_was_hardly_begun_goes_and_one_that_was_played_stays() {
    let service = Service::start_with(|command| keeping(command, "3s", "400d"));
    let game = begin(&service, 1);
    peg(&game, 901);
    peg(&game, 902);
    let played = begin(&service, 2);
    (901..904).for_each(|number| peg(&played, number));
    let over = begin(&service, 3);
    over.result(&[121, 90]).ok(201);
    assert_eq!((status(&service, 1), tokens(&service)), (200, 3));
    wait_until("the unplayed game goes", || status(&service, 1) == 410);
    thread::sleep(Duration::from_secs(3));
    assert_eq!((status(&service, 2), status(&service, 3)), (200, 200));
    let body = json!({"side": 0, "points": 1});
    removed(service.get(&game.path("")).problem(410, "game-removed"));
    removed(service.get(&game.path("/history")).problem(410, "game-removed"));
    removed(service.get(&game.path("/live")).problem(410, "game-removed"));
    removed(game.peg(903, &body).problem(410, "game-removed"));
    removed(game.peg(901, &body).problem(410, "game-removed"));
    removed(game.take_back(901).problem(410, "game-removed"));
    removed(game.result(&[121, 90]).problem(410, "game-removed"));
    let mut again = two_sides();
    again["scorer_token"] = json!(game.token);
    removed(service.put(&game.path(""), &again).problem(410, "game-removed"));
    service.get(&format!("/api/v1/games/{}", id(99))).problem(404, "not-found");
    assert_eq!(rows(&service, "event", "stream", 1), 0);
    assert_eq!((rows(&service, "free_game", "id", 1), rows(&service, "removed_game", "id", 1)), (0, 1));
    assert_eq!(tokens(&service), 2);
    let service = service.start_again(|command| keeping(command, "0", "0"));
    removed(service.get(&format!("/api/v1/games/{}", id(1))).problem(410, "game-removed"));
    let game = Game { service: &service, id: id(1), token: token(1) };
    removed(game.peg(903, &body).problem(410, "game-removed"));
    Game { service: &service, id: id(2), token: token(1) }.peg(903, &body).problem(401, "unauthorized");
}

#[test]
fn whoever_watches_a_game_that_is_removed_sees_its_stream_end() {
    let service = Service::start_with(|command| keeping(command, "5s", "400d"));
    let (going, played) = (begin(&service, 1), begin(&service, 2));
    (901..904).for_each(|number| peg(&played, number));
    let mut watchers = [&going, &played].map(|game| Watcher::open(&service, &game.path("/live"), None));
    assert!(watchers.iter_mut().all(|watcher| watcher.next().is_some()));
    let [mut of_going, mut of_played] = watchers;
    assert!(of_going.next().is_none(), "the stream tells of a change");
    service.get(&going.path("/live")).problem(410, "game-removed");
    // The control.
    peg(&played, 904);
    assert_eq!(of_played.next().unwrap().1["sides"][0]["score"], 4);
}

#[test]
fn a_game_that_is_touched_stays() {
    let service = Service::start_with(|command| keeping(command, "4s", "400d"));
    let (touched, idle) = (begin(&service, 1), begin(&service, 2));
    let deals = Cell::new(700);
    wait_until("the idle game goes", || {
        thread::sleep(Duration::from_millis(500));
        deals.set(deals.get() + 1);
        touched.deal(2, deals.get()).ok(201);
        touched.delete("/deals/2").ok(200);
        status(&service, 2) == 410
    });
    assert_eq!(touched.view()["status"], "playing");
    idle.peg(901, &json!({"side": 0, "points": 1})).problem(410, "game-removed");
}

#[test]
fn zero_keeps_games_for_ever() {
    let mut service = Service::start_with(|command| keeping(command, "4s", "0"));
    let played = begin(&service, 1);
    played.win(0);
    begin(&service, 2);
    wait_until("the unplayed game goes", || status(&service, 2) == 410);
    assert_eq!(status(&service, 1), 200);
    service.stop();
    let service = service.restarted(|command| keeping(command, "0", "1s"));
    begin(&service, 3);
    wait_until("the played game goes", || status(&service, 1) == 410);
    thread::sleep(Duration::from_secs(2));
    assert_eq!(status(&service, 3), 200);
}

#[test]
fn a_match_goes_as_a_whole() {
    let service = Service::start_with(|command| keeping(command, "5s", "0"));
    let first = begin(&service, 1);
    first.win(0);
    let second = first.rematch(2);
    begin(&service, 3);
    wait_until("the unplayed game goes", || status(&service, 3) == 410);
    thread::sleep(Duration::from_secs(3));
    assert_eq!(second.view()["status"], "playing", "its match was played");
    let service = service.start_again(|command| keeping(command, "0", "2s"));
    wait_until("the match goes", || status(&service, 1) == 410);
    assert_eq!((status(&service, 2), tokens(&service)), (410, 0));
}

#[test]
fn a_token_that_keeps_another_game_stays() {
    let service = Service::start_with(|command| keeping(command, "5s", "400d"));
    begin(&service, 1);
    let played = Game { service: &service, id: id(2), token: token(1) };
    let mut body = two_sides();
    body["scorer_token"] = json!(token(1));
    service.put(&played.path(""), &body).ok(201);
    (901..904).for_each(|number| peg(&played, number));
    wait_until("the unplayed game goes", || status(&service, 1) == 410);
    let service = service.start_again(|command| keeping(command, "0", "0"));
    let played = Game { service: &service, id: id(2), token: token(1) };
    peg(&played, 904);
    assert_eq!(played.scores(), [4, 0]);
}

#[test]
fn games_of_a_database_that_is_upgraded_count_from_the_upgrade() {
    let _file = on_file();
    let directory = Arc::new(tempfile::tempdir().unwrap());
    let connection = rusqlite::Connection::open(directory.path().join("pegout.db")).unwrap();
    let frozen = std::fs::read_to_string(format!("{}/../tests/http/data/databases/4.sql", env!("CARGO_MANIFEST_DIR")));
    connection.execute_batch(&frozen.unwrap()).unwrap();
    let free =
        "SELECT count(*) FROM event WHERE version = 1 AND body ->> '$.kind' = 'begun' AND body ->> '$.night' IS NULL";
    let free: u32 = connection.query_row(free, [], |row| row.get(0)).unwrap();
    let all: u32 = connection.query_row(STREAMS, [], |row| row.get(0)).unwrap();
    assert!(free > 2 && all > free, "{free} of {all}");
    drop(connection);
    let left = |service: &Service| -> u32 { service.database().query_row(STREAMS, [], |row| row.get(0)).unwrap() };
    let service = Service::start_in(directory, |command| keeping(command, "1h", "1h"));
    thread::sleep(Duration::from_secs(2));
    assert_eq!(left(&service), all, "the games are old, and the upgrade is not");
    let service = service.start_again(|command| keeping(command, "1s", "1s"));
    wait_until("all games without a night go", || left(&service) == all - free);
    thread::sleep(Duration::from_secs(2));
    assert_eq!(left(&service), all - free, "games of nights and nights stay");
}

#[test]
fn those_who_peg_while_games_go_get_a_peg_or_410_and_no_half_game() {
    let service = Service::start_with(|command| keeping(command, "1s", "1s"));
    for number in 1..=40 {
        begin(&service, number);
    }
    let outcomes: Vec<(u32, u16)> = thread::scope(|scope| {
        let threads: Vec<_> = (1..=40u32)
            .map(|number| {
                let service = &service;
                scope.spawn(move || {
                    let game = Game { service, id: id(number), token: token(number) };
                    // Between the first sweep and the last.
                    thread::sleep(Duration::from_millis(900 + u64::from(number) * 20));
                    (number, game.peg(901, &json!({"side": 0, "points": 1})).status)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(outcomes.iter().all(|(_, status)| [201, 410].contains(status)), "{outcomes:?}");
    wait_until("all games go", || (1..=40).all(|number| status(&service, number) == 410));
    assert_eq!(service.sql().number(STREAMS), 0);
}
