//! The operations on the league: its settings, its seasons, and its representatives.

use std::sync::Arc;

use pegout_league::night::Status;
use pegout_league::{RepresentativeId, SeasonId};
use serde_json::json;

use super::Effect;
use super::nights::NightService;
use super::nights::report::{NightReport, SeasonReport};
use crate::auth::caller::Caller;
use crate::auth::passwords::Passwords;
use crate::auth::right::Right;
use crate::auth::sessions::Sessions;
use crate::eventlog::{Change, EventLog, MAX_ATTEMPTS, uncancellable};
use crate::problem::{Problem, ProblemType};
use pegout_model::clock::Clock;
use pegout_model::grant::Grant;
use pegout_model::league::{League, Season};
use pegout_model::name_key;
use pegout_model::random::Ids;
use pegout_model::role::{Representative, RepresentativeRole};
use pegout_store::{AddedRepresentative, Store, StoreError};

/// The operations on the league.
#[derive(Clone)]
pub struct LeagueService {
    pub(super) log: Arc<EventLog>,
    pub(super) store: Arc<dyn Store>,
    pub(super) nights: NightService,
    pub(super) sessions: Arc<Sessions>,
    pub(super) passwords: Arc<Passwords>,
    pub(super) ids: Arc<Ids>,
    pub(super) clock: Arc<dyn Clock>,
}

impl LeagueService {
    /// The league.
    pub async fn league(&self) -> Result<League, Problem> {
        Ok(self.store.league().await?)
    }

    /// Replaces the league by the result of `make`. A change of a league for which `is_seen` returns false is refused. The
    /// service sets the day of the rules. Returns the new league, and true if no league was stored before.
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
                if let Some(set) = service.store.put_league(before, league, service.clock.today()).await? {
                    // Nobody listens while no night is watched.
                    let _ = service.log.changes.send(Change::League);
                    return Ok(set);
                }
            }
        })
        .await
    }

    /// All seasons, the earliest first.
    pub async fn seasons(&self) -> Result<Vec<Season>, Problem> {
        Ok(self.store.seasons().await?)
    }

    /// A season.
    pub async fn season(&self, id: SeasonId) -> Result<Season, Problem> {
        let missing = || Problem::new(ProblemType::NotFound, "There is no such season.");
        self.store.season(id).await?.ok_or_else(missing)
    }

    /// A new id for a season.
    pub fn new_season_id(&self) -> SeasonId {
        SeasonId::from_bytes(self.ids.next())
    }

    /// Adds a season. With the id of a season that was added before it returns that season, and changes nothing.
    pub async fn add_season(&self, season: Season) -> Result<(Season, Effect), Problem> {
        if self.store.add_season(season.clone()).await? {
            return Ok((season, Effect::Created));
        }
        Ok((self.season(season.id).await?, Effect::Unchanged))
    }

    /// Changes a season, unless `change` refuses or nights of it would fall outside.
    pub async fn change_season(
        &self,
        id: SeasonId,
        change: impl Fn(&mut Season) -> Result<(), Problem>,
    ) -> Result<Season, Problem> {
        for _ in 0..MAX_ATTEMPTS {
            let old = self.season(id).await?;
            let mut new = old.clone();
            change(&mut new)?;
            let nights = self.nights.check_days(&old, &new).await?;
            if self.store.replace_season(old, new.clone(), nights).await? {
                return Ok(new);
            }
        }
        Err(StoreError::Busy.into())
    }

    /// Refuses a caller, `None` for a stranger, who may not read the lists of the league.
    pub async fn check_lists(&self, caller: Option<&Caller>) -> Result<(), Problem> {
        if self.league().await?.is_public {
            return Ok(());
        }
        let missing =
            || Problem::unauthorized("This league shows its lists to its own people: sign in, or join a night.");
        caller.ok_or_else(missing)?.require(Right::ReadLists).map(drop)
    }

    /// A season with its finished nights.
    pub async fn season_report(&self, id: SeasonId) -> Result<SeasonReport, Problem> {
        let is_public = self.league().await?.is_public;
        let season = self.season(id).await?;
        let mut nights = self.nights.nights(Some(id)).await?;
        nights.retain(|night| night.status() == Status::Finished);
        Ok(SeasonReport { season, nights: self.nights.reports(&nights).await?, is_public })
    }

    /// A season with those of its nights at which somebody was checked in, by date. Cancelled nights are not among them.
    pub async fn season_nights(&self, id: SeasonId) -> Result<(Season, Vec<NightReport>), Problem> {
        let season = self.season(id).await?;
        let mut nights = self.nights.nights(Some(id)).await?;
        nights.retain(|night| !night.entries().is_empty() && night.status() != Status::Cancelled);
        nights.sort_by_key(|night| (night.schedule().date, night.schedule().starts_at, night.schedule().night));
        Ok((season, self.nights.reports(&nights).await?))
    }

    /// All representatives by name.
    pub async fn representatives(&self) -> Result<Vec<Representative>, Problem> {
        let mut representatives = self.store.representatives().await?;
        representatives.sort_by_cached_key(|representative| name_key::plain_key(&representative.name));
        Ok(representatives)
    }

    /// Adds a representative with this password. With the id of one who was added before it returns that one, and changes nothing.
    pub async fn add_representative(
        &self,
        id: Option<RepresentativeId>,
        name: String,
        role: RepresentativeRole,
        password: String,
    ) -> Result<(Representative, Effect), Problem> {
        let known = self.store.representatives().await?.into_iter().find(|known| Some(known.id) == id);
        if let Some(known) = known {
            return Ok((known, Effect::Unchanged));
        }
        let id = id.unwrap_or_else(|| RepresentativeId::from_bytes(self.ids.next()));
        let added = Representative { id, name, role };
        match self.store.add_representative(added.clone(), self.passwords.hash(password).await?).await? {
            AddedRepresentative::Added => Ok((added, Effect::Created)),
            // Added while the password was hashed.
            AddedRepresentative::Known(known) => Ok((known, Effect::Unchanged)),
            AddedRepresentative::Removed => Err(Problem::representative_removed()),
            AddedRepresentative::NameTaken => {
                let detail =
                    format!("There is a representative of the name “{}” already. Choose another name.", added.name);
                Err(Problem::new(ProblemType::NameTaken, detail).at_pointer("/name"))
            }
        }
    }

    /// Removes a representative, and ends their sessions. Removing a representative twice is allowed.
    pub async fn remove_representative(&self, id: RepresentativeId) -> Result<(), Problem> {
        let service = self.clone();
        uncancellable(async move {
            service.store.delete_representative(id).await?;
            service
                .sessions
                .invalidate_where(|grant| matches!(grant, Grant::Representative { id: removed, .. } if *removed == id));
            Ok(())
        })
        .await
    }
}
