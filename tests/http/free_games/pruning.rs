//! The removal of unused games without a night.

use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::SystemTime;

use serde_json::{Value, json};

use crate::support::database::wait_until;
use crate::support::frozen::stopped_at;
use crate::support::game::{Game, id, token, two_sides};
use crate::support::postgres::{database_of, on_file};
use crate::support::service::{Service, unlimited};
use crate::support::watcher::Watcher;

/// The number of streams.
const STREAMS: &str = "SELECT count(DISTINCT stream) FROM event";

/// Keeps unplayed and played games for these times. A test creates its games while all are kept. A game that must stay is older than
/// the game that goes: no sweep has left it out.
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

/// A service that keeps every game.
fn keeping_all() -> Service {
    Service::start_with(|command| keeping(command, "0", "0"))
}

#[track_caller]
fn removed(problem: Value) {
    assert!(problem["detail"].as_str().unwrap().contains("removed"), "{problem}");
}

#[test]
fn a_game_that_was_hardly_begun_goes_and_one_that_was_played_stays() {
    let service = keeping_all();
    let played = begin(&service, 1);
    (901..904).for_each(|number| peg(&played, number));
    begin(&service, 2).result(&[121, 90]).ok(201);
    let game = begin(&service, 3);
    peg(&game, 901);
    peg(&game, 902);
    assert_eq!((status(&service, 3), tokens(&service)), (200, 3));
    let service = service.start_again(|command| keeping(command, "1s", "400d"));
    wait_until("the unplayed game goes", || status(&service, 3) == 410);
    assert_eq!((status(&service, 1), status(&service, 2)), (200, 200));
    let game = Game { service: &service, id: id(3), token: token(3) };
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
    assert_eq!(rows(&service, "event", "stream", 3), 0);
    assert_eq!((rows(&service, "free_game", "id", 3), rows(&service, "removed_game", "id", 3)), (0, 1));
    assert_eq!(tokens(&service), 2);
    let service = service.start_again(|command| keeping(command, "0", "0"));
    removed(service.get(&format!("/api/v1/games/{}", id(3))).problem(410, "game-removed"));
    let game = Game { service: &service, id: id(3), token: token(3) };
    removed(game.peg(903, &body).problem(410, "game-removed"));
    Game { service: &service, id: id(1), token: token(3) }.peg(904, &body).problem(401, "unauthorized");
}

#[test]
fn whoever_watches_a_game_that_is_removed_sees_its_stream_end() {
    let service = keeping_all();
    begin(&service, 1).result(&[121, 90]).ok(201);
    let service = service.start_again(|command| keeping(command, "5s", "400d"));
    let played = Game { service: &service, id: id(1), token: token(1) };
    // On a slow machine a game may go before the watcher comes: then the next game is begun.
    let live = |number: u32| format!("/api/v1/games/{}/live", id(number));
    let watched = (2..50).find_map(|number| {
        begin(&service, number);
        let mut watcher = Watcher::open(&service, &live(number), None);
        watcher.next().map(|_| (number, watcher))
    });
    let (going, mut of_going) = watched.unwrap();
    let mut of_played = Watcher::open(&service, &played.path("/live"), None);
    of_played.next().unwrap();
    assert!(of_going.next().is_none(), "the stream tells of a change");
    service.get(&live(going)).problem(410, "game-removed");
    // The control.
    played.delete("/result").ok(200);
    assert_eq!(of_played.next().unwrap().1["status"], "playing");
}

#[test]
fn zero_keeps_games_for_ever() {
    let service = keeping_all();
    begin(&service, 1).result(&[121, 90]).ok(201);
    begin(&service, 2);
    let service = service.start_again(|command| keeping(command, "1s", "0"));
    wait_until("the unplayed game goes", || status(&service, 2) == 410);
    assert_eq!(status(&service, 1), 200);
    let service = service.start_again(|command| keeping(command, "0", "1s"));
    begin(&service, 3);
    begin(&service, 4).result(&[121, 90]).ok(201);
    wait_until("a newer game that was played goes", || status(&service, 4) == 410);
    assert_eq!((status(&service, 1), status(&service, 3)), (410, 200));
}

#[test]
fn a_match_goes_as_a_whole() {
    let service = keeping_all();
    let first = begin(&service, 1);
    first.win(0);
    first.rematch(2);
    begin(&service, 3);
    let service = service.start_again(|command| keeping(command, "1s", "0"));
    wait_until("the unplayed game goes", || status(&service, 3) == 410);
    assert_eq!(status(&service, 2), 200, "its match was played");
    let service = service.start_again(|command| keeping(command, "0", "1s"));
    wait_until("the match goes", || status(&service, 1) == 410);
    assert_eq!((status(&service, 2), tokens(&service)), (410, 0));
}

#[test]
fn a_token_that_keeps_another_game_stays() {
    let service = keeping_all();
    begin(&service, 1);
    let played = Game { service: &service, id: id(2), token: token(1) };
    let mut body = two_sides();
    body["scorer_token"] = json!(token(1));
    service.put(&played.path(""), &body).ok(201);
    (901..904).for_each(|number| peg(&played, number));
    let service = service.start_again(|command| keeping(command, "1s", "400d"));
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
    let database = stopped_at(4, directory.path());
    // A game of a night: only the first event is looked at.
    let of_night = "INSERT INTO event (stream, version, body) SELECT unhex('00000000000040008000000000000001'), 1,
        json_set(body, '$.night', '00000000-0000-4000-8000-000000000002')
        FROM event WHERE version = 1 AND body ->> '$.kind' = 'begun' LIMIT 1";
    assert_eq!(database.execute(of_night, []).unwrap(), 1);
    let free: u32 = database.query_row(STREAMS, [], |row| row.get::<_, u32>(0)).unwrap() - 1;
    assert!(free > 2, "only {free} games without a night");
    drop(database);
    let before = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis() as i64;
    let service = Service::start_in(directory, |command| keeping(command, "0", "0"));
    let touched = |what: &str| -> i64 {
        service.database().query_row(&format!("SELECT {what} FROM free_game"), [], |row| row.get(0)).unwrap()
    };
    assert_eq!(touched("count(*)"), i64::from(free));
    assert!(touched("min(touched_at)") >= before, "the games are old, and the upgrade is not");
    let left = |service: &Service| -> u32 { service.database().query_row(STREAMS, [], |row| row.get(0)).unwrap() };
    let service = service.start_again(|command| keeping(command, "1s", "1s"));
    wait_until("all games without a night go", || left(&service) <= 1);
    begin(&service, 1);
    wait_until("a newer game goes too", || status(&service, 1) == 410);
    assert_eq!(left(&service), 1, "games of nights and nights stay");
}

#[test]
fn those_who_peg_while_games_go_get_a_peg_or_410_and_no_half_game() {
    let service = keeping_all();
    (1..=40).for_each(|number| drop(begin(&service, number)));
    let service = service.start_again(|command| keeping(command, "1s", "1s"));
    wait_until("the first game goes", || status(&service, 1) == 410);
    let outcomes: Vec<(u32, u16)> = thread::scope(|scope| {
        let peg = |number| {
            Game { service: &service, id: id(number), token: token(number) }.peg(901, &json!({"side": 0, "points": 1}))
        };
        let threads: Vec<_> = (2..=40).map(|number| scope.spawn(move || (number, peg(number).status))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(outcomes.iter().all(|(_, status)| [201, 410].contains(status)), "{outcomes:?}");
    wait_until("all games go", || (1..=40).all(|number| status(&service, number) == 410));
    assert_eq!(service.sql().number(STREAMS), 0);
}
