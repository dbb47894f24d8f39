//! How much anybody may ask for.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use actix_web::web::Data;
use actix_web::{HttpRequest, rt};
use clap::{ArgAction, Args};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::model::token::TokenHash;
use crate::problem::Problem;

const MINUTE: Duration = Duration::from_secs(60);

/// How much anybody may ask for. Generous, since a whole hall may be behind one address.
#[derive(Clone, Debug, Args)]
pub struct LimitOptions {
    /// How many wrong passwords and join codes a minute may come from one address.
    #[arg(long, env = "PEGOUT_WRONG_TRIES", default_value = "10", value_name = "A_MINUTE")]
    pub wrong_tries: NonZeroU32,

    /// How many changes a second may come with one token, or from one address where none is needed.
    #[arg(long, env = "PEGOUT_WRITES", default_value = "50", value_name = "A_SECOND")]
    pub writes: NonZeroU32,

    /// How many of them may come at once after a pause.
    #[arg(long, env = "PEGOUT_WRITES_AT_ONCE", default_value = "500", value_name = "NUMBER")]
    pub writes_at_once: NonZeroU32,

    /// How many may watch games and nights live from one address at once.
    #[arg(long, env = "PEGOUT_WATCHERS", default_value = "512", value_name = "NUMBER")]
    pub watchers: NonZeroU32,

    /// How many may watch at once from all addresses together.
    #[arg(long, env = "PEGOUT_ALL_WATCHERS", default_value = "8192", value_name = "NUMBER")]
    pub all_watchers: NonZeroU32,

    /// Whether every request comes through a proxy that says in X-Forwarded-For whom it is for.
    #[arg(
        long,
        env = "PEGOUT_BEHIND_PROXY",
        value_name = "YES_OR_NO",
        value_parser = yes_or_no,
        num_args = 0..=1,
        require_equals = true,
        default_value = "no",
        default_missing_value = "yes",
        action = ArgAction::Set
    )]
    pub behind_proxy: bool,
}

/// Reads a switch. An empty variable is one that a file of settings leaves open.
fn yes_or_no(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "yes" | "on" | "true" | "1" => Ok(true),
        "no" | "off" | "false" | "0" | "" => Ok(false),
        _ => Err("write yes or no".to_owned()),
    }
}

/// Who changes something.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Writer {
    /// Who has this token.
    Token(TokenHash),
    /// Somebody without one, at this address.
    Address(IpAddr),
}

/// What has been asked for lately.
pub struct Limits {
    writes: DefaultKeyedRateLimiter<Writer>,
    wrong: Mutex<HashMap<IpAddr, Vec<Instant>>>,
    wrong_tries: usize,
    /// Whether what a request says of itself in the headers of a proxy is believed.
    pub behind_proxy: bool,
}

impl Limits {
    /// Nobody has asked for anything yet.
    pub fn new(options: &LimitOptions) -> Limits {
        let writes = Quota::per_second(options.writes).allow_burst(options.writes_at_once);
        Limits {
            writes: RateLimiter::keyed(writes),
            wrong: Mutex::default(),
            wrong_tries: options.wrong_tries.get() as usize,
            behind_proxy: options.behind_proxy,
        }
    }

    /// Lets a change pass, unless there were too many.
    ///
    /// # Errors
    ///
    /// When there were.
    pub fn admit(&self, writer: Writer) -> Result<(), Problem> {
        self.writes.check_key(&writer).map_err(|wait| {
            let wait = wait.wait_time_from(DefaultClock::default().now());
            Problem::too_many_requests("Too many changes came at once, and this one was not made.", wait)
        })
    }

    /// Lets somebody try a password, unless too many wrong ones came from there within a minute.
    ///
    /// # Errors
    ///
    /// When they did.
    pub fn admit_try(&self, address: IpAddr) -> Result<(), Problem> {
        let mut wrong = self.wrong();
        let Some(tries) = wrong.get_mut(&address) else { return Ok(()) };
        tries.retain(|tried| tried.elapsed() < MINUTE);
        match tries.first() {
            Some(oldest) if tries.len() >= self.wrong_tries => {
                let wait = MINUTE.saturating_sub(oldest.elapsed());
                Err(Problem::too_many_requests("Too many wrong passwords or codes were tried from here.", wait))
            }
            _ => Ok(()),
        }
    }

    /// Remembers that a wrong password or join code came from there.
    pub fn note_wrong_try(&self, address: IpAddr) {
        self.wrong().entry(address).or_default().push(Instant::now());
    }

    /// Forgets what is long past, for as long as the service runs.
    pub async fn tidy(limits: Data<Limits>) {
        loop {
            rt::time::sleep(MINUTE).await;
            limits.writes.retain_recent();
            limits.wrong().retain(|_, tries| tries.iter().any(|tried| tried.elapsed() < MINUTE));
        }
    }

    fn wrong(&self) -> MutexGuard<'_, HashMap<IpAddr, Vec<Instant>>> {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What counts as the one place that a request comes from.
    pub fn address(&self, request: &HttpRequest) -> IpAddr {
        match self.source(request) {
            // Whoever has one address of version 6 has at least the 2^64 that begin alike.
            IpAddr::V6(address) => IpAddr::from((u128::from(address) >> 64 << 64).to_be_bytes()),
            address => address,
        }
    }

    /// Where a request comes from.
    pub fn source(&self, request: &HttpRequest) -> IpAddr {
        let forwarded = request.headers().get_all("x-forwarded-for").last().filter(|_| self.behind_proxy);
        let forwarded = forwarded.and_then(|list| named(list.to_str().ok()?.rsplit(',').next()?.trim()));
        let peer = || request.peer_addr().map(|peer| peer.ip());
        // Where both versions are listened for alike, an address of version 4 comes written as one of version 6.
        forwarded.or_else(peer).unwrap_or(IpAddr::from([0, 0, 0, 0])).to_canonical()
    }
}

/// The address that a proxy names: some write the port behind it.
fn named(text: &str) -> Option<IpAddr> {
    let before_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    text.parse().ok().or_else(before_port)
}
