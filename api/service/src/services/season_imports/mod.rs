//! The import of a season from a spreadsheet: nights that were played before the league kept them here.

mod digest;
mod listed;
mod names;
mod night;
mod plan;

pub use listed::{ListedCell, ListedLine, ListedResult, ListedTotals, Outcome};
pub use plan::{ImportPlan, ImportRequest, PlannedNight};

use std::collections::BTreeMap;
use std::sync::Arc;

use async_recursion::async_recursion as boxed;
use pegout_engine::Time;
use pegout_engine::game::{self, Action as GameAction, FinalScores, Game, GameId, Metadata};
use pegout_league::night::{Action, Command, Consequence, NewImport, Night, Schedule};
use pegout_league::{CommandId, Date, GameResults, NightId, SeasonId};
use serde::Serialize;
use tokio::sync::Mutex;
use utoipa::ToSchema;

use crate::auth::caller::Author;
use crate::eventlog::{Transaction, uncancellable};
use crate::problem::{Problem, ProblemType};
use crate::services::Core;
use crate::services::nights::NightService;
use pegout_model::join_code::JoinKeys;
use pegout_store::{NightRow, PlainRow, StoreError};

/// The operations on imports.
#[derive(Clone)]
pub struct ImportService {
    pub(super) core: Arc<Core>,
    pub(super) nights: NightService,
    /// The turn of an import. Without it, imports at the same moment would often be planned again.
    pub(super) turn: Arc<Mutex<()>>,
}

/// An import of a season.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeasonImport {
    /// The import.
    pub id: CommandId,
    /// The time when it was made.
    at: Time,
    /// The person who made it; `null` for the coordinator without a name.
    #[schema(required = true)]
    by: Option<String>,
    /// The days of its nights.
    dates: Vec<Date>,
}

/// The failure of an import.
enum Failure {
    /// The league changed at each attempt.
    Changing,
    /// The problem.
    Problem(Problem),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::Busy => Failure::Changing,
            error => Failure::Problem(error.into()),
        }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure::Problem(problem)
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        match failure {
            Failure::Changing => Problem::not_now(
                "Nights or players were changed at the same moment, so nothing was imported or taken back. Try again: \
                 nothing is added twice.",
            ),
            Failure::Problem(problem) => problem,
        }
    }
}

impl ImportService {
    fn new_id(&self) -> CommandId {
        CommandId::from_bytes(self.core.ids.next())
    }

    /// The plan of an import into a season.
    #[boxed(?Send)]
    pub async fn plan(&self, season: SeasonId, request: ImportRequest) -> Result<ImportPlan, Problem> {
        let known = self.known(season).await?;
        let mut plan = self.plan_for(&known, &request, request.id.unwrap_or_else(|| self.new_id()))?;
        self.mark_corrected(&mut plan).await?;
        Ok(plan)
    }

    /// Imports lines into a season: all of them, or nothing if a line is wrong. Returns the plan that was carried out.
    #[boxed(?Send)]
    pub async fn import(
        &self,
        season: SeasonId,
        request: ImportRequest,
        author: Author,
    ) -> Result<ImportPlan, Problem> {
        let (service, import) = (self.clone(), request.id.unwrap_or_else(|| self.new_id()));
        self.take_turn(async move |transaction, stream| {
            let known = service.known(season).await?;
            let mut plan = service.plan_for(&known, &request, import)?;
            service.mark_corrected(&mut plan).await?;
            if plan.wrong().next().is_none() {
                known.require(transaction, stream);
                service.carry_out(transaction, &plan, season, &author).await?;
            }
            Ok(plan)
        })
        .await
    }

    /// Makes a decision in the turn of imports. Names are read again after it.
    async fn take_turn<T: 'static>(
        &self,
        mut decide: impl AsyncFnMut(&mut Transaction, NightId) -> Result<T, Problem> + 'static,
    ) -> Result<T, Problem> {
        let service = self.clone();
        let made: Result<T, Failure> = uncancellable(async move {
            let _turn = service.turn.lock().await;
            let (log, stream) = (&service.core.log, service.nights.new_id());
            let decided =
                log.execute(stream, async move |transaction| Ok::<_, Failure>(decide(transaction, stream).await?));
            let value = decided.await?.value;
            service.core.names.reload().await?;
            Ok(value)
        })
        .await;
        Ok(made?)
    }

    async fn carry_out(
        &self,
        transaction: &mut Transaction,
        plan: &ImportPlan,
        season: SeasonId,
        author: &Author,
    ) -> Result<(), Problem> {
        let metadata = author.metadata(self.core.clock.now());
        for player in &plan.new_players {
            transaction.insert(PlainRow::Player(player.clone()));
        }
        for (night, new) in plan.changing() {
            self.import_night(transaction, night, new.clone(), season, &metadata).await?;
        }
        let noted_at = plan.nights.iter().find_map(|night| night.night).filter(|_| plan.changing().next().is_none());
        if let (Some(id), Some(note)) = (noted_at, &plan.note) {
            let night = transaction.night(id).await?.ok_or_else(Problem::no_such_night)?;
            let action = Action::NoteImport(note.clone());
            transaction.append_night(id, night.decide(Command { metadata, action }, &GameResults::new())?);
        }
        Ok(())
    }

    async fn import_night(
        &self,
        transaction: &mut Transaction,
        planned: &PlannedNight,
        mut new: NewImport,
        season: SeasonId,
        metadata: &Metadata,
    ) -> Result<(), Problem> {
        let mut id = planned.night.unwrap_or_else(|| self.nights.new_id());
        if planned.night.is_some() {
            transaction.night(id).await?;
            transaction.merges_of(id);
        }
        if planned.outcome == Outcome::Changed {
            self.take_back_night(transaction, id, metadata).await?;
            let night = transaction.night(id).await?.ok_or_else(Problem::no_such_night)?;
            if night.is_removed() {
                // A night that an older import made went with it.
                id = self.nights.new_id();
            }
        }
        if transaction.night(id).await?.is_none() {
            let schedule = Schedule { season: Some(season), ..Schedule::new(id, planned.date) };
            transaction.append_night(id, vec![Night::begin(schedule, metadata.clone())?]);
            let keys = JoinKeys::random(&*self.core.random);
            transaction.insert(PlainRow::Night(NightRow { id, season: Some(season), keys }));
        }
        let night = transaction.night(id).await?.ok_or_else(Problem::no_such_night)?;
        new.import.new_night = night.version() == 1 && planned.night != Some(id);
        let scores: BTreeMap<GameId, Vec<u8>> = new
            .rounds
            .iter()
            .flat_map(|(round, scores)| round.tables.iter().map(|table| table.game).zip(scores.clone()))
            .collect();
        let action = Action::Import(new);
        let events = night.decide(Command { metadata: metadata.clone(), action }, &GameResults::new())?;
        for (game, consequence) in night.consequences(&events) {
            let Consequence::Begin(setup) = consequence else { continue };
            let begun = Game::begin(setup, metadata.clone())?;
            transaction.game(game).await?;
            let scores = FinalScores::from(scores.get(&game).cloned().unwrap_or_default());
            let action = GameAction::EnterResult { scores, reason: None, device: None, id: None };
            let started = Game::fold([&begun]).ok_or_else(Problem::unavailable)?;
            let won = started.decide(game::Command { metadata: metadata.clone(), action })?;
            transaction.append_game(game, [begun].into_iter().chain(won).collect());
        }
        transaction.append_night(id, events);
        Ok(())
    }

    async fn take_back_night(
        &self,
        transaction: &mut Transaction,
        id: NightId,
        metadata: &Metadata,
    ) -> Result<(), Problem> {
        let night = transaction.night(id).await?.ok_or_else(Problem::no_such_night)?;
        let Some((import, _)) = night.imported() else { return Ok(()) };
        let ledger = transaction.ledger().await?;
        if plan::has_money_of_import(&ledger, &night) {
            let detail = plan::money_of(night.schedule().date);
            return Err(Problem::new(ProblemType::OfANight, detail).member("night_id", serde_json::json!(id)));
        }
        let action = Action::TakeBackImport { import: import.import };
        let events = night.decide(Command { metadata: metadata.clone(), action }, &GameResults::new())?;
        transaction.append_night(id, events);
        Ok(())
    }

    /// The imports of a season that are not taken back, the newest first.
    #[boxed(?Send)]
    pub async fn imports(&self, season: SeasonId) -> Result<Vec<SeasonImport>, Problem> {
        self.season(season).await?;
        let nights = self.nights.nights(Some(season)).await?;
        let mut imports: BTreeMap<CommandId, SeasonImport> = BTreeMap::new();
        for night in &nights {
            if let Some((import, Metadata { at, by, .. })) = night.imported() {
                let id = import.import;
                let entry = SeasonImport { id, at: *at, by: by.clone(), dates: Vec::new() };
                imports.entry(id).or_insert(entry).dates.push(night.schedule().date);
            }
        }
        let mut imports: Vec<SeasonImport> = imports.into_values().collect();
        imports.iter_mut().for_each(|import| import.dates.sort_unstable());
        imports.sort_by_key(|import| (std::cmp::Reverse(import.at), import.id));
        Ok(imports)
    }

    /// Takes an import back. Nights that it scheduled go with it. Players whom it added stay. A repeat changes nothing.
    #[boxed(?Send)]
    pub async fn take_back(&self, season: SeasonId, import: CommandId, author: Author) -> Result<(), Problem> {
        let service = self.clone();
        self.take_turn(async move |transaction, stream| {
            let known = service.known(season).await?;
            known.require(transaction, stream);
            let metadata = author.metadata(service.core.clock.now());
            let is_of = |night: &&Arc<Night>| night.imported().is_some_and(|(known, _)| known.import == import);
            for night in known.nights().filter(is_of) {
                service.take_back_night(transaction, night.schedule().night, &metadata).await?;
            }
            Ok(())
        })
        .await
    }
}
