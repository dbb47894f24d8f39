//! The threads that compute for strangers, held for the whole test: nothing else waits for them.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::support::database::wait_until;
use crate::support::exposition::Exposition;
use crate::support::game::{Game, id};
use crate::support::league::League;
use crate::support::service::{Answer, Service, unlimited};

const DISCARD: &str = "/api/v1/discard";

/// A service whose threads that compute never take a request, behind a proxy that names the addresses.
fn held() -> Service {
    Service::start_with(|command| unlimited(command).args(["--computing-threads", "0", "--behind-proxy"]))
}

fn discard(players: usize) -> Value {
    let cards = ["5H", "6H", "7D", "8S", "9C", "TC"];
    json!({"cards": cards[..if players == 2 { 6 } else { 5 }], "players": players, "crib": "own"})
}

/// Sends a request from an address, and does not wait for the answer.
fn send(service: &Service, address: &str, path: &str, body: &Value) -> TcpStream {
    let mut stream = TcpStream::connect(service.url.trim_start_matches("http://")).unwrap();
    let body = body.to_string();
    let head = format!("POST {path} HTTP/1.1\r\nHost: hall\r\nX-Forwarded-For: {address}");
    let length = body.len();
    write!(stream, "{head}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
    stream
}

fn ask(service: &Service, address: &str, body: &Value) -> Answer {
    service.ask("POST", DISCARD, &[("X-Forwarded-For", address)], Some(body))
}

fn waiting(service: &Service) -> f64 {
    Exposition::of(service).value("pegout_computing_waiting")
}

/// Lets this number of requests from an address wait.
fn fill(service: &Service, address: &str, requests: usize) -> Vec<TcpStream> {
    let before = waiting(service);
    let streams = (0..requests).map(|_| send(service, address, DISCARD, &discard(6))).collect();
    wait_until("they wait", || waiting(service) == before + requests as f64);
    streams
}

#[test]
fn pegs_and_short_counts_are_answered_while_all_that_takes_long_waits() {
    let service = held();
    let game = Game::two_sided(&service);
    let _strangers = fill(&service, "192.0.2.1", 16);
    for peg in 1..=20 {
        game.peg(peg, &json!({"side": 0, "points": 1})).ok(201);
    }
    for players in 2..=4 {
        ask(&service, "192.0.2.1", &discard(players)).ok(200);
    }
    service.get("/api/v1/score/hand?cards=5H,5D,5S,JC&starter=5C").ok(200);
    assert_eq!(waiting(&service), 16.0);
}

#[test]
fn an_address_with_sixteen_waiting_requests_is_refused_and_no_other() {
    let service = held();
    let strangers = fill(&service, "192.0.2.1", 16);
    let refused = ask(&service, "192.0.2.1", &discard(5));
    let headers = ["retry-after", "ratelimit-policy"].map(|name| refused.header(name).to_owned());
    assert_eq!(headers, ["1", "\"computing\";q=16;w=1"]);
    refused.problem(429, "too-many-requests");
    let _others: Vec<_> = (2..=8).flat_map(|last| fill(&service, &format!("192.0.2.{last}"), 16)).collect();
    let full = ask(&service, "192.0.2.9", &discard(5));
    assert_eq!(full.header("retry-after"), "1");
    full.problem(503, "unavailable");
    drop(strangers);
    wait_until("those who left do not wait", || waiting(&service) == 112.0);
    fill(&service, "192.0.2.9", 16);
}

#[test]
fn a_batch_and_a_list_of_players_are_not_even_parsed_by_those_who_answer() {
    let service = held();
    let mut streams: Vec<TcpStream> = ["/api/v1/score/batch", "/api/v1/score/batch"]
        .map(|path| send(&service, "192.0.2.1", path, &json!({"no": "hands"})))
        .into();
    let league = League::new(service);
    wait_until("both wait", || waiting(&league) == 2.0);
    let mut import = TcpStream::connect(league.url.trim_start_matches("http://")).unwrap();
    let head = format!("POST /api/v1/players/import HTTP/1.1\r\nHost: hall\r\nAuthorization: Bearer {}", league.token);
    write!(import, "{head}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}").unwrap();
    streams.push(import);
    wait_until("the third waits", || waiting(&league) == 3.0);
    // The control: a short body is parsed at once.
    ask(&league, "192.0.2.1", &json!({"no": "cards"})).problem(422, "invalid");
    streams.iter().for_each(|stream| stream.set_nonblocking(true).unwrap());
    let answered = streams.iter_mut().filter_map(|stream| stream.read(&mut [0; 1]).ok()).count();
    assert_eq!(answered, 0);
    league.get(&format!("/api/v1/games/{}", id(1))).problem(404, "not-found");
}
