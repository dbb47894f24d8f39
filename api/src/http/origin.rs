//! The origin under which phones reach the service.

use std::net::{IpAddr, SocketAddr};

use actix_web::HttpRequest;
use actix_web::http::header::{FORWARDED, HOST, X_FORWARDED_PROTO};

/// The address on which the service listens itself.
#[derive(Clone, Copy)]
pub struct OwnAddress {
    /// True if it speaks https there.
    pub is_secure: bool,
    /// The address and port.
    pub socket: SocketAddr,
}

/// Returns the origin under which phones reach the service: the one of this request, or this machine's own address where
/// the request was sent to localhost.
pub fn origin(request: &HttpRequest, behind_proxy: bool) -> String {
    let own: &OwnAddress = request.app_data().expect("the application is built with it");
    let (connection, own_host) = (request.connection_info(), own.socket.to_string());
    let own_scheme = if own.is_secure { "https" } else { "http" };
    let (scheme, host) = if behind_proxy {
        let told = ["http", "https"].into_iter().find(|scheme| *scheme == connection.scheme());
        (told.filter(|_| tells_scheme(request)).unwrap_or(own_scheme), connection.host())
    } else {
        // Without a proxy, any client could send its headers.
        let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
        (own_scheme, host.unwrap_or(&own_host))
    };
    let name = host.rsplit_once(':').map_or(host, |(name, port)| if port.contains(']') { host } else { name });
    let is_loopback =
        name == "localhost" || name.trim_matches(['[', ']']).parse().is_ok_and(|address: IpAddr| address.is_loopback());
    if is_loopback { format!("{scheme}://{}", reachable(own.socket)) } else { format!("{scheme}://{host}") }
}

/// Returns true if a proxy has told the scheme.
fn tells_scheme(request: &HttpRequest) -> bool {
    let mut forwarded = request.headers().get_all(FORWARDED).filter_map(|value| value.to_str().ok());
    request.headers().contains_key(X_FORWARDED_PROTO)
        || forwarded.any(|value| value.to_ascii_lowercase().contains("proto="))
}

/// Returns the address as another machine reaches it: this machine's own in the local network instead of "any".
pub fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    let ip = local_ip_address::local_ip().unwrap_or(IpAddr::from([127, 0, 0, 1]));
    SocketAddr::new(ip, address.port())
}
