//! The sockets that listen, and the server that answers on them.

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
use rustls::ServerConfig;
use socket2::{Domain, Protocol as Transport, Socket, Type};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::connections::limits::{self, DISCONNECT_TIMEOUT, HEAD_TIMEOUT};
use crate::http::address::OwnAddress;

/// The most connections that wait to be accepted.
const BACKLOG: i32 = 1024;
/// The time in which requests under way may end after a stop.
const SHUTDOWN: Duration = Duration::from_secs(5);

/// A connection, with or without TLS. As a trait object it needs only one compiled HTTP dispatcher.
trait Stream: AsyncRead + AsyncWrite + Unpin {}

impl<S: AsyncRead + AsyncWrite + Unpin> Stream for S {}

/// Sockets that listen, with the settings of TLS for https.
pub struct Listener {
    sockets: Vec<(TcpListener, SocketAddr)>,
    tls: Option<ServerConfig>,
}

impl Listener {
    /// Listens on the addresses of this name. It fails if it can on none of them.
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

    /// Starts the server, with an application for each address and thread. It is composed as `actix_web::HttpServer` is,
    /// which takes its own streams only. `stop_wait` is the time in which requests under way may end, if it is not the usual one.
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
                    // A watcher sends nothing more: only the end of what it sends tells that it has left.
                    .h1_allow_half_closed(false)
                    .local_addr(socket)
                    .finish(map_config(
                        application.map_err(|error| error.into().error_response()),
                        // Pegout reads its own address instead: a true one can be made by actix-web alone.
                        |_| AppConfig::default(),
                    ))
            };
            let name = format!("http-{socket}");
            server = match self.tls.clone() {
                None => server.listen(name, listener, move || {
                    fn_service(|stream: TcpStream| ready(Ok::<_, DispatchError>(stream)))
                        .map(|stream: TcpStream| connection(limits::set_timeouts(&stream), stream))
                        .and_then(http())
                }),
                Some(tls) => server.listen(name, listener, move || {
                    Acceptor::new(tls.clone())
                        .map(|stream: TlsStream<TcpStream>| {
                            connection(limits::set_timeouts(stream.get_ref().0), stream)
                        })
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
