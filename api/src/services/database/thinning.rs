//! The choice of the backups that are kept: all of a day, one a day of a month, one a month of two years.

use std::collections::HashSet;

use jiff::civil::DateTime;
use jiff::{SignedDuration, ToSpan};

/// The time for which every backup is kept.
const ALL: SignedDuration = SignedDuration::from_hours(24);
/// The days for which one a day is kept.
const DAYS: i64 = 31;
/// The months for which one a month is kept.
const MONTHS: i64 = 24;

/// The backups that go: all but the newest of its day or its month, once they are older than that. The newest of all stays.
pub fn outdated(backups: &[DateTime], now: DateTime) -> Vec<DateTime> {
    let mut newest_first = backups.to_vec();
    newest_first.sort_unstable_by(|one, other| other.cmp(one));
    let (mut days, mut months) = (HashSet::new(), HashSet::new());
    let is_older = |made: DateTime, span: jiff::Span| now.checked_sub(span).is_ok_and(|limit| made < limit);
    let goes = |(place, made): (usize, DateTime)| {
        let is_first_of_month = months.insert((made.year(), made.month()));
        let is_first_of_day = days.insert(made.date());
        let is_kept = place == 0
            || now.duration_since(made) <= ALL
            || (is_first_of_day && !is_older(made, DAYS.days()))
            || (is_first_of_month && !is_older(made, MONTHS.months()));
        (!is_kept).then_some(made)
    };
    newest_first.into_iter().enumerate().filter_map(goes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime {
        text.parse().expect("a moment")
    }

    #[test]
    fn three_years_of_backups_each_quarter_of_an_hour_leave_a_day_a_month_of_days_and_two_years_of_months() {
        let end = at("2026-11-23T12:00:00");
        let mut kept: Vec<DateTime> = Vec::new();
        let mut now = at("2023-11-23T12:00:00");
        while now <= end {
            kept.push(now);
            let gone = outdated(&kept, now);
            kept.retain(|made| !gone.contains(made));
            // Hours are enough, and a quarter of the time.
            now = now.checked_add(1.hours()).expect("no end of time");
        }
        let newer_than =
            |made: &DateTime, days: i64| end.duration_since(*made) <= SignedDuration::from_hours(24 * days);
        let of_a_day = kept.iter().filter(|made| newer_than(made, 1)).count();
        let of_a_month = kept.iter().filter(|made| !newer_than(made, 1) && newer_than(made, DAYS)).count();
        let older: Vec<&DateTime> = kept.iter().filter(|made| !newer_than(made, DAYS)).collect();
        assert_eq!((of_a_day, of_a_month), (25, 30));
        assert_eq!(older.len(), 23, "{older:?}");
        assert_eq!(older[0].to_string(), "2024-11-30T23:00:00");
    }

    #[test]
    fn the_newest_backup_stays_however_old_it_is() {
        let backups = [at("2020-01-01T00:00:00"), at("2020-01-02T00:00:00")];
        assert_eq!(outdated(&backups, at("2026-11-23T12:00:00")), [backups[0]]);
    }
}
