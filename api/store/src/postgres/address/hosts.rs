//! The hosts of an address. Each is asked on its own, so that a frozen PostgreSQL, whose machine still takes connections, keeps
//! nobody from the next host.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, select_ok};
use tokio::time::timeout;
use tokio_postgres::config::{Host, LoadBalanceHosts};
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Connection, Error, Socket};

use super::Encryption;

/// The wait for one host before the next host is asked too.
const NEXT_HOST: Duration = Duration::from_secs(1);

/// A connection that was made.
pub type Made = (Client, Connection<Socket, <Encryption as MakeTlsConnect<Socket>>::Stream>);

/// The configurations of the hosts, in the order of the address.
#[derive(Clone)]
pub struct Hosts {
    configs: Arc<[Config]>,
    /// The host that was connected to last, which is asked first: a primary that goes on after its standby has taken over gets no
    /// connection.
    last: Arc<AtomicUsize>,
}

impl Hosts {
    pub fn of(config: &Config) -> Hosts {
        let count = config.get_hosts().len().max(config.get_hostaddrs().len());
        // The library chooses by chance among all hosts.
        let is_by_chance = config.get_load_balance_hosts() == LoadBalanceHosts::Random;
        let configs = match count {
            0 | 1 => vec![config.clone()],
            _ if is_by_chance => vec![config.clone()],
            _ => (0..count).map(|place| of_one(config, place)).collect(),
        };
        Hosts { configs: configs.into(), last: Arc::default() }
    }

    /// Connects to the first host that can be used. PostgreSQL lists the connection under this name.
    pub async fn connect(&self, name: &str, tls: &Encryption) -> Result<Made, Error> {
        let mut asked: Vec<(usize, Config)> = self.configs.iter().cloned().enumerate().collect();
        asked.iter_mut().for_each(|(_, config)| {
            config.application_name(name);
        });
        asked.rotate_left(self.last.load(Relaxed));
        let first = asked.remove(0);
        let (place, made) = first_of(&first, &asked, tls).await?;
        self.last.store(place, Relaxed);
        Ok(made)
    }
}

/// Asks one host after the other, and does not stop to wait for an earlier one.
fn first_of<'a>(
    (place, config): &'a (usize, Config),
    rest: &'a [(usize, Config)],
    tls: &'a Encryption,
) -> BoxFuture<'a, Result<(usize, Made), Error>> {
    async move {
        let mut asked = async move { Ok((*place, config.connect(tls.clone()).await?)) }.boxed();
        let Some((next, rest)) = rest.split_first() else { return asked.await };
        match timeout(NEXT_HOST, &mut asked).await {
            Ok(Ok(made)) => Ok(made),
            Ok(Err(_)) => first_of(next, rest, tls).await,
            Err(_) => Ok(select_ok([asked, first_of(next, rest, tls)]).await?.0),
        }
    }
    .boxed()
}

/// The configuration with one of its hosts.
fn of_one(all: &Config, place: usize) -> Config {
    let mut one = Config::new();
    match all.get_hosts().get(place) {
        Some(Host::Tcp(host)) => one.host(host),
        #[cfg(unix)]
        Some(Host::Unix(path)) => one.host_path(path),
        None => &mut one,
    };
    all.get_hostaddrs().get(place).map(|address| one.hostaddr(*address));
    all.get_ports().get(place).or(all.get_ports().first()).map(|port| one.port(*port));
    all.get_user().map(|user| one.user(user));
    all.get_password().map(|password| one.password(password));
    all.get_dbname().map(|name| one.dbname(name));
    all.get_options().map(|options| one.options(options));
    all.get_connect_timeout().map(|longest| one.connect_timeout(*longest));
    all.get_tcp_user_timeout().map(|longest| one.tcp_user_timeout(*longest));
    all.get_keepalives_interval().map(|time| one.keepalives_interval(time));
    all.get_keepalives_retries().map(|retries| one.keepalives_retries(retries));
    one.keepalives(all.get_keepalives()).keepalives_idle(all.get_keepalives_idle());
    one.ssl_mode(all.get_ssl_mode()).ssl_negotiation(all.get_ssl_negotiation());
    one.target_session_attrs(all.get_target_session_attrs()).channel_binding(all.get_channel_binding());
    one
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_host_alone_has_all_that_its_address_says() {
        let rest = "connect_timeout=9&tcp_user_timeout=8&keepalives=0&keepalives_idle=7&keepalives_interval=6&keepalives_retries=5\
            &target_session_attrs=read-write&channel_binding=disable&options=-c%20jit%3Doff&sslnegotiation=direct&sslmode=require";
        let parsed = |hosts: &str| format!("postgres://a:b@{hosts}/n?{rest}").parse::<Config>().unwrap();
        let hosts = Hosts::of(&parsed("one:5433,%2Frun,three:5435"));
        assert_eq!(hosts.configs[..], ["one:5433", "%2Frun:5432", "three:5435"].map(parsed));
    }
}
