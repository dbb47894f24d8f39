//! The operations on nights.

mod commands;
mod draw;
pub mod feed;
pub mod list;
pub mod replies;
pub mod report;
pub mod schedule;
pub mod seats;

use async_recursion::async_recursion as boxed;
use std::sync::Arc;

use pegout_engine::game::{FinalScores, GameId};
use pegout_league::night::{Event, EventKind, Night};
use pegout_league::{GameResult, NightId, PlayerId, SeasonId};
use tokio::sync::Semaphore;

use super::Core;
use crate::auth::caller::Caller;
use crate::eventlog::repository::VersionedEvent;
use crate::eventlog::snapshot::{Snapshot, Subscription};
use crate::problem::Problem;
use pegout_model::join_code::JoinKeys;

use feed::{NightFeeds, NightSnapshot};
use list::NightSummaries;
use report::{NightReport, Revision};

pub use commands::{CommandOrigin, NightOutcome};
pub use draw::RoundDraw;

/// The operations on nights.
#[derive(Clone)]
pub struct NightService {
    pub(super) core: Arc<Core>,
    pub(super) feeds: NightFeeds,
    pub(super) summaries: Arc<NightSummaries>,
    /// The permission to read the games of many nights. The next request finds them in memory.
    pub(super) reading_many: Arc<Semaphore>,
}

impl NightService {
    /// A night.
    #[boxed(?Send)]
    pub async fn night(&self, id: NightId) -> Result<Arc<Night>, Problem> {
        self.core.night(id).await
    }

    /// All nights, or the nights of a season, in any order.
    pub async fn nights(&self, season: Option<SeasonId>) -> Result<Vec<Arc<Night>>, Problem> {
        let ids = self.core.store.night_ids(season).await?;
        self.core.log.nights.preload(ids.iter().copied()).await;
        let mut nights = Vec::new();
        for id in ids {
            nights.push(self.night(id).await?);
        }
        Ok(nights)
    }

    /// The reports of these nights.
    pub async fn reports(&self, nights: &[Arc<Night>]) -> Result<Vec<NightReport>, Problem> {
        let _permit = self.reading_many.acquire().await;
        self.core.log.games.preload(nights.iter().flat_map(|night| night.games_ever())).await;
        let league = self.core.store.league().await?;
        let mut reports = Vec::new();
        for night in nights {
            reports.push(NightReport::load_in(&self.core, night.schedule().night, league.clone()).await?);
        }
        Ok(reports)
    }

    /// A night with the results of its games, at these versions or later, if the store has these versions.
    #[boxed(?Send)]
    pub async fn report_since(&self, id: NightId, seen: Revision) -> Result<NightReport, Problem> {
        NightReport::load_since(&self.core, id, seen).await
    }

    /// This report as it would be if a game of its night had ended with these scores.
    #[boxed(?Send)]
    pub async fn with_scores(
        &self,
        report: NightReport,
        game: GameId,
        scores: Vec<u8>,
    ) -> Result<NightReport, Problem> {
        let Some(Snapshot { state, .. }) = self.core.log.games.snapshot(game).await? else { return Ok(report) };
        let result = GameResult::with_scores(&state, &FinalScores::from(scores));
        Ok(report.with_result(game, result.map_err(|error| Problem::invalid("with", error.to_string()))?))
    }

    /// A night with the results of its games.
    #[boxed(?Send)]
    pub async fn report(&self, id: NightId) -> Result<NightReport, Problem> {
        NightReport::load(&self.core, id).await
    }

    /// The code and the secret that phones join a night with.
    #[boxed(?Send)]
    pub async fn join_keys(&self, id: NightId) -> Result<JoinKeys, Problem> {
        self.night(id).await?;
        self.core.store.join_keys(id).await?.ok_or_else(Problem::unavailable)
    }

    /// The night as it is, and each state after it, as this caller sees it. A caller of `None` is a stranger.
    #[boxed(?Send)]
    pub async fn subscribe(
        &self,
        id: NightId,
        caller: Option<Caller>,
        seen: Revision,
    ) -> Result<Subscription<NightSnapshot>, Problem> {
        self.report_since(id, seen).await?;
        self.feeds.subscribe(id, caller).await
    }

    /// All events of a night itself, the oldest first. Phones and personal links are named by their players.
    #[boxed(?Send)]
    pub async fn history(&self, id: NightId) -> Result<Vec<VersionedEvent<Event>>, Problem> {
        let night = self.night(id).await?;
        let mut history = self.core.log.nights.history(id).await?.ok_or_else(Problem::no_such_night)?;
        let named = |recorded: &VersionedEvent<Event>| {
            let replied = match &recorded.event.kind {
                EventKind::Replied(reply) => Some(reply.player),
                _ => None,
            };
            [replied, recorded.event.metadata.by.as_ref().and_then(|by| by.parse().ok())].into_iter().flatten()
        };
        let entered = night.entries().iter().map(|entry| entry.player);
        self.core.names.ensure_known(entered.chain(history.iter().flat_map(named))).await?;
        let authors = history.iter_mut().filter_map(|recorded| recorded.event.metadata.by.as_mut());
        authors.for_each(|by| *by = self.core.names.expand_ids(by));
        Ok(history)
    }

    /// The name of a player.
    pub fn name(&self, player: PlayerId) -> String {
        self.core.names.get(player)
    }

    /// A new id for a night.
    pub fn new_id(&self) -> NightId {
        NightId::from_bytes(self.core.ids.next())
    }

    /// The player whom a player counts as.
    #[boxed(?Send)]
    pub async fn person(&self, player: PlayerId) -> Result<PlayerId, Problem> {
        Ok(self.core.merges().await?.person(player))
    }
}
