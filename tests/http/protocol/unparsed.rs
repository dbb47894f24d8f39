//! Invalid HTTP: a status without a body, and the connection ends.

use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;

use crate::support::raw::answers;
use crate::support::service::{Answer, Service};

/// The answers to these bytes, up to the end of the connection.
#[track_caller]
fn sent(service: &Service, bytes: &[u8]) -> Vec<Answer> {
    let mut stream = TcpStream::connect(service.url.trim_start_matches("http://")).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    stream.write_all(bytes).unwrap();
    answers(&mut stream)
}

#[track_caller]
fn refused(service: &Service, bytes: &[u8], status: u16) {
    let statuses: Vec<u16> = sent(service, bytes).iter().map(|answer| answer.status).collect();
    assert_eq!(statuses, [status], "{:.80}", String::from_utf8_lossy(bytes));
}

#[test]
fn bytes_that_are_no_request_get_a_status_and_the_connection_ends() {
    let service = Service::start();
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
        refused(&service, bytes, 400);
    }
    assert_eq!(service.get("/healthz").ok(200), json!({"status": "ok"}));
}

#[test]
fn a_head_that_is_too_large_is_431() {
    let service = Service::start();
    // The service reads all of these bytes: unread bytes would reset the connection, and the response could be lost.
    let begun = "GET / HTTP/1.1\r\nHost: hall\r\nX-Long: ";
    refused(&service, format!("{begun}{}", "a".repeat(131_072 - begun.len())).as_bytes(), 431);
    refused(&service, format!("GET / HTTP/1.1\r\nHost: hall\r\n{}\r\n", "X-Many: 1\r\n".repeat(96)).as_bytes(), 431);
}

#[test]
fn a_request_is_answered_before_the_status_of_what_follows_it() {
    let service = Service::start();
    let request = "GET /healthz HTTP/1.1\r\nHost: hall\r\n\r\n";
    for requests in [1, 10] {
        let mut all = sent(&service, format!("{}\0\r\n\r\n", request.repeat(requests)).as_bytes());
        assert_eq!(all.pop().unwrap().status, 400);
        assert_eq!(all.len(), requests);
        all.into_iter().for_each(|answer| assert_eq!(answer.ok(200), json!({"status": "ok"})));
    }
}

#[test]
fn a_body_in_damaged_chunks_gets_the_problem_of_its_request_and_ends_the_connection() {
    let service = Service::start();
    let head = "POST /api/v1/score/hand HTTP/1.1\r\nHost: hall\r\nContent-Type: application/json\r\n";
    let body = "Transfer-Encoding: chunked\r\n\r\n9\r\n{\"cards\":\r\nxyz\r\n";
    let answer = sent(&service, format!("{head}{body}").as_bytes()).swap_remove(0);
    answer.problem(400, "not-json");
}

#[test]
fn a_head_that_does_not_arrive_is_408() {
    let service = Service::start();
    for head in [b"GET / HTTP/1.1\r\nHost: ha".as_slice(), b""] {
        refused(&service, head, 408);
    }
}
