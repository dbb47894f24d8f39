//! The nights as calendars that phones subscribe to. A calendar program sends no token, so the link is enough: it tells days,
//! hours and the place, and nothing of who plays.

mod lines;
mod time_zone;

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use jiff::Timestamp;

use self::lines::Lines;
use crate::handlers::league::seasons::SeasonPath;
use crate::handlers::nights::night::NightPath;
use crate::http::params::Path;
use crate::problem::Problem;
use crate::services::league_service::LeagueService;
use crate::services::publication::{Calendar, CalendarNight};

const PRODUCT: &str = concat!("-//Pegout//Pegout ", env!("CARGO_PKG_VERSION"), "//EN");
/// The time after which a calendar program may look again.
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
    operation_id = "getSeasonCalendar",
    tag = "Seasons",
    params(SeasonPath),
    responses(
        (status = 200, description = "The nights.", body = String, content_type = "text/calendar"),
    ),
)]
#[get("/seasons/{id}.ics")]
pub async fn get_season_calendar(path: Path<SeasonPath>, league: Data<LeagueService>) -> Result<HttpResponse, Problem> {
    let calendar = league.season_calendar(path.0.id).await?;
    Ok(respond("season", &calendar))
}

/// Returns a night as a calendar
///
/// Returns one night as iCalendar (RFC 5545), to add it to a calendar: the same event as in the calendar of its season.
/// Anybody with the night's id may read it.
#[utoipa::path(
    operation_id = "getNightCalendar",
    tag = "Nights",
    params(NightPath),
    responses(
        (status = 200, description = "The night.", body = String, content_type = "text/calendar"),
    ),
)]
#[get("/nights/{id}.ics")]
pub async fn get_night_calendar(path: Path<NightPath>, league: Data<LeagueService>) -> Result<HttpResponse, Problem> {
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
            time_zone::write(&mut lines, name, zone, span);
        }
        // A calendar has one component at least.
        None if calendar.nights.is_empty() => time_zone::write(&mut lines, "UTC", &jiff::tz::TimeZone::UTC, None),
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
    // Without LAST-MODIFIED: a program that goes by it would keep the old hour where the league's time zone alone changes.
    lines.write("DTSTAMP", &utc(night.changed_at));
    lines.write(&format!("DTSTART{parameter}"), &lines::local(night.starts));
    lines.write(&format!("DTEND{parameter}"), &lines::local(night.ends));
    lines.write_text("SUMMARY", &calendar.league);
    if let Some(place) = &calendar.place {
        lines.write_text("LOCATION", place);
    }
    lines.write("STATUS", if night.is_cancelled { "CANCELLED" } else { "CONFIRMED" });
    lines.write("END", "VEVENT");
}

fn utc(moment: Timestamp) -> String {
    format!("{}Z", lines::local(jiff::tz::Offset::UTC.to_datetime(moment)))
}
