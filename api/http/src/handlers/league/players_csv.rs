//! The players as a CSV table, for download and import.

use std::collections::{HashMap, HashSet};

use actix_web::http::header::ContentType;
use actix_web::web::{Data, block};
use actix_web::{HttpResponse, get, post};
use pegout_league::PlayerId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::player_table::{self, COLUMNS, POINTER, Table};
use super::spreadsheet::WrongLine;
use crate::body::UnparsedBody;
use crate::caller::Permitted;
use crate::download::{self, Cell};
use crate::handlers::common::Pool;
use crate::problem_response::HttpProblem;
use pegout_model::listed_name;
use pegout_model::player::{ListedPlayer, Player};
use pegout_service::auth::right::rights;
use pegout_service::problem::Problem;
use pegout_service::services::players::player_import::{AlikeName, FieldName, ImportPlan, LineOutcome, SameAs};
use pegout_service::services::players::player_service::PlayerService;

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
    /// The lines that spell a known name in another way.
    #[serde(default)]
    same: Vec<SamePerson>,
}

/// A line of an imported table with another spelling of a known name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SamePerson {
    /// The number of the line.
    line: u64,
    /// The player of the roster with the name, which stays. Without a player the line is the person of an earlier line,
    /// and is left out.
    player: Option<PlayerId>,
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
    /// The titles of the columns that are unknown, and were passed over.
    ignored: Vec<String>,
}

/// A line of an imported table.
#[derive(Serialize, ToSchema)]
pub struct ImportedLine {
    /// Its number in the table, from 1.
    line: u64,
    /// The name in it; `null` if the line is refused.
    #[schema(required = true)]
    name: Option<String>,
    /// Its outcome.
    outcome: ImportOutcome,
    /// The fields of the player that differ.
    fields: Vec<FieldName>,
    /// The names that look like the name of a new player. Case, accents, the order of the words, apostrophes, hyphens,
    /// blanks and invisible letters make no difference.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    alike: Vec<AlikeName>,
    /// The probable name, where this one has letters like `JosÃ©`, or may have its last name first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("José"))]
    probable_name: Option<String>,
    /// The reason for which the line is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    detail: Option<String>,
}

/// The outcome of a line of an imported table.
#[derive(Clone, Copy, PartialEq, Serialize, ToSchema)]
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
    tag = "People",
    responses(
        (status = 200, description = "The players by name.", body = String, content_type = "text/csv"),
    ),
)]
#[get("/players.csv")]
pub async fn download_players(
    _: Permitted<rights::ManagePlayers>,
    players: Data<PlayerService>,
) -> Result<HttpResponse, HttpProblem> {
    Ok(download::csv("players", rows(players.sorted_by_name().await?)))
}

/// Imports players
///
/// Adds all players of a table that a spreadsheet has saved as CSV. The first line has the titles, in any order. A name is
/// in the column `name` (`nom`), or in `last_name` and `first_name` (`nom` and `prenom`). Optional columns are
/// `active_member` (`membre_actif`), `phone` (`telephone`) and `email` (`courriel`). Other columns are ignored, and
/// listed in `ignored`. The separator is a comma, a semicolon or a tab. A line like `sep=;` before the titles may name
/// it. `Archer, Ann` is read as `Ann Archer`, unless a player is called `Archer, Ann`.
/// `Roy Gagnon, Ann` stays as it is written, unless the other names have a last name before the comma.
///
/// In `active_member` yes, y, oui, o, true, vrai, x, 1 or an empty cell means an active member. The words no, n, non,
/// false, faux and 0 mean none. A player whose name is on the roster already stays the same. With `update` the player
/// gets the values of the line. So the import is idempotent. But two lines with the same new name are two players. If a
/// line has an error, nothing is changed.
///
/// With `dry_run` nothing is changed, and the answer has the outcome of each line. `alike` lists the names, on the roster
/// or in the table, that look like a new name. If the person is the same, repeat the request with the line in `same`.
#[utoipa::path(
    tag = "People",
    request_body(content = ImportRequest, description = "The table."),
    responses((status = 200, description = "The added players, and the names that were known already.", body = Imported)),
)]
#[post("/players/import")]
pub async fn import_players(
    _: Permitted<rights::ManagePlayers>,
    pool: Pool,
    players: Data<PlayerService>,
    body: UnparsedBody<ImportRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let roster = players.roster().await?;
    let plan = move || {
        let ImportRequest { csv, update, dry_run, same } = body.parse()?;
        let Table { players: listed, mut wrong, ignored } = player_table::parse(&csv)?;
        let same = decisions(same, &listed, &roster)?;
        let plan = ImportPlan::new(listed, &roster, &same, update);
        wrong.extend(plan.ambiguous().map(|(line, sentence)| WrongLine { line, sentence }));
        wrong.sort_by_key(|wrong| wrong.line);
        if !dry_run && !wrong.is_empty() {
            return Err(refused(&wrong));
        }
        let lines = imported_lines(&plan, wrong);
        Ok((Imported { added: Vec::new(), known: plan.known(), lines, ignored }, plan, dry_run))
    };
    let (mut imported, plan, dry_run) = pool.run(plan).await?;
    if !dry_run {
        imported.added = players.import(plan).await?;
    }
    Ok(json(imported).await?)
}

/// Returns the decisions about lines by their numbers, where the lines and the players exist.
fn decisions(
    same: Vec<SamePerson>,
    listed: &[ListedPlayer],
    roster: &[Player],
) -> Result<HashMap<u64, SameAs>, Problem> {
    let lines: HashSet<u64> = listed.iter().map(|listed| listed.line).collect();
    let players: HashSet<PlayerId> = roster.iter().map(|player| player.id).collect();
    let mut decisions = HashMap::new();
    for (nth, SamePerson { line, player }) in same.into_iter().enumerate() {
        if !lines.contains(&line) {
            let sentence = format!("Line {line} has no player: send the number of a line of this table.");
            return Err(Problem::invalid(format!("/same/{nth}/line"), sentence));
        }
        if player.is_some_and(|id| !players.contains(&id)) {
            let sentence = "There is no such player: send an id from `alike`, or leave this line out of `same`.";
            return Err(Problem::invalid(format!("/same/{nth}/player"), sentence));
        }
        decisions.insert(line, player.map_or(SameAs::EarlierLine, SameAs::Player));
    }
    Ok(decisions)
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
        alike: Vec::new(),
        probable_name: None,
        detail: Some(sentence),
    }));
    lines.sort_by_key(|line| line.line);
    lines
}

fn imported(line: u64, name: String, outcome: &LineOutcome) -> Option<ImportedLine> {
    let (outcome, fields, alike) = match outcome {
        LineOutcome::New { alike } => (ImportOutcome::New, Vec::new(), alike.clone()),
        LineOutcome::Changed { fields, .. } => (ImportOutcome::Changed, fields.clone(), Vec::new()),
        LineOutcome::Same => (ImportOutcome::Same, Vec::new(), Vec::new()),
        LineOutcome::Ambiguous { .. } | LineOutcome::Repeated { .. } | LineOutcome::Contradicted => return None,
    };
    let unclear =
        || Some(outcome).filter(|outcome| *outcome == ImportOutcome::New).and(listed_name::first_name_first(&name));
    let probable_name = listed_name::repaired(&name).or_else(unclear);
    Some(ImportedLine { line, name: Some(name), outcome, fields, alike, probable_name, detail: None })
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
