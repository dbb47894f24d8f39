//! The addresses that lead to this machine, to its own networks, or to nobody.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Networks of IPv4 that are no public ones: their address and the length of their prefix (RFC 6890).
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
/// Networks of IPv6 within 2000::/3 that are no public ones.
const SPECIAL_V6: [([u16; 2], u32); 4] =
    [([0x2001, 0], 23), ([0x2001, 0xdb8], 32), ([0x2002, 0], 16), ([0x3fff, 0], 20)];

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
    // All others are loopback, local, multicast, or nobody's.
    is_in(([0x2000, 0], 3)) && !SPECIAL_V6.into_iter().any(is_in)
}

/// The address of IPv4 that is written as one of IPv6 (`::ffff:0:0/96`), or reached by NAT64 (`64:ff9b::/96`).
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
    const ADDRESSES: &str = include_str!("../../../tests/http/data/addresses.txt");

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
