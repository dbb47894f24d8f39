//! The description of a time zone that a calendar carries (VTIMEZONE): each change of the clock from before its first event
//! to its last, as the IANA database has it.

use jiff::civil::DateTime;
use jiff::tz::{Dst, Offset, TimeZone};
use jiff::{SignedDuration, Timestamp};

use super::lines::{self, Lines};

/// The beginning of a time zone whose clock is never changed before the first event.
const LONG_AGO: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);
/// The most changes of the clock that are written: two a year, for longer than any season.
const MAX_CHANGES: usize = 200;

/// Writes the time zone for events within this span; without one, as it was in 1970.
pub fn write(lines: &mut Lines, name: &str, zone: &TimeZone, span: Option<(DateTime, DateTime)>) {
    let day = SignedDuration::from_hours(24);
    let (first, last) = span.unwrap_or((LONG_AGO, LONG_AGO));
    let from = moment(zone, first.saturating_sub(day));
    let until = moment(zone, last.saturating_add(day));
    lines.write("BEGIN", "VTIMEZONE");
    lines.write("TZID", name);
    let before = zone.preceding(from).next();
    if before.is_none() {
        let info = zone.to_offset_info(from);
        write_observance(lines, info.dst(), LONG_AGO.min(first), (info.offset(), info.offset()), info.abbreviation());
    }
    let changes = zone.following(from).take_while(|change| change.timestamp() <= until).take(MAX_CHANGES);
    for change in before.into_iter().chain(changes) {
        let offset_before = zone.to_offset(change.timestamp() - SignedDuration::from_secs(1));
        let starts = offset_before.to_datetime(change.timestamp());
        write_observance(lines, change.dst(), starts, (offset_before, change.offset()), change.abbreviation());
    }
    lines.write("END", "VTIMEZONE");
}

fn moment(zone: &TimeZone, local: DateTime) -> Timestamp {
    zone.to_timestamp(local).unwrap_or_default()
}

fn write_observance(lines: &mut Lines, dst: Dst, starts: DateTime, (from, to): (Offset, Offset), name: &str) {
    let kind = if dst.is_dst() { "DAYLIGHT" } else { "STANDARD" };
    lines.write("BEGIN", kind);
    lines.write("DTSTART", &lines::local(starts));
    lines.write("TZOFFSETFROM", &offset_text(from));
    lines.write("TZOFFSETTO", &offset_text(to));
    lines.write_text("TZNAME", name);
    lines.write("END", kind);
}

/// An offset from UTC like `-0500`.
fn offset_text(offset: Offset) -> String {
    let (sign, seconds) = (if offset.seconds() < 0 { '-' } else { '+' }, offset.seconds().unsigned_abs());
    let text = format!("{sign}{:02}{:02}", seconds / 3600, seconds / 60 % 60);
    if seconds % 60 == 0 { text } else { format!("{text}{:02}", seconds % 60) }
}
