//! How much anybody may ask for.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

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
pub enum WriteKey {
    /// Who has this token.
    Token(TokenHash),
    /// Somebody without one, at this address.
    Address(IpAddr),
}

/// What has been asked for lately.
pub struct RateLimits {
    writes: DefaultKeyedRateLimiter<WriteKey>,
    wrong: Mutex<HashMap<IpAddr, Vec<Instant>>>,
    wrong_tries: usize,
    /// Whether what a request says of itself in the headers of a proxy is believed.
    pub behind_proxy: bool,
}

impl RateLimits {
    /// Nobody has asked for anything yet.
    pub fn new(options: &LimitOptions) -> RateLimits {
        let writes = Quota::per_second(options.writes).allow_burst(options.writes_at_once);
        RateLimits {
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
    pub fn check_write(&self, writer: WriteKey) -> Result<(), Problem> {
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
    pub fn check_guess(&self, address: IpAddr) -> Result<(), Problem> {
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
    pub fn record_wrong_guess(&self, address: IpAddr) {
        self.wrong().entry(address).or_default().push(Instant::now());
    }

    /// Forgets what is long past, for as long as the service runs.
    pub async fn forget_expired(limits: Arc<RateLimits>) {
        loop {
            tokio::time::sleep(MINUTE).await;
            limits.writes.retain_recent();
            limits.wrong().retain(|_, tries| tries.iter().any(|tried| tried.elapsed() < MINUTE));
        }
    }

    fn wrong(&self) -> MutexGuard<'_, HashMap<IpAddr, Vec<Instant>>> {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
