//! The pages that other sites show in a frame. They have no token and read no storage: what they show everybody may read.

use std::str::FromStr;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::http::assets;
use crate::http::problem_response::page_or_problem;
use crate::problem::Problem;
use crate::services::league_service::LeagueService;

/// Responds with the page of a night, which shows it live.
pub async fn night(request: HttpRequest, league: Data<LeagueService>) -> Result<HttpResponse, Problem> {
    respond(&request, league.check_embedded_night(id(&request)).await)
}

/// Responds with the page of a season's standings.
pub async fn standings(request: HttpRequest, league: Data<LeagueService>) -> Result<HttpResponse, Problem> {
    respond(&request, league.check_embedded_season(id(&request)).await)
}

fn respond(request: &HttpRequest, checked: Result<(), Problem>) -> Result<HttpResponse, Problem> {
    match checked {
        Ok(()) => Ok(assets::respond_embed(request)),
        Err(problem) => page_or_problem(request, problem),
    }
}

/// The id in the path; `None` where that is no id, which is answered like an unknown one.
fn id<I: FromStr>(request: &HttpRequest) -> Option<I> {
    request.match_info().get("id")?.parse().ok()
}
