//! The players as a CSV table, for download and import.

use actix_web::http::header::ContentType;
use actix_web::web::{Data, block};
use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::player_table::{self, COLUMNS, POINTER, WrongLine};
use crate::auth::right::need;
use crate::handlers::computing::Pool;
use crate::http::body::UnparsedBody;
use crate::http::caller::Permitted;
use crate::http::csv::{self, Cell};
use crate::model::player::Player;
use crate::openapi::responses::{NewProblems, PrivateListProblems};
use crate::problem::Problem;
use crate::services::players::player_import::{FieldName, ImportPlan, LineOutcome};
use crate::services::players::player_service::PlayerService;

/// The most lines with errors in one problem.
const MAX_ERRORS: usize = 20;
/// Players to import.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// The table as CSV: a line of titles, and a line for each of up to 2,000 players.
    #[schema(examples("name,active_member,phone,email\r\nAnn Archer,yes,555-0134,ann@example.org\r\n"))]
    csv: String,
    /// True to change players of the roster whose lines say something else. An empty cell changes nothing.
    #[serde(default)]
    update: bool,
    /// True to learn what the import would do; nothing is changed.
    #[serde(default)]
    dry_run: bool,
}

/// The result of an import.
#[derive(Serialize, ToSchema)]
pub struct Imported {
    /// The players who were added, in the order of their lines.
    added: Vec<Player>,
    /// The names that were on the roster already, in the order of their lines. These players were not changed.
    known: Vec<String>,
    /// The outcome of each line, or with `dry_run` the outcome that it would have.
    lines: Vec<ImportedLine>,
}

/// A line of an imported table.
#[derive(Serialize, ToSchema)]
pub struct ImportedLine {
    /// Its number in the table, from 1.
    line: u64,
    /// The name in it; `null` where the line is refused.
    #[schema(required = true)]
    name: Option<String>,
    /// Its outcome.
    outcome: ImportOutcome,
    /// The fields of the player that differ.
    fields: Vec<FieldName>,
    /// The reason for which the line is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    detail: Option<String>,
}

/// The outcome of a line of an imported table.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportOutcome {
    /// The player is new.
    New,
    /// A player of the roster is changed.
    Changed,
    /// The player is on the roster already, and stays as they are.
    Same,
    /// The line has an error.
    Refused,
}

/// Returns the players as CSV
///
/// Returns the players as CSV in UTF-8, for spreadsheets: `name`, `active_member` (yes or no), `phone` and `email`. The
/// file can be imported again.
#[utoipa::path(
    operation_id = "downloadPlayers",
    tag = "People",
    responses(
        (status = 200, description = "The players by name.", body = String, content_type = "text/csv"),
        PrivateListProblems,
    ),
    security(("token" = [])),
)]
#[get("/players.csv")]
pub async fn download_players(
    _: Permitted<need::ManagePlayers>,
    players: Data<PlayerService>,
) -> Result<HttpResponse, Problem> {
    Ok(csv::response("players", rows(players.sorted_by_name().await?)))
}

/// Imports players
///
/// Adds all players of a table that a spreadsheet has saved as CSV. The first line has the titles, in any order: `name`
/// (`nom`), and optionally `active_member` (`membre_actif`), `phone` (`telephone`) and `email` (`courriel`). The
/// separator is a comma, a semicolon or a tab. Where every name is written like `Archer, Ann`, the first name is put
/// first. In `active_member` yes, y, oui, o, true, vrai, x, 1 or an empty cell means an active member; no, n, non,
/// false, faux or 0 means none. A player whose name is on the roster already stays as they are, or, with `update`, gets
/// what the line says. So the import is idempotent. But two lines with the same new name are two players. If a line has
/// an error, nothing is changed. With `dry_run` nothing is changed: the answer says what each line would do.
#[utoipa::path(
    operation_id = "importPlayers",
    tag = "People",
    request_body(content = ImportRequest, description = "The table."),
    responses((status = 200, description = "The added players, and the names that were known already.", body = Imported), NewProblems),
    security(("token" = [])),
)]
#[post("/players/import")]
pub async fn import_players(
    _: Permitted<need::ManagePlayers>,
    pool: Pool,
    players: Data<PlayerService>,
    body: UnparsedBody<ImportRequest>,
) -> Result<HttpResponse, Problem> {
    let roster = players.roster().await?;
    let plan = move || {
        let ImportRequest { csv, update, dry_run } = body.parse()?;
        let (listed, mut wrong) = player_table::parse(&csv)?;
        let plan = ImportPlan::new(listed, &roster, update);
        wrong.extend(plan.ambiguous().map(|(line, sentence)| WrongLine { line, sentence }));
        wrong.sort_by_key(|wrong| wrong.line);
        if !dry_run && !wrong.is_empty() {
            return Err(refused(&wrong));
        }
        Ok((Imported { added: Vec::new(), known: plan.known(), lines: imported_lines(&plan, wrong) }, plan, dry_run))
    };
    let (mut imported, plan, dry_run) = pool.run(plan).await?;
    if !dry_run {
        imported.added = players.import(plan).await?;
    }
    json(imported).await
}

/// Responds with an answer of up to 4,000 records. Its text takes longer to write than other requests may wait.
async fn json(imported: Imported) -> Result<HttpResponse, Problem> {
    let text = block(move || serde_json::to_string(&imported)).await.ok().and_then(Result::ok);
    let text = text.ok_or_else(|| {
        Problem::not_now("The answer could not be written. Import the table again: nobody is added twice.")
    })?;
    Ok(HttpResponse::Ok().content_type(ContentType::json()).body(text))
}

/// The lines of a plan and the refused lines, by number.
fn imported_lines(plan: &ImportPlan, wrong: Vec<WrongLine>) -> Vec<ImportedLine> {
    let mut lines: Vec<ImportedLine> =
        plan.lines().filter_map(|(player, outcome)| imported(player.line, player.name.clone(), outcome)).collect();
    lines.extend(wrong.into_iter().map(|WrongLine { line, sentence }| ImportedLine {
        line,
        name: None,
        outcome: ImportOutcome::Refused,
        fields: Vec::new(),
        detail: Some(sentence),
    }));
    lines.sort_by_key(|line| line.line);
    lines
}

fn imported(line: u64, name: String, outcome: &LineOutcome) -> Option<ImportedLine> {
    let (outcome, fields) = match outcome {
        LineOutcome::New => (ImportOutcome::New, Vec::new()),
        LineOutcome::Changed { fields, .. } => (ImportOutcome::Changed, fields.clone()),
        LineOutcome::Same => (ImportOutcome::Same, Vec::new()),
        LineOutcome::Ambiguous { .. } | LineOutcome::Repeated { .. } => return None,
    };
    Some(ImportedLine { line, name: Some(name), outcome, fields, detail: None })
}

/// Returns the problem of a table with wrong lines.
fn refused(wrong: &[WrongLine]) -> Problem {
    let sentence = |WrongLine { line, sentence }: &WrongLine| format!("Line {line}: {sentence}");
    let mut sentences = wrong.iter().take(MAX_ERRORS).map(sentence);
    let problem = Problem::invalid(POINTER, sentences.next().unwrap_or_default());
    sentences.fold(problem, |problem, other| problem.and_pointer(POINTER, &other))
}

/// Returns the table of these players.
fn rows(players: Vec<Player>) -> Vec<Vec<Cell>> {
    let titles = COLUMNS.map(|(title, _)| Cell::text(title)).into();
    let row = |Player { name, active_member, phone, email, .. }| {
        let member = if active_member { "yes" } else { "no" };
        let text = |text: Option<String>| text.map_or(Cell::Empty, Cell::Text);
        vec![Cell::Text(name), Cell::text(member), text(phone), text(email)]
    };
    std::iter::once(titles).chain(players.into_iter().map(row)).collect()
}
