//! A moment, as it comes in with a command: there is no clock here.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use thiserror::Error;

/// A moment in UTC, to the millisecond. Read and written as RFC 3339.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(Timestamp);

impl Time {
    /// The moment so many milliseconds after 1970 began; `None` beyond the year 9999, before or after.
    #[must_use]
    pub fn from_millis(millis: i64) -> Option<Time> {
        Timestamp::from_millisecond(millis).ok().map(Time)
    }

    /// The milliseconds since 1970 began.
    #[must_use]
    pub fn millis(self) -> i64 {
        self.0.as_millisecond()
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.0)
    }
}

impl fmt::Debug for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What was given is not a time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("“{given}” is not a time: write it like 2026-01-31T19:05:00Z.")]
pub struct TimeError {
    /// The text that was given, cut to forty characters.
    pub given: String,
}

impl FromStr for Time {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Time, TimeError> {
        let time = text.parse().ok().and_then(|time: Timestamp| Time::from_millis(time.as_millisecond()));
        time.ok_or_else(|| TimeError { given: text.chars().take(40).collect() })
    }
}

#[cfg(feature = "serde")]
crate::wire::as_text!(Time, "a time like 2026-01-31T19:05:00Z");

#[cfg(feature = "utoipa")]
crate::wire::text_schema!(
    Time,
    "A moment, as RFC 3339 writes it. Answers are in UTC, to the millisecond.",
    Some(r"^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$"),
    "2026-01-31T19:05:00.000Z"
);
