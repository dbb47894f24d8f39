//! A host that never answers a connection, like a lost machine.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use socket2::{Domain, Socket, Type};

/// The silent host.
pub struct Silent {
    pub address: SocketAddr,
    _listener: TcpListener,
    /// The connections that wait to be accepted; there is no room for more.
    _waiting: Vec<TcpStream>,
}

impl Silent {
    pub fn start() -> Silent {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        socket.bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into()).unwrap();
        socket.listen(0).unwrap();
        let listener = TcpListener::from(socket);
        let address = listener.local_addr().unwrap();
        let connect = |_| TcpStream::connect_timeout(&address, Duration::from_millis(500)).ok();
        let waiting: Vec<TcpStream> = (0..16).map_while(connect).collect();
        assert!(waiting.len() < 16, "it answers");
        Silent { address, _listener: listener, _waiting: waiting }
    }
}
