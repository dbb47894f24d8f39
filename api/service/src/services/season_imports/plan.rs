//! The plan of an import: the outcome of each night and each line, as the league is at this moment.

use std::collections::BTreeMap;
use std::sync::Arc;

use pegout_engine::game::GameId;
use pegout_league::ledger::Entry;
use pegout_league::night::{NewImport, Night, NotedImport, Status};
use pegout_league::{CommandId, Date, Ledger, NightId, PlayerId, SeasonId, Settings};

use super::ImportService;
use super::digest;
use super::listed::{ListedLine, Outcome};
use super::names::Names;
use super::night::{NightRules, WrongLine};
use crate::eventlog::Transaction;
use crate::problem::{Problem, ProblemType};
use pegout_model::league::Season;
use pegout_model::player::{Merges, Player};
use pegout_store::{ConditionKind, Names as PlayerNames, NightVersions, StreamId};

/// The version of a game from a spreadsheet that nobody has changed: it was begun, and its result was entered.
const IMPORTED_GAME: u64 = 2;

/// The lines of a spreadsheet, and how they are imported.
#[derive(Clone)]
pub struct ImportRequest {
    /// The id that the client has given it.
    pub id: Option<CommandId>,
    /// The lines.
    pub lines: Vec<ListedLine>,
    /// True if the nights have the league's fees and prizes.
    pub with_money: bool,
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
    /// True for a changed night whose results were corrected here since its import.
    pub is_corrected: bool,
    /// The results; `None` for a night that stays as it is.
    pub(super) new: Option<NewImport>,
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
    /// The note that this import was asked for; `None` for a repeat, and for an import without an id.
    pub(super) note: Option<NotedImport>,
}

impl ImportPlan {
    /// The wrong lines, each with a sentence.
    pub fn wrong(&self) -> impl Iterator<Item = (u64, &str)> {
        self.lines.iter().filter_map(|(line, _, sentence)| Some((*line, sentence.as_deref()?)))
    }

    /// The nights that get new results, with these results.
    pub(super) fn changing(&self) -> impl Iterator<Item = (&PlannedNight, &NewImport)> {
        self.nights.iter().filter_map(|night| Some((night, night.new.as_ref()?)))
    }
}

/// The league as a plan has read it.
pub(super) struct KnownLeague {
    pub season: Season,
    /// The nights of all seasons.
    nights: Vec<Arc<Night>>,
    settings: Settings,
    ledger: Arc<Ledger>,
    names: Arc<PlayerNames>,
    merges: Arc<Merges>,
    versions: Arc<NightVersions>,
}

impl KnownLeague {
    /// The nights of the season.
    pub fn nights(&self) -> impl Iterator<Item = &Arc<Night>> {
        self.nights.iter().filter(|night| night.schedule().season == Some(self.season.id))
    }

    /// The night of the season on this day. A night from paper is found first.
    fn night_of(&self, date: Date) -> Option<&Arc<Night>> {
        let on_day = || {
            let is_on_day = |night: &&Arc<Night>| night.schedule().date == date && night.status() != Status::Cancelled;
            self.nights().filter(is_on_day)
        };
        on_day().find(|night| night.imported().is_some()).or_else(|| on_day().next())
    }

    /// The hash of the request that had this id, in any season.
    fn request(&self, import: CommandId) -> Option<&str> {
        self.nights.iter().find_map(|night| night.import_request(import))
    }

    /// Lets the decision depend on everything that was read. Two imports exclude each other, because both depend on names.
    pub fn require(&self, transaction: &mut Transaction, stream: NightId) {
        let kinds = [
            ConditionKind::Merges(self.merges.clone()),
            ConditionKind::Season(self.season.clone()),
            ConditionKind::Nights(self.versions.clone()),
            ConditionKind::Names(self.names.clone()),
        ];
        kinds.into_iter().for_each(|kind| transaction.require(stream, kind));
    }
}

impl ImportService {
    /// A season.
    pub(super) async fn season(&self, id: SeasonId) -> Result<Season, Problem> {
        let missing = || Problem::new(ProblemType::NotFound, format!("There is no season {id}."));
        self.core.store.season(id).await?.ok_or_else(missing)
    }

    /// Reads everything that an import into this season depends on.
    pub(super) async fn known(&self, id: SeasonId) -> Result<KnownLeague, Problem> {
        let core = &self.core;
        let season = self.season(id).await?;
        let merges = core.merges().await?;
        let names = core.store.player_names().await?;
        let settings = core.store.league().await?.settings;
        let ledger = core.ledger().await?;
        if core.log.is_shared() {
            // Another server may have imported just now.
            let all = core.store.night_ids(None).await?;
            core.log.refresh(all.into_iter().map(StreamId::Night)).await?;
        }
        let nights = self.nights.nights(None).await?;
        let versions = nights.iter().map(|night| (night.schedule().night, night.version())).collect();
        let (names, merges, versions) = (Arc::new(names), Arc::new(merges), Arc::new(versions));
        Ok(KnownLeague { season, nights, settings, ledger, names, merges, versions })
    }

    /// The plan of an import, as the league is. A repeat of a request changes nothing, also after later imports.
    pub(super) fn plan_for(
        &self,
        known: &KnownLeague,
        request: &ImportRequest,
        import: CommandId,
    ) -> Result<ImportPlan, Problem> {
        let ImportRequest { id, lines: listed, with_money } = request;
        let mut by_date: BTreeMap<Date, Vec<ListedLine>> = BTreeMap::new();
        for line in listed {
            by_date.entry(line.date).or_default().push(line.clone());
        }
        let digests: Vec<(Date, String)> =
            by_date.iter().map(|(date, lines)| (*date, digest::of_night(lines, *with_money))).collect();
        let request = digest::of_request(known.season.id, &digests);
        let repeated = known.request(import);
        if repeated.is_some_and(|known| known != request && !known.is_empty()) {
            let detail = format!("The id {import} was used for another import. Use a new id for this one.");
            return Err(Problem::new(ProblemType::AlreadyUsed, detail).at_pointer("/id"));
        }
        let (new_id, new_game) =
            (|| PlayerId::from_bytes(self.core.ids.next()), || GameId::from_bytes(self.core.ids.next()));
        let mut names = Names::new(&known.names, &known.merges, &new_id);
        let (mut nights, mut lines) = (Vec::new(), Vec::new());
        for ((date, listed), (_, digest)) in by_date.into_iter().zip(&digests) {
            let rules = NightRules {
                import,
                digest,
                request: &request,
                card: known.season.card,
                league: &known.settings,
                with_money: *with_money,
                new_game: &new_game,
            };
            let planned = match repeated {
                Some(_) => Ok(PlannedNight::same(date, known.night_of(date), &listed)),
                None => planned(date, &listed, known, &rules, &mut names),
            };
            match planned {
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
        let note = id.filter(|_| repeated.is_none()).map(|import| NotedImport { import, request });
        Ok(ImportPlan { import, nights, new_players: names.into_new(), lines, note })
    }
}

impl ImportService {
    /// Marks the changed nights whose results were corrected here since their import.
    pub(super) async fn mark_corrected(&self, plan: &mut ImportPlan) -> Result<(), Problem> {
        for planned in plan.nights.iter_mut().filter(|night| night.outcome == Outcome::Changed) {
            let Some(id) = planned.night else { continue };
            let night = self.core.night(id).await?;
            let games: Vec<GameId> = night.tables().map(|(_, table)| table.game).collect();
            self.core.log.games.preload(games.iter().copied()).await;
            planned.is_corrected = night.is_corrected_import();
            for game in games {
                let game = self.core.log.games.snapshot(game).await?;
                planned.is_corrected |= game.is_some_and(|game| game.state.version() > IMPORTED_GAME);
            }
        }
        Ok(())
    }
}

impl PlannedNight {
    /// A night that stays as it is.
    fn same(date: Date, night: Option<&Arc<Night>>, lines: &[ListedLine]) -> PlannedNight {
        let night = night.map(|night| night.schedule().night);
        let players = digest::count_players(lines);
        PlannedNight { date, night, outcome: Outcome::Same, players, is_corrected: false, new: None }
    }
}

/// The plan for the lines of a night, or its wrong lines.
fn planned(
    date: Date,
    lines: &[ListedLine],
    known: &KnownLeague,
    rules: &NightRules,
    names: &mut Names,
) -> Result<PlannedNight, Vec<WrongLine>> {
    let first = lines.first().map_or(0, |line| line.line);
    if !known.season.contains(date) {
        let Season { name, starts, ends, .. } = &known.season;
        let sentence = format!("{date} is no day of the season “{name}”, which is from {starts} to {ends}.");
        return Err(vec![(first, sentence)]);
    }
    let night = known.night_of(date);
    let outcome = match night.map(|night| (night, night.imported())) {
        None => Outcome::New,
        Some((_, Some((import, _)))) if import.digest == rules.digest => {
            return Ok(PlannedNight::same(date, night, lines));
        }
        Some((night, Some(_))) if has_money_of_import(&known.ledger, night) => {
            return Err(vec![(first, money_of(date))]);
        }
        Some((_, Some(_))) => Outcome::Changed,
        Some((night, None)) if night.status() == Status::Scheduled && night.withdrawn().is_empty() => Outcome::New,
        Some(_) => {
            let sentence =
                format!("The night of {date} was played here, or players are checked in. Leave it out of the table.");
            return Err(vec![(first, sentence)]);
        }
    };
    let new = rules.read(lines, names)?;
    let (night, players) = (night.map(|night| night.schedule().night), new.import.players.len());
    Ok(PlannedNight { date, night, outcome, players, is_corrected: false, new: Some(new) })
}

/// Returns true if the ledger has a fee, a prize, a stake or a win of a night since its import. Other postings that name the
/// night do not depend on its results.
pub(super) fn has_money_of_import(ledger: &Ledger, night: &Night) -> bool {
    let Some((_, author)) = night.imported() else { return false };
    let is_of_import = |entry: &Entry| {
        let is_of_night = entry.posting.is_of_night() && entry.posting.night == Some(night.schedule().night);
        entry.taken_back.is_none() && is_of_night && entry.posted.at >= author.at
    };
    ledger.entries().iter().any(is_of_import)
}

/// The sentence about a night whose import cannot be taken back.
pub(super) fn money_of(date: Date) -> String {
    format!("The ledger has a fee, a prize or a stake of the night of {date}. Take it back at the night first.")
}
