//! The nights as calendars that phones subscribe to. A calendar program sends no token, so anybody with the link can read
//! a calendar. It has days, hours and the place, and no names.

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use jiff::civil::DateTime;
use jiff::tz::{Dst, Offset, TimeZone};
use jiff::{SignedDuration, Timestamp};

use crate::handlers::league::seasons::SeasonPath;
use crate::handlers::nights::night::NightPath;
use crate::params::Path;
use crate::problem_response::HttpProblem;
use pegout_service::services::calendars_and_embeds::{Calendar, CalendarNight};
use pegout_service::services::league_service::LeagueService;

const PRODUCT: &str = concat!("-//Pegout//Pegout ", env!("CARGO_PKG_VERSION"), "//EN");
/// The time between two updates of a calendar program.
const REFRESH: &str = "PT1H";
/// The description of a calendar of a league without a time zone. Each program reads the hours in its own time zone.
const NO_ZONE: &str = "The league has not set its time zone. In another time zone, this calendar shows the wrong hour. \
    La ligue n’a pas précisé son fuseau horaire. Dans un autre fuseau, ce calendrier montre la mauvaise heure.";

/// Returns a season's calendar
///
/// Returns all nights of a season as iCalendar (RFC 5545), to subscribe to: days, hours, the place, and the status of
/// cancelled nights. A night has the same `UID` in every calendar, and its version as `SEQUENCE`. Hours are in the
/// league's time zone; without one they are local times. A night without an end hour takes three hours. Anybody with
/// the season's id may read it, even if the league is not public: it has no names.
#[utoipa::path(
    tag = "Seasons",
    params(SeasonPath),
    responses(
        (status = 200, description = "The nights.", body = String, content_type = "text/calendar"),
    ),
)]
#[get("/seasons/{id}.ics")]
pub async fn get_season_calendar(
    path: Path<SeasonPath>,
    league: Data<LeagueService>,
) -> Result<HttpResponse, HttpProblem> {
    let calendar = league.season_calendar(path.0.id).await?;
    Ok(respond("season", &calendar))
}

/// Returns a night as a calendar
///
/// Returns one night as iCalendar (RFC 5545), to add it to a calendar: the same event as in the calendar of its season.
/// Anybody with the night's id may read it.
#[utoipa::path(
    tag = "Nights",
    params(NightPath),
    responses(
        (status = 200, description = "The night.", body = String, content_type = "text/calendar"),
    ),
)]
#[get("/nights/{id}.ics")]
pub async fn get_night_calendar(
    path: Path<NightPath>,
    league: Data<LeagueService>,
) -> Result<HttpResponse, HttpProblem> {
    let calendar = league.night_calendar(path.0.id).await?;
    Ok(respond("night", &calendar))
}

fn respond(kind: &str, calendar: &Calendar) -> HttpResponse {
    let day = calendar.nights.first().map_or_else(String::new, |night| format!("-{}", night.starts.date()));
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/calendar; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, format!("inline; filename=\"{kind}{day}.ics\"")))
        .body(text(calendar))
}

/// The calendar as RFC 5545 writes it.
fn text(calendar: &Calendar) -> String {
    let zone = calendar.time_zone.as_ref().and_then(|name| Some((name.0.as_str(), name.zone()?)));
    let mut lines = Lines::default();
    lines.write("BEGIN", "VCALENDAR");
    lines.write("VERSION", "2.0");
    lines.write("PRODID", PRODUCT);
    lines.write("CALSCALE", "GREGORIAN");
    lines.write_text("NAME", &calendar.name);
    lines.write_text("X-WR-CALNAME", &calendar.name);
    lines.write("REFRESH-INTERVAL;VALUE=DURATION", REFRESH);
    lines.write("X-PUBLISHED-TTL", REFRESH);
    let (first, last) = (calendar.nights.first(), calendar.nights.iter().map(|night| night.ends).max());
    let span = first.map(|night| night.starts).zip(last);
    match &zone {
        Some((name, zone)) => {
            lines.write_text("X-WR-TIMEZONE", name);
            write_time_zone(&mut lines, name, zone, span);
        }
        // A calendar has one component at least.
        None if calendar.nights.is_empty() => write_time_zone(&mut lines, "UTC", &TimeZone::UTC, None),
        None => lines.write_text("X-WR-CALDESC", NO_ZONE),
    }
    for night in &calendar.nights {
        write_night(&mut lines, calendar, night, zone.as_ref().map(|(name, _)| *name));
    }
    lines.write("END", "VCALENDAR");
    lines.into_text()
}

fn write_night(lines: &mut Lines, calendar: &Calendar, night: &CalendarNight, zone: Option<&str>) {
    let parameter = zone.map_or_else(String::new, |name| format!(";TZID={name}"));
    lines.write("BEGIN", "VEVENT");
    lines.write("UID", &night.uid.to_string());
    lines.write("SEQUENCE", &night.version.to_string());
    // LAST-MODIFIED is left out: a program that checks it would keep the old hour if only the time zone changes.
    lines.write("DTSTAMP", &utc(night.changed_at));
    lines.write(&format!("DTSTART{parameter}"), &local(night.starts));
    lines.write(&format!("DTEND{parameter}"), &local(night.ends));
    lines.write_text("SUMMARY", &calendar.league);
    if let Some(place) = &calendar.place {
        lines.write_text("LOCATION", place);
    }
    lines.write("STATUS", if night.is_cancelled { "CANCELLED" } else { "CONFIRMED" });
    lines.write("END", "VEVENT");
}

fn utc(moment: Timestamp) -> String {
    format!("{}Z", local(Offset::UTC.to_datetime(moment)))
}

/// The most bytes in a line without its break. A longer one goes on in the next line, after a space.
const MAX_BYTES: usize = 75;
const BREAK: &str = "\r\n";

/// The content lines of a calendar (RFC 5545). The maintained crates for calendars write no VTIMEZONE, or need a second
/// library of time zones.
#[derive(Default)]
struct Lines(String);

impl Lines {
    /// Writes a property whose value needs no escaping.
    fn write(&mut self, name: &str, value: &str) {
        let mut free = MAX_BYTES;
        for letter in name.chars().chain([':']).chain(value.chars()) {
            if letter.len_utf8() > free {
                self.0.push_str(BREAK);
                self.0.push(' ');
                free = MAX_BYTES - 1;
            }
            self.0.push(letter);
            free -= letter.len_utf8();
        }
        self.0.push_str(BREAK);
    }

    /// Writes a property with a text, whose separators are escaped.
    fn write_text(&mut self, name: &str, text: &str) {
        let mut escaped = String::with_capacity(text.len());
        for letter in text.chars() {
            match letter {
                '\\' | ';' | ',' => escaped.extend(['\\', letter]),
                '\n' => escaped.push_str("\\n"),
                letter if letter.is_control() => {}
                letter => escaped.push(letter),
            }
        }
        self.write(name, &escaped);
    }

    /// The lines as one text.
    fn into_text(self) -> String {
        self.0
    }
}

/// A day and an hour by a local clock.
fn local(moment: DateTime) -> String {
    let (date, time) = (moment.date(), moment.time());
    let (year, month, day) = (date.year(), date.month(), date.day());
    format!("{year:04}{month:02}{day:02}T{:02}{:02}{:02}", time.hour(), time.minute(), time.second())
}

/// The beginning of a time zone whose clock is never changed before the first event.
const LONG_AGO: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);
/// The most changes of the clock that are written: two a year, for longer than any season.
const MAX_CHANGES: usize = 200;

/// Writes the time zone (VTIMEZONE) with each change of the clock, for events within this span; without one, as it was in 1970.
fn write_time_zone(lines: &mut Lines, name: &str, zone: &TimeZone, span: Option<(DateTime, DateTime)>) {
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
    lines.write("DTSTART", &local(starts));
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
