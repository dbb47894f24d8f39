//! The network address that a request comes from.

use std::net::{IpAddr, SocketAddr};

use actix_web::HttpRequest;

/// Returns the address that the limits of one client are counted by.
pub fn rate_limit_key(request: &HttpRequest, behind_proxy: bool) -> IpAddr {
    match client_ip(request, behind_proxy) {
        // A client with one IPv6 address has its whole /64 network.
        IpAddr::V6(address) => IpAddr::from((u128::from(address) >> 64 << 64).to_be_bytes()),
        address => address,
    }
}

/// Returns the client's address. Behind a proxy it is the last one in X-Forwarded-For.
pub fn client_ip(request: &HttpRequest, behind_proxy: bool) -> IpAddr {
    let forwarded = request.headers().get_all("x-forwarded-for").last().filter(|_| behind_proxy);
    let forwarded = forwarded.and_then(|list| parse(list.to_str().ok()?.rsplit(',').next()?.trim()));
    let peer = || request.peer_addr().map(|peer| peer.ip());
    // A socket that listens for both versions writes an IPv4 address as an IPv6 one.
    forwarded.or_else(peer).unwrap_or(IpAddr::from([0, 0, 0, 0])).to_canonical()
}

/// Parses the address that a proxy names. Some proxies write the port behind it.
fn parse(text: &str) -> Option<IpAddr> {
    let before_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    text.parse().ok().or_else(before_port)
}

/// Returns true for a request from this machine itself, which no proxy has sent on.
pub fn is_local(request: &HttpRequest) -> bool {
    let is_forwarded = request.headers().keys().any(|name| {
        let name = name.as_str();
        name == "forwarded" || name == "via" || name.starts_with("x-forwarded-")
    });
    let is_loopback = request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback());
    is_loopback && !is_forwarded
}
