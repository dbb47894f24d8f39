//! The displays of the league: televisions that show the night by a token that only reads.

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, delete, get, post};
use pegout_engine::Time;
use pegout_engine::game::TokenId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::auth::right::need;
use crate::auth::sessions::Sessions;
use crate::eventlog::uncancellable;
use crate::handlers::session::Done;
use crate::http::body::Body;
use crate::http::caller::Permitted;
use crate::http::params::Path;
use crate::model::contact::Name;
use crate::model::grant::{Grant, StoredToken};
use crate::model::token::Token;
use crate::openapi::responses::{DeleteProblems, NewDisplayProblems, PrivateListProblems};
use crate::problem::Problem;

/// The path of a display.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct DisplayPath {
    /// The id of the display.
    id: TokenId,
}

/// A new display.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DisplayRequest {
    /// The name by which the display is listed.
    name: Name,
    /// The token, 32 random bytes made by the client, which makes the request idempotent. Without it the
    /// service makes one.
    token: Option<Token>,
}

/// A display of the league.
#[derive(Serialize, ToSchema)]
pub struct Display {
    /// The id of its token.
    id: TokenId,
    /// Its name.
    #[schema(examples("The television in the hall"))]
    name: String,
    /// The moment when it was added.
    #[schema(required = true)]
    added_at: Option<Time>,
}

/// A display with its token.
#[derive(Serialize, ToSchema)]
pub struct NewDisplay {
    /// The id of its token.
    id: TokenId,
    /// Its name.
    #[schema(examples("The television in the hall"))]
    name: String,
    /// The token, which may read but change nothing. No list has it; a repeat of the request returns it again.
    token: Token,
}

/// The displays.
#[derive(Serialize, ToSchema)]
pub struct Displays {
    /// The displays, the oldest first.
    displays: Vec<Display>,
}

/// Lists the displays
///
/// Returns the displays of the league, without their tokens.
#[utoipa::path(
    operation_id = "listDisplays",
    tag = "League",
    responses((status = 200, description = "The displays, the oldest first.", body = Displays), PrivateListProblems),
    security(("token" = [])),
)]
#[get("/displays")]
pub async fn list_displays(_: Permitted<need::RunNights>, sessions: Data<Sessions>) -> Result<Json<Displays>, Problem> {
    let display = |StoredToken { hash, grant, began_at }| match grant {
        Grant::Display { name } => Some(Display { id: hash.id(), name, added_at: began_at }),
        _ => None,
    };
    Ok(Json(Displays { displays: sessions.revocable().await?.into_iter().filter_map(display).collect() }))
}

/// Creates a display
///
/// Returns a token for a television. The token may read lists, the join code of a night, and the public data of a public
/// league. It is valid until the display is removed. Idempotent with a `token` that the client makes: a repeat
/// returns the display. After the display was removed, a repeat is 410. A league has 100 displays at most.
#[utoipa::path(
    operation_id = "addDisplay",
    tag = "League",
    request_body(content = DisplayRequest, description = "The name."),
    responses(
        (status = 200, description = "The display was added before. Returns it with its token.", body = NewDisplay),
        (status = 201, description = "The display with its token.", body = NewDisplay,
            headers(("Location" = String, description = "The path of the display, to remove it.")),
            links(
                ("removeDisplay" = (operation_id = "removeDisplay", parameters(("id" = "$response.body#/id")))),
            )),
        NewDisplayProblems,
    ),
    security(("token" = [])),
)]
#[post("/displays")]
pub async fn add_display(
    _: Permitted<need::RunNights>,
    sessions: Data<Sessions>,
    body: Body<DisplayRequest>,
) -> Result<HttpResponse, Problem> {
    let DisplayRequest { name: Name(name), token } = body.0;
    let (token, known) = sessions.add_display(token, name.clone()).await?;
    let id = token.hash().id();
    if let Some(name) = known {
        return Ok(HttpResponse::Ok().json(NewDisplay { id, name, token }));
    }
    let address = format!("/api/v1/displays/{id}");
    Ok(HttpResponse::Created().insert_header((LOCATION, address)).json(NewDisplay { id, name, token }))
}

/// Deletes a display
///
/// Revokes the token of a display at once. Idempotent.
#[utoipa::path(
    operation_id = "removeDisplay",
    tag = "League",
    params(DisplayPath),
    responses((status = 200, description = "The display is removed.", body = Done), DeleteProblems),
    security(("token" = [])),
)]
#[delete("/displays/{id}")]
pub async fn remove_display(
    _: Permitted<need::RunNights>,
    path: Path<DisplayPath>,
    sessions: Data<Sessions>,
) -> Result<Json<Done>, Problem> {
    let tokens = sessions.revocable().await?;
    let display = |token: &StoredToken| token.hash.id() == path.0.id && matches!(token.grant, Grant::Display { .. });
    if let Some(StoredToken { hash, .. }) = tokens.into_iter().find(display) {
        uncancellable(async move { sessions.revoke(hash).await }).await?;
    }
    Ok(Json(Done {}))
}
