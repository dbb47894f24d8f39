//! Size limits of request bodies, and the memory they take.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use serde_json::{Value, json};
use ureq::http::Request;

use crate::support::database::wait_until;
use crate::support::game::Game;
use crate::support::service::{Answer, Service, patient, unlimited};

const HAND: &str = "/api/v1/score/hand";
const BATCH: &str = "/api/v1/score/batch";
const IMPORT: &str = "/api/v1/players/import";
const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

/// The body, padded with spaces.
fn padded(body: &Value, length: usize) -> Vec<u8> {
    let mut body = body.to_string().into_bytes();
    body.resize(length, b' ');
    body
}

fn hand() -> Value {
    json!({"cards": ["5H", "5D", "5S", "JC"]})
}

fn send(service: &Service, path: &str, token: &str, encoding: &str, body: Vec<u8>) -> Answer {
    try_send(service, path, token, encoding, body).unwrap()
}

/// Like `send`, but returns connection errors: a body may be refused before it is sent.
fn try_send(service: &Service, path: &str, token: &str, encoding: &str, body: Vec<u8>) -> Result<Answer, ureq::Error> {
    let request = Request::post(format!("{}{path}", service.url)).header("Content-Type", "application/json");
    let request = request.header("Content-Encoding", encoding).header("Authorization", format!("Bearer {token}"));
    service.try_run(request.body(body).unwrap())
}

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

fn deflate(body: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_body_over_64_kib_is_413_everywhere_and_one_of_64_kib_is_read() {
    let service = Service::start();
    let large = vec![b' '; 64 * KIB + 1];
    let other_places = [("PUT", BATCH), ("POST", "/nowhere"), ("PUT", "/healthz"), ("PUT", "/api/v1/league")];
    for (method, path) in [("POST", HAND), ("POST", "/api/v1/play")].into_iter().chain(other_places) {
        let problem = service.send(method, path, Some("application/json"), &large).problem(413, "too-large");
        assert!(problem["detail"].as_str().unwrap().contains("64 KiB"), "{method} {path}: {problem}");
    }
    service.send("POST", HAND, Some("application/json"), &padded(&hand(), 64 * KIB)).ok(200);
}

#[test]
fn a_batch_and_an_import_of_2_mib_are_read_and_larger_ones_are_413() {
    let service = Service::start_unlimited();
    let coordinator = service.coordinator();
    for (path, body) in [(BATCH, json!({"hands": [hand()]})), (IMPORT, json!({"csv": "name\nAnn Archer"}))] {
        send(&service, path, &coordinator, "identity", padded(&body, 2 * MIB)).ok(200);
        let problem = send(&service, path, &coordinator, "identity", vec![b' '; 2 * MIB + 1]).problem(413, "too-large");
        assert!(problem["detail"].as_str().unwrap().contains("2 MiB"), "{path}: {problem}");
    }
}

#[test]
fn a_body_over_the_limit_in_chunks_is_413() {
    let service = Service::start();
    for (target, chunks) in [(format!("POST {HAND}"), 2), ("PUT /healthz".to_owned(), 2), (format!("POST {BATCH}"), 33)]
    {
        let mut stream = TcpStream::connect(service.url.trim_start_matches("http://")).unwrap();
        let headers = "Host: hall\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked";
        write!(stream, "{target} HTTP/1.1\r\n{headers}\r\n\r\n").unwrap();
        let chunk = vec![b' '; 64 * KIB];
        for _ in 0..chunks {
            let sent = write!(stream, "{:x}\r\n", chunk.len())
                .and_then(|()| stream.write_all(&chunk))
                .and_then(|()| stream.write_all(b"\r\n"));
            if sent.is_err() {
                break;
            }
        }
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 413", "{target}");
    }
}

#[test]
fn the_limit_applies_to_the_decompressed_body() {
    let service = Service::start_unlimited();
    let coordinator = service.coordinator();
    for (encoding, compress) in [("gzip", gzip as fn(&[u8]) -> Vec<u8>), ("deflate", deflate)] {
        let send = |path, body: &[u8]| send(&service, path, &coordinator, encoding, compress(body));
        send(HAND, &padded(&hand(), 64 * KIB)).ok(200);
        send(HAND, &padded(&hand(), 64 * KIB + 1)).problem(413, "too-large");
        send(BATCH, &padded(&json!({"hands": [hand()]}), 2 * MIB)).ok(200);
        send(BATCH, &padded(&json!({"hands": [hand()]}), 2 * MIB + 1)).problem(413, "too-large");
    }
}

#[test]
fn a_decompression_bomb_is_413_and_takes_little_memory() {
    let service = Service::start();
    // Compressed to a thousandth of its size, and sent in one piece.
    let bomb = gzip(&vec![b' '; 60 * MIB]);
    assert!(bomb.len() < 64 * KIB, "{}", bomb.len());
    let before = peak(&service);
    for _ in 0..4 {
        send(&service, HAND, "", "gzip", bomb.clone()).problem(413, "too-large");
    }
    let grown = peak(&service).saturating_sub(before);
    assert!(grown < 16 * MIB, "{} MiB more at the peak", grown / MIB);
}

/// The peak memory of the service, in bytes.
fn peak(service: &Service) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", service.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() * KIB
}

/// Unfinished request bodies of almost 2 MB, sent as far as the service reads them.
struct Unfinished(Vec<(TcpStream, usize)>);

/// All but the last byte.
const SENT: usize = 2 * MIB - 1;
static SPACES: [u8; 64 * KIB] = [b' '; 64 * KIB];
/// The number of bodies that the service may buffer at once.
const MOST_HELD: usize = 32;

impl Unfinished {
    fn begin(service: &Service, count: usize) -> Unfinished {
        let begin = || {
            let mut stream = TcpStream::connect(service.url.trim_start_matches("http://")).unwrap();
            let head = format!(
                "POST {BATCH} HTTP/1.1\r\nHost: hall\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
                2 * MIB
            );
            stream.write_all(head.as_bytes()).unwrap();
            stream.set_nonblocking(true).unwrap();
            (stream, 0)
        };
        Unfinished((0..count).map(|_| begin()).collect())
    }

    /// Sends as much as the service accepts. Removes the answered requests and returns their answers.
    fn send(&mut self) -> Vec<String> {
        let mut answers = Vec::new();
        self.0.retain_mut(|(stream, sent)| {
            let mut answer = [0; 4 * KIB];
            match stream.read(&mut answer) {
                Ok(length) => answers.push(String::from_utf8_lossy(&answer[..length]).into_owned()),
                Err(error) if error.kind() != ErrorKind::WouldBlock => answers.push(error.to_string()),
                Err(_) => {
                    while *sent < SENT {
                        let Ok(length) = stream.write(&SPACES[..SPACES.len().min(SENT - *sent)]) else { break };
                        *sent += length;
                    }
                    return true;
                }
            }
            false
        });
        answers
    }

    fn all_sent(&self) -> bool {
        self.0.iter().all(|(_, sent)| *sent == SENT)
    }
}

#[test]
fn four_hundred_unfinished_bodies_take_little_memory_and_pegs_still_succeed() {
    let service = Service::start_with(|command| patient(unlimited(command)));
    let game = Game::two_sided(&service);
    let before = peak(&service);
    let mut bodies = Unfinished::begin(&service, 400);
    let mut answers = Vec::new();
    let since = Instant::now();
    while bodies.0.len() > MOST_HELD || !bodies.all_sent() {
        let pegs = answers.is_empty();
        answers.extend(bodies.send());
        if pegs && !answers.is_empty() {
            for number in 1..=20 {
                game.peg(number, &json!({"side": 0, "points": 1})).ok(201);
            }
        }
        assert!(since.elapsed() < Duration::from_secs(300), "{} bodies are held", bodies.0.len());
        std::thread::sleep(Duration::from_millis(5));
    }
    // 64 MiB of bodies, and the buffers of four hundred connections. Without the limit it took 1,400 MiB.
    let grown = peak(&service).saturating_sub(before);
    assert!(grown < 256 * MIB, "{} MiB more at the peak", grown / MIB);
    let refused = answers.iter().filter(|answer| answer.contains("/problems/too-many-bodies"));
    let refused: Vec<_> = refused.map(|answer| answer.to_lowercase()).collect();
    assert!(!refused.is_empty(), "{answers:?}");
    for answer in refused {
        assert!(answer.starts_with("http/1.1 503") && answer.contains("retry-after: 1\r\n"), "{answer}");
    }
    assert_eq!(game.scores(), [20, 0]);
    // A disconnect releases the memory.
    drop(bodies);
    let large = padded(&json!({"hands": [hand()]}), 2 * MIB);
    wait_until("the memory is given back", || {
        try_send(&service, BATCH, "", "identity", large.clone()).is_ok_and(|answer| answer.status == 200)
    });
}
