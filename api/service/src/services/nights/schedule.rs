//! The schedule: new nights, their days, and a series of nights in one step.

use async_recursion::async_recursion as boxed;
use std::sync::Arc;

use hmac::{Hmac, KeyInit, Mac};
use pegout_league::night::{Action, Change, Night, Refusal, Schedule, Status};
use pegout_league::{Date, NightId, SeasonId, Series, SeriesError, Settings, StartTime, Weekday};
use sha2::{Digest, Sha256};

use super::NightService;
use super::commands::CommandOrigin;
use super::report::NightReport;
use crate::auth::caller::Author;
use crate::eventlog::Transaction;
use crate::problem::{Problem, ProblemType};
use crate::services::{Effect, uuid_of};
use pegout_model::join_code::JoinKeys;
use pegout_model::league::Season;
use pegout_store::{ConditionKind, NightRow, NightVersions, PlainRow};

/// A series of nights of a season.
pub struct NightSeries {
    /// The day of the week.
    pub weekday: Weekday,
    /// The hour when each night starts.
    pub starts_at: StartTime,
    /// The hour when each night ends.
    pub ends_at: Option<StartTime>,
    /// The days without a night.
    pub except: Vec<Date>,
}

impl NightService {
    /// Schedules a night, and returns it with its join code. If a night has this id, returns that night and changes
    /// nothing.
    #[boxed(?Send)]
    pub async fn schedule(
        &self,
        schedule: Schedule,
        author: Author,
    ) -> Result<(NightReport, JoinKeys, Effect), Problem> {
        if self.core.log.nights.snapshot(schedule.night).await?.is_some() {
            return self.scheduled_before(schedule.night).await;
        }
        // Loaded first: after an error the client would schedule the night again, so nothing may fail after the append.
        let league = self.core.store.league().await?;
        self.core.names.ensure_loaded().await?;
        let (id, service) = (schedule.night, self.clone());
        let row = NightRow { id, season: schedule.season, keys: JoinKeys::random(&*self.core.random) };
        let committed = self.core.log.execute(id, async move |transaction| {
            let metadata = author.metadata(service.core.clock.now());
            match transaction.night(id).await? {
                Some(night) => {
                    night.decide_begin(&metadata)?;
                    return Ok(None);
                }
                None if !transaction.is_empty_stream(id) => return Err(Refusal::NightIdTaken { night: id }.into()),
                None => {
                    service.check_season(transaction, &schedule).await?;
                    transaction.append_night(id, vec![Night::begin(schedule.clone(), metadata)?]);
                    transaction.insert(PlainRow::Night(row));
                }
            }
            Ok::<_, Problem>(transaction.night(id).await?)
        });
        match committed.await?.value {
            Some(night) => {
                Ok((NightReport::of_scheduled(night, league, self.core.names.clone()), row.keys, Effect::Created))
            }
            None => self.scheduled_before(id).await,
        }
    }

    /// The outcome of a repeated request to schedule a night.
    async fn scheduled_before(&self, id: NightId) -> Result<(NightReport, JoinKeys, Effect), Problem> {
        Ok((self.report(id).await?, self.join_keys(id).await?, Effect::Unchanged))
    }

    /// Schedules a night on each day of a series without a night, and returns the nights of the series by day.
    #[boxed(?Send)]
    pub async fn schedule_series(
        &self,
        season: &Season,
        series: NightSeries,
        author: Author,
    ) -> Result<(Vec<Arc<Night>>, Effect), Problem> {
        let NightSeries { weekday, starts_at, ends_at, except } = series;
        let dates = Series { weekday, starts: season.starts, ends: season.ends, except }.dates().map_err(refused)?;
        let mut scheduled = self.nights(Some(season.id)).await?;
        scheduled.retain(|night| !night.is_removed());
        let secret = self.core.store.password_hash().await?.unwrap_or_default();
        let mut nights = Vec::new();
        let mut effect = Effect::Unchanged;
        for date in dates {
            let id = night_of(&secret, season.id, date);
            // The night of this day may have been moved since. An older night has an id without the secret.
            let known = [id, open_night_of(season.id, date)];
            let on_day = scheduled.iter().find(|night| night.schedule().date == date);
            let moved = || scheduled.iter().find(|night| known.contains(&night.schedule().night));
            if let Some(night) = on_day.or_else(moved) {
                nights.push(night.clone());
                continue;
            }
            let schedule = Schedule { starts_at, ends_at, season: Some(season.id), ..Schedule::new(id, date) };
            if self.schedule(schedule, author.clone()).await?.2 == Effect::Created {
                effect = Effect::Created;
            }
            nights.push(self.night(id).await?);
        }
        nights.sort_by_key(|night| night.schedule().date);
        // A night that was moved to another day of the series is in the list twice.
        nights.dedup_by_key(|night| night.schedule().night);
        Ok((nights, effect))
    }

    /// Changes a night. Refuses to move it out of its season.
    #[boxed(?Send)]
    pub async fn change(
        &self,
        id: NightId,
        change: Change,
        based_on: Option<u64>,
        author: Author,
    ) -> Result<(), Problem> {
        let service = self.clone();
        let action = async move |transaction: &mut Transaction, night: &Night| {
            let schedule = night.schedule();
            if let (Some(date), Some(season)) = (change.date, schedule.season)
                && let Some(season) = service.core.store.season(season).await?
            {
                if !season.may_move(schedule.date, date) {
                    return Err(outside(&season, date));
                }
                transaction.require(id, ConditionKind::Season(season));
            }
            Ok(Action::Change(change.clone()))
        };
        self.execute(id, author, CommandOrigin::based_on(based_on), action).await?;
        Ok(())
    }

    /// Checks that a new night of a season is on one of its days. The append then requires the same season.
    async fn check_season(&self, transaction: &mut Transaction, new: &Schedule) -> Result<(), Problem> {
        let Some(id) = new.season else { return Ok(()) };
        let missing = || Problem::invalid("/season_id", format!("There is no season {id}."));
        let season = self.core.store.season(id).await?.ok_or_else(missing)?;
        if !season.contains(new.date) {
            return Err(outside(&season, new.date));
        }
        transaction.require(new.night, ConditionKind::Season(season));
        Ok(())
    }

    /// Checks that the nights of a season are on its new days too, and that cards that have counted still count. Returns the
    /// nights with their versions.
    pub async fn check_season_change(&self, old: &Season, new: &Season) -> Result<NightVersions, Problem> {
        // Memory may be stale: another server may have moved a night just now.
        let ids = self.core.store.night_ids(Some(old.id)).await?;
        let card = old.card;
        let read = move |night: &Night| {
            // A finished night has the card of its first draw.
            let has_counted = night.status() == Status::Finished && night.card(&Settings::default()) == card;
            (night.version(), night.schedule().clone(), has_counted, night.is_removed())
        };
        let nights = self.core.log.nights.read_many(ids, read).await?;
        let outside = nights.iter().filter(|(.., is_removed)| !is_removed).map(|(_, schedule, ..)| schedule.date);
        if let Some((dates, days)) = listed(outside.filter(|date| old.contains(*date) && !new.contains(*date))) {
            let detail = format!("The season has nights on days that it would leave out: {days}. Move them first.");
            return Err(Problem::new(ProblemType::SeasonHasNights, detail).member("dates", dates));
        }
        let counted = nights.iter().filter(|(.., has_counted, _)| *has_counted && old.card != new.card);
        if let Some((dates, days)) = listed(counted.map(|(_, schedule, ..)| schedule.date)) {
            let detail = format!(
                "The cards of finished nights count in this season and would count no more: {days}. Keep the card of the \
                 season, and add another season for nights with another card."
            );
            return Err(Problem::new(ProblemType::SeasonHasNights, detail).member("dates", dates));
        }
        Ok(nights.into_iter().map(|(version, schedule, ..)| (schedule.night, version)).collect())
    }
}

/// The days in their order, each and as one text; `None` without a day.
fn listed(days: impl Iterator<Item = Date>) -> Option<(Vec<String>, String)> {
    let mut days: Vec<Date> = days.collect();
    days.sort_unstable();
    let days: Vec<String> = days.iter().map(ToString::to_string).collect();
    let text = days.join(", ");
    (!days.is_empty()).then_some((days, text))
}

/// The id of the night that a series makes on a day of a season, at any time and on any server. Only the database's
/// secret can derive the id. The season's id in a calendar link is not enough.
fn night_of(secret: &str, season: SeasonId, date: Date) -> NightId {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("an HMAC takes keys of any length");
    mac.update(format!("night {season} {date}").as_bytes());
    id_of(&mac.finalize().into_bytes())
}

/// The id that older versions of the service made for this night, without a secret.
fn open_night_of(season: SeasonId, date: Date) -> NightId {
    id_of(&Sha256::digest(format!("{season} {date}")))
}

fn id_of(hash: &[u8]) -> NightId {
    NightId::from_bytes(uuid_of(hash).into_bytes())
}

fn outside(season: &Season, date: Date) -> Problem {
    let Season { name, starts, ends, .. } = season;
    let detail = format!(
        "{date} is no day of the season “{name}”, which is from {starts} to {ends}. Choose another day, or change the season's days first."
    );
    Problem::invalid("/date", detail)
}

fn refused(error: SeriesError) -> Problem {
    let pointer = match error {
        SeriesError::NotInSeries { index, .. } => format!("/except/{index}"),
        SeriesError::Empty { .. } => "/weekday".to_owned(),
        SeriesError::TooMany => String::new(),
    };
    Problem::invalid(pointer, error.to_string())
}
