//! A moment, as it comes in with a command: there is no clock here.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use thiserror::Error;

/// The beginning of the year 1 in milliseconds. Clients in many languages can read no earlier times.
const YEAR_1: i64 = -62_135_596_800_000;

/// A moment in UTC, to the millisecond. Read and written as RFC 3339.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(Timestamp);

impl Time {
    /// The moment this number of milliseconds after 1970 began; `None` beyond the year 9999, before or after.
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

crate::debug_as_text!(Time);

/// A text that is not a time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("“{given}” is not a time: write it like 2026-01-31T19:05:00Z.")]
pub struct TimeError {
    /// The text that was given, cut to forty characters.
    pub given: String,
}

impl FromStr for Time {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Time, TimeError> {
        let time = Some(text).filter(|text| is_rfc_3339(text)).and_then(parse_lenient);
        time.filter(|time| time.millis() >= YEAR_1).ok_or_else(|| TimeError { given: text.chars().take(40).collect() })
    }
}

fn parse_lenient(text: &str) -> Option<Time> {
    text.parse().ok().and_then(|time: Timestamp| Time::from_millis(time.as_millisecond()))
}

/// Returns true if the text has the form that the document names. Only jiff knows if there is such a day and hour.
fn is_rfc_3339(text: &str) -> bool {
    let Some((moment, rest)) = text.split_at_checked("2026-01-31T19:05:00".len()) else { return false };
    let zone = match rest.strip_prefix('.') {
        Some(fraction) => fraction.trim_start_matches(|letter: char| letter.is_ascii_digit()),
        None => rest,
    };
    let fraction = rest.len() - zone.len();
    let has_offset = || matches_form(zone, "+00:00") || matches_form(zone, "-00:00");
    // A day has no 24th hour, and jiff takes a 25th one here.
    let within_a_day = || zone[1..3] < *"24";
    matches!(fraction, 0 | 2..=10)
        && matches_form(moment, "0000-00-00T00:00:00")
        && (matches_form(zone, "Z") || has_offset() && within_a_day())
}

/// Returns true if the text has a digit for each zero of `form`, and otherwise the same letters in any case.
fn matches_form(text: &str, form: &str) -> bool {
    let alike = |(given, formal): (u8, u8)| match formal {
        b'0' => given.is_ascii_digit(),
        _ => given.eq_ignore_ascii_case(&formal),
    };
    text.len() == form.len() && text.bytes().zip(form.bytes()).all(alike)
}

/// Reads a time of a log. Old logs may have any form that jiff reads, because the form was not checked then.
///
/// # Errors
///
/// Returns an error if jiff reads no time.
#[cfg(feature = "serde")]
pub(crate) fn deserialize_logged<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Time>, D::Error> {
    let text: Option<String> = serde::Deserialize::deserialize(deserializer)?;
    let read = |text: String| parse_lenient(&text).ok_or_else(|| TimeError { given: text.chars().take(40).collect() });
    text.map(read).transpose().map_err(serde::de::Error::custom)
}

crate::serde_as_text!(Time, "a time like 2026-01-31T19:05:00Z");

crate::text_schema!(
    Time,
    "A moment, as RFC 3339 writes it, with at most nine digits after the second. Answers are in UTC, to the millisecond.",
    "2026-01-31T19:05:00.000Z",
    format = "date-time"
);
