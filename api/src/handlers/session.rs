//! The sessions of the coordinator and the representatives.

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

/// The credentials of a sign-in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionRequest {
    /// The coordinator's password, or a representative's own.
    #[schema(max_length = 1000, format = Password)]
    password: String,
    /// The name for the history, 1 to 100 letters. A representative signs in with their own name.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann"))]
    name: Option<Name>,
}

/// A session of the coordinator or a representative.
#[derive(Serialize, ToSchema)]
pub struct Session {
    /// The token.
    token: Token,
    /// The end of the session, unless the token is used before.
    expires_at: Time,
}

/// Signs in
///
/// Returns a token for the coordinator, or for the representative with this name. It expires twelve hours after its
/// last use. After ten wrong passwords within a minute no password from that address is checked for a while.
#[utoipa::path(
    operation_id = "signIn",
    tag = "Session",
    request_body(content = SessionRequest, description = "The password."),
    responses(
        (status = 201, description = "The token.", body = Session,
            headers(("Location" = String, description = "The path of the session, to sign out."))),
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

/// Signs out
///
/// Revokes the token of the request.
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

/// Checks that a password is not too long to be hashed.
pub fn check_length(password: &str) -> Result<(), Problem> {
    let letters = password.chars().count();
    if letters <= MAX_LENGTH {
        return Ok(());
    }
    let detail = format!("A password has at most {MAX_LENGTH} letters, and here are {letters}.");
    Err(Problem::invalid("/password", detail))
}

/// An empty response.
#[derive(Serialize, ToSchema)]
pub struct Done {}
