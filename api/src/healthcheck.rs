//! Asks a running service whether it is alive, so that a container needs no other program for it.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

/// Asks the service that was started with this `--listen`.
///
/// # Errors
///
/// When it does not answer within three seconds, or not with 200.
pub fn run(listen: &str) -> Result<(), String> {
    let address = match listen.parse::<SocketAddr>() {
        Ok(any) if any.ip().is_unspecified() => format!("{}:{}", Ipv4Addr::LOCALHOST, any.port()),
        _ => listen.to_owned(),
    };
    let timeout = Some(Duration::from_secs(3));
    let agent: ureq::Agent = ureq::Agent::config_builder().timeout_global(timeout).proxy(None).build().into();
    match agent.get(format!("http://{address}/healthz")).call() {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("No healthy Pegout at {address}: {error}.")),
    }
}
