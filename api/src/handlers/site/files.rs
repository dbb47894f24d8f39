//! The files by which robots, language models and reporters of faults find their way.

use std::sync::Arc;

use actix_web::http::header::{CacheControl, CacheDirective};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use jiff::{SignedDuration, Timestamp};

use crate::auth::rate_limit::RateLimits;
use crate::http::address;
use crate::problem::{Problem, ProblemType};
use pegout_model::clock::Clock;

/// Names of players stand in what the interface answers, and no search engine is to list them.
const ROBOTS: &str = "User-agent: *\nDisallow: /api/\nAllow: /\nAllow: /docs\n";
const DAY: SignedDuration = SignedDuration::from_hours(24);
/// The days after which somebody is to look whether the contact is still right. RFC 9116 advises less than a year.
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

/// Responds with the contact for faults of security (RFC 9116), if the operator has given one.
pub async fn security(settings: Data<SecurityContact>) -> Result<HttpResponse, Problem> {
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
