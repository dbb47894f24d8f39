//! The parts of a league that other programs show: calendars of its nights, and embedded parts on the pages of a club.

use async_recursion::async_recursion as boxed;
use std::sync::Arc;

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};
use pegout_league::night::{Night, Schedule, Status};
use pegout_league::{Date, NightId, SeasonId, StartTime};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::league_service::LeagueService;
use super::uuid_of;
use crate::problem::{Problem, ProblemType};
use pegout_model::league::League;
use pegout_model::league::TimeZoneName;

/// The length of a night that has no end hour.
const USUAL_LENGTH: SignedDuration = SignedDuration::from_hours(3);

/// A calendar.
pub struct Calendar {
    /// Its name.
    pub name: String,
    /// The name of the league, which is the title of each night.
    pub league: String,
    /// The time zone of the hours; `None` if the league has not set it.
    pub time_zone: Option<TimeZoneName>,
    /// The place of the nights.
    pub place: Option<String>,
    /// The nights, in the order in which they take place.
    pub nights: Vec<CalendarNight>,
}

/// A night in a calendar.
pub struct CalendarNight {
    /// Its id in calendars. The night's own id stays hidden, because with that id anybody could read the players'
    /// names.
    pub uid: Uuid,
    /// The version of the night.
    pub version: u64,
    /// The moment of its newest change.
    pub changed_at: Timestamp,
    /// True for a cancelled night.
    pub is_cancelled: bool,
    /// The start, by the hall's clock.
    pub starts: DateTime,
    /// The end, by the hall's clock.
    pub ends: DateTime,
}

impl CalendarNight {
    fn new(night: &Night) -> CalendarNight {
        let &Schedule { night: id, date, starts_at, ends_at, .. } = night.schedule();
        let starts = moment(date, starts_at);
        CalendarNight {
            uid: uid_of(id),
            version: night.version(),
            changed_at: Timestamp::from_millisecond(night.changed_at().millis()).unwrap_or_default(),
            is_cancelled: night.status() == Status::Cancelled,
            starts,
            ends: ends_at.map_or_else(|| starts.saturating_add(USUAL_LENGTH), |end| end_of(starts, moment(date, end))),
        }
    }
}

impl LeagueService {
    /// The calendar of a season.
    #[boxed(?Send)]
    pub async fn season_calendar(&self, id: SeasonId) -> Result<Calendar, Problem> {
        let season = self.season(id).await?;
        let mut nights = self.nights.nights(Some(id)).await?;
        nights.retain(|night| !night.is_removed());
        Ok(calendar(self.league().await?, Some(season.name), &nights))
    }

    /// The calendar of one night.
    #[boxed(?Send)]
    pub async fn night_calendar(&self, id: NightId) -> Result<Calendar, Problem> {
        let night = self.nights.night(id).await?;
        Ok(calendar(self.league().await?, None, &[night]))
    }

    /// Refuses to embed a night that does not exist, or that is not in a public league.
    #[boxed(?Send)]
    pub async fn check_embedded_night(&self, id: Option<NightId>) -> Result<(), Problem> {
        let id = self.embedded(id).await?;
        self.nights.night(id).await.map(drop).map_err(hidden)
    }

    /// Refuses to embed the standings of a season that does not exist, or that is not in a public league.
    #[boxed(?Send)]
    pub async fn check_embedded_season(&self, id: Option<SeasonId>) -> Result<(), Problem> {
        let id = self.embedded(id).await?;
        self.season(id).await.map(drop).map_err(hidden)
    }

    async fn embedded<I>(&self, id: Option<I>) -> Result<I, Problem> {
        let is_public = self.league().await?.is_public;
        id.filter(|_| is_public).ok_or_else(nothing_to_embed)
    }
}

fn calendar(league: League, season: Option<String>, nights: &[Arc<Night>]) -> Calendar {
    let League { name: league, time_zone, place, .. } = league;
    let mut nights: Vec<CalendarNight> = nights.iter().map(|night| CalendarNight::new(night)).collect();
    nights.sort_by_key(|night| (night.starts, night.uid));
    let name = season.map_or_else(|| league.clone(), |season| format!("{league}: {season}"));
    Calendar { name, league, time_zone, place: place.map(|place| place.0), nights }
}

/// The id of a night in calendars: always the same. The night's own id cannot be computed from it.
fn uid_of(night: NightId) -> Uuid {
    uuid_of(&Sha256::digest(format!("calendar {night}")))
}

fn moment(date: Date, hour: StartTime) -> DateTime {
    format!("{date}T{hour}:00").parse().expect("a day and an hour are written the same way everywhere")
}

/// The end of a night: an hour that is not after the start belongs to the next day.
fn end_of(starts: DateTime, ends: DateTime) -> DateTime {
    if ends > starts { ends } else { ends.saturating_add(SignedDuration::from_hours(24)) }
}

/// Replaces the problem of a missing night or season by the problem of a hidden league.
fn hidden(problem: Problem) -> Problem {
    if problem.status() == 404 { nothing_to_embed() } else { problem }
}

/// The same sentence for an unknown id and for a league that is not public, so that nobody can distinguish the two.
fn nothing_to_embed() -> Problem {
    let detail =
        "There is nothing to show here: the address is wrong, or the league does not show itself to everybody.";
    Problem::new(ProblemType::NotFound, detail)
}
