//! The rate limits on changes, on wrong passwords and on games without a night.

use async_recursion::async_recursion as boxed;
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use clap::{ArgAction, Args};
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use pegout_engine::Time;
use pegout_league::NightId;
use prometheus::IntCounter;

use super::codes::{ShownCodes, WrongCodes};
use crate::problem::{Problem, RatePolicy};
use pegout_model::clock::Clock;
use pegout_model::token::TokenHash;

const MINUTE: Duration = Duration::from_secs(60);
/// The time for which games and events of an address count, from the first of them.
const DAY: Duration = Duration::from_secs(24 * 3600);
/// The time between two removals of days that are over.
const FORGET_INTERVAL: Duration = Duration::from_secs(3600);

/// The rate limits. They are generous, since all players at a hall may share one address.
#[derive(Clone, Debug, Args)]
pub struct LimitOptions {
    /// The wrong passwords allowed a minute from one address, and from one device that has signed in before.
    #[arg(long, env = "PEGOUT_WRONG_TRIES", default_value = "10", value_name = "A_MINUTE")]
    pub wrong_tries: NonZeroU32,

    /// The wrong join codes answered a minute to one address; all together may send ten times as many. The right one
    /// works after that, too.
    #[arg(long, env = "PEGOUT_WRONG_CODES", default_value = "300", value_name = "A_MINUTE")]
    pub wrong_codes: NonZeroU32,

    /// The changes allowed a second with one token, or from one address where no token is needed.
    #[arg(long, env = "PEGOUT_WRITES", default_value = "50", value_name = "A_SECOND")]
    pub writes: NonZeroU32,

    /// The changes allowed at once after a pause.
    #[arg(long, env = "PEGOUT_WRITES_AT_ONCE", default_value = "500", value_name = "NUMBER")]
    pub writes_at_once: NonZeroU32,

    /// The bounds on games without a night.
    #[command(flatten)]
    pub free_games: FreeGameOptions,

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
    /// A night, for a phone that joins it with its secret.
    Night(NightId),
}

/// The budget that a wrong guess counts in. Each budget is counted on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// Passwords from an address.
    Passwords(IpAddr),
    /// Passwords from a device that has signed in before.
    Device(TokenHash),
}

/// A guess that counts as wrong, until it is forgiven.
#[derive(Debug)]
pub struct Guess {
    budget: Budget,
    at: Instant,
}

/// The recent changes and wrong guesses.
pub struct RateLimits {
    writes: DefaultKeyedRateLimiter<WriteKey>,
    wrong: Mutex<HashMap<Budget, Vec<Instant>>>,
    wrong_tries: NonZeroU32,
    write_policy: RatePolicy,
    /// The codes that televisions show.
    pub shown_codes: ShownCodes,
    /// The wrong join codes, and the wrong codes of televisions.
    pub wrong_codes: WrongCodes,
    /// The metric of all wrong passwords.
    pub wrong_passwords: IntCounter,
    /// True if the headers of a proxy are trusted.
    pub behind_proxy: bool,
}

impl RateLimits {
    /// Creates the limits, with nothing counted yet. `wrong_passwords` is the metric of them.
    pub fn new(options: &LimitOptions, wrong_passwords: IntCounter) -> RateLimits {
        let writes = Quota::per_second(options.writes).allow_burst(options.writes_at_once);
        RateLimits {
            writes: RateLimiter::keyed(writes),
            wrong: Mutex::default(),
            wrong_tries: options.wrong_tries,
            shown_codes: ShownCodes::default(),
            wrong_codes: WrongCodes::new(options.wrong_codes),
            wrong_passwords,
            write_policy: RatePolicy { name: "changes", quota: options.writes.get(), window: Duration::from_secs(1) },
            behind_proxy: options.behind_proxy,
        }
    }

    /// Counts a change, or rejects it if there were too many.
    pub fn check_write(&self, writer: WriteKey) -> Result<(), Problem> {
        self.writes.check_key(&writer).map_err(|wait| {
            let wait = wait.wait_time_from(DefaultClock::default().now());
            Problem::too_many_requests(
                "Too many changes came at once, and this one was not made.",
                self.write_policy,
                wait,
            )
        })
    }

    /// Counts a guess as a wrong one, or rejects it if too many wrong ones came within a minute. Concurrent guesses
    /// cannot exceed the limit.
    pub fn begin_guess(&self, budget: Budget) -> Result<Guess, Problem> {
        let (name, sentence) = match budget {
            Budget::Passwords(_) => ("passwords", "Too many wrong passwords were tried from here."),
            Budget::Device(_) => ("device", "Too many wrong passwords were tried on this device."),
        };
        let most = self.wrong_tries.get();
        let mut wrong = self.wrong();
        let tries = wrong.entry(budget).or_default();
        tries.retain(|tried| tried.elapsed() < MINUTE);
        match tries.first() {
            Some(oldest) if tries.len() >= most as usize => {
                let policy = RatePolicy { name, quota: most, window: MINUTE };
                Err(Problem::too_many_requests(sentence, policy, MINUTE.saturating_sub(oldest.elapsed())))
            }
            _ => {
                let at = Instant::now();
                tries.push(at);
                Ok(Guess { budget, at })
            }
        }
    }

    /// Removes a guess from the count: it was right, or was not tried.
    pub fn forgive(&self, guess: &Guess) {
        if let Some(tries) = self.wrong().get_mut(&guess.budget)
            && let Some(place) = tries.iter().position(|at| *at == guess.at)
        {
            tries.remove(place);
        }
    }

    /// Removes expired entries, for as long as the service runs.
    #[boxed(?Send)]
    pub async fn forget_expired(limits: Arc<RateLimits>) {
        loop {
            tokio::time::sleep(MINUTE).await;
            limits.writes.retain_recent();
            limits.shown_codes.forget_expired(Instant::now());
            limits.wrong().retain(|_, tries| tries.iter().any(|tried| tried.elapsed() < MINUTE));
            limits.wrong_codes.forget_expired(Instant::now());
        }
    }

    fn wrong(&self) -> MutexGuard<'_, HashMap<Budget, Vec<Instant>>> {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bounds on games without a night.
#[derive(Clone, Debug, Args)]
pub struct FreeGameOptions {
    /// The games without a night that may be begun a day from one address; 0: no limit.
    #[arg(long, env = "PEGOUT_FREE_GAMES", default_value = "500", value_name = "A_DAY")]
    pub free_games: u32,

    /// The events a day of games without a night from one address. At this number no more games may be begun there; 0:
    /// no limit. Games that were begun go on.
    #[arg(long, env = "PEGOUT_FREE_EVENTS", default_value = "150000", value_name = "A_DAY")]
    pub free_events: u32,
}

/// The games without a night that were begun from each address on its day, and the events in them. They are in memory
/// only: a restart forgets them.
pub struct FreeGames {
    options: FreeGameOptions,
    clock: Arc<dyn Clock>,
    days: Mutex<HashMap<IpAddr, Day>>,
}

/// The day of an address, which begins with its first game or event.
struct Day {
    began: Time,
    games: u32,
    events: u32,
}

/// A game that an address is about to begin. It counts, unless it is dropped before it was stored.
pub struct GameReservation {
    all: Arc<FreeGames>,
    address: IpAddr,
    is_stored: bool,
}

impl FreeGames {
    /// The bounds of these options, with nothing counted yet.
    pub fn new(options: FreeGameOptions, clock: Arc<dyn Clock>) -> FreeGames {
        FreeGames { options, clock, days: Mutex::default() }
    }

    /// No bounds.
    pub fn unlimited(clock: Arc<dyn Clock>) -> FreeGames {
        FreeGames::new(FreeGameOptions { free_games: 0, free_events: 0 }, clock)
    }

    /// Reserves one more game for an address, or rejects it until the address's day is over. Concurrent requests cannot
    /// exceed the bound.
    pub fn reserve(self: &Arc<FreeGames>, address: IpAddr) -> Result<GameReservation, Problem> {
        let now = self.clock.now();
        let mut days = self.days();
        let day = today(&mut days, address, now);
        let FreeGameOptions { free_games, free_events } = self.options;
        let (name, quota, sentence) = if free_games > 0 && day.games >= free_games {
            let sentence = format!("{free_games} games were begun from here within a day, as many as may be.");
            ("free-games", free_games, sentence)
        } else if free_events > 0 && day.events >= free_events {
            let sentence = format!(
                "The games from here had {free_events} pegs, deals and other changes within a day, as many as may be."
            );
            ("free-events", free_events, sentence)
        } else {
            day.games += 1;
            return Ok(GameReservation { all: self.clone(), address, is_stored: false });
        };
        let wait = DAY.saturating_sub(since(day.began, now).unwrap_or_default());
        Err(Problem::too_many_free_games(&sentence, RatePolicy { name, quota, window: DAY }, wait))
    }

    /// Counts events of games without a night from an address.
    pub fn count_events(&self, address: IpAddr, events: usize) {
        let mut days = self.days();
        let day = today(&mut days, address, self.clock.now());
        day.events = day.events.saturating_add(u32::try_from(events).unwrap_or(u32::MAX));
    }

    /// Removes days that are over, for as long as the service runs.
    #[boxed(?Send)]
    pub async fn forget_expired(self: Arc<FreeGames>) {
        loop {
            tokio::time::sleep(FORGET_INTERVAL).await;
            let now = self.clock.now();
            self.days().retain(|_, day| since(day.began, now).is_some());
        }
    }

    fn days(&self) -> MutexGuard<'_, HashMap<IpAddr, Day>> {
        self.days.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GameReservation {
    /// Lets the game count: it is stored.
    pub fn commit(mut self) {
        self.is_stored = true;
    }
}

impl Drop for GameReservation {
    fn drop(&mut self) {
        if !self.is_stored
            && let Some(day) = self.all.days().get_mut(&self.address)
        {
            day.games = day.games.saturating_sub(1);
        }
    }
}

/// The day of an address, a new one if the last is over.
fn today(days: &mut HashMap<IpAddr, Day>, address: IpAddr, now: Time) -> &mut Day {
    let day = days.entry(address).or_insert(Day { began: now, games: 0, events: 0 });
    if since(day.began, now).is_none() {
        *day = Day { began: now, games: 0, events: 0 };
    }
    day
}

/// The time since a day began; `None` if the day is over. A clock that was set back begins a new day.
fn since(began: Time, now: Time) -> Option<Duration> {
    let millis = u64::try_from(now.millis() - began.millis()).ok()?;
    Some(Duration::from_millis(millis)).filter(|since| *since < DAY)
}
