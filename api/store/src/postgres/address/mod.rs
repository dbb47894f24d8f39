//! The address of a database in PostgreSQL: `postgres://user:password@host:port/name?sslmode=require`.

mod hosts;
mod parameters;
mod tls;

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres::{Config, Error};

use hosts::{Hosts, Made};
use parameters::TlsParameters;
pub use tls::Encryption;

/// The environment variable with the password of an address that has none, as PostgreSQL's own programs read it.
const PASSWORD: &str = "PGPASSWORD";
/// The longest wait for a connection to be made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// The longest wait for each of several hosts. A lost machine never answers, and the next host must be reached before
/// the caller's own timeout.
const CONNECT_TIMEOUT_OF_SEVERAL: Duration = Duration::from_millis(300);
/// A connection without an answer for this long counts as lost.
const LOST_AFTER: Duration = Duration::from_secs(10);
/// The time between two probes of a silent connection.
const PROBE_EVERY: Duration = Duration::from_secs(2);
/// The settings of every session. Committed data is on the disk, and no statement waits for ever. A server lost within
/// a transaction loses its locks before other servers stop waiting. A statement ends before this program abandons its
/// connection, so there are never more statements than connections. A statement after a lock sees the data committed
/// before the lock. Rows get their checksums, which contain bytes as hexadecimal digits.
const SETTINGS: &str = "-c synchronous_commit=on -c statement_timeout=8s -c lock_timeout=5s \
    -c idle_in_transaction_session_timeout=3s -c default_transaction_isolation=read\\ committed -c timezone=UTC -c bytea_output=hex -c pegout.checksums=on";

/// The address of a database. It is shown without its password.
#[derive(Clone)]
pub struct PostgresAddress {
    config: Arc<Config>,
    hosts: Hosts,
    /// The file of the authorities that are trusted.
    authorities: Option<PathBuf>,
    /// The name of the database.
    name: Arc<str>,
    shown: Arc<str>,
}

impl PostgresAddress {
    /// Returns true for the address of a database in PostgreSQL, and false for the name of a file.
    pub fn is_one(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }

    /// The name of the database.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The configuration of its connections.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// A new connection. PostgreSQL lists it under this name.
    pub async fn connect(&self, name: &str, tls: &Encryption) -> Result<Made, Error> {
        self.hosts.connect(name, tls).await
    }

    /// The encryption of connections, if they are encrypted.
    pub fn tls(&self) -> Result<Encryption, String> {
        match self.config.get_ssl_mode() {
            SslMode::Disable => Encryption::none(),
            _ => Encryption::with_authorities(self.authorities.as_deref()),
        }
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
        let (rest, TlsParameters { encrypted, authorities }) = parameters::take_encryption(text)?;
        let mut config: Config = rest.parse().map_err(refused)?;
        let is_encrypted = encrypted.unwrap_or(authorities.is_some() || !is_of_this_machine(&config));
        config.ssl_mode(if is_encrypted { SslMode::Require } else { SslMode::Disable });
        if config.get_password().is_none()
            && let Ok(password) = std::env::var(PASSWORD)
        {
            config.password(password);
        }
        let are_several = config.get_hosts().len() > 1;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(if are_several { CONNECT_TIMEOUT_OF_SEVERAL } else { CONNECT_TIMEOUT });
        }
        // Take the host that accepts writes: a connection to a standby would stay there.
        if are_several && config.get_target_session_attrs() == TargetSessionAttrs::Any {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
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
        let name: Arc<str> = config.get_dbname().or(config.get_user()).unwrap_or("postgres").into();
        let shown = format!("postgres://{host}:{port}/{name}");
        let hosts = Hosts::of(&config);
        Ok(PostgresAddress { config: Arc::new(config), hosts, authorities, name, shown: shown.into() })
    }
}

/// Returns true if every host is this machine, so that no network carries the data.
fn is_of_this_machine(config: &Config) -> bool {
    if !config.get_hostaddrs().is_empty() {
        return config.get_hostaddrs().iter().all(IpAddr::is_loopback);
    }
    config.get_hosts().iter().all(|host| match host {
        Host::Tcp(name) => name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback()),
        #[cfg(unix)]
        Host::Unix(_) => true,
    })
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
        assert_eq!(address.config().get_password(), Some(&b"s@cret"[..]));
    }

    #[test]
    fn of_several_hosts_the_one_that_takes_writes_is_wanted() {
        let wanted = |address: &str| address.parse::<PostgresAddress>().unwrap().config.get_target_session_attrs();
        assert_eq!(wanted("postgres://a:b@one,other/c"), TargetSessionAttrs::ReadWrite);
        assert_eq!(wanted("postgres://a:b@one/c"), TargetSessionAttrs::Any);
    }

    #[test]
    fn the_error_of_an_address_does_not_quote_it() {
        for address in ["postgres://club:s@cret@x:notaport/y", "postgres://club:s@?cret=1@x/y"] {
            let error = address.parse::<PostgresAddress>().unwrap_err();
            assert!(error.contains("%40") && !error.contains("cret"), "{error}");
        }
    }

    #[test]
    fn without_a_word_about_it_connections_are_encrypted_to_other_machines_alone() {
        for (address, is_encrypted) in [
            ("postgres://a:b@127.0.0.1/c", false),
            ("postgres://a:b@[::1]:5433/c", false),
            ("postgres://a:b@localhost,127.0.0.2/c", false),
            ("postgres://a:b@/c?host=/run/postgresql", false),
            ("postgres://a:b@localhost/c?hostaddr=192.0.2.7", true),
            ("postgres://a:b@localhost,db.example/c", true),
            ("postgres://a:b@db.example/c", true),
            ("postgres://a:b@db.example/c?sslmode=disable", false),
            ("postgres://a:b@127.0.0.1/c?sslmode=require", true),
            ("postgres://a:b@127.0.0.1/c?sslmode=verify-full", true),
            ("postgres://a:b@127.0.0.1/c?sslrootcert=ca.pem", true),
        ] {
            let parsed: PostgresAddress = address.parse().unwrap();
            let expected = if is_encrypted { SslMode::Require } else { SslMode::Disable };
            assert_eq!(parsed.config().get_ssl_mode(), expected, "{address}");
        }
    }
}
