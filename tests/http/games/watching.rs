//! The event stream of a game.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;
use ureq::http::Request;

use crate::support::database::wait_until;
use crate::support::game::{Game, id};
use crate::support::service::{Answer, Service, patient};
use crate::support::watcher::Watcher;

#[test]
fn a_watcher_gets_the_current_state_and_then_each_change_once() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.peg(1, &json!({"side": 0, "points": 8})).ok(201);
    let mut watchers =
        [Watcher::open(&service, &game.path("/live"), None), Watcher::open(&service, &game.path("/live"), None)];
    let now = game.view();
    let ids: Vec<String> = watchers
        .iter_mut()
        .map(|watcher| watcher.next().unwrap())
        .map(|(id, view)| {
            assert_eq!(view, now);
            id
        })
        .collect();
    assert_eq!(ids[0], ids[1]);
    let mut received = vec![ids[0].clone()];
    // Make each change after the watcher has seen the previous change: a slow watcher gets only the newest state.
    let changes: [&dyn Fn() -> Answer; 5] = [
        &|| game.peg(2, &json!({"side": 1, "points": 2})),
        &|| game.take_back(2),
        &|| game.deal(2, 2),
        &|| game.result(&[121, 30]),
        &|| game.delete("/result"),
    ];
    for change in changes {
        let after = change().json();
        game.peg(1, &json!({"side": 0, "points": 8})).ok(200);
        for watcher in &mut watchers {
            let (id, view) = watcher.next().unwrap();
            assert_eq!(view, after);
            received.push(id);
        }
    }
    received.dedup();
    assert_eq!(received.len(), 6, "each event has an id of its own: {received:?}");
}

#[test]
fn a_watcher_with_the_newest_event_id_gets_no_repeat() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let (newest, _) = Watcher::open(&service, &game.path("/live"), None).next().unwrap();
    let mut knows = Watcher::open(&service, &game.path("/live"), Some(&newest));
    let after = game.peg(1, &json!({"side": 0, "points": 8})).ok(201);
    assert_eq!(knows.next().unwrap().1, after, "the known event was repeated");
    for stale in [newest.as_str(), "", "no such id", "99999999999999999999"] {
        assert_eq!(Watcher::open(&service, &game.path("/live"), Some(stale)).next().unwrap().1, after, "{stale}");
    }
}

#[test]
fn watchers_get_the_rematch_of_a_game_and_corrections_of_its_tally() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.win(0);
    let mut old = Watcher::open(&service, &game.path("/live"), None);
    old.next().unwrap();
    let rematch = game.rematch(2);
    assert_eq!(old.next().unwrap().1["rematch"], id(2));
    let mut new = Watcher::open(&service, &rematch.path("/live"), None);
    assert_eq!(new.next().unwrap().1["match"], json!([3, 0]));
    game.take_back(905).ok(200);
    assert_eq!(new.next().unwrap().1["match"], json!([0, 0]));
}

#[test]
fn watchers_are_counted_without_head_requests() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let mut watching = Watcher::open(&service, &game.path("/live"), None);
    watching.next().unwrap();
    let mut stream = TcpStream::connect(service.url.trim_start_matches("http://")).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let head = format!("HEAD {} HTTP/1.1\r\nHost: hall\r\n\r\n", game.path("/live"));
    write!(stream, "{head}GET /healthz HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n").unwrap();
    let mut answers = String::new();
    let read = stream.read_to_string(&mut answers);
    assert!(read.is_ok() && answers.contains("text/event-stream"), "{read:?}: {answers}");
    assert!(answers.contains(r#"{"status":"ok"}"#), "the connection is stuck in the stream: {answers}");
    assert!(service.get("/metrics").text.contains("pegout_watchers 1\n"));
}

#[test]
fn a_stop_ends_every_stream() {
    let mut service = Service::start_with(patient);
    let mut watchers = {
        let game = Game::two_sided(&service);
        let mut watchers: Vec<Watcher> = (0..20).map(|_| Watcher::open(&service, &game.path("/live"), None)).collect();
        watchers.iter_mut().for_each(|watcher| assert!(watcher.next().is_some()));
        watchers
    };
    service.stop();
    for watcher in &mut watchers {
        assert_eq!(watcher.next(), None, "a stream broke off instead of ending");
    }
}

/// The response to one watcher too many from this address.
#[track_caller]
fn refused(game: &Game, address: &str) -> String {
    let request = Request::get(format!("{}{}", game.service.url, game.path("/live")));
    let answer = game.service.run(request.header("X-Forwarded-For", address).body(Vec::new()).unwrap());
    let wait: u64 = answer.header("retry-after").parse().unwrap();
    assert!(wait >= 1, "{wait}");
    answer.problem(503, "too-many-watchers")["detail"].as_str().unwrap().to_owned()
}

#[test]
fn watchers_are_limited_per_address_and_in_total() {
    let service =
        Service::start_with(|command| command.args(["--behind-proxy", "--watchers", "2", "--all-watchers", "3"]));
    let game = Game::two_sided(&service);
    let mut first = Watcher::open_from(&service, &game.path("/live"), "192.0.2.1");
    let mut second = Watcher::open_from(&service, &game.path("/live"), "192.0.2.1");
    let full = refused(&game, "192.0.2.1");
    assert!(full.starts_with("At most 2 may watch live at once from one address."), "{full}");
    let mut other = Watcher::open_from(&service, &game.path("/live"), "192.0.2.2");
    let full = refused(&game, "192.0.2.3");
    assert!(full.starts_with("At most 3 may watch live at once."), "{full}");
    game.view();
    game.peg(1, &json!({"side": 0, "points": 8})).ok(201);
    for watcher in [&mut first, &mut second, &mut other] {
        let view = std::iter::from_fn(|| watcher.next()).find(|(_, view)| view["sides"][0]["score"] == 8);
        assert!(view.is_some(), "a refused watcher disconnected another");
    }
    drop((first, second));
    wait_until("those who left are not counted", || service.get("/metrics").text.contains("pegout_watchers 1\n"));
    let _again = [
        Watcher::open_from(&service, &game.path("/live"), "192.0.2.1"),
        Watcher::open_from(&service, &game.path("/live"), "192.0.2.1"),
    ];
}

#[test]
fn the_limit_of_open_files_is_raised_for_watchers() {
    let service = Service::start_with(|command| {
        let mut limited = Command::new("sh");
        limited.args(["-c", r#"ulimit -Sn 64 && exec "$0" "$@""#]).arg(command.get_program()).args(command.get_args());
        limited.current_dir(command.get_current_dir().unwrap()).env("RUST_LOG", "warn").stdout(Stdio::piped());
        *command = limited;
        command
    });
    let game = Game::two_sided(&service);
    let mut watchers: Vec<Watcher> = (0..200).map(|_| Watcher::open(&service, &game.path("/live"), None)).collect();
    let received = watchers.iter_mut().filter_map(Watcher::next).count();
    assert_eq!(received, 200);
}
