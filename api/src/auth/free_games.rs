//! The bounds on games without a night, which anybody may begin.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clap::Args;
use pegout_engine::Time;

use crate::problem::{Problem, RatePolicy};
use pegout_model::clock::Clock;

/// The time for which games and events of an address count, from the first of them.
const DAY: Duration = Duration::from_secs(24 * 3600);
/// The time between two removals of days that are over.
const FORGET_INTERVAL: Duration = Duration::from_secs(3600);

/// The bounds on games without a night.
#[derive(Clone, Debug, Args)]
pub struct FreeGameOptions {
    /// The games without a night that may be begun a day from one address; 0: as many as anybody likes.
    #[arg(long, env = "PEGOUT_FREE_GAMES", default_value = "500", value_name = "A_DAY")]
    pub free_games: u32,

    /// The events a day of games without a night after which no more of them may be begun from one address; 0: no such
    /// number. Games that were begun go on.
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
pub struct Place {
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

    /// Takes a place for one more game from an address, or rejects it until the address's day is over. Of several at once,
    /// none escapes the bound.
    pub fn take_place(self: &Arc<FreeGames>, address: IpAddr) -> Result<Place, Problem> {
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
            return Ok(Place { all: self.clone(), address, is_stored: false });
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

impl Place {
    /// Lets the game count: it is stored.
    pub fn keep(mut self) {
        self.is_stored = true;
    }
}

impl Drop for Place {
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

/// The time since a day began; `None` where it is over. A clock that was set back begins a new day.
fn since(began: Time, now: Time) -> Option<Duration> {
    let millis = u64::try_from(now.millis() - began.millis()).ok()?;
    Some(Duration::from_millis(millis)).filter(|since| *since < DAY)
}
