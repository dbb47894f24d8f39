//! Requests to the receivers of webhooks. No other module calls other services.

mod receiver_url;

use std::io::{self, Read};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use clap::ValueEnum;
use rustls::crypto::ring;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout, time};
use ureq::{Agent, Error, Timeout};

/// The most seconds that a post takes.
pub const MAX_SECONDS: u64 = 10;
/// The most bytes of a response that are read and dropped.
const MAX_ANSWER: u64 = 64 * 1024;
/// The longest lookup of a name when an address is checked.
const CHECK_TIMEOUT: Duration = Duration::from_millis(800);

/// The receivers that a service sends to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AllowedReceivers {
    /// Receivers on the internet, over https only and on port 443 or 8443.
    Public,
    /// Also receivers on this machine and in its own networks, over http too and on any port.
    Any,
    /// No receivers: messages are stored, and nothing is sent.
    Off,
}

/// The receivers of webhooks.
pub trait Receivers: Send + Sync {
    /// Checks the address of a receiver, and returns it in normal form, or a sentence about the error. Looking up the
    /// name may take a second.
    fn check(&self, url: &str) -> Result<String, String>;
    /// Posts a message, and waits for the response, [`MAX_SECONDS`] at most.
    fn post(&self, message: &Message) -> Result<u16, PostError>;
    /// Returns false if messages must not be sent.
    fn is_on(&self) -> bool;
}

/// A message to a receiver.
#[derive(Clone, Debug)]
pub struct Message {
    /// The address.
    pub url: String,
    /// Its id.
    pub id: String,
    /// The seconds since 1970 when it is sent.
    pub timestamp: i64,
    /// The signature.
    pub signature: String,
    /// The body, JSON.
    pub body: String,
}

/// The reason why no response came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostError {
    /// The service may not send to this address.
    NotAllowed,
    /// Nobody has the name.
    UnknownHost,
    /// No connection, or none that is trusted.
    NoConnection,
    /// No answer came in time.
    TimedOut,
}

/// Receivers over HTTP.
pub struct HttpReceivers {
    reach: AllowedReceivers,
    timeout: Duration,
    /// Made for the first message, since it takes the certificates of all authorities.
    agent: OnceLock<Agent>,
}

impl HttpReceivers {
    /// Receivers within `reach`. Each response must come within `timeout`, or within the usual time.
    pub fn new(reach: AllowedReceivers, timeout: Option<Duration>) -> HttpReceivers {
        let timeout = timeout.unwrap_or(Duration::from_secs(MAX_SECONDS));
        HttpReceivers { reach, timeout, agent: OnceLock::new() }
    }

    fn agent(&self) -> &Agent {
        self.agent.get_or_init(|| {
            let resolver = CheckedResolver::new(self.reach);
            Agent::with_parts(config(self.timeout), DefaultConnector::default(), resolver)
        })
    }
}

impl Receivers for HttpReceivers {
    fn check(&self, url: &str) -> Result<String, String> {
        let url = receiver_url::parse(url, self.reach)?;
        let (host, uri) = (url.host_str().unwrap_or_default(), url.as_str().parse::<Uri>());
        let timeout = NextTimeout {
            after: time::Duration::from(CHECK_TIMEOUT),
            reason: Timeout::Resolve,
            ..NextTimeout::default()
        };
        let resolved = uri.map(|uri| CheckedResolver::new(self.reach).resolve(&uri, &Config::default(), timeout));
        match resolved {
            Ok(Err(error)) if is_not_allowed(&error) => Err(receiver_url::not_public(host)),
            // A name without an address now may get an address later.
            Ok(_) => Ok(url.into()),
            Err(_) => Err(format!("“{host:.60}” has an address that cannot be used: write it with letters alone.")),
        }
    }

    fn post(&self, message: &Message) -> Result<u16, PostError> {
        let Message { url, id, timestamp, signature, body } = message;
        // The operator may have changed `--webhooks` since the address was checked.
        let url = receiver_url::parse(url, self.reach).map_err(|_| PostError::NotAllowed)?;
        let request = self
            .agent()
            .post(url.as_str())
            .header("content-type", "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", timestamp.to_string())
            .header("webhook-signature", signature);
        let mut answer = request.send(body.as_str()).map_err(|error| failure(&error))?;
        // Lets the receiver finish its response. The status is known already.
        let _ = io::copy(&mut answer.body_mut().as_reader().take(MAX_ANSWER), &mut io::sink());
        Ok(answer.status().as_u16())
    }

    fn is_on(&self) -> bool {
        self.reach != AllowedReceivers::Off
    }
}

fn config(timeout: Duration) -> Config {
    let found = rustls_native_certs::load_native_certs();
    if found.certs.is_empty() {
        log::warn!("no certificates of authorities are on this machine, so that no webhook can be reached over https");
    }
    let roots: Vec<Certificate<'static>> =
        found.certs.iter().map(|certificate| Certificate::from_der(certificate).to_owned()).collect();
    let tls = TlsConfig::builder()
        .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()))
        .root_certs(RootCerts::from(roots))
        .build();
    Agent::config_builder()
        .timeout_global(Some(timeout))
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(None)
        // Never reuse a connection: its address was checked long ago.
        .max_idle_connections(0)
        .user_agent(concat!("Pegout/", env!("CARGO_PKG_VERSION")))
        .tls_config(tls)
        .build()
}

fn failure(error: &Error) -> PostError {
    match error {
        error if is_not_allowed(error) => PostError::NotAllowed,
        Error::HostNotFound => PostError::UnknownHost,
        Error::Timeout(_) => PostError::TimedOut,
        Error::Io(error) if error.kind() == io::ErrorKind::TimedOut => PostError::TimedOut,
        // The lookup of a name has no kind of its own.
        Error::Io(error) if error.to_string().contains("failed to lookup address") => PostError::UnknownHost,
        _ => PostError::NoConnection,
    }
}

/// A resolver that returns public addresses only. The agent connects to these addresses.
#[derive(Debug)]
struct CheckedResolver {
    reach: AllowedReceivers,
    system: DefaultResolver,
}

/// The error of a name with an address that is not public.
#[derive(Debug, thiserror::Error)]
#[error("the receiver is not on the internet")]
struct NotPublic;

impl CheckedResolver {
    fn new(reach: AllowedReceivers) -> CheckedResolver {
        CheckedResolver { reach, system: DefaultResolver::default() }
    }
}

impl Resolver for CheckedResolver {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.system.resolve(uri, config, timeout)?;
        let is_allowed =
            self.reach == AllowedReceivers::Any || found.iter().all(|found| receiver_url::is_public(found.ip()));
        if is_allowed { Ok(found) } else { Err(Error::Other(Box::new(NotPublic))) }
    }
}

fn is_not_allowed(error: &Error) -> bool {
    matches!(error, Error::Other(other) if other.is::<NotPublic>())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_leads_to_this_machine_is_found_only_where_that_is_allowed() {
        let timeout = || NextTimeout {
            after: time::Duration::from(Duration::from_secs(5)),
            reason: Timeout::Resolve,
            ..NextTimeout::default()
        };
        let resolve = |reach, uri: &str| {
            CheckedResolver::new(reach).resolve(&uri.parse().unwrap(), &Config::default(), timeout())
        };
        for uri in
            ["https://localhost/", "https://localhost:8443/", "https://[::1]/", "https://127.0.0.1/", "https://0/"]
        {
            for reach in [AllowedReceivers::Public, AllowedReceivers::Off] {
                assert!(is_not_allowed(&resolve(reach, uri).unwrap_err()), "{uri}");
            }
            assert!(resolve(AllowedReceivers::Any, uri).is_ok(), "{uri}");
        }
        assert!(resolve(AllowedReceivers::Public, "https://1.1.1.1/").is_ok());
    }

    #[test]
    fn the_agent_connects_to_what_the_resolver_has_checked() {
        // The form of the address is not looked at here.
        let error = HttpReceivers::new(AllowedReceivers::Public, None)
            .agent()
            .post("https://localhost:8443/")
            .send("{}")
            .unwrap_err();
        assert_eq!(failure(&error), PostError::NotAllowed);
    }
}
