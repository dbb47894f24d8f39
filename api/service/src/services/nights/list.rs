//! The list of nights. A summary of each night is kept until the night changes.

use async_recursion::async_recursion as boxed;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pegout_league::night::{Night, Schedule, Status};
use pegout_league::{CommandId, Date, NightId, PlayerId, SeasonId, StartTime};
use serde::Serialize;
use utoipa::ToSchema;

use super::NightService;
use crate::problem::Problem;

/// A summary of a night.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NightSummary {
    /// The id of the night.
    pub id: NightId,
    /// The season it belongs to; `null` if there is none.
    #[schema(required = true)]
    season_id: Option<SeasonId>,
    /// The day.
    date: Date,
    /// The time it starts.
    starts_at: StartTime,
    /// The time it ends; `null` if nobody has said.
    #[schema(required = true)]
    ends_at: Option<StartTime>,
    /// The state of the night: to come, in progress, over or cancelled.
    status: Status,
    /// The number of players who are or were checked in.
    players: usize,
    /// The number of rounds that were drawn.
    rounds: usize,
    /// The import that the results come from; `null` for a night that was played here.
    #[schema(required = true)]
    import_id: Option<CommandId>,
    /// The ids of the checked-in players, which are not returned.
    #[serde(skip)]
    entered: Vec<PlayerId>,
    /// True for a night that went with its import.
    #[serde(skip)]
    is_removed: bool,
}

impl NightSummary {
    /// Returns true for a night after this day that has not begun, also if it is cancelled.
    pub(super) fn is_to_come(&self, last_over: Option<Date>) -> bool {
        let may_begin = matches!(self.status, Status::Scheduled | Status::Open | Status::Cancelled);
        may_begin && last_over.is_none_or(|over| self.date > over)
    }
}

impl From<&Night> for NightSummary {
    fn from(night: &Night) -> NightSummary {
        let &Schedule { night: id, season: season_id, date, starts_at, ends_at, .. } = night.schedule();
        let entered: Vec<_> = night.entries().iter().map(|entry| entry.player).collect();
        let (players, rounds) = (entered.len(), night.rounds().len());
        let import_id = night.imported().map(|(import, _)| import.import);
        let status = night.status();
        NightSummary {
            id,
            season_id,
            date,
            starts_at,
            ends_at,
            status,
            players,
            rounds,
            import_id,
            entered,
            is_removed: night.is_removed(),
        }
    }
}

/// The summaries in memory, each with the version of its night.
#[derive(Default)]
pub struct NightSummaries(Mutex<Summaries>);

#[derive(Default)]
struct Summaries {
    by_night: HashMap<NightId, (u64, NightSummary)>,
    /// The number of times that all summaries were removed.
    cleared: u64,
}

impl NightSummaries {
    /// Removes all summaries, because the merges of players have changed.
    pub fn clear(&self) {
        let mut summaries = self.summaries();
        summaries.by_night.clear();
        summaries.cleared += 1;
    }

    fn summaries(&self) -> MutexGuard<'_, Summaries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The summary of a night at this version.
    fn get(&self, night: NightId, version: u64) -> Option<NightSummary> {
        let summaries = self.summaries();
        summaries.by_night.get(&night).filter(|(known, _)| *known == version).map(|(_, summary)| summary.clone())
    }

    /// Keeps the summary of a night at this version, unless all summaries were removed after the night was read.
    fn insert(&self, cleared: u64, version: u64, summary: NightSummary) {
        let mut summaries = self.summaries();
        if summaries.cleared == cleared {
            summaries.by_night.insert(summary.id, (version, summary));
        }
    }
}

impl NightService {
    /// Summaries by date: all nights, a season's nights or a player's nights.
    #[boxed(?Send)]
    pub async fn summaries(
        &self,
        season: Option<SeasonId>,
        player: Option<PlayerId>,
    ) -> Result<Vec<NightSummary>, Problem> {
        let mut found = Vec::new();
        let mut missing = Vec::new();
        for (id, version) in self.core.store.night_versions(season).await? {
            match self.summaries.get(id, version) {
                Some(summary) => found.push(summary),
                None => missing.push(id),
            }
        }
        let cleared = self.summaries.summaries().cleared;
        let read =
            self.core.log.nights.read_many(missing, |night| (night.version(), NightSummary::from(night))).await?;
        for (version, summary) in read {
            self.summaries.insert(cleared, version, summary.clone());
            found.push(summary);
        }
        found.retain(|night| !night.is_removed);
        if let Some(player) = player {
            let person = self.person(player).await?;
            found.retain(|night| night.entered.contains(&person));
        }
        found.sort_by_key(|night| (night.date, night.starts_at, night.id));
        Ok(found)
    }
}
