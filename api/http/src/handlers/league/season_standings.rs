//! The standings of a season, as JSON and as a table for spreadsheets.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get};
use pegout_league::{Average, Card, Counts, SeasonRow};
use serde::Serialize;
use utoipa::ToSchema;

use crate::caching::EtagCache;
use crate::caller;
use crate::download::{self, Cell};
use crate::handlers::league::seasons::SeasonPath;
use crate::params::Path;
use crate::problem_response::HttpProblem;
use pegout_model::league::Season;
use pegout_service::services::league_service::LeagueService;

/// The standings of a season.
#[derive(Serialize, ToSchema)]
pub struct SeasonStandings {
    /// The average that ranks the players.
    average: Average,
    /// The card of the nights that count.
    card: Card,
    /// The number that ranks the players.
    counts: Counts,
    /// The players, the best first; players with too few full cards come last.
    rows: Vec<SeasonRow>,
}

/// Returns a season's standings
///
/// Returns the standings over the finished nights of a season with the season's `card`, the best first. The season's
/// `average` selects the average of full cards (see the league's `full_card`), or of the games on full cards. With the
/// `counts` of `sum`, the sum of the cards that count ranks players.
#[utoipa::path(
    tag = "Seasons",
    params(SeasonPath),
    responses((status = 200, description = "The standings.", body = SeasonStandings)),
    security((), ("token" = [])),
)]
#[get("/seasons/{id}/standings")]
pub async fn get_season_standings(
    request: HttpRequest,
    path: Path<SeasonPath>,
    league: Data<LeagueService>,
    tags: Data<EtagCache>,
) -> Result<HttpResponse, HttpProblem> {
    let caller = caller::optional(&request).await?;
    let report = league.season_report(path.0.id).await?;
    let standings = || {
        let rows = report.standings_for(caller.as_ref());
        let Season { average, card, counts, .. } = report.season;
        SeasonStandings { average, card, counts, rows }
    };
    Ok(tags.respond(&request, &report.sources(caller.as_ref()), standings))
}

/// Returns a season's standings as CSV
///
/// Returns the standings as CSV in UTF-8, for spreadsheets. Money is in dollars; an amount that the caller does not see
/// is left out.
#[utoipa::path(
    tag = "Seasons",
    params(SeasonPath),
    responses(
        (status = 200, description = "The standings.", body = String, content_type = "text/csv"),
    ),
    security((), ("token" = [])),
)]
#[get("/seasons/{id}/standings.csv")]
pub async fn download_season_standings(
    request: HttpRequest,
    path: Path<SeasonPath>,
    league: Data<LeagueService>,
) -> Result<HttpResponse, HttpProblem> {
    let caller = caller::optional(&request).await?;
    let report = league.season_report(path.0.id).await?;
    let (season, rows) = (&report.season, report.standings_for(caller.as_ref()));
    // A sum has cards alone, and game points have no other average than per game.
    let is_per_game =
        season.counts == Counts::Average && (season.average == Average::PerGame || season.card == Card::GamePoints);
    let (average, best) = if is_per_game {
        ("Average per game", "Average per game of the best")
    } else {
        ("Average", "Average of the best")
    };
    let of_card: &[&str] = match season.card {
        Card::PointsShort => &[],
        Card::GamePoints => &["Points", "Spread"],
        Card::PointsScored => &["Scored"],
    };
    let titles = ["Place", "Player", "Nights", "Full cards", "Games", "Wins", "Skunks", "Double skunks"];
    let titles: Vec<Cell> =
        [&titles[..], of_card, &[average, best, "Money won"]].concat().into_iter().map(Cell::text).collect();
    let row = |row: SeasonRow| {
        let counts = [row.nights, row.full_cards, row.games, row.wins, row.skunks, row.double_skunks];
        let counts = counts.map(|count| Cell::number(Some(count)));
        let averages = [row.average, row.best_average].map(Cell::number);
        let of_points = row.points.map(|points| [Cell::number(Some(points)), Cell::number(row.spread)]);
        let of_card = of_points.into_iter().flatten().chain(row.scored.map(|scored| Cell::number(Some(scored))));
        let cells = [Cell::number(row.place), Cell::text(row.name)].into_iter().chain(counts);
        let cells = cells.chain(of_card).chain(averages);
        cells.chain([row.money_won.map_or_else(|| Cell::text(""), Cell::dollars)]).collect()
    };
    let rows = std::iter::once(titles).chain(rows.into_iter().map(row));
    Ok(download::csv(&format!("season-{}", season.starts), rows.collect()))
}
