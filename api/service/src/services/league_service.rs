//! The operations on the league: its settings, its seasons, and its representatives.

use async_recursion::async_recursion as boxed;
use std::sync::Arc;

use pegout_league::night::Status;
use pegout_league::{RepresentativeId, SeasonId};
use serde_json::json;

use super::nights::NightService;
use super::nights::report::{NightReport, SeasonReport};
use super::{Core, Effect};
use crate::auth::caller::Caller;
use crate::auth::right::Right;
use crate::eventlog::{Change, MAX_ATTEMPTS, uncancellable};
use crate::problem::{Problem, ProblemType};
use pegout_model::grant::Grant;
use pegout_model::league::League;
use pegout_model::league::Season;
use pegout_model::name_key;
use pegout_model::role::Representative;
use pegout_model::role::RepresentativeRole;
use pegout_store::{AddRepresentativeOutcome, StoreError};

/// The operations on the league.
#[derive(Clone)]
pub struct LeagueService {
    pub(super) core: Arc<Core>,
    pub(super) nights: NightService,
}

impl LeagueService {
    /// The league.
    #[boxed(?Send)]
    pub async fn league(&self) -> Result<League, Problem> {
        Ok(self.core.store.league().await?)
    }

    /// Replaces the league by the result of `make`. A change of a league for which `is_seen` returns false is refused.
    /// The service sets the day of the rules. Returns the new league, and true if no league was stored before.
    pub async fn set(
        &self,
        make: impl Fn(&League) -> Result<League, Problem> + 'static,
        is_seen: impl Fn(&League) -> bool + 'static,
    ) -> Result<(League, bool), Problem> {
        let service = self.clone();
        uncancellable(async move {
            loop {
                let before = service.league().await?;
                let league = make(&before)?;
                let changes = League { rules_since: before.rules_since, ..league.clone() } != before;
                if changes && !is_seen(&before) {
                    return Err(Problem::changed_meanwhile(None, None, json!(before)));
                }
                if let Some(set) = service.core.store.put_league(before, league, service.core.clock.today()).await? {
                    service.core.announce(Change::League);
                    return Ok(set);
                }
            }
        })
        .await
    }

    /// All seasons, the earliest first.
    #[boxed(?Send)]
    pub async fn seasons(&self) -> Result<Vec<Season>, Problem> {
        Ok(self.core.store.seasons().await?)
    }

    /// A season.
    #[boxed(?Send)]
    pub async fn season(&self, id: SeasonId) -> Result<Season, Problem> {
        let missing = || Problem::new(ProblemType::NotFound, "There is no such season.");
        self.core.store.season(id).await?.ok_or_else(missing)
    }

    /// A new id for a season.
    pub fn new_season_id(&self) -> SeasonId {
        SeasonId::from_bytes(self.core.ids.next())
    }

    /// Adds a season. If a season has this id, returns that season and changes nothing.
    #[boxed(?Send)]
    pub async fn add_season(&self, season: Season) -> Result<(Season, Effect), Problem> {
        if self.core.store.add_season(season.clone()).await? {
            return Ok((season, Effect::Created));
        }
        Ok((self.season(season.id).await?, Effect::Unchanged))
    }

    /// Changes a season. Fails if `change` refuses, if the season's nights would not be on its days, or if
    /// cards that have counted would count no more.
    pub async fn change_season(
        &self,
        id: SeasonId,
        change: impl Fn(&mut Season) -> Result<(), Problem>,
    ) -> Result<Season, Problem> {
        for _ in 0..MAX_ATTEMPTS {
            let old = self.season(id).await?;
            let mut new = old.clone();
            change(&mut new)?;
            let nights = self.nights.check_season_change(&old, &new).await?;
            if self.core.store.replace_season(old, new.clone(), nights).await? {
                return Ok(new);
            }
        }
        Err(StoreError::Busy.into())
    }

    /// Refuses a caller, `None` for a stranger, who may not read the lists of the league.
    #[boxed(?Send)]
    pub async fn check_lists(&self, caller: Option<&Caller>) -> Result<(), Problem> {
        if self.league().await?.is_public {
            return Ok(());
        }
        let missing =
            || Problem::unauthorized("This league shows its lists to its own people: sign in, or join a night.");
        caller.ok_or_else(missing)?.require(Right::ReadLists).map(drop)
    }

    /// A season with its finished nights.
    #[boxed(?Send)]
    pub async fn season_report(&self, id: SeasonId) -> Result<SeasonReport, Problem> {
        let is_public = self.league().await?.is_public;
        let season = self.season(id).await?;
        let mut nights = self.nights.nights(Some(id)).await?;
        nights.retain(|night| night.status() == Status::Finished);
        Ok(SeasonReport { season, nights: self.nights.reports(&nights).await?, is_public })
    }

    /// A season with its nights by date, without cancelled nights and nights at which nobody was checked in.
    #[boxed(?Send)]
    pub async fn season_nights(&self, id: SeasonId) -> Result<(Season, Vec<NightReport>), Problem> {
        let season = self.season(id).await?;
        let mut nights = self.nights.nights(Some(id)).await?;
        nights.retain(|night| !night.entries().is_empty() && night.status() != Status::Cancelled);
        nights.sort_by_key(|night| (night.schedule().date, night.schedule().starts_at, night.schedule().night));
        Ok((season, self.nights.reports(&nights).await?))
    }

    /// All representatives by name.
    #[boxed(?Send)]
    pub async fn representatives(&self) -> Result<Vec<Representative>, Problem> {
        let mut representatives = self.core.store.representatives().await?;
        representatives.sort_by_cached_key(|representative| name_key::plain_key(&representative.name));
        Ok(representatives)
    }

    /// Adds a representative with this password. If a representative has this id, returns that representative and
    /// changes nothing.
    #[boxed(?Send)]
    pub async fn add_representative(
        &self,
        id: Option<RepresentativeId>,
        name: String,
        role: RepresentativeRole,
        password: String,
    ) -> Result<(Representative, Effect), Problem> {
        let known = self.core.store.representatives().await?.into_iter().find(|known| Some(known.id) == id);
        if let Some(known) = known {
            return Ok((known, Effect::Unchanged));
        }
        let id = id.unwrap_or_else(|| RepresentativeId::from_bytes(self.core.ids.next()));
        let added = Representative { id, name, role };
        match self.core.store.add_representative(added.clone(), self.core.passwords.hash(password).await?).await? {
            AddRepresentativeOutcome::Added => Ok((added, Effect::Created)),
            // Added while the password was hashed.
            AddRepresentativeOutcome::Exists(known) => Ok((known, Effect::Unchanged)),
            AddRepresentativeOutcome::Removed => Err(Problem::representative_removed()),
            AddRepresentativeOutcome::NameTaken => {
                let detail =
                    format!("There is a representative of the name “{}” already. Choose another name.", added.name);
                Err(Problem::new(ProblemType::NameTaken, detail).at_pointer("/name"))
            }
        }
    }

    /// Removes a representative, and ends their sessions. Removing a representative twice is allowed.
    #[boxed(?Send)]
    pub async fn remove_representative(&self, id: RepresentativeId) -> Result<(), Problem> {
        let core = self.core.clone();
        uncancellable(async move {
            core.store.delete_representative(id).await?;
            let is_theirs = |grant: &Grant| matches!(grant, Grant::Representative { id: own, .. } if *own == id);
            core.sessions.invalidate_where(is_theirs);
            Ok(())
        })
        .await
    }
}
