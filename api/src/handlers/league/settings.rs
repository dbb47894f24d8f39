//! The settings of the league.

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, get, put};
use pegout_engine::Preset;
use pegout_engine::league::{Settings, SettingsError};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::auth::caller::Coordinator;
use crate::handlers::scoring::rules::{self, RulesChange};
use crate::http::body::{Body, Integer};
use crate::model::contact::Name;
use crate::model::league::League;
use crate::openapi::responses::{NewProblems, StoreProblems};
use crate::problem::Problem;
use crate::services::league_service::LeagueService;

/// The settings of the league. Fields that are left out get their defaults.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LeagueRequest {
    /// The name of the league.
    name: Name,
    /// The preset of the rules of its games, `auclair` by default.
    preset: Option<Preset>,
    /// The rules that differ from the preset.
    rules: Option<RulesChange>,
    /// The number of rounds of a night without a number of its own, 4 by default.
    #[schema(value_type = Option<u16>, minimum = 1, maximum = 20)]
    games_per_night: Option<Integer<u16, 1, 20>>,
    /// The fee of each player for a night, in cents, 1000 by default.
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 100_000)]
    fee: Option<Integer<u32, 0, 100_000>>,
    /// The part of each fee for the 50/50, in cents, the fee at most; 200 by default.
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 100_000)]
    draw_part: Option<Integer<u32, 0, 100_000>>,
    /// The part of the 50/50 for the drawn player, in percent, 50 by default.
    #[schema(value_type = Option<u8>, minimum = 0, maximum = 100)]
    draw_percent: Option<Integer<u8, 0, 100>>,
    /// The part of the remaining fees for the prize pot, in percent, 80 by default.
    #[schema(value_type = Option<u8>, minimum = 0, maximum = 100)]
    pot_percent: Option<Integer<u8, 0, 100>>,
    /// The part of the pot for each place from the first on, in percent, 100 together at most; 50, 30 and 20 by
    /// default.
    #[schema(value_type = Option<Vec<u8>>, max_items = 20)]
    prize_shares: Option<Vec<Integer<u8, 0, 100>>>,
}

/// Returns the league's settings
///
/// Returns the name of the league, the rules of its games, the number of games of a night, and the use of the fees.
#[utoipa::path(
    operation_id = "getLeague",
    tag = "League",
    responses((status = 200, description = "The settings of the league.", body = League), StoreProblems),
)]
#[get("/league")]
pub async fn get_league(league: Data<LeagueService>) -> Result<Json<League>, Problem> {
    Ok(Json(league.league().await?))
}

/// Sets the league's settings
///
/// Replaces all settings of the league. Fields that are left out get their defaults. A night uses the settings at the
/// time its first round was drawn.
#[utoipa::path(
    operation_id = "putLeague",
    tag = "League",
    request_body(content = LeagueRequest, description = "The settings."),
    responses(
        (status = 200, description = "The settings, which replaced earlier ones.", body = League),
        (status = 201, description = "The settings, set for the first time.", body = League,
            headers(("Location" = String, description = "The path of the settings."))),
        NewProblems,
    ),
    security(("token" = [])),
)]
#[put("/league")]
pub async fn put_league(
    _: Coordinator,
    leagues: Data<LeagueService>,
    body: Body<LeagueRequest>,
) -> Result<HttpResponse, Problem> {
    let request = body.0;
    let defaults = Settings::default();
    let settings = Settings {
        rules: rules::resolve(request.preset, request.rules)?,
        games_per_night: request.games_per_night.map_or(defaults.games_per_night, |Integer(given)| given),
        fee: request.fee.map_or(defaults.fee, |Integer(given)| given),
        draw_part: request.draw_part.map_or(defaults.draw_part, |Integer(given)| given),
        draw_percent: request.draw_percent.map_or(defaults.draw_percent, |Integer(given)| given),
        pot_percent: request.pot_percent.map_or(defaults.pot_percent, |Integer(given)| given),
        prize_shares: request
            .prize_shares
            .map_or(defaults.prize_shares, |shares| shares.into_iter().map(|Integer(share)| share).collect()),
    };
    settings.check().map_err(|error| match error {
        SettingsError::DrawPart { .. } if request.draw_part.is_none() => {
            let detail = format!("{error} It is {} unless draw_part says how much it is.", defaults.draw_part);
            Problem::invalid("/fee", detail)
        }
        _ => error.into(),
    })?;
    let league = League { name: request.name.0, settings };
    let created = leagues.set(league.clone()).await?;
    let mut response = if created { HttpResponse::Created() } else { HttpResponse::Ok() };
    Ok(response.insert_header((LOCATION, "/api/v1/league")).json(league))
}
