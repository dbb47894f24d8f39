//! The day and the hour of a night, in the hall's own time.

use std::fmt;
use std::str::FromStr;

use jiff::tz::TimeZone;
use jiff::{Timestamp, civil};
use pegout_engine::Time;
use thiserror::Error;

/// A day. Read and written like `2026-01-28`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(civil::Date);

/// A day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
#[allow(missing_docs, reason = "the names say all")]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

impl fmt::Display for Weekday {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl Date {
    /// The day of a moment in UTC; `None` outside the calendar.
    #[must_use]
    pub fn of(moment: Time) -> Option<Date> {
        let moment = Timestamp::from_millisecond(moment.millis()).ok()?;
        Some(Date(moment.to_zoned(TimeZone::UTC).date()))
    }

    /// The first day with this weekday, from this day on; `None` at the end of the calendar.
    pub(super) fn on_or_after(self, weekday: Weekday) -> Option<Date> {
        let days = self.0.weekday().until(civil::Weekday::Monday.wrapping_add(weekday as i8));
        self.0.checked_add(jiff::Span::new().days(days)).ok().map(Date)
    }

    /// The day a week later; `None` at the end of the calendar.
    pub(super) fn next_week(self) -> Option<Date> {
        self.0.checked_add(jiff::Span::new().weeks(1)).ok().map(Date)
    }
}

/// An hour of a night, by the hall's own clock. Read and written like `19:00`; seven in the evening by default.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StartTime(civil::Time);

impl Default for StartTime {
    fn default() -> StartTime {
        StartTime(civil::time(19, 0, 0, 0))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

pegout_engine::debug_as_text!(Date, StartTime);

impl fmt::Display for StartTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0.hour(), self.0.minute())
    }
}

/// A text that is not a date, or not an hour.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DateError {
    /// Not a day.
    #[error("“{given}” is not a date: write it like 2026-01-28.")]
    Date {
        /// The text that was given, cut to forty characters.
        given: String,
    },
    /// Not an hour.
    #[error("“{given}” is not a time of day: write it like 19:00.")]
    StartTime {
        /// The text that was given, cut to forty characters.
        given: String,
    },
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Date, DateError> {
        // A longer text may hold a date and more, which is not looked for.
        let date = Some(text).filter(|text| text.len() == 10).and_then(|text| text.parse().ok());
        date.map(Date).ok_or_else(|| DateError::Date { given: text.chars().take(40).collect() })
    }
}

impl FromStr for StartTime {
    type Err = DateError;

    fn from_str(text: &str) -> Result<StartTime, DateError> {
        let hour_and_minute = |text: &&str| text.len() == 5 && text.as_bytes()[2] == b':';
        let time = Some(text).filter(hour_and_minute).and_then(|text| text.parse().ok());
        time.map(StartTime).ok_or_else(|| DateError::StartTime { given: text.chars().take(40).collect() })
    }
}

pegout_engine::serde_as_text!(Date, "a date like 2026-01-28");

pegout_engine::serde_as_text!(StartTime, "a time of day like 19:00");

pegout_engine::text_schema!(Date, "A day.", "2026-01-28", format = "date");

pegout_engine::text_schema!(
    StartTime,
    "An hour of a night, by the hall's own clock.",
    "19:00",
    pattern = r"^([01]\d|2[0-3]):[0-5]\d$"
);
