//! The sockets that listen, the server on them, and the limits and timeouts of connections.

use std::fmt;
use std::future::ready;
use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_http::{HttpService, Protocol, Request, Response};
use actix_service::{IntoServiceFactory, ServiceFactoryExt as _, map_config};
use actix_tls::accept::TlsError;
use actix_tls::accept::rustls_0_23::{Acceptor, TlsStream};
use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, Server, Service, ServiceFactory, fn_service};
use actix_web::rt::net::TcpStream;
use rustix::process::{Resource, getrlimit, setrlimit};
use rustls::ServerConfig;
use socket2::{Domain, Protocol as Transport, SockRef, Socket, TcpKeepalive, Type};
use tokio::io::{AsyncRead, AsyncWrite};

use pegout_http::address::OwnAddress;

/// The most connections that wait to be accepted.
const BACKLOG: i32 = 1024;
/// The time in which requests in progress may end after a stop.
const SHUTDOWN: Duration = Duration::from_secs(5);
/// The time within which the head of the first request must arrive.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The time that a client has to read the last response and to close the connection.
const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(1);
/// A connection is closed after this time if its client reads none of the data sent.
const UNREAD_TIMEOUT: Duration = Duration::from_secs(30);

/// A connection, with or without TLS. As a trait object it needs only one compiled HTTP dispatcher.
trait Stream: AsyncRead + AsyncWrite + Unpin {}

impl<S: AsyncRead + AsyncWrite + Unpin> Stream for S {}

/// Sockets that listen, with the settings of TLS for https.
pub struct Listener {
    sockets: Vec<(TcpListener, SocketAddr)>,
    tls: Option<ServerConfig>,
}

impl Listener {
    /// Listens on the addresses of this name. Fails if every address fails.
    pub fn bind(name: &str, tls: Option<ServerConfig>) -> io::Result<Listener> {
        let mut sockets = Vec::new();
        let mut failure = io::Error::other("the name has no address");
        for address in name.to_socket_addrs()? {
            match listen(address) {
                Ok(socket) => sockets.push(socket),
                Err(error) => failure = error,
            }
        }
        if sockets.is_empty() { Err(failure) } else { Ok(Listener { sockets, tls }) }
    }

    /// Returns the addresses on which it listens.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.sockets.iter().map(|(_, address)| *address).collect()
    }

    /// Starts the server, with an application for each address and thread. `actix_web::HttpServer` does the same, but takes only
    /// its own streams. `stop_wait` replaces the usual time in which requests in progress may end.
    pub fn serve<F, I, S, B>(self, application: F, stop_wait: Option<Duration>) -> io::Result<Server>
    where
        F: Fn(OwnAddress) -> I + Send + Clone + 'static,
        I: IntoServiceFactory<S, Request>,
        S: ServiceFactory<Request, Config = AppConfig, Service: 'static> + 'static,
        S::Error: Into<Error> + 'static,
        S::InitError: fmt::Debug,
        S::Response: Into<Response<B>> + 'static,
        <S::Service as Service<Request>>::Future: 'static,
        B: MessageBody + 'static,
    {
        let mut server = Server::build().disable_signals().shutdown_timeout(stop_wait.unwrap_or(SHUTDOWN).as_secs());
        let stopping = server.graceful_shutdown_signal();
        for (listener, socket) in self.sockets {
            let own = OwnAddress { is_secure: self.tls.is_some(), socket };
            let (application, stopping) = (application.clone(), stopping.clone());
            let http = move || {
                let (application, stopping) = (application(own).into_factory(), stopping.clone());
                HttpService::build()
                    .graceful_shutdown_signal(move || {
                        let stopping = stopping.clone();
                        async move { stopping.notified().await }
                    })
                    .client_request_timeout(HEAD_TIMEOUT)
                    .client_disconnect_timeout(DISCONNECT_TIMEOUT)
                    // A watcher sends nothing after its request. The end of its data shows that it has left.
                    .h1_allow_half_closed(false)
                    .local_addr(socket)
                    .finish(map_config(
                        application.map_err(|error| error.into().error_response()),
                        // Only actix-web can make a true AppConfig. Pegout uses `OwnAddress` instead.
                        |_| AppConfig::default(),
                    ))
            };
            let name = format!("http-{socket}");
            server = match self.tls.clone() {
                None => server.listen(name, listener, move || {
                    fn_service(|stream: TcpStream| ready(Ok::<_, DispatchError>(stream)))
                        .map(|stream: TcpStream| connection(set_timeouts(&stream), stream))
                        .and_then(http())
                }),
                Some(tls) => server.listen(name, listener, move || {
                    Acceptor::new(tls.clone())
                        .map(|stream: TlsStream<TcpStream>| connection(set_timeouts(stream.get_ref().0), stream))
                        .map_err(TlsError::into_service_error)
                        .and_then(http().map_err(TlsError::Service))
                }),
            }?;
        }
        Ok(server.run())
    }
}

/// Listens on this address, and returns the address with the port that was free.
fn listen(address: SocketAddr) -> io::Result<(TcpListener, SocketAddr)> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Transport::TCP))?;
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    let listener = TcpListener::from(socket);
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// Hands a connection to HTTP.
fn connection(
    client: Option<SocketAddr>,
    stream: impl Stream + 'static,
) -> (Box<dyn Stream>, Protocol, Option<SocketAddr>) {
    (Box::new(stream), Protocol::Http1, client)
}

/// Raises the number of files that the process may have open to the limit of the system, and returns it. Each connection is a
/// file. Many systems start a process with 1024.
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
fn set_timeouts(stream: &TcpStream) -> Option<SocketAddr> {
    let socket = SockRef::from(stream);
    let keepalive = TcpKeepalive::new().with_time(UNREAD_TIMEOUT).with_interval(UNREAD_TIMEOUT / 3);
    let set = socket
        // A compressed response is sent in parts. The last part would wait 40 ms for an acknowledgement of the first part.
        .set_tcp_nodelay(true)
        .and_then(|()| socket.set_tcp_user_timeout(Some(UNREAD_TIMEOUT)))
        .and_then(|()| socket.set_tcp_keepalive(&keepalive));
    if let Err(error) = set {
        log::warn!("cannot set up a connection: {error}");
    }
    stream.peer_addr().ok()
}
