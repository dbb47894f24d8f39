//! The rate limits on changes and on wrong passwords and codes.

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

/// The rate limits. They are generous, since all players at a hall may share one address.
#[derive(Clone, Debug, Args)]
pub struct LimitOptions {
    /// The wrong passwords and join codes allowed a minute from one address.
    #[arg(long, env = "PEGOUT_WRONG_TRIES", default_value = "10", value_name = "A_MINUTE")]
    pub wrong_tries: NonZeroU32,

    /// The changes allowed a second with one token, or from one address where no token is needed.
    #[arg(long, env = "PEGOUT_WRITES", default_value = "50", value_name = "A_SECOND")]
    pub writes: NonZeroU32,

    /// The changes allowed at once after a pause.
    #[arg(long, env = "PEGOUT_WRITES_AT_ONCE", default_value = "500", value_name = "NUMBER")]
    pub writes_at_once: NonZeroU32,

    /// The live streams of games and nights allowed at once to one address.
    #[arg(long, env = "PEGOUT_WATCHERS", default_value = "512", value_name = "NUMBER")]
    pub watchers: NonZeroU32,

    /// The live streams allowed at once to all addresses together.
    #[arg(long, env = "PEGOUT_ALL_WATCHERS", default_value = "8192", value_name = "NUMBER")]
    pub all_watchers: NonZeroU32,

    /// True if every request comes through a proxy that sends the client's address in X-Forwarded-For.
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

/// Parses a switch. An empty value means no, as a settings file may leave a variable empty.
fn yes_or_no(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "yes" | "on" | "true" | "1" => Ok(true),
        "no" | "off" | "false" | "0" | "" => Ok(false),
        _ => Err("write yes or no".to_owned()),
    }
}

/// The key that changes are counted by.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum WriteKey {
    /// A token.
    Token(TokenHash),
    /// An address, for a request without a token.
    Address(IpAddr),
}

/// The recent changes and wrong guesses.
pub struct RateLimits {
    writes: DefaultKeyedRateLimiter<WriteKey>,
    wrong: Mutex<HashMap<IpAddr, Vec<Instant>>>,
    wrong_tries: usize,
    /// True if the headers of a proxy are trusted.
    pub behind_proxy: bool,
}

impl RateLimits {
    /// Creates the limits, with nothing counted yet.
    pub fn new(options: &LimitOptions) -> RateLimits {
        let writes = Quota::per_second(options.writes).allow_burst(options.writes_at_once);
        RateLimits {
            writes: RateLimiter::keyed(writes),
            wrong: Mutex::default(),
            wrong_tries: options.wrong_tries.get() as usize,
            behind_proxy: options.behind_proxy,
        }
    }

    /// Counts a change, or rejects it if there were too many.
    pub fn check_write(&self, writer: WriteKey) -> Result<(), Problem> {
        self.writes.check_key(&writer).map_err(|wait| {
            let wait = wait.wait_time_from(DefaultClock::default().now());
            Problem::too_many_requests("Too many changes came at once, and this one was not made.", wait)
        })
    }

    /// Rejects a guess if too many wrong ones came from this address within a minute.
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

    /// Records a wrong password or join code from this address.
    pub fn record_wrong_guess(&self, address: IpAddr) {
        self.wrong().entry(address).or_default().push(Instant::now());
    }

    /// Removes expired entries, for as long as the service runs.
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
