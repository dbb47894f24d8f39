//! The address of a database in PostgreSQL: `postgres://user:password@host:port/name?sslmode=require`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

/// The longest wait for a connection to be made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// The time without an answer after which a connection counts as lost.
const LOST_AFTER: Duration = Duration::from_secs(10);
/// The time between two signs of life that are asked for where none has come.
const PROBE_EVERY: Duration = Duration::from_secs(2);
/// The settings of every session: what was committed is on the disk, and nothing waits for ever. A server that is lost in the
/// middle of a transaction lets go of its locks before others give up waiting for them. A statement ends before this program
/// gives its connection up, so that no more of them run than there are connections.
const SETTINGS: &str = "-c synchronous_commit=on -c statement_timeout=8s -c lock_timeout=5s \
    -c idle_in_transaction_session_timeout=3s -c timezone=UTC";

/// The address of a database. It is shown without its password.
#[derive(Clone)]
pub struct PostgresAddress {
    config: Arc<Config>,
    shown: Arc<str>,
}

impl PostgresAddress {
    /// Returns true for the address of a database in PostgreSQL, and false for the name of a file.
    pub fn is_one(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }

    /// The way to connect, under this name, by which the server lists its connections.
    pub fn config(&self, name: &str) -> Config {
        let mut config = Config::clone(&self.config);
        config.application_name(name);
        config
    }

    /// The way to encrypt connections: the certificate of the server must be of an authority that this machine knows.
    pub fn tls(&self) -> Result<MakeRustlsConnect, rustls::Error> {
        let mut roots = RootCertStore::empty();
        if self.config.get_ssl_mode() != SslMode::Disable {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(MakeRustlsConnect::new(config))
    }
}

impl FromStr for PostgresAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<PostgresAddress, String> {
        // The error of the parser may quote the password.
        let refused = |_| {
            "This address of a database cannot be read: write it as postgres://USER:PASSWORD@HOST:5432/NAME, with %40 for an \
             @ in the password."
                .to_owned()
        };
        let mut config: Config = text.parse().map_err(refused)?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        config.keepalives_idle(LOST_AFTER).keepalives_interval(PROBE_EVERY).tcp_user_timeout(LOST_AFTER);
        config.options(match config.get_options() {
            Some(options) => format!("{SETTINGS} {options}"),
            None => SETTINGS.to_owned(),
        });
        let host = match config.get_hosts().first() {
            Some(Host::Tcp(host)) => host.clone(),
            #[cfg(unix)]
            Some(Host::Unix(path)) => path.display().to_string(),
            None => return Err("The address of a database names its host: postgres://HOST/NAME.".to_owned()),
        };
        let port = config.get_ports().first().copied().unwrap_or(5432);
        let name = config.get_dbname().or(config.get_user()).unwrap_or("postgres");
        let shown = format!("postgres://{host}:{port}/{name}");
        Ok(PostgresAddress { config: Arc::new(config), shown: shown.into() })
    }
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        let address: PostgresAddress =
            "postgres://club:s%40cret@db.example:6432/pegout?sslmode=disable".parse().unwrap();
        assert_eq!(
            format!("{address} {address:?}"),
            "postgres://db.example:6432/pegout postgres://db.example:6432/pegout"
        );
        assert_eq!(address.config("test").get_password(), Some(&b"s@cret"[..]));
    }

    #[test]
    fn the_error_of_an_address_does_not_quote_it() {
        let error = "postgres://club:s@cret@x:notaport/y".parse::<PostgresAddress>().unwrap_err();
        assert!(error.contains("%40") && !error.contains("cret"), "{error}");
    }
}
