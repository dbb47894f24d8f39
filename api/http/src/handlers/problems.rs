//! The problem types of the interface and their explanations.

use actix_web::web::Json;
use actix_web::{HttpRequest, HttpResponse, get};
use serde::{Deserialize, Serialize};
use strum::IntoEnumIterator;
use utoipa::{IntoParams, ToSchema};

use crate::params::Path;
use crate::problem_response::HttpProblem;
use crate::problem_response::page_or_problem;
use pegout_service::problem::{Problem, ProblemInfo, ProblemType, ProblemUri};

/// The path of a problem type.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct ProblemPath {
    /// The last part of the problem's `type`.
    #[param(value_type = ProblemType)]
    slug: String,
}

/// A problem type with its explanation.
#[derive(Serialize, ToSchema)]
pub struct ProblemHelp {
    /// The `type` of its problems.
    #[serde(rename = "type")]
    #[schema(value_type = ProblemUri)]
    kind: String,
    /// Its name in a few words.
    title: &'static str,
    /// The HTTP status of its problems.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// The cause of the problem and the remedy.
    description: &'static str,
}

impl From<ProblemType> for ProblemHelp {
    fn from(kind: ProblemType) -> ProblemHelp {
        let ProblemInfo { status, title, description } = kind.info();
        ProblemHelp { kind: format!("/problems/{}", kind.slug()), title, status, description }
    }
}

/// Lists the problem types
///
/// Returns every problem type of the interface with its explanation.
#[utoipa::path(
    tag = "Problems",
    responses((status = 200, description = "The problem types.", body = Vec<ProblemHelp>)),
)]
#[get("/problems")]
pub async fn list_problems() -> Json<Vec<ProblemHelp>> {
    Json(ProblemType::iter().map(ProblemHelp::from).collect())
}

/// Returns a problem type
///
/// Returns the explanation of a problem type. The `type` of a problem is the path of this operation.
#[utoipa::path(
    tag = "Problems",
    params(ProblemPath),
    responses((status = 200, description = "The problem type.", body = ProblemHelp)),
)]
#[get("/problems/{slug}")]
pub async fn get_problem(request: HttpRequest, path: Path<ProblemPath>) -> Result<HttpResponse, HttpProblem> {
    let slug = path.0.slug;
    match ProblemType::iter().find(|kind| kind.slug() == slug) {
        Some(kind) => Ok(HttpResponse::Ok().json(ProblemHelp::from(kind))),
        None => page_or_problem(&request, Problem::not_found(&format!("/problems/{slug}"))),
    }
}
