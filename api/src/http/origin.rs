//! The origin under which phones reach the service.

use std::net::{IpAddr, SocketAddr};

use actix_web::HttpRequest;
use actix_web::http::header::HOST;

/// Returns the origin under which phones reach the service: the one of this request, or this machine's own address where
/// the request was sent to localhost.
pub fn origin(request: &HttpRequest, behind_proxy: bool) -> String {
    let (connection, config) = (request.connection_info(), request.app_config());
    let own_scheme = if config.secure() { "https" } else { "http" };
    let (scheme, host) = if behind_proxy {
        (
            ["http", "https"].into_iter().find(|scheme| *scheme == connection.scheme()).unwrap_or(own_scheme),
            connection.host(),
        )
    } else {
        // Without a proxy, any client could send its headers.
        let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
        (own_scheme, host.unwrap_or_else(|| config.host()))
    };
    let name = host.rsplit_once(':').map_or(host, |(name, port)| if port.contains(']') { host } else { name });
    let is_loopback =
        name == "localhost" || name.trim_matches(['[', ']']).parse().is_ok_and(|address: IpAddr| address.is_loopback());
    if is_loopback { format!("{scheme}://{}", reachable(config.local_addr())) } else { format!("{scheme}://{host}") }
}

/// Returns the address as another machine reaches it: this machine's own in the local network instead of "any".
pub fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    let ip = local_ip_address::local_ip().unwrap_or(IpAddr::from([127, 0, 0, 1]));
    SocketAddr::new(ip, address.port())
}
