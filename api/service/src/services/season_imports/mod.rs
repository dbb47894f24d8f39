//! The import of a season from a spreadsheet: nights that were played before the league kept them here.

mod listed;
mod names;
mod night;

pub use listed::{ListedCell, ListedLine, ListedResult, ListedTotals, Outcome};

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use async_recursion::async_recursion as boxed;
use pegout_engine::Time;
use pegout_engine::game::{self, Action as GameAction, FinalScores, Game, GameId, Metadata};
use pegout_league::night::{Action, Command, Consequence, NewImport, Night, Schedule, Status};
use pegout_league::{CommandId, Date, GameResults, NightId, PlayerId, SeasonId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::caller::Author;
use crate::eventlog::{Transaction, uncancellable};
use crate::problem::{Problem, ProblemType};
use crate::services::Core;
use crate::services::nights::NightService;
use names::Names;
use night::NightRules;
use pegout_model::join_code::JoinKeys;
use pegout_model::league::Season;
use pegout_model::player::Player;
use pegout_store::{ConditionKind, NightRow, PlainRow};

/// The operations on imports.
#[derive(Clone)]
pub struct ImportService {
    pub(super) core: Arc<Core>,
    pub(super) nights: NightService,
}

/// A night of a spreadsheet.
#[derive(Clone)]
pub struct PlannedNight {
    /// The day.
    pub date: Date,
    /// The night here; `None` for a night that is not scheduled.
    pub night: Option<NightId>,
    /// The outcome.
    pub outcome: Outcome,
    /// The number of players.
    pub players: usize,
    new: NewImport,
}

/// The plan of an import.
#[derive(Clone)]
pub struct ImportPlan {
    /// The import.
    pub import: CommandId,
    /// The nights by day, without the nights that have wrong lines.
    pub nights: Vec<PlannedNight>,
    /// The players who are new.
    pub new_players: Vec<Player>,
    /// Each line with its outcome, and a sentence about a wrong line.
    pub lines: Vec<(u64, Outcome, Option<String>)>,
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

impl ImportPlan {
    /// The wrong lines, each with a sentence.
    pub fn wrong(&self) -> impl Iterator<Item = (u64, &str)> {
        self.lines.iter().filter_map(|(line, _, sentence)| Some((*line, sentence.as_deref()?)))
    }
}

impl ImportService {
    /// The season and its nights, without nights that went with an import.
    async fn season(&self, id: SeasonId) -> Result<(Season, Vec<Arc<Night>>), Problem> {
        let missing = || Problem::new(ProblemType::NotFound, format!("There is no season {id}."));
        let season = self.core.store.season(id).await?.ok_or_else(missing)?;
        Ok((season, self.nights.nights(Some(id)).await?))
    }

    /// The plan to import these lines into a season. With `with_money` the nights have the league's fees and prizes.
    #[boxed(?Send)]
    pub async fn plan(
        &self,
        season: SeasonId,
        import: Option<CommandId>,
        listed: Vec<ListedLine>,
        with_money: bool,
    ) -> Result<ImportPlan, Problem> {
        let (season, known) = self.season(season).await?;
        let import = import.unwrap_or_else(|| CommandId::from_bytes(self.core.ids.next()));
        let stands = known.iter().any(|night| night.imported().is_some_and(|(known, _)| known.import == import));
        if !stands && known.iter().any(|night| night.import_taken_back() == Some(import)) {
            let detail = "An import with this id was taken back. Use a new id to import again.";
            return Err(Problem::new(ProblemType::AlreadyUsed, detail));
        }
        let league = self.core.store.league().await?.settings;
        let roster = self.core.store.players().await?;
        let (new_id, new_game) =
            (|| PlayerId::from_bytes(self.core.ids.next()), || GameId::from_bytes(self.core.ids.next()));
        let mut names = Names::new(&roster, &new_id);
        let rules = NightRules { import, card: season.card, league: &league, with_money, new_game: &new_game };
        let mut by_date: BTreeMap<Date, Vec<ListedLine>> = BTreeMap::new();
        for line in listed {
            by_date.entry(line.date).or_default().push(line);
        }
        let (mut nights, mut lines) = (Vec::new(), Vec::new());
        for (date, listed) in by_date {
            match planned(date, &listed, &season, &known, &rules, &mut names) {
                Ok(night) => {
                    lines.extend(listed.iter().map(|line| (line.line, night.outcome, None)));
                    nights.push(night);
                }
                Err(wrong) => {
                    lines.extend(wrong.into_iter().map(|(line, sentence)| (line, Outcome::Refused, Some(sentence))));
                }
            }
        }
        lines.sort_by_key(|(line, ..)| *line);
        Ok(ImportPlan { import, nights, new_players: names.into_new(), lines })
    }

    /// Carries out a plan without wrong lines: all of it, or nothing.
    pub async fn import(&self, season: SeasonId, plan: ImportPlan, author: Author) -> Result<(), Problem> {
        let changing = plan.nights.iter().filter(|night| night.outcome != Outcome::Same);
        let Some(first) = changing.clone().next() else { return Ok(()) };
        let (season, _) = self.season(season).await?;
        let ids: Vec<NightId> = changing.map(|night| self.night_id(night)).collect();
        let (service, lock) = (self.clone(), first.night.unwrap_or(ids[0]));
        uncancellable(async move {
            let (core, has_new) = (service.core.clone(), !plan.new_players.is_empty());
            let committed = core.log.execute(lock, async move |transaction| {
                let metadata = author.metadata(service.core.clock.now());
                for player in &plan.new_players {
                    transaction.insert(PlainRow::Player(player.clone()));
                }
                let new: HashSet<PlayerId> = plan.new_players.iter().map(|player| player.id).collect();
                let merges = service.core.merges().await?;
                let mut players = plan.nights.iter().flat_map(|night| &night.new.import.players);
                if players.any(|player| merges.person(*player) != *player) {
                    return Err(Problem::not_now(
                        "Players were merged just now. Import again: nothing is added twice.",
                    ));
                }
                let changing = plan.nights.iter().filter(|night| night.outcome != Outcome::Same);
                for (night, id) in changing.zip(&ids) {
                    service.import_night(transaction, night, *id, &season, &new, &metadata).await?;
                }
                Ok::<_, Problem>(())
            });
            committed.await?;
            if has_new {
                core.names.reload().await?;
            }
            Ok(())
        })
        .await
    }

    /// The night that takes the results. A night that an older import made goes with it.
    fn night_id(&self, night: &PlannedNight) -> NightId {
        night.night.filter(|_| night.outcome == Outcome::New).unwrap_or_else(|| self.nights.new_id())
    }

    async fn import_night(
        &self,
        transaction: &mut Transaction,
        planned: &PlannedNight,
        id: NightId,
        season: &Season,
        new_players: &HashSet<PlayerId>,
        metadata: &Metadata,
    ) -> Result<(), Problem> {
        let mut id = id;
        if planned.outcome == Outcome::Changed
            && let Some(old) = planned.night
        {
            self.take_back_night(transaction, old, metadata).await?;
            let night = transaction.night(old).await?.ok_or_else(Problem::no_such_night)?;
            if !night.is_removed() {
                id = old;
            }
        }
        if transaction.night(id).await?.is_none() {
            let schedule = Schedule { season: Some(season.id), ..Schedule::new(id, planned.date) };
            transaction.append_night(id, vec![Night::begin(schedule, metadata.clone())?]);
            let keys = JoinKeys::random(&*self.core.random);
            transaction.insert(PlainRow::Night(NightRow { id, season: Some(season.id), keys }));
        }
        transaction.require(id, ConditionKind::Season(season.clone()));
        let night = transaction.night(id).await?.ok_or_else(Problem::no_such_night)?;
        let mut new = planned.new.clone();
        new.import.new_night = night.version() == 1 && planned.night != Some(id);
        for player in new.import.players.iter().filter(|player| !new_players.contains(player)) {
            transaction.require(id, ConditionKind::Player(*player));
        }
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
        let posted = ledger.entries().iter().filter(|entry| entry.taken_back.is_none());
        if posted.into_iter().any(|entry| entry.posting.night == Some(id)) {
            let date = night.schedule().date;
            let detail = format!("The ledger has money of the night of {date}. Take it back there first.");
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
        let (_, nights) = self.season(season).await?;
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
        let (_, nights) = self.season(season).await?;
        let is_of = |night: &Arc<Night>| night.imported().is_some_and(|(known, _)| known.import == import);
        let ids: Vec<NightId> =
            nights.iter().filter(|night| is_of(night)).map(|night| night.schedule().night).collect();
        let Some(first) = ids.first().copied() else { return Ok(()) };
        let service = self.clone();
        let committed = self.core.log.execute(first, async move |transaction| {
            let metadata = author.metadata(service.core.clock.now());
            for id in &ids {
                service.take_back_night(transaction, *id, &metadata).await?;
            }
            Ok::<_, Problem>(())
        });
        committed.await.map(drop)
    }
}

/// The plan for the lines of a night, or its wrong lines.
fn planned(
    date: Date,
    lines: &[ListedLine],
    season: &Season,
    known: &[Arc<Night>],
    rules: &NightRules,
    names: &mut Names,
) -> Result<PlannedNight, Vec<(u64, String)>> {
    let first = lines.first().map_or(0, |line| line.line);
    if !season.contains(date) {
        let Season { name, starts, ends, .. } = season;
        let sentence = format!("{date} is no day of the season “{name}”, which is from {starts} to {ends}.");
        return Err(vec![(first, sentence)]);
    }
    let new = rules.read(lines, names)?;
    let is_on_day = |night: &&Arc<Night>| night.schedule().date == date && night.status() != Status::Cancelled;
    let night = known.iter().find(is_on_day);
    let outcome = match night.map(|night| (night, night.imported())) {
        None => Outcome::New,
        Some((_, Some((import, _)))) if import.digest == new.import.digest => Outcome::Same,
        Some((_, Some(_))) => Outcome::Changed,
        Some((night, None)) if night.status() == Status::Scheduled && night.withdrawn().is_empty() => Outcome::New,
        Some(_) => {
            let sentence =
                format!("The night of {date} was played here, or players are checked in. Leave it out of the table.");
            return Err(vec![(first, sentence)]);
        }
    };
    let players = new.import.players.len();
    Ok(PlannedNight { date, night: night.map(|night| night.schedule().night), outcome, players, new })
}
