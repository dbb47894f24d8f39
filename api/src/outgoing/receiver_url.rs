//! The addresses of receivers on the web, and the sentences about wrong ones.

use std::net::IpAddr;
use std::sync::LazyLock;

use regex_lite::Regex;
use url::{Host, Url};

use super::{Reach, address};

/// The form of an address, as the document has it. Programs differ in how they read any other.
static FORM: LazyLock<Regex> = LazyLock::new(|| {
    let form = r"^https?://([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?([/?][!$-\[\]-~]*)?$";
    Regex::new(form).expect("the pattern is a constant")
});
/// The most letters of an address.
const MAX_LENGTH: usize = 500;
/// The ports that messages are sent to, unless all are allowed.
const PORTS: [u16; 2] = [443, 8443];

/// Parses the address of a receiver. The error is a sentence about it.
pub fn parse(text: &str, reach: Reach) -> Result<Url, String> {
    if text.len() > MAX_LENGTH {
        return Err(format!("The address has more than {MAX_LENGTH} letters: choose a shorter one."));
    }
    let shown: String = text.chars().take(60).collect();
    let no_address =
        || format!("“{shown}” is not the address of a receiver: write it like https://example.org/pegout.");
    let is_plain = text.chars().all(|letter| !letter.is_whitespace() && !letter.is_control());
    let url = Url::parse(text).ok().filter(|url| is_plain && url.has_host()).ok_or_else(no_address)?;
    let is_any = reach == Reach::Any;
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
        Some(address) if !is_any && !address::is_public(address) => Err(not_public(&address.to_string())),
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

/// Returns true for a name that leads to this machine, or to its own network, wherever it is asked for.
fn is_local(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    ["localhost", "local", "internal", "home.arpa"]
        .iter()
        .any(|local| name.strip_suffix(local).is_some_and(|before| before.is_empty() || before.ends_with('.')))
}
