//! Slow clients: watchers that never read, requests that stall, and disconnects.
//!
//! `tests/crash/drill` runs the tests that take a minute.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use socket2::{Domain, Socket, Type};

use crate::support::service::Service;
use crate::support::table::{Change, Table};

const TABLE: Table = Table(1);

fn connect(service: &Service) -> TcpStream {
    let stream = TcpStream::connect(service.url.trim_start_matches("http://")).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(100))).unwrap();
    stream
}

fn watch(service: &Service, headers: &str) -> TcpStream {
    watch_on(connect(service), headers)
}

/// A watcher whose machine keeps a few kilobytes for it: a game's changes are more than all buffers between it and the service.
fn watch_with_a_small_buffer(service: &Service) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let address: SocketAddr = service.url.trim_start_matches("http://").parse().unwrap();
    socket.connect(&address.into()).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(100))).unwrap();
    watch_on(socket.into(), "")
}

fn watch_on(mut stream: TcpStream, headers: &str) -> TcpStream {
    stream.write_all(format!("GET {}/live HTTP/1.1\r\nHost: hall\r\n{headers}\r\n", TABLE.path()).as_bytes()).unwrap();
    stream
}

/// Reads events up to this version and returns their number.
fn read_until(stream: TcpStream, version: u64) -> usize {
    let mut count = 0;
    for line in BufReader::new(stream).lines() {
        let line = line.unwrap();
        count += usize::from(line.starts_with("id: "));
        if line == format!("id: {version}") {
            return count;
        }
    }
    panic!("the stream ended before version {version}")
}

/// Stores twenty pegs, which makes events as large as possible.
fn fill(service: &Service) {
    for peg in 0..20 {
        service.dispatch(TABLE.request(Change::Peg(peg))).ok(201);
    }
}

/// Pegs and takes back `times` times. Returns the last version.
fn change(service: &Service, times: u32) -> u64 {
    for peg in 100..100 + times / 2 {
        service.dispatch(TABLE.request(Change::Peg(peg))).ok(201);
        service.dispatch(TABLE.request(Change::TakeBack(peg))).ok(200);
    }
    TABLE.game(service)["version"].as_u64().unwrap()
}

/// The memory of the service, in bytes.
fn memory(service: &Service) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", service.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

fn watchers(service: &Service) -> u32 {
    let metrics = service.get("/metrics").text;
    metrics.lines().find_map(|line| line.strip_prefix("pegout_watchers ")).unwrap().parse().unwrap()
}

#[test]
fn watchers_that_never_read_cost_little_memory() {
    const WATCHERS: u32 = 60;
    const TIMES: u32 = 400;
    let service = Service::start_unlimited();
    service.dispatch(TABLE.begin()).ok(201);
    fill(&service);
    let idle: Vec<TcpStream> = (0..WATCHERS).map(|_| watch(&service, "")).collect();
    let reading = watch(&service, "");
    let size = service.get(&TABLE.path()).text.len();
    let before = memory(&service);
    let version = change(&service, TIMES);
    let grown = memory(&service).saturating_sub(before);
    let sent = u64::from(TIMES * WATCHERS) * size as u64;
    assert!(grown < sent / 4, "{grown} bytes were kept of the {sent} that nobody reads");
    assert!(read_until(reading, version) > 1);
    drop(idle);
}

#[test]
#[ignore = "it takes a minute; tests/crash/drill runs it"]
fn a_watcher_that_never_reads_is_disconnected_and_gets_the_newest_state_on_return() {
    let service = Service::start_unlimited();
    service.dispatch(TABLE.begin()).ok(201);
    fill(&service);
    let idle = watch_with_a_small_buffer(&service);
    let since = Instant::now();
    // As many as a game takes.
    let version = change(&service, 970);
    while watchers(&service) > 0 {
        assert!(since.elapsed() < Duration::from_secs(180), "it is never cut off");
        thread::sleep(Duration::from_millis(200));
    }
    let mut rest = Vec::new();
    let _ = (&idle).read_to_end(&mut rest);
    let received = String::from_utf8_lossy(&rest).lines().filter(|line| line.starts_with("id: ")).count() as u64;
    assert!(received < version, "every event was sent: {received}");
    let back = watch(&service, &format!("Last-Event-ID: {received}\r\n"));
    assert_eq!(read_until(back, version), 1, "only the newest event is needed");
}

#[test]
fn a_stalled_peg_delays_nobody_else_at_its_table() {
    let service = Service::start_unlimited();
    service.dispatch(TABLE.begin()).ok(201);
    let stalled = stall(&service);
    service.dispatch(TABLE.request(Change::Peg(0))).ok(201);
    service.dispatch(TABLE.request(Change::Peg(1))).ok(201);
    drop(stalled);
    service.dispatch(TABLE.request(Change::Peg(2))).ok(201);
    TABLE.assert_equals_log(&service);
    assert_eq!(TABLE.log(&service).len(), 3);
}

#[test]
#[ignore = "it takes half a minute; tests/crash/drill runs it"]
fn a_stalled_peg_is_408_after_half_a_minute() {
    let service = Service::start_unlimited();
    service.dispatch(TABLE.begin()).ok(201);
    let mut answer = String::new();
    stall(&service).read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("/problems/too-slow"), "{answer}");
    assert_eq!(TABLE.log(&service).len(), 0);
}

/// Sends a peg without its last bytes.
fn stall(service: &Service) -> TcpStream {
    let mut stream = connect(service);
    let whole = written(TABLE, 77);
    stream.write_all(&whole[..whole.len() - 5]).unwrap();
    stream
}

/// The bytes of a request that pegs.
fn written(table: Table, peg: u32) -> Vec<u8> {
    let request = table.request(Change::Peg(peg));
    let mut wire = format!("{} {} HTTP/1.1\r\nHost: hall\r\n", request.method(), request.uri()).into_bytes();
    for (name, value) in request.headers() {
        wire.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    wire.extend(format!("Content-Length: {}\r\n\r\n", request.body().len()).bytes());
    wire.extend(request.body());
    wire
}

#[test]
fn a_peg_whose_client_disconnects_is_stored_once_or_not_at_all() {
    let service = Service::start_unlimited();
    service.dispatch(TABLE.begin()).ok(201);
    for peg in 0..100 {
        let mut stream = connect(&service);
        stream.write_all(&written(TABLE, peg)).unwrap();
        // Disconnects before the service reads the request, while it stores the peg, or while it answers.
        thread::sleep(Duration::from_micros(u64::from(peg % 20) * 100));
        drop(stream);
    }
    let there = TABLE.log(&service);
    for peg in 0..100 {
        let status = service.dispatch(TABLE.request(Change::Peg(peg))).status;
        assert!(status == 200 || (status == 201 && !there.contains_key(&peg)), "{status} for peg {peg}");
    }
    TABLE.assert_equals_log(&service);
    assert_eq!(TABLE.log(&service).len(), 100);
}
