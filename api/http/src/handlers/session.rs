//! Signing in and out, and the sessions of the coordinator and the representatives.

use std::time::Instant;

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, delete, get, post};
use pegout_engine::Time;
use pegout_engine::game::TokenId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::address;
use crate::body::Body;
use crate::caller::Authenticated;
use crate::handlers::common::Done;
use crate::params::Path;
use crate::problem_response::HttpProblem;
use pegout_model::contact::Name;
use pegout_model::grant::{Grant, StoredToken};
use pegout_model::role::SessionRole;
use pegout_model::token::Token;
use pegout_service::auth::caller::Caller;
use pegout_service::auth::passwords::{self, MAX_LENGTH, Passwords};
use pegout_service::auth::rate_limit::{Budget, RateLimits};
use pegout_service::auth::right::Right;
use pegout_service::auth::sessions::{NewSession, Sessions as AllSessions};
use pegout_service::problem::{Problem, ProblemType};
use pegout_service::services::database::backup_service::BackupService;
use pegout_service::services::monitoring::disk_space::DiskSpace;
use pegout_service::services::monitoring::metrics::Metrics;

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
    /// The secret that an earlier sign-in on this device returned. It lets the device sign in even after wrong
    /// passwords from other devices at the same address.
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
/// last use. After ten wrong passwords within a minute, sign-ins from that address are refused for a while. A device
/// that has signed in before has its own limit. A new session replaces the earlier one of its device.
#[utoipa::path(
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
    sessions: Data<AllSessions>,
    body: Body<SessionRequest>,
) -> Result<HttpResponse, HttpProblem> {
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
    let wrong = || Problem::wrong_password(named);
    let verified = passwords.verify(given, name.map(String::from), &limits, budget).await?.ok_or_else(wrong)?;
    let session = sessions.sign_in(verified, device).await?;
    let NewSession { token, expires_at, device_secret } = session.ok_or_else(wrong)?;
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
    tag = "Session",
    responses((status = 200, description = "Signed out.", body = Done)),
)]
#[delete("/session")]
pub async fn sign_out(
    Authenticated(caller): Authenticated,
    sessions: Data<AllSessions>,
) -> Result<HttpResponse, HttpProblem> {
    if !caller.grant.is_session() {
        let detail = "This token keeps the score of games, it is no session: there is nothing to sign out of.";
        return Err(Problem::new(ProblemType::Forbidden, detail).into());
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

/// The path of a session.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct SessionPath {
    /// The id of the session.
    id: TokenId,
}

/// The open sessions.
#[derive(Serialize, ToSchema)]
pub struct Sessions {
    /// The sessions, the oldest first.
    sessions: Vec<OpenSession>,
    /// The warnings about the service, for the coordinator alone; empty for other callers.
    warnings: Vec<Warning>,
}

/// A warning about the service, before anything fails.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Warning {
    /// The disk of the database is nearly full.
    LowDisk,
    /// The last backup that the service was to make failed.
    BackupFailed,
    /// The database is damaged.
    DatabaseDamaged,
    /// The mark of the database cannot be written. Pegout would not notice a damaged log.
    MarkFailed,
    /// Many wrong join codes were typed within the last minute. Phones can still join with the QR code.
    WrongCodes,
}

/// A session that is open.
#[derive(Serialize, ToSchema)]
pub struct OpenSession {
    /// The id of its token, which names its author in the histories.
    id: TokenId,
    /// The name of the person; `null` for a coordinator who gave none.
    #[schema(required = true)]
    name: Option<String>,
    /// The role: `coordinator`, or that of the representative.
    role: SessionRole,
    /// The moment of the sign-in; `null` for a session of an older version.
    #[schema(required = true)]
    began_at: Option<Time>,
    /// The end of the session, unless the token is used before.
    expires_at: Time,
    /// True for the session of this request.
    current: bool,
}

/// Lists the sessions
///
/// Returns the open sessions: the coordinator sees all of them, a representative their own. The coordinator also gets
/// warnings about the service.
#[utoipa::path(
    tag = "Session",
    responses((status = 200, description = "The sessions, the oldest first.", body = Sessions)),
)]
#[get("/sessions")]
pub async fn list_sessions(
    Authenticated(caller): Authenticated,
    sessions: Data<AllSessions>,
    disk_space: Data<DiskSpace>,
    metrics: Data<Metrics>,
    backups: Data<BackupService>,
    limits: Data<RateLimits>,
) -> Result<Json<Sessions>, HttpProblem> {
    caller.require(Right::HaveSession)?;
    let open = |token: StoredToken| {
        let name = match &token.grant {
            Grant::Coordinator { name, .. } => name.clone(),
            Grant::Representative { name, .. } => Some(name.clone()),
            Grant::Scorer | Grant::Phone(_) | Grant::Player(_) | Grant::Display { .. } => None,
        };
        Some(OpenSession {
            id: token.hash.id(),
            name,
            role: token.grant.session_role()?,
            began_at: token.began_at,
            expires_at: token.grant.expires_at()?,
            current: token.hash == caller.token.hash(),
        })
    };
    let tokens = sessions.revocable().await?.into_iter().filter(|token| may_end(&caller, token));
    let mut warnings = Vec::new();
    if caller.has(Right::ManageLeague) {
        warnings.extend(disk_space.is_low().then_some(Warning::LowDisk));
        warnings.extend((metrics.backup_failed.get() > 0).then_some(Warning::BackupFailed));
        warnings.extend((metrics.damaged.get() > 0).then_some(Warning::DatabaseDamaged));
        warnings.extend(backups.has_no_mark().then_some(Warning::MarkFailed));
        warnings.extend(limits.wrong_codes.are_many(Instant::now()).then_some(Warning::WrongCodes));
    }
    Ok(Json(Sessions { sessions: tokens.filter_map(open).collect(), warnings }))
}

/// Deletes a session
///
/// Ends a session, for example on a device that was lost. The device is unknown at the next sign-in. The coordinator
/// may end any session, a representative their own. Idempotent.
#[utoipa::path(
    tag = "Session",
    params(SessionPath),
    responses((status = 200, description = "The session has ended.", body = Done)),
)]
#[delete("/sessions/{id}")]
pub async fn end_session(
    Authenticated(caller): Authenticated,
    path: Path<SessionPath>,
    sessions: Data<AllSessions>,
) -> Result<Json<Done>, HttpProblem> {
    caller.require(Right::HaveSession)?;
    let open = sessions.revocable().await?.into_iter().filter(|token| token.grant.is_session());
    if let Some(token) = open.into_iter().find(|token| token.hash.id() == path.0.id) {
        if !may_end(&caller, &token) {
            caller.require(Right::ManageLeague)?;
        }
        sessions.end(token.hash).await?;
    }
    Ok(Json(Done {}))
}

/// Returns true for a session of the caller's own, and for any session if the caller is the coordinator.
fn may_end(caller: &Caller, token: &StoredToken) -> bool {
    let is_own = match (&caller.grant, &token.grant) {
        (Grant::Representative { id: own, .. }, Grant::Representative { id, .. }) => own == id,
        _ => false,
    };
    is_own || caller.has(Right::ManageLeague)
}
