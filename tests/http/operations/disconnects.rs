//! Watchers that disconnect while nothing changes.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::support::game::Game;
use crate::support::service::Service;

/// The time within which a disconnected watcher must be noticed.
const LEAVING: Duration = Duration::from_secs(2);

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
fn three_hundred_disconnected_watchers_reconnect_within_two_seconds() {
    let service = Service::start_with(|command| command.args(["--watchers", "300"]));
    let game = Game::two_sided(&service);
    let first: Vec<_> = (0..300).map(|_| watch(&game)).collect();
    assert!(first.iter().all(|(status, _)| *status == 200));
    assert_eq!(watch(&game).0, 503, "there is room for more than 300");
    let left = Instant::now();
    drop(first);
    let again = (0..300).map(|_| {
        loop {
            let (status, stream) = watch(&game);
            if status == 200 {
                return stream;
            }
            assert!(left.elapsed() < LEAVING, "a disconnected watcher is still counted");
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    let again: Vec<_> = again.collect();
    assert_eq!(watchers(&service), 300);
    drop(again);
}

#[test]
fn disconnected_watchers_are_not_counted_after_two_seconds() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    for reset in [false, true] {
        let there: Vec<_> = (0..20).map(|_| watch(&game).1).collect();
        assert_eq!(watchers(&service), 20);
        let left = Instant::now();
        for stream in &there {
            // A linger time of zero makes the system send a reset instead of a normal close.
            socket2::SockRef::from(stream).set_linger(reset.then_some(Duration::ZERO)).unwrap();
        }
        drop(there);
        while watchers(&service) > 0 {
            assert!(left.elapsed() < LEAVING, "{} are still counted", watchers(&service));
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn an_idle_watcher_gets_the_next_change() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let (_, stream) = watch(&game);
    std::thread::sleep(LEAVING + Duration::from_secs(1));
    game.peg(1, &serde_json::json!({"side": 0, "points": 8})).ok(201);
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.starts_with("data: ") && line.contains(r#""score":8"#)));
}
