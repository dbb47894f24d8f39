//! The parts of long lists.

use std::fmt::Display;

use actix_web::http::header::{HeaderValue, LINK};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Deserializer, Serialize, de};

use pegout_service::problem::Problem;

/// The most items of one response.
pub const MAX_ITEMS: usize = 1000;

/// The number of items that a request wants, from 1 to [`MAX_ITEMS`]. Most lists return [`MAX_ITEMS`] without a limit.
#[derive(Clone, Copy, Debug)]
pub struct Limit(usize);

impl Limit {
    /// The limit of long lists that few people read, if the request has no limit.
    pub const fn default_limit() -> Limit {
        Limit(100)
    }

    /// The number of items to look up. The item after the wanted items shows that more items follow.
    pub const fn with_next(self) -> usize {
        self.0 + 1
    }
}

impl Default for Limit {
    fn default() -> Limit {
        Limit(MAX_ITEMS)
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Limit, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = text.parse().ok().filter(|number| (1..=MAX_ITEMS).contains(number));
        let refused = || de::Error::custom(format!("“{text:.20}” is not a number from 1 to {MAX_ITEMS}."));
        number.map(Limit).ok_or_else(refused)
    }
}

/// A part of a list.
pub struct Page<T> {
    /// The items.
    items: Vec<T>,
    /// The link to the part that follows, if any does.
    link: Option<HeaderValue>,
}

impl<T> Page<T> {
    /// The first items after the item `after`, with a link to the next items.
    pub fn after<I: PartialEq + Display>(
        request: &HttpRequest,
        mut items: Vec<T>,
        limit: Limit,
        after: Option<I>,
        id: impl Fn(&T) -> I,
    ) -> Result<Page<T>, Problem> {
        if let Some(after) = after {
            let place = items.iter().position(|item| id(item) == after).ok_or_else(|| no_such_item("after"))?;
            items.drain(..=place);
        }
        Ok(Page::first(request, items, limit, id))
    }

    /// The first of these items, with a link to the next items.
    pub fn first<I: Display>(
        request: &HttpRequest,
        mut items: Vec<T>,
        Limit(limit): Limit,
        id: impl Fn(&T) -> I,
    ) -> Page<T> {
        let is_last = items.len() <= limit;
        items.truncate(limit);
        let next = items.last().filter(|_| !is_last).map(id);
        Page { link: next.and_then(|next| link(request, "after", &next, "next")), items }
    }

    /// The last items before the item `before`, with a link to the items before them.
    pub fn before<I: PartialEq + Display>(
        request: &HttpRequest,
        mut items: Vec<T>,
        Limit(limit): Limit,
        before: Option<I>,
        id: impl Fn(&T) -> I,
    ) -> Result<Page<T>, Problem> {
        if let Some(before) = before {
            let place = items.iter().position(|item| id(item) == before).ok_or_else(|| no_such_item("before"))?;
            items.truncate(place);
        }
        let first = items.len().saturating_sub(limit);
        items.drain(..first);
        let previous = items.first().filter(|_| first > 0).map(id);
        Ok(Page { link: previous.and_then(|previous| link(request, "before", &previous, "prev")), items })
    }

    /// Responds with the items as `body` has them.
    pub fn response<B: Serialize>(self, body: impl FnOnce(Vec<T>) -> B) -> HttpResponse {
        let mut response = HttpResponse::Ok();
        if let Some(link) = self.link {
            response.insert_header((LINK, link));
        }
        response.json(body(self.items))
    }
}

/// The problem of a place in a list that the list does not have.
pub fn no_such_item(parameter: &str) -> Problem {
    Problem::invalid(parameter, "No item of this list has that id now: read the list from its beginning.")
}

/// Returns the link to the same list at another place.
fn link(request: &HttpRequest, parameter: &str, id: &impl Display, relation: &str) -> Option<HeaderValue> {
    let mut query = form_urlencoded::Serializer::new(String::new());
    let given = form_urlencoded::parse(request.query_string().as_bytes());
    query.extend_pairs(given.filter(|(name, _)| name != parameter));
    query.append_pair(parameter, &id.to_string());
    HeaderValue::from_str(&format!("<{}?{}>; rel=\"{relation}\"", request.path(), query.finish())).ok()
}
