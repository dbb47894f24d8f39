//! What the interface's problems mean.

use actix_web::get;
use actix_web::web::Json;
use serde::{Deserialize, Serialize};
use strum::IntoEnumIterator;
use utoipa::ToSchema;

use crate::http::params::Path;
use crate::openapi::responses::{PathProblems, PlainProblems};
use crate::problem::{Problem, ProblemInfo, ProblemType};

/// The path of a type of problem.
#[derive(Deserialize)]
pub struct ProblemPath {
    slug: String,
}

/// A type of problem, explained.
#[derive(Serialize, ToSchema)]
pub struct ProblemHelp {
    /// The `type` it is answered with.
    #[serde(rename = "type")]
    #[schema(examples("/problems/renege"))]
    kind: String,
    /// Its name in a few words.
    title: &'static str,
    /// The HTTP status it is answered with.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// When it happens and what to do about it.
    description: &'static str,
}

impl From<ProblemType> for ProblemHelp {
    fn from(kind: ProblemType) -> ProblemHelp {
        let ProblemInfo { status, title, description } = kind.info();
        ProblemHelp { kind: format!("/problems/{}", kind.slug()), title, status, description }
    }
}

/// List the problems
///
/// Every type of problem that the interface answers with, and what it means.
#[utoipa::path(
    operation_id = "listProblems",
    tag = "Problems",
    responses((status = 200, description = "Every type of problem.", body = Vec<ProblemHelp>), PlainProblems),
)]
#[get("/problems")]
pub async fn list_problems() -> Json<Vec<ProblemHelp>> {
    Json(ProblemType::iter().map(ProblemHelp::from).collect())
}

/// Explain a problem
///
/// What one type of problem means. The `type` of a problem is this address.
#[utoipa::path(
    operation_id = "getProblem",
    tag = "Problems",
    params(("slug" = ProblemType, Path, description = "The last part of the problem's `type`.")),
    responses((status = 200, description = "The problem, explained.", body = ProblemHelp), PathProblems),
)]
#[get("/problems/{slug}")]
pub async fn get_problem(path: Path<ProblemPath>) -> Result<Json<ProblemHelp>, Problem> {
    let slug = path.0.slug;
    match ProblemType::iter().find(|kind| kind.slug() == slug) {
        Some(kind) => Ok(Json(kind.into())),
        None => Err(Problem::not_found(&format!("/problems/{slug}"))),
    }
}
