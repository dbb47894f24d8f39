//! Bytes that are no request of HTTP: problems like any others, after which the connection ends.

use std::collections::BTreeSet;
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::raw::answers;
use crate::support::service::{Answer, Service};

/// A connection on which this was sent.
fn send(service: &Service, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(service.url.trim_start_matches("http://")).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    stream.write_all(bytes).unwrap();
    stream
}

/// The one answer to these bytes.
#[track_caller]
fn answer(service: &Service, bytes: &[u8]) -> Answer {
    let mut all = answers(&mut send(service, bytes));
    assert_eq!(all.len(), 1, "{:.80}", String::from_utf8_lossy(bytes));
    all.remove(0)
}

#[test]
fn bytes_that_are_no_request_get_a_problem() {
    let service = Service::start();
    let mut ids = BTreeSet::new();
    for bytes in [
        b"\0\0\0\0\r\n\r\n".as_slice(),
        b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: hall\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: hall\r\nBad Name: 1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: hall\r\nX-Nul: \0\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: hall\r\nHost: other\r\n\r\n",
        b"POST /api/v1/play HTTP/1.1\r\nHost: hall\r\nContent-Length: x\r\n\r\n",
        b"POST /api/v1/play HTTP/1.1\r\nHost: hall\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
    ] {
        let answer = answer(&service, bytes);
        for (name, value) in
            [("connection", "close"), ("cache-control", "no-store"), ("x-content-type-options", "nosniff")]
        {
            assert_eq!(answer.header(name), value, "{name}");
        }
        assert!(answer.header("date").ends_with(" GMT"), "{}", answer.header("date"));
        ids.insert(answer.header("x-request-id").to_owned());
        answer.problem(400, "not-http");
    }
    assert_eq!(ids.len(), 10);
    assert_eq!(service.get("/healthz").ok(200), json!({"status": "ok"}));
}

#[test]
fn a_head_that_is_too_large_gets_a_problem_that_can_be_read() {
    let service = Service::start();
    let long = "a".repeat(200_000);
    // The service has not read all of it when it answers.
    for head in [
        format!("GET / HTTP/1.1\r\nHost: hall\r\nX-Long: {long}\r\n\r\n"),
        format!("GET /{} HTTP/1.1\r\nHost: hall\r\n\r\n", long.repeat(5)),
        format!("GET / HTTP/1.1\r\nHost: hall\r\n{}\r\n", "X-Many: 1\r\n".repeat(96)),
    ] {
        answer(&service, head.as_bytes()).problem(431, "head-too-large");
    }
}

#[test]
fn a_request_is_answered_before_the_problem_of_what_follows_it() {
    let service = Service::start();
    let request = "GET /healthz HTTP/1.1\r\nHost: hall\r\n\r\n";
    for requests in [1, 10] {
        let mut all = answers(&mut send(&service, format!("{}\0\r\n\r\n", request.repeat(requests)).as_bytes()));
        all.pop().unwrap().problem(400, "not-http");
        assert_eq!(all.len(), requests);
        all.into_iter().for_each(|answer| assert_eq!(answer.ok(200), json!({"status": "ok"})));
    }
}

#[test]
fn a_body_in_damaged_chunks_gets_the_problem_of_its_request_and_ends_the_connection() {
    let service = Service::start();
    let head = "POST /api/v1/score/hand HTTP/1.1\r\nHost: hall\r\nContent-Type: application/json\r\n";
    let body = "Transfer-Encoding: chunked\r\n\r\n9\r\n{\"cards\":\r\nxyz\r\n";
    answer(&service, format!("{head}{body}").as_bytes()).problem(400, "not-json");
}

#[test]
fn a_head_that_has_not_arrived_after_ten_seconds_gets_a_problem() {
    let service = Service::start();
    let begun = Instant::now();
    let slow = [b"GET / HTTP/1.1\r\nHost: ha".as_slice(), b""].map(|head| send(&service, head));
    for mut stream in slow {
        let mut all = answers(&mut stream);
        all.pop().unwrap().problem(408, "head-too-slow");
        assert!(all.is_empty() && begun.elapsed() >= Duration::from_secs(9), "{:?}", begun.elapsed());
    }
}
