//! Watchers that disconnect while nothing changes.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::support::database::wait_until;
use crate::support::game::Game;
use crate::support::service::{Service, patient};

/// Watches this game. Returns the status and the connection after the first event.
fn watch(game: &Game) -> (u16, TcpStream) {
    let mut stream = TcpStream::connect(game.service.url.trim_start_matches("http://")).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    write!(stream, "GET {} HTTP/1.1\r\nHost: hall\r\n\r\n", game.path("/live")).unwrap();
    let mut lines = BufReader::new(&stream).lines().map(Result::unwrap);
    let status = lines.next().unwrap()["HTTP/1.1 ".len()..][..3].parse().unwrap();
    if status == 200 {
        lines.find(|line| line.starts_with("data: ")).unwrap();
    }
    (status, stream)
}

fn watchers(service: &Service) -> u32 {
    let metrics = service.get("/metrics").text;
    metrics.lines().find_map(|line| line.strip_prefix("pegout_watchers ")).unwrap().parse().unwrap()
}

#[test]
fn three_hundred_disconnected_watchers_reconnect_before_any_heartbeat() {
    let service = Service::start_with(|command| patient(command).args(["--watchers", "300"]));
    let game = Game::two_sided(&service);
    let first: Vec<_> = (0..300).map(|_| watch(&game)).collect();
    assert!(first.iter().all(|(status, _)| *status == 200));
    assert_eq!(watch(&game).0, 503, "there is room for more than 300");
    drop(first);
    let again = RefCell::new(Vec::new());
    wait_until("no disconnected watcher is counted", || {
        let let_in = std::iter::repeat_with(|| watch(&game)).take_while(|(status, _)| *status == 200);
        let missing = 300 - again.borrow().len();
        again.borrow_mut().extend(let_in.take(missing));
        again.borrow().len() == 300
    });
    assert_eq!(watchers(&service), 300);
}

#[test]
fn disconnected_watchers_are_not_counted_until_a_heartbeat() {
    let service = Service::start_with(patient);
    let game = Game::two_sided(&service);
    for reset in [false, true] {
        let there: Vec<_> = (0..20).map(|_| watch(&game).1).collect();
        assert_eq!(watchers(&service), 20);
        for stream in &there {
            // A linger time of zero makes the system send a reset instead of a normal close.
            socket2::SockRef::from(stream).set_linger(reset.then_some(Duration::ZERO)).unwrap();
        }
        drop(there);
        wait_until("none is counted", || watchers(&service) == 0);
    }
}

#[test]
fn an_idle_watcher_gets_the_next_change() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let (_, stream) = watch(&game);
    drop(watch(&game));
    wait_until("another who has left is not counted", || watchers(&service) == 1);
    game.peg(1, &serde_json::json!({"side": 0, "points": 8})).ok(201);
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.starts_with("data: ") && line.contains(r#""score":8"#)));
}
