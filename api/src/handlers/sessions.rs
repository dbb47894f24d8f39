//! The sessions that are open, listed and ended one by one.

use std::time::Instant;

use actix_web::web::{Data, Json};
use actix_web::{delete, get};
use pegout_engine::Time;
use pegout_engine::game::TokenId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::auth::caller::Caller;
use crate::auth::rate_limit::RateLimits;
use crate::auth::right::Right;
use crate::auth::sessions::Sessions as AllSessions;
use crate::handlers::session::Done;
use crate::http::params::Path;
use crate::problem::Problem;
use crate::services::database::backup_service::BackupService;
use crate::services::monitoring::disk_space::DiskSpace;
use crate::services::monitoring::metrics::Metrics;
use pegout_model::grant::{Grant, StoredToken};
use pegout_model::role::SessionRole;

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
    /// The warnings about the service, for the coordinator alone; nobody else is told any.
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
    operation_id = "listSessions",
    tag = "Session",
    responses((status = 200, description = "The sessions, the oldest first.", body = Sessions)),
    security(("token" = [])),
)]
#[get("/sessions")]
pub async fn list_sessions(
    caller: Caller,
    sessions: Data<AllSessions>,
    disk_space: Data<DiskSpace>,
    metrics: Data<Metrics>,
    backups: Data<BackupService>,
    limits: Data<RateLimits>,
) -> Result<Json<Sessions>, Problem> {
    caller.require(Right::HaveSession)?;
    let open = |token: StoredToken| {
        let name = match &token.grant {
            Grant::Coordinator { name, .. } => name.clone(),
            Grant::Representative { name, .. } => Some(name.clone()),
            Grant::Scorer | Grant::Phone(_) | Grant::Display { .. } => None,
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
    operation_id = "endSession",
    tag = "Session",
    params(SessionPath),
    responses((status = 200, description = "The session has ended.", body = Done)),
    security(("token" = [])),
)]
#[delete("/sessions/{id}")]
pub async fn end_session(
    caller: Caller,
    path: Path<SessionPath>,
    sessions: Data<AllSessions>,
) -> Result<Json<Done>, Problem> {
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
