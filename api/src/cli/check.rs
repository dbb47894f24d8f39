//! The checks: of a database or a backup, and of a running service.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::ring;
use serde_json::Value;
use ureq::tls::TlsConfig;

use crate::cli;
use crate::config::Config;
use pegout_service::services::database::inspection::{self, Report};
use pegout_store::{Inspection, Location, StoreError, copy};

/// Checks this file, or the database, and prints its contents. Fails with a line for each fault.
pub async fn database(config: &Config, file: Option<&Path>) -> Result<(), String> {
    let of_file = file.map(|file| Location::File(file.to_owned()));
    let location = of_file.as_ref().unwrap_or(&config.database);
    let (report, inspection) = sound(location).await?;
    let note = inspection.note.map_or(String::new(), |note| format!("{note}\n"));
    cli::print(&format!("{location} is sound: {}.\n{note}", report.contents()))
}

/// Returns the report about an intact database, and the open database. Fails with a line for each fault. A database of
/// PostgreSQL's is copied, and the copy is opened.
pub async fn sound(location: &Location) -> Result<(Report, Inspection), String> {
    let inspection = match location {
        Location::File(file) => Inspection::open(file),
        Location::Postgres(address) => copy::from_postgres(address, None).await.and_then(Inspection::of),
    };
    let checked = inspection.and_then(|opened| Ok::<_, StoreError>((inspection::check(&opened)?, opened)));
    let (report, inspection) = checked.map_err(cli::sentence)?;
    if report.findings.is_empty() {
        return Ok((report, inspection));
    }
    Err(damaged(&format!("{location} is damaged"), &report.findings))
}

/// Returns the message about a damaged database: a first sentence, its findings, and advice.
pub fn damaged(so: &str, findings: &[String]) -> String {
    let advice = "Keep this file, check your backups with \"pegout check BACKUP\", and put the newest sound one in its place \
                  with \"pegout restore BACKUP\".";
    format!("{so}:\n{}\n{advice}", findings.join("\n"))
}

/// Checks within three seconds that the service with this config is ready to store. A container needs no other program for it.
pub fn health(config: &Config) -> Result<(), String> {
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
