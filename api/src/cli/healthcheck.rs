//! The check that a running service is ready, so that a container needs no other program for it.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::ring;
use serde_json::Value;
use ureq::tls::TlsConfig;

use crate::config::Config;

/// Checks the service that was started with this config, within three seconds: it is ready if it can store.
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
    let agent = ureq::Agent::config_builder()
        .timeout_global(Some(Duration::from_secs(3)))
        .http_status_as_error(false)
        .proxy(None)
        .tls_config(tls)
        .build()
        .new_agent();
    let mut answer = agent
        .get(format!("{}://{address}/readyz", config.tls.scheme()))
        .call()
        .map_err(|error| format!("No ready Pegout at {address}: {error}."))?;
    if answer.status().is_success() {
        return Ok(());
    }
    let problem: Option<Value> =
        answer.body_mut().read_to_string().ok().and_then(|text| serde_json::from_str(&text).ok());
    let detail = problem.as_ref().and_then(|problem| problem["detail"].as_str()).unwrap_or("It does not say why.");
    Err(format!("Pegout at {address} is not ready ({}): {detail}", answer.status().as_u16()))
}
