//! Socket options of connections.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;

use rustix::process::{Pid, PidfdFlags, PidfdGetfdFlags, pidfd_getfd, pidfd_open};
use socket2::{SockRef, Socket};

use crate::support::service::Service;

/// The service's end of this connection.
fn other_end(service: &Service, connection: &TcpStream) -> Socket {
    let process = Pid::from_child(&service.child);
    let pidfd = pidfd_open(process, PidfdFlags::empty()).unwrap();
    let ours = connection.local_addr().unwrap();
    fs::read_dir(format!("/proc/{}/fd", service.child.id()))
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter_map(|number| pidfd_getfd(&pidfd, number, PidfdGetfdFlags::empty()).ok())
        .find(|file| SockRef::from(file).peer_addr().is_ok_and(|peer| peer.as_socket() == Some(ours)))
        .expect("the service has no end of this connection, or it may not be looked at")
        .into()
}

#[test]
fn responses_are_sent_without_nagles_delay() {
    let service = Service::start();
    let mut browser = TcpStream::connect(service.url.trim_start_matches("http://")).unwrap();
    browser
        .write_all(b"GET /api/v1/rules HTTP/1.1\r\nHost: hall\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n")
        .unwrap();
    let mut answer = [0; 4096];
    let length = browser.read(&mut answer).unwrap();
    let head = String::from_utf8_lossy(&answer[..length]).to_lowercase();
    assert!(head.contains("content-encoding: gzip") && head.contains("transfer-encoding: chunked"), "{head}");
    // Without TCP_NODELAY the last chunk waits 40 ms for the delayed acknowledgement of the first.
    assert!(other_end(&service, &browser).tcp_nodelay().unwrap());
}
