//! The players as a CSV table, for download and import.

use ::csv::{ReaderBuilder, StringRecord, Trim};
use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::auth::caller::Coordinator;
use crate::http::body::Body;
use crate::http::csv::{self, Cell};
use crate::model::contact::{Email, Name, Phone};
use crate::model::name_key;
use crate::model::player::{NewPlayer, Player};
use crate::openapi::responses::{NewProblems, PrivateListProblems};
use crate::problem::{Problem, truncate};
use crate::services::player_service::PlayerService;

/// The pointer of the problems of a table.
const POINTER: &str = "/csv";
/// The most players in one import.
const MAX_PLAYERS: usize = 2000;
/// The most lines with errors in one problem.
const MAX_ERRORS: usize = 20;
/// The columns by the title that is written, and the other titles that are accepted.
const COLUMNS: [(&str, &[&str]); 4] = [
    ("name", &["nom"]),
    ("active_member", &["membre_actif"]),
    ("phone", &["telephone"]),
    ("email", &["e_mail", "courriel"]),
];

/// Players to import.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// The table as CSV: a line of titles, and a line for each of up to 2,000 players.
    #[schema(examples("name,active_member,phone,email\r\nAnn Archer,yes,555-0134,ann@example.org\r\n"))]
    csv: String,
}

/// The result of an import.
#[derive(Serialize, ToSchema)]
pub struct Imported {
    /// The players who were added, in the order of their lines.
    added: Vec<Player>,
    /// The names that were on the roster already, in the order of their lines. These players were not changed.
    known: Vec<String>,
}

/// Downloads the players
///
/// Returns the players as CSV in UTF-8, for spreadsheets: `name`, `active_member` (yes or no), `phone` and `email`. The
/// file can be imported again.
#[utoipa::path(
    operation_id = "downloadPlayers",
    tag = "League",
    responses(
        (status = 200, description = "The players by name.", body = String, content_type = "text/csv"),
        PrivateListProblems,
    ),
    security(("token" = [])),
)]
#[get("/players.csv")]
pub async fn download_players(_: Coordinator, players: Data<PlayerService>) -> Result<HttpResponse, Problem> {
    Ok(csv::response("players", rows(players.sorted_by_name().await?)))
}

/// Imports players
///
/// Adds all players of a table that a spreadsheet has saved as CSV. The first line has the titles, in any order: `name`
/// (`nom`), and optionally `active_member` (`membre_actif`), `phone` (`telephone`) and `email` (`courriel`). The
/// separator is a comma, a semicolon or a tab. In `active_member` yes, oui, true, 1 or an empty cell means an active
/// member; no, non, false or 0 means none. A player whose name is on the roster already is not changed, so the request
/// can be repeated safely; two lines with the same new name are two players. If a line has an error, no player is
/// added.
#[utoipa::path(
    operation_id = "importPlayers",
    tag = "League",
    request_body(content = ImportRequest, description = "The table."),
    responses((status = 200, description = "The added players, and the names that were known already.", body = Imported), NewProblems),
    security(("token" = [])),
)]
#[post("/players/import")]
pub async fn import_players(
    _: Coordinator,
    players: Data<PlayerService>,
    body: Body<ImportRequest>,
) -> Result<Json<Imported>, Problem> {
    let import = players.import(parse(&body.0.csv)?).await?;
    Ok(Json(Imported { added: import.added, known: import.known }))
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

/// Parses the players of a table in the order of its lines. The problem names the lines with errors.
fn parse(table: &str) -> Result<Vec<NewPlayer>, Problem> {
    let table = table.strip_prefix(csv::BOM).unwrap_or(table);
    let delimiter = delimiter(table);
    let reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .delimiter(delimiter)
        .from_reader(table.as_bytes());
    // The text is UTF-8 and lines may differ in length, so no record can fail.
    let mut lines = reader.into_records().flatten().filter(|line| line.iter().any(|cell| !cell.is_empty()));
    let columns = columns(table, &lines.next().unwrap_or_default())?;
    let (mut players, mut errors) = (Vec::new(), Vec::new());
    for line in lines {
        if players.len() + errors.len() == MAX_PLAYERS {
            return Err(Problem::invalid(
                POINTER,
                format!("More than {MAX_PLAYERS} players are too many at once: send fewer."),
            ));
        }
        match player(&columns, &line) {
            Ok(player) => players.push(player),
            Err(sentence) => errors.push(format!("{}: {sentence}", place(table, &line))),
        }
    }
    match errors.split_first() {
        None => Ok(players),
        Some((first, others)) => {
            let problem = Problem::invalid(POINTER, first.clone());
            Err(others.iter().take(MAX_ERRORS - 1).fold(problem, |problem, other| problem.and_pointer(POINTER, other)))
        }
    }
}

/// Returns the separator of the cells: the most frequent one in the first line, which has only titles.
fn delimiter(table: &str) -> u8 {
    let titles = table.trim_start().lines().next().unwrap_or_default();
    let frequency = |delimiter: &u8| titles.bytes().filter(|byte| byte == delimiter).count();
    [b'\t', b';', b','].into_iter().max_by_key(frequency).unwrap_or(b',')
}

/// Returns the index in [`COLUMNS`] of each cell of a line.
fn columns(table: &str, titles: &StringRecord) -> Result<Vec<Option<usize>>, Problem> {
    let invalid = |sentence: String| Problem::invalid(POINTER, format!("{}: {sentence}", place(table, titles)));
    let mut columns = Vec::new();
    for title in titles {
        let key = name_key::search_key(title).replace([' ', '-'], "_");
        let column = COLUMNS.iter().position(|(name, others)| *name == key || others.contains(&key.as_str()));
        if column.is_none() && !title.is_empty() {
            let title = truncate(title);
            let sentence = format!("There is no column “{title}”: call them name, active_member, phone and email.");
            return Err(invalid(sentence));
        }
        if column.is_some() && columns.contains(&column) {
            return Err(invalid(format!("The column “{}” is there more than once.", truncate(title))));
        }
        columns.push(column);
    }
    if columns.contains(&Some(0)) {
        return Ok(columns);
    }
    Err(invalid("The first line has the titles of the columns, and “name” must be one of them.".to_owned()))
}

fn player(columns: &[Option<usize>], line: &StringRecord) -> Result<NewPlayer, String> {
    let mut cells: [String; COLUMNS.len()] = Default::default();
    for (nth, cell) in line.iter().enumerate() {
        match columns.get(nth).copied().flatten() {
            Some(column) => cells[column] = csv::unescape(cell),
            None if cell.is_empty() => {}
            None => return Err(format!("“{}” stands in no column that has a title.", truncate(cell))),
        }
    }
    let [name, member, phone, email] = cells;
    if name.is_empty() {
        return Err("The name is missing.".to_owned());
    }
    let given = |cell: String| Some(cell).filter(|cell| !cell.is_empty());
    Ok(NewPlayer {
        name: Name::parse(&name)?.0,
        active_member: yes_or_no(&member)?,
        phone: given(phone).map(|phone| Phone::parse(&phone)).transpose()?.map(|Phone(phone)| phone),
        email: given(email).map(|email| Email::parse(&email)).transpose()?.map(|Email(email)| email),
    })
}

fn yes_or_no(cell: &str) -> Result<bool, String> {
    match cell.to_lowercase().as_str() {
        "" | "yes" | "oui" | "true" | "1" => Ok(true),
        "no" | "non" | "false" | "0" => Ok(false),
        _ => Err(format!("“{}” does not say whether they are an active member: write yes or no.", truncate(cell))),
    }
}

/// Returns the number of a line in the table. Blank lines before it count too.
fn place(table: &str, line: &StringRecord) -> String {
    let Some(position) = line.position() else { return "Line 1".to_owned() };
    let rest = &table.as_bytes()[position.byte() as usize..];
    let blank = rest.iter().take_while(|byte| b"\r\n".contains(byte)).filter(|byte| **byte == b'\n').count();
    format!("Line {}", position.line() + blank as u64)
}
