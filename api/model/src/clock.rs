//! The time, passed in wherever it is needed: the engine has no clock, and tests have their own clock.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use jiff::tz::TimeZone;
use jiff::{Timestamp, civil};
use pegout_engine::Time;
use pegout_league::Date;

/// A source of the time.
pub trait Clock: Send + Sync {
    /// The present moment.
    fn now(&self) -> Time;

    /// The present day, where the service runs.
    fn today(&self) -> Date {
        let now = Timestamp::from_millisecond(self.now().millis()).expect("every moment is one of the calendar");
        date(now.to_zoned(TimeZone::system()).date())
    }
}

/// A day, as the league writes it.
pub fn date(day: civil::Date) -> Date {
    day.to_string().parse().expect("a day is written the same way everywhere")
}

/// The clock of the operating system.
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Time {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let millis = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
        Time::from_millis(millis).expect("no clock shows a year after 9999")
    }
}

/// A clock that is set by hand, for the demonstration and for tests.
#[derive(Default)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// Sets the time, in milliseconds since 1970.
    pub fn set(&self, millis: i64) {
        self.0.store(millis, Ordering::Relaxed);
    }

    /// The time, in milliseconds since 1970.
    pub fn millis(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Time {
        Time::from_millis(self.millis()).unwrap_or_else(|| SystemClock.now())
    }
}
