//! The standings of a night, as JSON and as a table for spreadsheets.

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, get};
use pegout_engine::league::night::StandingsRow;
use serde::Serialize;
use utoipa::ToSchema;

use crate::handlers::nights::night::NightPath;
use crate::http::csv::{self, Cell};
use crate::http::params::Path;
use crate::openapi::responses::NightProblems;
use crate::problem::Problem;
use crate::services::night_service::NightService;

/// The standings of a night.
#[derive(Serialize, ToSchema)]
pub struct NightStandings {
    /// The cards, the lowest total first. Cards that lack a game are below the others.
    rows: Vec<StandingsRow>,
}

/// Returns a night's standings
///
/// Returns every player's card with a line for each round, and the prizes. The standings change with every finished
/// game and every correction.
#[utoipa::path(
    operation_id = "getNightStandings",
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The standings.", body = NightStandings), NightProblems),
)]
#[get("/nights/{id}/standings")]
pub async fn get_night_standings(
    path: Path<NightPath>,
    nights: Data<NightService>,
) -> Result<Json<NightStandings>, Problem> {
    Ok(Json(NightStandings { rows: nights.report(path.0.id).await?.standings() }))
}

/// Downloads a night's standings
///
/// Returns the standings as CSV in UTF-8, for spreadsheets. Prizes are in dollars.
#[utoipa::path(
    operation_id = "downloadNightStandings",
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The standings.", body = String, content_type = "text/csv"), NightProblems),
)]
#[get("/nights/{id}/standings.csv")]
pub async fn download_night_standings(
    path: Path<NightPath>,
    nights: Data<NightService>,
) -> Result<HttpResponse, Problem> {
    let report = nights.report(path.0.id).await?;
    let rows = report.standings();
    let games = rows.first().map_or(0, |row| row.lines.len());
    let titles = ["Place", "Player"].map(Cell::text).into_iter();
    let titles = titles.chain((1..=games).map(|game| Cell::text(format!("Game {game}"))));
    let titles = titles.chain(["Total", "Prize"].map(Cell::text)).collect();
    let row = |StandingsRow { place, name, lines, total, prize, .. }| {
        let lines = lines.into_iter().map(Cell::number);
        let cells = [Cell::number(place), Cell::text(name)].into_iter().chain(lines);
        cells.chain([Cell::number(total), Cell::dollars(prize)]).collect()
    };
    let name = format!("night-{}", report.view().date);
    Ok(csv::response(&name, std::iter::once(titles).chain(rows.into_iter().map(row)).collect()))
}
