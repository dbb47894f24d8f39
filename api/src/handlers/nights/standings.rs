//! The standings of a night and of a season, to look at and to open in a spreadsheet.

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, get};
use pegout_engine::league::night::{StandingsRow, Status};
use pegout_engine::league::{SeasonId, SeasonRow, SeasonRules, season_standings};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::eventlog::Records;
use crate::handlers::league::seasons;
use crate::handlers::nights::night::NightPath;
use crate::http::csv::{self, Cell};
use crate::http::path::Path;
use crate::openapi::responses::{NightProblems, SeasonStandingsProblems};
use crate::problem::Problem;
use crate::services::night_report::Evening;
use crate::services::night_service::Hall;
use crate::store::Season;

/// The path of a season's standings.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct SeasonStandingsPath {
    /// The season.
    id: SeasonId,
}

/// The standings of a night.
#[derive(Serialize, ToSchema)]
pub struct NightStandings {
    /// The cards, the lowest total first; those that lack a game below the others.
    rows: Vec<StandingsRow>,
}

/// The standings of a season.
#[derive(Serialize, ToSchema)]
pub struct SeasonStandings {
    /// The players, the lowest average first; those with too few full cards below the others.
    rows: Vec<SeasonRow>,
}

/// Look at a night's standings
///
/// Everybody's card as it is: a line a round, and who wins what. They change with every game that ends, and with every
/// correction.
#[utoipa::path(
    operation_id = "getNightStandings",
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The standings.", body = NightStandings), NightProblems),
)]
#[get("/nights/{id}/standings")]
pub async fn get_night_standings(path: Path<NightPath>, hall: Data<Hall>) -> Result<Json<NightStandings>, Problem> {
    Ok(Json(NightStandings { rows: hall.evening(path.0.id).await?.standings() }))
}

/// Download a night's standings
///
/// The same as CSV in UTF-8, for spreadsheets. Prizes are in dollars.
#[utoipa::path(
    operation_id = "downloadNightStandings",
    tag = "Nights",
    params(NightPath),
    responses((status = 200, description = "The standings.", body = String, content_type = "text/csv"), NightProblems),
)]
#[get("/nights/{id}/standings.csv")]
pub async fn download_night_standings(path: Path<NightPath>, hall: Data<Hall>) -> Result<HttpResponse, Problem> {
    let evening = hall.evening(path.0.id).await?;
    let rows = evening.standings();
    let games = rows.first().map_or(0, |row| row.lines.len());
    let titles = ["Place", "Player"].map(Cell::text).into_iter();
    let titles = titles.chain((1..=games).map(|game| Cell::text(format!("Game {game}"))));
    let titles = titles.chain(["Total", "Prize"].map(Cell::text)).collect();
    let row = |StandingsRow { place, name, lines, total, prize, .. }| {
        let lines = lines.into_iter().map(Cell::number);
        let cells = [Cell::number(place), Cell::text(name)].into_iter().chain(lines);
        cells.chain([Cell::number(total), Cell::dollars(prize)]).collect()
    };
    let name = format!("night-{}", evening.view()?.date);
    Ok(csv::answer(&name, std::iter::once(titles).chain(rows.into_iter().map(row)).collect()))
}

/// Look at a season's standings
///
/// Over its nights that are finished: by the average of full cards, the lowest first.
#[utoipa::path(
    operation_id = "getSeasonStandings",
    tag = "League",
    params(SeasonStandingsPath),
    responses((status = 200, description = "The standings.", body = SeasonStandings), SeasonStandingsProblems),
)]
#[get("/seasons/{id}/standings")]
pub async fn get_season_standings(
    path: Path<SeasonStandingsPath>,
    records: Data<Records>,
) -> Result<Json<SeasonStandings>, Problem> {
    let (_, rows) = season(&records, path.0.id).await?;
    Ok(Json(SeasonStandings { rows }))
}

/// Download a season's standings
///
/// The same as CSV in UTF-8, for spreadsheets. Money is in dollars.
#[utoipa::path(
    operation_id = "downloadSeasonStandings",
    tag = "League",
    params(SeasonStandingsPath),
    responses(
        (status = 200, description = "The standings.", body = String, content_type = "text/csv"),
        SeasonStandingsProblems,
    ),
)]
#[get("/seasons/{id}/standings.csv")]
pub async fn download_season_standings(
    path: Path<SeasonStandingsPath>,
    records: Data<Records>,
) -> Result<HttpResponse, Problem> {
    let (season, rows) = season(&records, path.0.id).await?;
    let titles = [
        "Place",
        "Player",
        "Nights",
        "Full cards",
        "Games",
        "Wins",
        "Skunks",
        "Double skunks",
        "Average",
        "Average of the best",
        "Money won",
    ];
    let row = |row: SeasonRow| {
        let counts = [row.nights, row.full_cards, row.games, row.wins, row.skunks, row.double_skunks];
        let counts = counts.map(|count| Cell::number(Some(count)));
        let averages = [row.average, row.best_average].map(Cell::number);
        let cells = [Cell::number(row.place), Cell::text(row.name)].into_iter().chain(counts).chain(averages);
        cells.chain([Cell::dollars(row.money_won)]).collect()
    };
    let rows = std::iter::once(titles.map(Cell::text).into()).chain(rows.into_iter().map(row));
    Ok(csv::answer(&format!("season-{}", season.starts), rows.collect()))
}

/// A season, and its standings over the nights that are finished.
async fn season(records: &Records, id: SeasonId) -> Result<(Season, Vec<SeasonRow>), Problem> {
    let season = records.store.season(id).await?.ok_or_else(seasons::missing)?;
    let mut nights = Vec::new();
    for night in records.store.nights(Some(id)).await? {
        if records.nights.seen(night).await?.status() == Status::Finished {
            nights.push(Evening::of(records, night).await?.standings());
        }
    }
    let best_of = season.best_of.map(usize::from);
    let rules = SeasonRules { best_of, minimum_nights: usize::from(season.minimum_nights) };
    let rows = season_standings(&nights, rules);
    Ok((season, rows))
}
