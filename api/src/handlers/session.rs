//! The coordinator and representatives sign in and out.

use actix_web::http::header::LOCATION;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, delete, post};
use pegout_engine::Time;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::auth::caller::Caller;
use crate::auth::passwords::{MAX_LENGTH, Passwords};
use crate::auth::rate_limit::RateLimits;
use crate::auth::sessions::Sessions;
use crate::eventlog::uncancellable;
use crate::http::body::Body;
use crate::http::client_address;
use crate::model::contact::Name;
use crate::model::token::Token;
use crate::openapi::responses::{SignInProblems, SignOutProblems};
use crate::problem::{Problem, ProblemType};

/// Who signs in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionRequest {
    /// The coordinator's password, or a representative's own.
    #[schema(max_length = 1000, format = Password)]
    password: String,
    /// What the history is to call them, 1 to 100 letters. A representative signs in with their name.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann"))]
    name: Option<Name>,
}

/// A coordinator's token.
#[derive(Serialize, ToSchema)]
pub struct Session {
    /// The token.
    token: Token,
    /// When it stops to open anything, unless it is used before.
    expires_at: Time,
}

/// Sign in
///
/// Gives the coordinator, or a representative with their name, a token that opens everything for twelve hours after it
/// was last used. After ten wrong passwords within a minute none is looked at from that address for a while.
#[utoipa::path(
    operation_id = "signIn",
    tag = "Session",
    request_body(content = SessionRequest, description = "The password."),
    responses(
        (status = 201, description = "The token.", body = Session,
            headers(("Location" = String, description = "Where to sign out."))),
        SignInProblems,
    ),
)]
#[post("/session")]
pub async fn sign_in(
    request: HttpRequest,
    passwords: Data<Passwords>,
    limits: Data<RateLimits>,
    sessions: Data<Sessions>,
    body: Body<SessionRequest>,
) -> Result<HttpResponse, Problem> {
    let SessionRequest { password: given, name } = body.0;
    check_length(&given)?;
    let address = client_address::rate_limit_key(&request, limits.behind_proxy);
    let named = name.is_some();
    let identity =
        uncancellable(async move { passwords.verify(given, name.map(|Name(name)| name), &limits, address).await })
            .await?;
    let (token, expires_at) = sessions.sign_in(identity.ok_or_else(|| Problem::wrong_password(named))?).await?;
    Ok(HttpResponse::Created().insert_header((LOCATION, "/api/v1/session")).json(Session { token, expires_at }))
}

/// Sign out
///
/// The token of the request opens nothing any more.
#[utoipa::path(
    operation_id = "signOut",
    tag = "Session",
    responses((status = 200, description = "Signed out.", body = Done), SignOutProblems),
    security(("token" = [])),
)]
#[delete("/session")]
pub async fn sign_out(caller: Caller, sessions: Data<Sessions>) -> Result<HttpResponse, Problem> {
    if !caller.grant.is_coordinator() {
        let detail = "This token keeps the score of games, it is no session: there is nothing to sign out of.";
        return Err(Problem::new(ProblemType::Forbidden, detail));
    }
    uncancellable(async move { sessions.revoke(caller.token.hash()).await }).await?;
    Ok(HttpResponse::Ok().json(Done {}))
}

/// Whether a password is short enough to be looked at.
///
/// # Errors
///
/// When it is not.
pub fn check_length(password: &str) -> Result<(), Problem> {
    let letters = password.chars().count();
    if letters <= MAX_LENGTH {
        return Ok(());
    }
    let detail = format!("A password has at most {MAX_LENGTH} letters, and here are {letters}.");
    Err(Problem::invalid("/password", detail))
}

/// It is done, and there is nothing more to say.
#[derive(Serialize, ToSchema)]
pub struct Done {}
