//! The network addresses of a request: the client's, and the address under which phones reach the service.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use actix_web::HttpRequest;
use actix_web::http::header::{FORWARDED, HOST, X_FORWARDED_PROTO};
use url::{Host, Url};

use pegout_model::contact::PublicUrl;

/// An address of documentation, which no machine has.
const DOCUMENTED: (Ipv4Addr, u16) = (Ipv4Addr::new(203, 0, 113, 1), 80);

/// Returns the address that the limits of one client are counted by.
pub fn rate_limit_key(request: &HttpRequest, behind_proxy: bool) -> IpAddr {
    match client_ip(request, behind_proxy) {
        // A client with one IPv6 address has its whole /64 network.
        IpAddr::V6(address) => IpAddr::from((u128::from(address) >> 64 << 64).to_be_bytes()),
        address => address,
    }
}

/// Returns the client's address. Behind a proxy it is the last address in X-Forwarded-For.
pub fn client_ip(request: &HttpRequest, behind_proxy: bool) -> IpAddr {
    let forwarded = request.headers().get_all("x-forwarded-for").last().filter(|_| behind_proxy);
    let forwarded = forwarded.and_then(|list| parse(list.to_str().ok()?.rsplit(',').next()?.trim()));
    let peer = || request.peer_addr().map(|peer| peer.ip());
    // A socket that listens for both versions writes an IPv4 address as an IPv6 address.
    forwarded.or_else(peer).unwrap_or(IpAddr::from([0, 0, 0, 0])).to_canonical()
}

/// Parses the address that a proxy names. Some proxies write the port behind it.
fn parse(text: &str) -> Option<IpAddr> {
    text.parse().ok().or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()))
}

/// Returns true for a request from this machine itself, without a proxy between.
pub fn is_local(request: &HttpRequest) -> bool {
    let is_forwarded = request.headers().keys().any(|name| {
        let name = name.as_str();
        name == "forwarded" || name == "via" || name.starts_with("x-forwarded-")
    });
    let is_loopback = request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback());
    is_loopback && !is_forwarded
}

/// The address on which the service listens itself.
#[derive(Clone, Copy)]
pub struct OwnAddress {
    /// True if it speaks https there.
    pub is_secure: bool,
    /// The address and port.
    pub socket: SocketAddr,
}

/// Returns the address under which phones reach the service, without a slash at the end. The operator may have named it.
/// Otherwise it is the origin of this request, or this machine's own address if the request was sent to localhost
/// or names no host.
pub fn of_service(request: &HttpRequest, behind_proxy: bool) -> String {
    if let Some(public) = request.app_data::<PublicUrl>() {
        return public.address.clone();
    }
    let own: &OwnAddress = request.app_data().expect("the application is built with it");
    let (connection, own_host) = (request.connection_info(), own.socket.to_string());
    let own_scheme = if own.is_secure { "https" } else { "http" };
    let (scheme, host) = if behind_proxy {
        let given = ["http", "https"].into_iter().find(|scheme| *scheme == connection.scheme());
        (given.filter(|_| has_forwarded_scheme(request)).unwrap_or(own_scheme), connection.host())
    } else {
        // Without a proxy, any client could send its headers.
        let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
        (own_scheme, host.unwrap_or(&own_host))
    };
    host_origin(scheme, host).unwrap_or_else(|| format!("{scheme}://{}", reachable(own.socket)))
}

/// Returns the origin of a host with or without a port; `None` for this machine itself, and for any text that is more.
fn host_origin(scheme: &str, host: &str) -> Option<String> {
    let name = host.rsplit_once(':').map_or(host, |(name, port)| if port.contains(']') { host } else { name });
    let is_name =
        !name.is_empty() && name.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"-._".contains(&letter));
    let is_address = name.starts_with('[') && name.ends_with(']');
    let url = Url::parse(&format!("{scheme}://{host}")).ok().filter(|_| is_name || is_address)?;
    let is_loopback = match url.host()? {
        Host::Domain(name) => name == "localhost",
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    };
    (!is_loopback).then(|| url.origin().ascii_serialization())
}

/// Returns true if a header of a proxy names the scheme.
fn has_forwarded_scheme(request: &HttpRequest) -> bool {
    let mut forwarded = request.headers().get_all(FORWARDED).filter_map(|value| value.to_str().ok());
    request.headers().contains_key(X_FORWARDED_PROTO)
        || forwarded.any(|value| value.to_ascii_lowercase().contains("proto="))
}

/// Returns the address as another machine reaches it: this machine's own in the local network instead of "any".
pub fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    let ip = source_address().or_else(attached_address).unwrap_or(Ipv4Addr::LOCALHOST.into());
    SocketAddr::new(ip, address.port())
}

/// The address from which this machine would send to the internet, if it knows a way there. Nothing is sent.
fn source_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(DOCUMENTED).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// The first address of this machine in any network. A laptop may have made a network for the phones, without a way to the
/// internet.
fn attached_address() -> Option<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().ok()?;
    interfaces.iter().filter(|interface| !interface.is_loopback()).map(|interface| interface.ip()).find(IpAddr::is_ipv4)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_phones_reach_is_one_of_this_machine() {
        let any = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 8080));
        let found = [source_address(), attached_address(), Some(reachable(any).ip())];
        for ip in found.into_iter().flatten() {
            assert!(!ip.is_unspecified());
            UdpSocket::bind((ip, 0)).unwrap();
        }
        let own = SocketAddr::from((Ipv4Addr::LOCALHOST, 8080));
        assert_eq!((reachable(any).port(), reachable(own)), (8080, own));
    }
}
