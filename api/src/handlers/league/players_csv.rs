//! The players as a table: to open in a spreadsheet, and to bring from one.

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::auth::caller::Coordinator;
use crate::eventlog::{Records, to_the_end};
use crate::handlers::league::players;
use crate::handlers::league::roster;
use crate::http::body::Body;
use crate::http::csv;
use crate::openapi::responses::{NewProblems, PrivateListProblems};
use crate::problem::Problem;
use crate::store::{Player, Store};

/// Players in a table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// The table as CSV: a line of titles, and a line for each of up to 2,000 players.
    #[schema(examples("name,active_member,phone,email\r\nAnn Archer,yes,555-0134,ann@example.org\r\n"))]
    csv: String,
}

/// What came of a table of players.
#[derive(Serialize, ToSchema)]
pub struct Imported {
    /// The players who were added, in the order of their lines.
    added: Vec<Player>,
    /// The names that were on the roster already, in the order of their lines. Nothing of them was changed.
    known: Vec<String>,
}

/// Download the players
///
/// The same as CSV in UTF-8, for spreadsheets: `name`, `active_member` (yes or no), `phone` and `email`. What is
/// downloaded can be imported again.
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
pub async fn download_players(_: Coordinator, store: Data<Store>) -> Result<HttpResponse, Problem> {
    Ok(csv::answer("players", roster::rows(players::by_name(&store).await?)))
}

/// Import players
///
/// Adds everybody in a table that a spreadsheet has saved as CSV. The first line has the titles, in any order: `name`
/// (`nom`), and as far as they are there `active_member` (`membre_actif`), `phone` (`telephone`) and `email`
/// (`courriel`). Commas, semicolons or tabs may stand between the cells. An active member is yes, oui, true, 1 or
/// nothing; who is none is no, non, false or 0. A name that is on the roster already is left as it is, so that importing
/// twice is harmless; two lines with one new name are two players. When a line is wrong, nobody is added.
#[utoipa::path(
    operation_id = "importPlayers",
    tag = "League",
    request_body(content = ImportRequest, description = "The table."),
    responses((status = 200, description = "Who was added, and who was there.", body = Imported), NewProblems),
    security(("token" = [])),
)]
#[post("/players/import")]
pub async fn import_players(
    _: Coordinator,
    records: Data<Records>,
    body: Body<ImportRequest>,
) -> Result<Json<Imported>, Problem> {
    let players = roster::read(&body.0.csv)?;
    to_the_end(async move {
        let (added, known) = records.store.add_players(players).await?;
        records.names.refresh().await?;
        Ok(Json(Imported { added, known }))
    })
    .await
}
