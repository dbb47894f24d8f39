//! The caller of a request, found by its token.

use std::future::Future;
use std::marker::PhantomData;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::Method;
use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use pegout_engine::game::GameId;
use tokio::sync::Notify;

use crate::problem_response::HttpProblem;
use crate::{address, service};
use pegout_model::token::Token;
use pegout_service::auth::caller::{Author, Caller};
use pegout_service::auth::rate_limit::{RateLimits, WriteKey};
use pegout_service::auth::right::RequiredRight;
use pegout_service::auth::sessions::Sessions;
use pegout_service::eventlog::EventLog;
use pegout_service::problem::Problem;

/// The permission of the caller of a request. It may need a read of the store, while the other parameters are parsed.
#[derive(Clone, Default)]
struct Admission(Arc<Notify>);

impl Admission {
    fn begin(request: &HttpRequest) -> Admission {
        let admission = Admission::default();
        request.extensions_mut().insert(admission.clone());
        admission
    }
}

/// Returns this problem of a parameter once the caller has the permission. So a stranger gets problems of the token alone.
pub async fn after_admission(request: &HttpRequest, problem: Problem) -> Problem {
    let admission = request.extensions().get::<Admission>().cloned();
    if let Some(Admission(admitted)) = admission {
        admitted.notified().await;
    }
    problem
}

/// The caller of an operation that needs a token, and no right.
pub struct Authenticated(pub Caller);

impl FromRequest for Authenticated {
    type Error = HttpProblem;
    type Future = Pin<Box<dyn Future<Output = Result<Authenticated, HttpProblem>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (request, admission) = (request.clone(), Admission::begin(request));
        Box::pin(async move {
            let caller = required(&request).await?;
            admission.0.notify_one();
            Ok(Authenticated(caller))
        })
    }
}

/// A caller with the right that an operation needs. A caller without it is refused before the body is parsed.
pub struct Permitted<N> {
    caller: Caller,
    author: Author,
    right: PhantomData<N>,
}

impl<N> Permitted<N> {
    /// The caller as the author of events.
    pub fn author(&self) -> Author {
        self.author.clone()
    }
}

impl<N> Deref for Permitted<N> {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.caller
    }
}

impl<N: RequiredRight + 'static> FromRequest for Permitted<N> {
    type Error = HttpProblem;
    type Future = Pin<Box<dyn Future<Output = Result<Permitted<N>, HttpProblem>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (request, admission) = (request.clone(), Admission::begin(request));
        Box::pin(async move {
            let caller = required(&request).await?;
            let author = caller.require(N::RIGHT)?;
            admission.0.notify_one();
            Ok(Permitted { caller, author, right: PhantomData })
        })
    }
}

/// Returns the caller of a request.
pub async fn required(request: &HttpRequest) -> Result<Caller, Problem> {
    let token = bearer(request)?;
    let limits = service::<RateLimits>(request);
    let grant = match service::<Sessions>(request).authenticate(&token).await {
        Err(problem) if problem.is_unauthorized() => return Err(removed_game(request).await?.unwrap_or(problem)),
        grant => grant?,
    };
    if *request.method() != Method::GET {
        limits.check_write(WriteKey::Token(token.hash()))?;
    }
    let address = address::rate_limit_key(request, limits.behind_proxy);
    Ok(Caller::new(token, grant, address))
}

/// Returns the problem of a request about a game that was removed together with its token.
async fn removed_game(request: &HttpRequest) -> Result<Option<Problem>, Problem> {
    let is_of_game = request.match_pattern().is_some_and(|pattern| pattern.starts_with("/api/v1/games/{id}"));
    let game: Option<GameId> = request.match_info().get("id").filter(|_| is_of_game).and_then(|id| id.parse().ok());
    let Some(game) = game else { return Ok(None) };
    Ok(service::<EventLog>(request).is_removed(game).await?.then(Problem::game_removed))
}

/// Returns the caller of a request if it came with a token.
pub async fn optional(request: &HttpRequest) -> Result<Option<Caller>, Problem> {
    if request.headers().contains_key(header::AUTHORIZATION) { Ok(Some(required(request).await?)) } else { Ok(None) }
}

/// Returns the token of the `Authorization` header.
fn bearer(request: &HttpRequest) -> Result<Token, Problem> {
    let Some(value) = request.headers().get(header::AUTHORIZATION) else {
        return Err(Problem::unauthorized("This needs a token: send it as “Authorization: Bearer …”."));
    };
    let (scheme, token) = value.to_str().unwrap_or_default().split_once(' ').unwrap_or_default();
    let token = Token::parse(token.trim()).filter(|_| scheme.eq_ignore_ascii_case("bearer"));
    token.ok_or_else(|| {
        Problem::unauthorized("The Authorization header is not “Bearer” with a token of 43 characters after it.")
    })
}
