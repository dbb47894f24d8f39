//! PostgreSQL that stops answering without closing a connection, and a connection that is lost when it commits.

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::cluster::Cluster;
use crate::faults::proxy::Proxy;
use crate::servers::within_lag;
use crate::support::database::wait_until;
use crate::support::game::{Game, id};
use crate::support::service::Service;

/// The longest wait for an answer while PostgreSQL has stopped: 5 seconds for a connection, 10 on it, and some for the machine.
const LONGEST: Duration = Duration::from_secs(30);

/// All processes of a cluster, which do nothing until this is dropped.
pub struct Stopped(Vec<String>);

impl Stopped {
    pub fn new(cluster: &Cluster) -> Stopped {
        let postmaster = cluster.pid();
        let children = Command::new("pgrep").args(["-P", &postmaster]).output().unwrap();
        let children = String::from_utf8(children.stdout).unwrap();
        let all: Vec<String> = [postmaster].into_iter().chain(children.lines().map(str::to_owned)).collect();
        assert!(all.len() > 10, "{all:?}");
        let stopped = Stopped(all);
        stopped.signal("-STOP");
        stopped
    }

    fn signal(&self, signal: &str) {
        // The signal may fail: a process may have ended already.
        let _ = Command::new("kill").arg(signal).args(&self.0).status();
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        self.signal("-CONT");
    }
}

/// The status of an answer, its Retry-After, and how long it took, by a client with a long time limit.
fn patiently(server: &Service, method: &str, path: &str, token: &str, body: &Value) -> (u16, String, Duration) {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .proxy(None)
        .timeout_global(Some(LONGEST * 2))
        .build()
        .into();
    let request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", server.url));
    let request = request.header("Authorization", format!("Bearer {token}")).header("Content-Type", "application/json");
    let body = if method == "GET" { Vec::new() } else { body.to_string().into_bytes() };
    let since = Instant::now();
    let answer = agent.run(agent.configure_request(request.body(body).unwrap()).build()).unwrap();
    let wait = answer.headers().get("retry-after").map_or("", |wait| wait.to_str().unwrap()).to_owned();
    (answer.status().as_u16(), wait, since.elapsed())
}

#[test]
fn a_postgresql_that_answers_nothing_is_503_in_time_and_then_all_is_well() {
    let cluster = Cluster::start();
    let [first, other] = cluster.servers().into_both();
    let (game, unread) = (Game::two_sided(&first), Game::two_sided(&first));
    game.peg(1, &json!({"side": 0, "points": 1})).ok(201);
    other.get(&game.path("?seen=2")).ok(200);
    let peg = json!({"side": 1, "points": 2});
    let path = game.path(&format!("/pegs/{}", id(2)));
    let stopped = Stopped::new(&cluster);
    let answers = thread::scope(|scope| {
        let ask = |server, method, path: String| {
            let (token, peg) = (&game.token, &peg);
            scope.spawn(move || patiently(server, method, &path, token, peg))
        };
        let asked = [
            ask(&first, "PUT", path.clone()),
            ask(&other, "PUT", path.clone()),
            ask(&other, "GET", unread.path("")),
            ask(&other, "GET", game.path("?seen=99")),
            ask(&first, "GET", "/readyz".to_owned()),
        ];
        asked.map(|asked| asked.join().unwrap())
    });
    for (place, (status, wait, took)) in answers.iter().enumerate() {
        assert_eq!((*status, &**wait), (503, "1"), "answer {place} after {took:?}");
        assert!(*took < LONGEST, "answer {place} after {took:?}");
    }
    assert!(answers[3].2 < Duration::from_secs(8), "a read that has seen more waits for {:?}", answers[3].2);
    drop(stopped);
    let since = Instant::now();
    for server in [&first, &other] {
        let is_stored = || matches!(server.request("PUT", &path, &game.token, Some(&peg)).status, 200 | 201);
        wait_until("the peg is stored", is_stored);
    }
    let pause = since.elapsed();
    assert!(pause < Duration::from_secs(10), "stored {pause:?} after PostgreSQL went on");
    for server in [&first, &other] {
        within_lag("both tell each peg once", || server.get(&game.path("")).json()["sides"][1]["score"] == 2);
        assert_eq!(server.get(&game.path("/history")).ok(200)["events"].as_array().unwrap().len(), 3);
    }
    println!("PostgreSQL has stopped: {answers:?}; stored {pause:?} after it went on");
}

#[test]
fn a_peg_whose_commit_was_not_heard_of_counts_once_when_it_is_sent_again() {
    let (proxy, cut, first) = Proxy::between();
    let game = Game::two_sided(&first);
    let peg = |number: u32| {
        let path = game.path(&format!("/pegs/{}", id(number)));
        cut.request("PUT", &path, &game.token, Some(&json!({"side": 0, "points": 1})))
    };
    peg(1).ok(201);
    let mut cuts = 0;
    for number in 2..=4 {
        proxy.cut_next_commit();
        let first_try = peg(number);
        // The proxy may have cut a commit of the server's own work instead of the peg's commit.
        if first_try.status == 503 {
            assert_eq!(first_try.header("retry-after"), "1");
            cuts += 1;
            let again = peg(number);
            assert_eq!(again.status, 200, "it was stored before: {}", again.text);
        }
    }
    assert!(cuts > 0, "no peg has lost its commit");
    let events = first.get(&game.path("/history")).ok(200)["events"].as_array().unwrap().len();
    assert_eq!(events, 5, "a peg is missing, or stands twice");
}
