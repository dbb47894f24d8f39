//! The sessions of the coordinator and the representatives.

use actix_web::http::header::LOCATION;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, delete, post};
use pegout_engine::Time;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::auth::caller::Caller;
use crate::auth::passwords::{self, MAX_LENGTH, Passwords};
use crate::auth::rate_limit::{Budget, RateLimits};
use crate::auth::sessions::{NewSession, Sessions};
use crate::eventlog::uncancellable;
use crate::http::address;
use crate::http::body::Body;
use crate::problem::{Problem, ProblemType};
use pegout_model::contact::Name;
use pegout_model::token::Token;

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
    /// The secret that an earlier sign-in on this device returned. With it, wrong passwords of others at the same address
    /// do not keep the device from signing in.
    device_secret: Option<Token>,
}

/// A session of the coordinator or a representative.
#[derive(Serialize, ToSchema)]
pub struct Session {
    /// The token.
    token: Token,
    /// The end of the session, unless the token is used before.
    expires_at: Time,
    /// The secret of this device, to be sent with its next sign-in. It is valid for a year and opens nothing by itself.
    device_secret: Token,
    /// A sentence about a password that should be changed; `null` if there is none.
    #[schema(required = true)]
    warning: Option<String>,
}

/// Signs in
///
/// Returns a token for the coordinator, or for the representative with this name. It expires twelve hours after its
/// last use. After ten wrong passwords within a minute, sign-ins from that address are refused for a while, except from
/// devices that have signed in before: each has its own limit. A new session replaces the earlier one of its device.
#[utoipa::path(
    operation_id = "signIn",
    tag = "Session",
    request_body(content = SessionRequest, description = "The password."),
    responses(
        (status = 201, description = "The token.", body = Session,
            headers(("Location" = String, description = "The path of the session, to sign out."))),
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
    let SessionRequest { password: given, name, device_secret } = body.0;
    check_length(&given)?;
    let named = name.is_some();
    let device = match device_secret {
        Some(secret) if sessions.knows_device(&secret).await? => Some(secret),
        _ => None,
    };
    let budget = match &device {
        Some(secret) => Some(Budget::Device(secret.hash())),
        None => address_budget(&request, &limits),
    };
    let is_short = passwords::is_short(&given);
    let session = uncancellable(async move {
        let wrong = || Problem::wrong_password(named);
        let verified = passwords.verify(given, name.map(String::from), &limits, budget).await?;
        sessions.sign_in(verified.ok_or_else(wrong)?, device).await?.ok_or_else(wrong)
    });
    let NewSession { token, expires_at, device_secret } = session.await?;
    let warning = is_short.then(|| {
        log::warn!("somebody signed in with a password of less than {} letters", passwords::MIN_LENGTH);
        format!("This password has less than {} letters. Choose a longer one.", passwords::MIN_LENGTH)
    });
    let session = Session { token, expires_at, device_secret, warning };
    Ok(HttpResponse::Created().insert_header((LOCATION, "/api/v1/session")).json(session))
}

/// Signs out
///
/// Revokes the token of the request.
#[utoipa::path(
    operation_id = "signOut",
    tag = "Session",
    responses((status = 200, description = "Signed out.", body = Done)),
    security(("token" = [])),
)]
#[delete("/session")]
pub async fn sign_out(caller: Caller, sessions: Data<Sessions>) -> Result<HttpResponse, Problem> {
    if !caller.grant.is_session() {
        let detail = "This token keeps the score of games, it is no session: there is nothing to sign out of.";
        return Err(Problem::new(ProblemType::Forbidden, detail));
    }
    sessions.revoke(caller.token.hash()).await?;
    Ok(HttpResponse::Ok().json(Done {}))
}

/// The budget in which a wrong password of this client counts; `None` without a limit, at the machine itself.
pub fn address_budget(request: &HttpRequest, limits: &RateLimits) -> Option<Budget> {
    let is_limited = limits.behind_proxy || !address::is_local(request);
    is_limited.then(|| Budget::Passwords(address::rate_limit_key(request, limits.behind_proxy)))
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
