//! The limits and timeouts of connections.

use std::net::SocketAddr;
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use rustix::process::{Resource, getrlimit, setrlimit};
use socket2::{SockRef, TcpKeepalive};

/// The time within which the head of the first request must arrive.
pub const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The time that a client has to read the last answer and to close the connection.
pub const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(1);
/// The time after which a connection is cut whose client reads nothing of what it was sent.
const UNREAD_TIMEOUT: Duration = Duration::from_secs(30);

/// Raises the number of files that the process may have open to the most that the system allows, and returns it. Each
/// connection is one. Many systems start a process with 1024.
pub fn raise_open_file_limit() -> u64 {
    let mut limit = getrlimit(Resource::Nofile);
    let given = limit.current;
    limit.current = limit.maximum;
    let allowed = match setrlimit(Resource::Nofile, limit) {
        Ok(()) => limit.maximum,
        Err(error) => {
            log::warn!("cannot have more files open: {error}");
            given
        }
    };
    allowed.unwrap_or(u64::MAX)
}

/// Sends responses at once, and sets keep-alive and the timeout for unread data, so that dead connections are closed. Returns
/// the client's address.
pub fn set_timeouts(stream: &TcpStream) -> Option<SocketAddr> {
    let socket = SockRef::from(stream);
    let keepalive = TcpKeepalive::new().with_time(UNREAD_TIMEOUT).with_interval(UNREAD_TIMEOUT / 3);
    let set = socket
        // A compressed answer is sent in parts, and the last would wait 40 ms for the first to be acknowledged.
        .set_tcp_nodelay(true)
        .and_then(|()| socket.set_tcp_user_timeout(Some(UNREAD_TIMEOUT)))
        .and_then(|()| socket.set_tcp_keepalive(&keepalive));
    if let Err(error) = set {
        log::warn!("cannot set up a connection: {error}");
    }
    stream.peer_addr().ok()
}
