//! The limits and timeouts of connections.

use std::any::Any;
use std::time::Duration;

use actix_tls::accept::rustls_0_23::TlsStream;
use actix_web::rt::net::TcpStream;
use rustix::process::{Resource, getrlimit, setrlimit};
use socket2::{SockRef, TcpKeepalive};

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

/// Sends responses at once, and sets keep-alive and the timeout for unread data, so that dead connections are closed.
pub fn set_timeouts(connection: &dyn Any) {
    let encrypted = || connection.downcast_ref::<TlsStream<TcpStream>>().map(|stream| stream.get_ref().0);
    let Some(stream) = connection.downcast_ref::<TcpStream>().or_else(encrypted) else { return };
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
}
