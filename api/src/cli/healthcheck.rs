//! The health check of a running service, so that a container needs no other program for it.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::ring;
use ureq::tls::TlsConfig;

use crate::config::Config;

/// Checks the service that was started with this config, within three seconds.
pub fn run(config: &Config) -> Result<(), String> {
    let address = match config.listen.parse::<SocketAddr>() {
        Ok(any) if any.ip().is_unspecified() => format!("{}:{}", Ipv4Addr::LOCALHOST, any.port()),
        _ => config.listen.clone(),
    };
    // The certificate is for the name that phones use, not for the local address.
    let tls = TlsConfig::builder()
        .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()))
        .disable_verification(true)
        .build();
    let timeout = Some(Duration::from_secs(3));
    let agent = ureq::Agent::config_builder().timeout_global(timeout).proxy(None).tls_config(tls).build().new_agent();
    match agent.get(format!("{}://{address}/healthz", config.tls.scheme())).call() {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("No healthy Pegout at {address}: {error}.")),
    }
}
