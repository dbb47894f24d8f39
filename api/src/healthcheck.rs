//! Asks a running service whether it is alive, so that a container needs no other program for it.

use std::time::Duration;

/// Asks the service that was started with this `--listen`.
///
/// # Errors
///
/// When it does not answer within three seconds, or not with 200.
pub fn run(listen: &str) -> Result<(), String> {
    let address = listen.replace("0.0.0.0", "127.0.0.1").replace("[::]", "[::1]");
    let agent: ureq::Agent = ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(3))).build().into();
    match agent.get(format!("http://{address}/healthz")).call() {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("No healthy Pegout at {address}: {error}.")),
    }
}
