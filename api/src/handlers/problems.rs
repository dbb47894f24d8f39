//! What the interface's problems mean.

use actix_web::{get, web};
use serde::Serialize;
use strum::IntoEnumIterator;
use utoipa::ToSchema;

use crate::answers::PathProblems;
use crate::problem::{Explanation, Problem, ProblemType};

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
        let Explanation { status, title, description } = kind.explanation();
        ProblemHelp { kind: format!("/problems/{}", kind.slug()), title, status: status.as_u16(), description }
    }
}

/// List the problems
///
/// Every type of problem that the interface answers with, and what it means.
#[utoipa::path(
    operation_id = "listProblems",
    tag = "Problems",
    responses((status = 200, description = "Every type of problem.", body = Vec<ProblemHelp>)),
)]
#[get("/problems")]
pub async fn list_problems() -> web::Json<Vec<ProblemHelp>> {
    web::Json(ProblemType::iter().map(ProblemHelp::from).collect())
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
pub async fn get_problem(slug: web::Path<String>) -> Result<web::Json<ProblemHelp>, Problem> {
    match ProblemType::iter().find(|kind| kind.slug() == slug.as_str()) {
        Some(kind) => Ok(web::Json(kind.into())),
        None => Err(Problem::not_found(&format!("/problems/{slug}"))),
    }
}
