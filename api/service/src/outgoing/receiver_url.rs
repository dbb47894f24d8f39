//! The URLs of receivers, the public IP addresses, and the sentences about wrong URLs.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::LazyLock;

use regex_lite::Regex;
use url::{Host, Url};

use super::AllowedReceivers;

/// The form of a URL, as in the OpenAPI document. Programs differ in how they parse other forms.
static FORM: LazyLock<Regex> = LazyLock::new(|| {
    let form = r"^https?://([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?([/?][!$-\[\]-~]*)?$";
    Regex::new(form).expect("the pattern is a constant")
});
/// The most letters of an address.
const MAX_LENGTH: usize = 500;
/// The ports that messages are sent to, unless all are allowed.
const PORTS: [u16; 2] = [443, 8443];
/// IPv4 networks that are not public: address and prefix length (RFC 6890).
const SPECIAL_V4: [([u8; 4], u32); 15] = [
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    ([224, 0, 0, 0], 4),
    ([240, 0, 0, 0], 4),
];
/// IPv6 networks within 2000::/3 that are not public.
const SPECIAL_V6: [([u16; 2], u32); 4] =
    [([0x2001, 0], 23), ([0x2001, 0xdb8], 32), ([0x2002, 0], 16), ([0x3fff, 0], 20)];

/// Parses the address of a receiver. The error is a sentence about it.
pub fn parse(text: &str, reach: AllowedReceivers) -> Result<Url, String> {
    if text.len() > MAX_LENGTH {
        return Err(format!("The address has more than {MAX_LENGTH} letters: choose a shorter one."));
    }
    let shown: String = text.chars().take(60).collect();
    let no_address =
        || format!("“{shown}” is not the address of a receiver: write it like https://example.org/pegout.");
    let is_plain = text.chars().all(|letter| !letter.is_whitespace() && !letter.is_control());
    let url = Url::parse(text).ok().filter(|url| is_plain && url.has_host()).ok_or_else(no_address)?;
    let is_any = reach == AllowedReceivers::Any;
    match url.scheme() {
        "https" => {}
        "http" if is_any => {}
        "http" => return Err("Messages are sent over https alone: write https instead of http.".to_owned()),
        _ => return Err(no_address()),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("Leave the name and the password out of the address: every message is signed.".to_owned());
    }
    if url.fragment().is_some() {
        return Err("Leave out “#” and what follows it: no receiver hears that part of an address.".to_owned());
    }
    if !is_any && !url.port_or_known_default().is_some_and(|port| PORTS.contains(&port)) {
        return Err("Messages are sent to the ports 443 and 8443 alone: let the receiver listen there.".to_owned());
    }
    if !FORM.is_match(text) {
        return Err(no_address());
    }
    let literal = match url.host() {
        Some(Host::Ipv4(address)) => Some(IpAddr::from(address)),
        Some(Host::Ipv6(address)) => Some(IpAddr::from(address)),
        Some(Host::Domain(name)) if !is_any && is_local(name) => return Err(not_public(name)),
        _ => None,
    };
    match literal {
        Some(address) if !is_any && !is_public(address) => Err(not_public(&address.to_string())),
        _ => Ok(url),
    }
}

/// The sentence about a receiver that is not on the internet.
pub fn not_public(host: &str) -> String {
    format!(
        "Messages are sent to receivers on the internet alone, and “{host:.60}” is on this machine, in its own network, or \
         nobody’s: choose another address, or ask whoever runs Pegout for --webhooks any."
    )
}

/// Returns true for a name that always leads to this machine, or to its own network.
fn is_local(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    ["localhost", "local", "internal", "home.arpa"]
        .iter()
        .any(|local| name.strip_suffix(local).is_some_and(|before| before.is_empty() || before.ends_with('.')))
}

/// Returns true for an address on the public internet.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let is_in = |(network, prefix): ([u8; 4], u32)| {
        (u32::from(address) ^ u32::from_be_bytes(network)).leading_zeros() >= prefix
    };
    !SPECIAL_V4.into_iter().any(is_in)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(embedded) = embedded(address) {
        return is_public_v4(embedded);
    }
    let first = u128::from(address);
    let is_in = |([one, two], prefix): ([u16; 2], u32)| {
        let network = (u128::from(one) << 112) | (u128::from(two) << 96);
        (first ^ network).leading_zeros() >= prefix
    };
    // The other addresses are loopback, local, multicast or unassigned.
    is_in(([0x2000, 0], 3)) && !SPECIAL_V6.into_iter().any(is_in)
}

/// The IPv4 address in an IPv6 address: mapped (`::ffff:0:0/96`) or for NAT64 (`64:ff9b::/96`).
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [a, b, c, d, e, f, high, low] = address.segments();
    let is_mapped = [a, b, c, d, e, f] == [0, 0, 0, 0, 0, 0xffff];
    let is_translated = [a, b, c, d, e, f] == [0x64, 0xff9b, 0, 0, 0, 0];
    let [one, two] = high.to_be_bytes();
    let [three, four] = low.to_be_bytes();
    (is_mapped || is_translated).then(|| Ipv4Addr::new(one, two, three, four))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    /// A line for each address: the word `public` or `special`, and the address.
    const ADDRESSES: &str = include_str!("../../../../tests/http/data/addresses.txt");

    #[test]
    fn addresses_are_public_or_special_as_the_table_says() {
        let mut counts = [0, 0];
        for line in ADDRESSES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let (kind, address) = (words.next().unwrap(), words.next().unwrap());
            assert!(["public", "special"].contains(&kind), "{line}");
            assert_eq!(is_public(address.parse().unwrap()), kind == "public", "{line}");
            counts[usize::from(kind == "public")] += 1;
        }
        assert!(counts[0] > 40 && counts[1] > 10, "{counts:?}");
    }
}
