//! The money of a season, as a table for spreadsheets.

use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use pegout_league::SeasonId;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::auth::right::need;
use crate::handlers::money_table::MoneyTable;
use crate::http::caller::Permitted;
use crate::http::params::Path;
use crate::problem::Problem;
use crate::services::league_service::LeagueService;

/// The path of a season's money.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct SeasonMoneyPath {
    /// The id of the season.
    id: SeasonId,
}

/// Returns the money of a season as CSV
///
/// Returns the treasurer's table as CSV in UTF-8, for spreadsheets: the rows of `downloadNightMoney` for every night of
/// the season at which somebody was checked in, by date, and a row of totals. Amounts are in dollars.
#[utoipa::path(
    operation_id = "downloadSeasonMoney",
    tag = "Seasons",
    params(SeasonMoneyPath),
    responses((status = 200, description = "The money.", body = String, content_type = "text/csv")),
    security(("token" = [])),
)]
#[get("/seasons/{id}/money.csv")]
pub async fn download_season_money(
    _: Permitted<need::ReadMoney>,
    path: Path<SeasonMoneyPath>,
    league: Data<LeagueService>,
) -> Result<HttpResponse, Problem> {
    let (season, nights) = league.season_nights(path.0.id).await?;
    let mut table = MoneyTable::default();
    nights.iter().for_each(|report| table.add_night(report));
    Ok(table.response(&format!("season-money-{}", season.starts)))
}
