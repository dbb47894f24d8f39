//! The figures of a season, and the records of all time.

use std::collections::BTreeMap;

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, get};
use pegout_league::PlayerId;
use pegout_league::figures::{Meeting, Meetings, Race, Record};
use serde::Serialize;
use utoipa::ToSchema;

use crate::caller;
use crate::download::{self, Cell};
use crate::handlers::league::seasons::SeasonPath;
use crate::params::Path;
use crate::problem_response::HttpProblem;
use pegout_service::services::figures::FigureService;

/// Records.
#[derive(Serialize, ToSchema)]
pub struct Records {
    /// The records. Kinds without a holder are left out.
    records: Vec<Record>,
}

/// Returns the players who met in a season
///
/// Returns the pairs of players who met at the finished nights of a season, as partners or as opponents. A pair that is missing has
/// not met. Callers as for `getProfile`.
#[utoipa::path(
    tag = "Seasons",
    params(SeasonPath),
    responses((status = 200, description = "The pairs.", body = Meetings)),
    security((), ("token" = [])),
)]
#[get("/seasons/{id}/meetings")]
pub async fn get_meetings(
    request: HttpRequest,
    path: Path<SeasonPath>,
    figures: Data<FigureService>,
) -> Result<Json<Meetings>, HttpProblem> {
    figures.check_reads(caller::optional(&request).await?.as_ref()).await?;
    Ok(Json(figures.meetings(path.0.id).await?.1))
}

/// Returns the players who met in a season as CSV
///
/// Returns the pairs of `getMeetings` as CSV in UTF-8, for spreadsheets.
#[utoipa::path(
    tag = "Seasons",
    params(SeasonPath),
    responses((status = 200, description = "The pairs.", body = String, content_type = "text/csv")),
    security((), ("token" = [])),
)]
#[get("/seasons/{id}/meetings.csv")]
pub async fn download_meetings(
    request: HttpRequest,
    path: Path<SeasonPath>,
    figures: Data<FigureService>,
) -> Result<HttpResponse, HttpProblem> {
    figures.check_reads(caller::optional(&request).await?.as_ref()).await?;
    let (season, Meetings { players, meetings }) = figures.meetings(path.0.id).await?;
    let names: BTreeMap<_, _> = players.into_iter().map(|player| (player.id, player.name)).collect();
    let name = |player: &PlayerId| Cell::text(names.get(player).cloned().unwrap_or_default());
    let row = |Meeting { a, b, partners, opponents, a_wins, b_wins }: &Meeting| {
        let counts = [partners, opponents, a_wins, b_wins].map(|count| Cell::number(Some(*count)));
        [name(a), name(b)].into_iter().chain(counts).collect()
    };
    let titles = ["Player", "Other player", "As partners", "As opponents", "Player won", "Other player won"];
    let titles = titles.map(Cell::text).into();
    Ok(download::csv(
        &format!("meetings-{}", season.starts),
        std::iter::once(titles).chain(meetings.iter().map(row)).collect(),
    ))
}

/// Returns the records of a season
///
/// Returns the records of the finished nights of a season, each with all its holders. Callers as for `getProfile`.
#[utoipa::path(
    tag = "Seasons",
    params(SeasonPath),
    responses((status = 200, description = "The records.", body = Records)),
    security((), ("token" = [])),
)]
#[get("/seasons/{id}/records")]
pub async fn get_season_records(
    request: HttpRequest,
    path: Path<SeasonPath>,
    figures: Data<FigureService>,
) -> Result<Json<Records>, HttpProblem> {
    figures.check_reads(caller::optional(&request).await?.as_ref()).await?;
    Ok(Json(Records { records: figures.records(Some(path.0.id)).await? }))
}

/// Returns the records of all time
///
/// Returns the records of all finished nights, each with all its holders. Callers as for `getProfile`.
#[utoipa::path(
    tag = "League",
    responses((status = 200, description = "The records.", body = Records)),
    security((), ("token" = [])),
)]
#[get("/records")]
pub async fn get_records(request: HttpRequest, figures: Data<FigureService>) -> Result<Json<Records>, HttpProblem> {
    figures.check_reads(caller::optional(&request).await?.as_ref()).await?;
    Ok(Json(Records { records: figures.records(None).await? }))
}

/// Returns the race of a season
///
/// Returns the place of each player after every finished night with the season's card, and the players who can still be first.
/// Callers as for `getProfile`.
#[utoipa::path(
    tag = "Seasons",
    params(SeasonPath),
    responses((status = 200, description = "The race.", body = Race)),
    security((), ("token" = [])),
)]
#[get("/seasons/{id}/race")]
pub async fn get_race(
    request: HttpRequest,
    path: Path<SeasonPath>,
    figures: Data<FigureService>,
) -> Result<Json<Race>, HttpProblem> {
    figures.check_reads(caller::optional(&request).await?.as_ref()).await?;
    Ok(Json(figures.race(path.0.id).await?))
}
