//! A moment, as it comes in with a command: there is no clock here.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// A moment in UTC, to the millisecond, in the years 0000 to 9999. Read and written as RFC 3339.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(i64);

impl Time {
    /// The moment so many milliseconds after 1970 began; `None` outside the years 0000 to 9999.
    #[must_use]
    pub fn from_millis(millis: i64) -> Option<Time> {
        (0..=9999).contains(&date(millis.div_euclid(DAY)).0).then_some(Time(millis))
    }

    /// The milliseconds since 1970 began.
    #[must_use]
    pub const fn millis(self) -> i64 {
        self.0
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = date(self.0.div_euclid(DAY));
        let millis = self.0.rem_euclid(DAY);
        let (hour, minute) = (millis / (60 * MINUTE), millis / MINUTE % 60);
        let (second, milli) = (millis % MINUTE / 1000, millis % 1000);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z")
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
        read(text).ok_or_else(|| TimeError { given: text.chars().take(40).collect() })
    }
}

fn read(text: &str) -> Option<Time> {
    let (day, clock) = text.split_once(['T', 't'])?;
    let (clock, offset) = match clock.strip_suffix(['Z', 'z']) {
        Some(clock) => (clock, 0),
        None => {
            let (clock, offset) = clock.split_at_checked(clock.len().checked_sub(6)?)?;
            (clock, minutes_ahead(offset)?)
        }
    };
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let [year, month, day] = numbers(day, '-', [4, 2, 2])?;
    let days = days(year, month, day);
    let [hour, minute, second] = numbers(clock, ':', [2, 2, 2])?;
    // A leap second is read as the first of the next minute.
    if date(days) != (year, month, day) || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let minutes = hour * 60 + minute - offset;
    Time::from_millis(days * DAY + minutes * MINUTE + second * 1000 + thousandths(fraction)?)
}

/// How far "+02:00" is ahead of UTC, in minutes.
fn minutes_ahead(offset: &str) -> Option<i64> {
    let sign = match offset.get(..1)? {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let [hours, minutes] = numbers(offset.get(1..)?, ':', [2, 2])?;
    (hours < 24 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

/// The digits after the point of a second, those beyond the third dropped.
fn thousandths(fraction: &str) -> Option<i64> {
    let digits = !fraction.is_empty() && fraction.bytes().all(|digit| digit.is_ascii_digit());
    digits.then(|| format!("{fraction:0<3}")[..3].parse().ok()).flatten()
}

/// The numbers between the separators, each with so many digits.
fn numbers<const N: usize>(text: &str, separator: char, digits: [usize; N]) -> Option<[i64; N]> {
    let mut parts = text.split(separator);
    let mut numbers = [0; N];
    for (number, digits) in numbers.iter_mut().zip(digits) {
        let part =
            parts.next().filter(|part| part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit()))?;
        *number = part.parse().ok()?;
    }
    parts.next().is_none().then_some(numbers)
}

/// The days from 1970 to a date. Years begin in March here, so that the leap day is a year's last.
const fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The date so many days after 1970 began: year, month, day.
const fn date(days: i64) -> (i64, i64, i64) {
    let days = days.saturating_add(719_468);
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march = (5 * of_year + 2) / 153;
    let (day, month) = (of_year - (153 * march + 2) / 5 + 1, if march < 10 { march + 3 } else { march - 9 });
    (year + era * 400 + if month <= 2 { 1 } else { 0 }, month, day)
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
