//! The pages and files for other programs than the phone page.

use std::borrow::Cow;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use actix_web::http::header::{CacheControl, CacheDirective};
use actix_web::web::{Data, Redirect};
use actix_web::{HttpRequest, HttpResponse};
use jiff::{SignedDuration, Timestamp};

use crate::address;
use crate::assets;
use crate::assets::StaticFile;
use crate::openapi;
use crate::problem_response::HttpProblem;
use crate::problem_response::page_or_problem;
use pegout_model::clock::Clock;
use pegout_model::contact::PublicUrl;
use pegout_service::auth::rate_limit::RateLimits;
use pegout_service::problem::{Problem, ProblemType};
use pegout_service::services::league_service::LeagueService;

/// Redirects the hall's board with a slash at its end to the address without it. The redirect is relative: the service may be
/// below a path of a proxy.
pub async fn television(request: HttpRequest) -> Redirect {
    Redirect::to(request.uri().to_string().replacen("/tv/", "../tv", 1))
}

/// The document as this process serves it. A process has a single address.
static DOCUMENT: OnceLock<StaticFile> = OnceLock::new();

/// Responds with the document.
pub async fn document(request: HttpRequest) -> HttpResponse {
    let document = DOCUMENT.get_or_init(|| {
        let data = match request.app_data::<PublicUrl>() {
            Some(public) => Cow::Owned(openapi::at(&public.address).into_bytes()),
            None => Cow::Borrowed(openapi::JSON.as_bytes()),
        };
        StaticFile::compressed(data, "application/json")
    });
    document.respond(&request, CacheControl(vec![CacheDirective::NoCache]))
}

/// Responds with the page of a night, which shows it live. Other sites embed the page: it has no token and reads no
/// storage, so it shows only public data.
pub async fn embedded_night(request: HttpRequest, league: Data<LeagueService>) -> Result<HttpResponse, HttpProblem> {
    respond(&request, league.check_embedded_night(id(&request)).await)
}

/// Responds with the page of a season's standings.
pub async fn embedded_standings(
    request: HttpRequest,
    league: Data<LeagueService>,
) -> Result<HttpResponse, HttpProblem> {
    respond(&request, league.check_embedded_season(id(&request)).await)
}

fn respond(request: &HttpRequest, checked: Result<(), Problem>) -> Result<HttpResponse, HttpProblem> {
    match checked {
        Ok(()) => Ok(assets::respond_embed(request)),
        Err(problem) => page_or_problem(request, problem),
    }
}

/// The id in the path; `None` if it is not an id: the response is the same as for an unknown id.
fn id<I: FromStr>(request: &HttpRequest) -> Option<I> {
    request.match_info().get("id")?.parse().ok()
}

/// The responses of the interface contain names of players, which search engines must not list.
const ROBOTS: &str = "User-agent: *\nDisallow: /api/\nAllow: /\nAllow: /docs\n";
const DAY: SignedDuration = SignedDuration::from_hours(24);
/// The days until the contact expires and must be checked. RFC 9116 advises less than a year.
const VALID_DAYS: i32 = 180;

/// The operator's contact for faults of security, with the clock that dates it.
pub struct SecurityContact {
    /// The address; `None` where the operator has given none.
    pub contact: Option<String>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
}

/// Responds with a guide for language models and the people who build with them.
pub async fn llms(request: HttpRequest, limits: Data<RateLimits>) -> HttpResponse {
    let address = address::of_service(&request, limits.behind_proxy);
    text(include_str!("llms.txt").replace("{address}", &address))
}

/// Responds with the rules for search engines.
pub async fn robots() -> HttpResponse {
    text(ROBOTS.to_owned())
}

/// Responds with the security contact (RFC 9116), if the operator has given a contact.
pub async fn security(settings: Data<SecurityContact>) -> Result<HttpResponse, HttpProblem> {
    let missing = || {
        let detail = "Whoever runs this service has named no contact for faults of security: pegout takes it with --security-contact.";
        Problem::new(ProblemType::NotFound, detail)
    };
    let contact = settings.contact.as_ref().ok_or_else(missing)?;
    let today = Timestamp::from_millisecond(settings.clock.now().millis()).unwrap_or_default().as_second();
    let midnight = today - today.rem_euclid(DAY.as_secs());
    let expires = Timestamp::from_second(midnight).unwrap_or_default().saturating_add(DAY * VALID_DAYS);
    let expires = expires.unwrap_or(Timestamp::MAX);
    Ok(text(format!("Contact: {contact}\nExpires: {expires}\nPreferred-Languages: en, fr\n")))
}

/// Responds with a text, which the worker of the phone page keeps no copy of.
fn text(text: String) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header(CacheControl(vec![CacheDirective::NoStore]))
        .body(text)
}
