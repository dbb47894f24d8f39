//! The displays of the league: televisions that show the night by a token that only reads.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, delete, get, post};
use pegout_engine::Time;
use pegout_engine::game::TokenId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::address;
use crate::body::Body;
use crate::caller::Permitted;
use crate::handlers::common::{Done, created};
use crate::params::Path;
use crate::problem_response::HttpProblem;
use pegout_model::contact::Name;
use pegout_model::grant::{Grant, StoredToken};
use pegout_model::join_code::DisplayCode;
use pegout_model::token::Token;
use pegout_service::auth::rate_limit::{RateLimits, WriteKey};
use pegout_service::auth::right::rights;
use pegout_service::auth::sessions::Sessions;
use pegout_service::problem::Problem;
use pegout_service::services::Effect;
use pegout_service::services::display_service::DisplayService;

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
    /// The name of the display in the list.
    name: Name,
    /// The token, 32 random bytes made by the client, which makes the request idempotent. Without it the
    /// service makes one.
    token: Option<Token>,
    /// The code on the screen of a television, in letters of either case, instead of a token.
    #[schema(max_length = 40, examples("K7QX2M"))]
    code: Option<String>,
}

/// A television that asks to be let in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DisplayCodeRequest {
    /// The token, 32 random bytes made by the television. It shows nothing until the code was typed.
    token: Token,
}

/// A code that a television shows.
#[derive(Serialize, ToSchema)]
pub struct ShownCode {
    /// The code.
    #[schema(examples("K7QX2M"))]
    code: String,
    /// The page on which the coordinator lets the television in, with the code filled in: for a QR code.
    #[schema(format = "uri", examples("https://pegout.example.org/#/displays?code=K7QX2M"))]
    link: String,
    /// The moment from which the code is void.
    expires_at: Time,
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

/// A display that was added.
#[derive(Serialize, ToSchema)]
pub struct NewDisplay {
    /// The id of its token.
    id: TokenId,
    /// Its name.
    #[schema(examples("The television in the hall"))]
    name: String,
    /// The token, which may read but change nothing. No list has it; a repeat of the request returns it again. Absent if a code was
    /// sent: the television has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    token: Option<Token>,
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
    tag = "League",
    responses((status = 200, description = "The displays, the oldest first.", body = Displays)),
)]
#[get("/displays")]
pub async fn list_displays(
    _: Permitted<rights::RunNights>,
    sessions: Data<Sessions>,
) -> Result<Json<Displays>, HttpProblem> {
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
///
/// With the `code` on its screen (showDisplayCode) a television is let in, and no token is returned. A code works once; a repeat with
/// the same name returns the display. Wrong codes count together with wrong join codes (joinNight).
#[utoipa::path(
    tag = "League",
    request_body(content = DisplayRequest, description = "The name, and the code of a television that shows one."),
    responses(
        (status = 200, description = "The display, which was added before.", body = NewDisplay),
        (status = 201, description = "The display, with its token unless a code was sent.", body = NewDisplay,
            headers(("Location" = String, description = "The path of the display, to remove it."))),
    ),
)]
#[post("/displays")]
pub async fn add_display(
    request: HttpRequest,
    _: Permitted<rights::RunNights>,
    limits: Data<RateLimits>,
    displays: Data<DisplayService>,
    body: Body<DisplayRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let (display, effect) = match body.0 {
        DisplayRequest { token: Some(_), code: Some(_), .. } => {
            return Err(Problem::invalid("/code", "Send the token or the code, not both.").into());
        }
        DisplayRequest { name: Name(name), code: Some(code), .. } => {
            let address = address::rate_limit_key(&request, limits.behind_proxy);
            let (id, effect) = displays.let_in(&code, name.clone(), &limits, address).await?;
            (NewDisplay { id, name, token: None }, effect)
        }
        DisplayRequest { name: Name(name), token, .. } => {
            let (token, known) = displays.add(token, name.clone()).await?;
            let effect = if known.is_some() { Effect::Unchanged } else { Effect::Created };
            (NewDisplay { id: token.hash().id(), name: known.unwrap_or(name), token: Some(token) }, effect)
        }
    };
    Ok(created(effect, format!("/api/v1/displays/{}", display.id), display))
}

/// Returns the code of a television
///
/// Returns a code for a television without a keyboard. The coordinator types it (addDisplay), and from then on the television's token
/// is a display's. A code lives five minutes and works once. Idempotent: the same token gets the same code during these minutes.
/// 409 means that the television was let in. After 410 it needs a new token: its display was removed. One address has
/// 20 codes at most, and all together have 200. If there are 200, the address with the most codes loses its oldest code.
#[utoipa::path(
    tag = "League",
    request_body(content = DisplayCodeRequest, description = "The token of the television."),
    responses((status = 200, description = "The code.", body = ShownCode)),
)]
#[post("/displays/codes")]
pub async fn show_display_code(
    request: HttpRequest,
    limits: Data<RateLimits>,
    displays: Data<DisplayService>,
    body: Body<DisplayCodeRequest>,
) -> Result<Json<ShownCode>, HttpProblem> {
    let address = address::rate_limit_key(&request, limits.behind_proxy);
    limits.check_write(WriteKey::Address(address))?;
    let DisplayCode { code, expires_at, .. } = displays.code(&body.0.token, &limits, address).await?;
    let root = address::of_service(&request, limits.behind_proxy);
    let link = format!("{root}/#/displays?code={code}");
    Ok(Json(ShownCode { code: code.to_string(), link, expires_at }))
}

/// Deletes a display
///
/// Revokes the token of a display at once. Idempotent.
#[utoipa::path(
    tag = "League",
    params(DisplayPath),
    responses((status = 200, description = "The display is removed.", body = Done)),
)]
#[delete("/displays/{id}")]
pub async fn remove_display(
    _: Permitted<rights::RunNights>,
    path: Path<DisplayPath>,
    sessions: Data<Sessions>,
) -> Result<Json<Done>, HttpProblem> {
    let tokens = sessions.revocable().await?;
    let display = |token: &StoredToken| token.hash.id() == path.0.id && matches!(token.grant, Grant::Display { .. });
    if let Some(StoredToken { hash, .. }) = tokens.into_iter().find(display) {
        sessions.revoke(hash).await?;
    }
    Ok(Json(Done {}))
}
