//! The figures of players and of the league: they are computed from the finished nights at each read. The facts of the nights are
//! kept in memory.

mod memo;
mod reading;

use std::sync::Arc;

use async_recursion::async_recursion as boxed;
use pegout_league::figures::{self, Meetings, NightFacts, Profile, Race, Record};
use pegout_league::{PlayerId, SeasonId, SeasonRules};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::Core;
use super::league_service::LeagueService;
use super::players::player_service::PlayerService;
use crate::auth::caller::Caller;
use crate::auth::right::Right;
use crate::problem::Problem;
use pegout_model::grant::PhoneOwner;
use pegout_model::league::Season;

use memo::{FiguresNight, Memo, ReadNight};

/// The operations on figures.
#[derive(Clone)]
pub struct FigureService {
    core: Arc<Core>,
    league: LeagueService,
    players: PlayerService,
    memo: Arc<Memo>,
    /// The permission to read many nights. The next reader finds them in memory.
    reading: Arc<Semaphore>,
}

impl FigureService {
    pub(super) fn new(core: Arc<Core>, league: LeagueService, players: PlayerService) -> FigureService {
        let memo: Arc<Memo> = Arc::default();
        let kept = memo.clone();
        core.log.keeper.set(move |outdated| kept.drop_outdated(outdated));
        FigureService { core, league, players, memo, reading: Arc::new(Semaphore::new(1)) }
    }

    /// The number of nights in memory.
    pub fn count_in_memory(&self) -> usize {
        self.memo.len()
    }

    /// Refuses a caller, `None` for a stranger, who may not read figures.
    #[boxed(?Send)]
    pub async fn check_reads(&self, caller: Option<&Caller>) -> Result<(), Problem> {
        if caller.is_some_and(|caller| caller.grant.player().is_some()) {
            return Ok(());
        }
        self.league.check_lists(caller).await
    }

    /// The figures of a player, as this caller sees them, with the games with another player.
    #[boxed(?Send)]
    pub async fn profile(
        &self,
        player: PlayerId,
        against: Option<PlayerId>,
        caller: Option<&Caller>,
    ) -> Result<Profile, Problem> {
        let player = self.players.player(player).await?.id;
        let against = match against {
            Some(other) => Some(self.players.player(other).await?.id),
            None => None,
        };
        if against == Some(player) {
            return Err(Problem::invalid("against", "A player does not play with themselves: name another player."));
        }
        let shows_money = self.shows_money(player, caller).await?;
        let nights = finished(self.read(None).await?);
        self.compute(nights, move |nights, name| {
            let mut profile = figures::profile(nights, player, name);
            profile.money_won = profile.money_won.filter(|_| shows_money);
            profile.against = against.map(|other| figures::against(nights, player, other, name));
            profile
        })
        .await
    }

    /// The players who met at the nights of a season.
    #[boxed(?Send)]
    pub async fn meetings(&self, season: SeasonId) -> Result<(Season, Meetings), Problem> {
        let season = self.league.season(season).await?;
        let nights = finished(self.read(Some(season.id)).await?);
        Ok((season, self.compute(nights, figures::meetings).await?))
    }

    /// The records of a season, or of all time.
    #[boxed(?Send)]
    pub async fn records(&self, season: Option<SeasonId>) -> Result<Vec<Record>, Problem> {
        if let Some(season) = season {
            self.league.season(season).await?;
        }
        let nights = finished(self.read(season).await?);
        self.compute(nights, figures::records).await
    }

    /// The race of a season.
    #[boxed(?Send)]
    pub async fn race(&self, season: SeasonId) -> Result<Race, Problem> {
        let Season { id, best_of, minimum_nights, average, card, counts, from_points, .. } =
            self.league.season(season).await?;
        let (best_of, minimum_nights) = (best_of.map(usize::from), usize::from(minimum_nights));
        let from_points = from_points.unwrap_or(0).into();
        let rules = SeasonRules { card, counts, from_points, best_of, minimum_nights, average };
        let league = self.core.store.league().await?.settings;
        let nights = self.read(Some(id)).await?;
        let left = nights.iter().filter_map(|night| match &night.night {
            FiguresNight::Unfinished(night) => Some(night.to_come(&league)),
            FiguresNight::Finished(_) | FiguresNight::Cancelled => None,
        });
        let left: Vec<_> = left.collect();
        self.compute(finished(nights), move |nights, name| figures::race(nights, rules, &left, name)).await
    }

    /// Returns true if the caller sees the money of a player: their own, or everybody's.
    async fn shows_money(&self, player: PlayerId, caller: Option<&Caller>) -> Result<bool, Problem> {
        let Some(caller) = caller else { return Ok(false) };
        let of_phone = caller.grant.phone().and_then(|phone| match phone.owner {
            PhoneOwner::Player(player) => Some(player),
            PhoneOwner::Table(_) => None,
        });
        let own = match caller.grant.player().or(of_phone) {
            Some(own) => Some(self.core.merges().await?.person(own)),
            None => None,
        };
        Ok(caller.has(Right::ReadMoney) || own == Some(player))
    }

    /// Computes figures of these nights on a thread that answers no requests.
    async fn compute<T: Send + 'static>(
        &self,
        nights: Vec<Arc<NightFacts>>,
        figures: impl FnOnce(&[Arc<NightFacts>], &dyn Fn(PlayerId) -> String) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let names = self.core.names.clone();
        names.ensure_loaded().await?;
        let computed = spawn_blocking(move || figures(&nights, &|player| names.get(player)));
        computed.await.map_err(|_| Problem::unavailable())
    }
}

/// The facts of the finished nights.
fn finished(nights: Vec<ReadNight>) -> Vec<Arc<NightFacts>> {
    nights.iter().filter_map(ReadNight::facts).cloned().collect()
}
