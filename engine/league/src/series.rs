//! A series of nights: the same day of each week, from one day to another.

use thiserror::Error;

use super::{Date, Weekday};

/// The most nights of a series.
pub const MAX_NIGHTS: usize = 200;

/// The days of a series: every week on the same day, except the days that are left out.
///
/// # Examples
///
/// ```
/// use pegout_league::{Series, Weekday};
///
/// let series = Series {
///     weekday: Weekday::Wednesday,
///     starts: "2026-01-07".parse()?,
///     ends: "2026-01-28".parse()?,
///     except: vec!["2026-01-14".parse()?],
/// };
/// let dates: Vec<String> = series.dates()?.iter().map(ToString::to_string).collect();
/// assert_eq!(dates, ["2026-01-07", "2026-01-21", "2026-01-28"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The day of the week.
    pub weekday: Weekday,
    /// The first day on which a night may be.
    pub starts: Date,
    /// The last day on which a night may be.
    pub ends: Date,
    /// The days without a night.
    pub except: Vec<Date>,
}

impl Series {
    /// The days of the series, in order.
    ///
    /// # Errors
    ///
    /// Returns an error if a day to leave out is not in the series, or if no day or more than [`MAX_NIGHTS`] are left.
    pub fn dates(&self) -> Result<Vec<Date>, SeriesError> {
        let Series { weekday, starts, ends, ref except } = *self;
        let first = starts.on_or_after(weekday);
        let all = || std::iter::successors(first, |date| date.next_week()).take_while(|date| *date <= ends);
        if let Some(index) = except.iter().position(|date| !all().any(|other| other == *date)) {
            return Err(SeriesError::NotInSeries { index, given: except[index], weekday });
        }
        let dates: Vec<Date> = all().filter(|date| !except.contains(date)).take(MAX_NIGHTS + 1).collect();
        match dates.len() {
            0 => Err(SeriesError::Empty { weekday, starts, ends }),
            count if count > MAX_NIGHTS => Err(SeriesError::TooMany),
            _ => Ok(dates),
        }
    }
}

/// A series without valid days.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SeriesError {
    /// A day to leave out is not in the series.
    #[error("{given} is not a {weekday} of the season, so it cannot be left out.")]
    NotInSeries {
        /// The place in `except`, from 0.
        index: usize,
        /// The day.
        given: Date,
        /// The weekday of the series.
        weekday: Weekday,
    },
    /// No day is left.
    #[error("From {starts} to {ends} no {weekday} is left for a night.")]
    Empty {
        /// The weekday of the series.
        weekday: Weekday,
        /// The first day on which a night may be.
        starts: Date,
        /// The last day on which a night may be.
        ends: Date,
    },
    /// The series is too long.
    #[error("A series has {MAX_NIGHTS} nights at most. Make the season shorter.")]
    TooMany,
}
