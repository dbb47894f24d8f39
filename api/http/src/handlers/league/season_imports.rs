//! The imports of a season: results of nights that were kept on paper.

use actix_web::web::{Data, Json, block};
use actix_web::{HttpResponse, delete, get, post};
use pegout_league::{CommandId, Date, NightId, SeasonId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::result_table::{self, POINTER};
use crate::body::UnparsedBody;
use crate::caller::Permitted;
use crate::handlers::common::{Done, Pool};
use crate::handlers::league::seasons::SeasonPath;
use crate::params::Path;
use crate::problem_response::HttpProblem;
use pegout_service::auth::right::rights;
use pegout_service::problem::Problem;
use pegout_service::services::season_imports::{ImportPlan, ImportRequest, ImportService, Outcome, SeasonImport};

/// The most lines with errors in one problem.
const MAX_ERRORS: usize = 20;

/// The path of an import.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct SeasonImportPath {
    /// The id of the season.
    id: SeasonId,
    /// The id of the import.
    import_id: CommandId,
}

/// Results to import.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultsRequest {
    /// The table as CSV: a line of titles, and up to 5,000 lines.
    #[schema(examples("date,player,game 1,game 2,game 3,game 4,total\r\n2026-01-28,Ann Archer,0,-1,12,0,11\r\n"))]
    csv: String,
    /// True to learn what the import would do; nothing is changed.
    #[serde(default)]
    dry_run: bool,
    /// True if the nights have the league's fees and prizes: everybody has paid, and the prizes of each night were handed out. By
    /// default the nights have no money.
    #[serde(default)]
    money: bool,
    /// The id of the import, made by the client. Without it the service makes one.
    id: Option<CommandId>,
}

/// The outcome of an import.
#[derive(Serialize, ToSchema)]
pub struct ImportedResults {
    /// The id of the import; `null` with `dry_run`.
    #[schema(required = true)]
    id: Option<CommandId>,
    /// The nights, by day.
    nights: Vec<ImportedNight>,
    /// The names that are new on the list of players.
    new_players: Vec<String>,
    /// The outcome of each line, or with `dry_run` the outcome that it would have.
    lines: Vec<ImportedResult>,
    /// The titles of the columns that are unknown, and were passed over.
    ignored: Vec<String>,
}

/// A night of an import.
#[derive(Serialize, ToSchema)]
pub struct ImportedNight {
    /// The day.
    date: Date,
    /// The night that was there before; `null` if there was none.
    #[schema(required = true)]
    night_id: Option<NightId>,
    /// Its outcome.
    outcome: ResultOutcome,
    /// The number of players.
    players: usize,
    /// True for a changed night whose results were corrected here since its import: the new results replace the corrections.
    corrected: bool,
}

/// A line of an import.
#[derive(Serialize, ToSchema)]
pub struct ImportedResult {
    /// Its number in the table, from 1.
    line: u64,
    /// Its outcome.
    outcome: ResultOutcome,
    /// The reason for which the line is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    detail: Option<String>,
}

/// The outcome of a line or a night.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResultOutcome {
    /// The results of the night are new.
    New,
    /// The night was imported before, with other results: these replace them.
    Changed,
    /// The night stays as it is: it was imported before with these results, or the request is a repeat.
    Same,
    /// The line has an error.
    Refused,
}

/// The imports of a season.
#[derive(Serialize, ToSchema)]
pub struct SeasonImports {
    /// The imports that are not taken back, the newest first.
    imports: Vec<SeasonImport>,
}

impl From<Outcome> for ResultOutcome {
    fn from(outcome: Outcome) -> ResultOutcome {
        match outcome {
            Outcome::New => ResultOutcome::New,
            Outcome::Changed => ResultOutcome::Changed,
            Outcome::Same => ResultOutcome::Same,
            Outcome::Refused => ResultOutcome::Refused,
        }
    }
}

impl ImportedResults {
    fn new(
        plan: &ImportPlan,
        wrong: Vec<result_table::WrongLine>,
        ignored: Vec<String>,
        dry_run: bool,
    ) -> ImportedResults {
        let nights = plan.nights.iter().map(|night| ImportedNight {
            date: night.date,
            night_id: night.night,
            outcome: night.outcome.into(),
            players: night.players,
            corrected: night.is_corrected,
        });
        let mut lines: Vec<ImportedResult> = plan
            .lines
            .iter()
            .map(|(line, outcome, detail)| ImportedResult {
                line: *line,
                outcome: (*outcome).into(),
                detail: detail.clone(),
            })
            .collect();
        lines.extend(wrong.into_iter().map(|wrong| ImportedResult {
            line: wrong.line,
            outcome: ResultOutcome::Refused,
            detail: Some(wrong.sentence),
        }));
        lines.sort_by_key(|line| line.line);
        ImportedResults {
            id: (!dry_run).then_some(plan.import),
            nights: nights.collect(),
            new_players: plan.new_players.iter().map(|player| player.name.clone()).collect(),
            lines,
            ignored,
        }
    }
}

/// Lists the imports of a season
///
/// Returns the imports of results that are not taken back, with the days of their nights.
#[utoipa::path(
    tag = "Seasons",
    params(SeasonPath),
    responses((status = 200, description = "The imports.", body = SeasonImports)),
)]
#[get("/seasons/{id}/imports")]
pub async fn list_season_imports(
    _: Permitted<rights::ManageSeasons>,
    path: Path<SeasonPath>,
    imports: Data<ImportService>,
) -> Result<Json<SeasonImports>, HttpProblem> {
    Ok(Json(SeasonImports { imports: imports.imports(path.0.id).await? }))
}

/// Imports results of a season
///
/// Adds nights that were kept on paper, from a table that a spreadsheet has saved as CSV. Each night gets its places, and counts in
/// the season like a night that was played here. A table has one of two kinds of lines:
///
/// - Cards: `date`, `player`, and a line a game in `game 1`, `game 2` and so on, as the card of the season shows it. An empty cell is a
///   missed game, `x` a game that the player need not have, `bye` a round without an opponent. `total`, `wins`, `points` and
///   `spread` are checked against the lines. Without lines `total` counts, with `games` and `wins`. With game points, `points`
///   is the total.
/// - Tables: `date`, `round`, `side 1`, `side 2`, `side 3`, `score 1`, `score 2`, `score 3`. The names of partners have a `+`, `&` or `/`
///   between them. A line with one player and no score is a bye.
///
/// French titles are known too. Names are compared with the list of players, and new names are added to it. If a line has an error,
/// nothing is changed. A night that was imported with the same lines stays as it is. A night with other lines is replaced. A night
/// that was played here is refused. Idempotent with an `id`: a repeat changes nothing, also after later imports and after the
/// import was taken back. An `id` with other lines or for another season is 409 `already-used`. With `dry_run` nothing is changed, and the answer has the outcome of each line.
#[utoipa::path(
    tag = "Seasons",
    params(SeasonPath),
    request_body(content = ResultsRequest, description = "The table."),
    responses((status = 200, description = "The nights, and the outcome of each line.", body = ImportedResults)),
)]
#[post("/seasons/{id}/imports")]
pub async fn import_results(
    caller: Permitted<rights::ManageSeasons>,
    path: Path<SeasonPath>,
    pool: Pool,
    imports: Data<ImportService>,
    body: UnparsedBody<ResultsRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let parsed = pool.run(move || {
        let ResultsRequest { csv, dry_run, money, id } = body.parse()?;
        Ok((result_table::parse(&csv)?, dry_run, money, id))
    });
    let (table, dry_run, money, id) = parsed.await?;
    let (lines, to_come) = imports.without_days_to_come(table.results);
    let to_come = to_come.into_iter().map(|(line, sentence)| result_table::WrongLine { line, sentence });
    let wrong: Vec<_> = table.wrong.into_iter().chain(to_come).collect();
    let (season, request) = (path.0.id, ImportRequest { id, lines, with_money: money });
    let plan = if dry_run || !wrong.is_empty() {
        imports.plan(season, request).await?
    } else {
        imports.import(season, request, caller.author()).await?
    };
    if !dry_run && (!wrong.is_empty() || plan.wrong().next().is_some()) {
        return Err(refused(&wrong, &plan).into());
    }
    let answer = ImportedResults::new(&plan, wrong, table.ignored, dry_run);
    let text = block(move || serde_json::to_string(&answer)).await.ok().and_then(Result::ok);
    let text =
        text.ok_or_else(|| Problem::not_now("The answer could not be written. Import again: nothing is added twice."))?;
    Ok(HttpResponse::Ok().content_type(actix_web::http::header::ContentType::json()).body(text))
}

/// Takes an import back
///
/// Takes all results of an import back. Nights that it scheduled go with it, and other nights are scheduled again. Players whom it
/// added stay on the list. Idempotent.
#[utoipa::path(
    tag = "Seasons",
    params(SeasonImportPath),
    responses((status = 200, description = "The import is taken back.", body = Done)),
)]
#[delete("/seasons/{id}/imports/{import_id}")]
pub async fn take_back_import(
    caller: Permitted<rights::ManageSeasons>,
    path: Path<SeasonImportPath>,
    imports: Data<ImportService>,
) -> Result<Json<Done>, HttpProblem> {
    imports.take_back(path.0.id, path.0.import_id, caller.author()).await?;
    Ok(Json(Done {}))
}

/// Returns the problem of a table with wrong lines.
fn refused(wrong: &[result_table::WrongLine], plan: &ImportPlan) -> Problem {
    let mut all: Vec<(u64, &str)> =
        wrong.iter().map(|wrong| (wrong.line, &*wrong.sentence)).chain(plan.wrong()).collect();
    all.sort_by_key(|(line, _)| *line);
    let mut sentences = all.iter().take(MAX_ERRORS).map(|(line, sentence)| format!("Line {line}: {sentence}"));
    let problem = Problem::invalid(POINTER, sentences.next().unwrap_or_default());
    sentences.fold(problem, |problem, other| problem.and_pointer(POINTER, &other))
}
