//! Reading the parameters after the question mark.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use pegout_engine::Card;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};

use crate::http::input_error::Fault;
use crate::problem::Problem;

/// The query of a request.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = Problem;
    type Future = Ready<Result<Query<T>, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(request.query_string().as_bytes()));
        let read = serde_path_to_error::deserialize(pairs);
        ready(read.map(Query).map_err(|error| Fault::new(error.path(), &error.inner().to_string()).in_query()))
    }
}

/// Cards with commas between them.
///
/// # Errors
///
/// When one of them is not a card.
pub fn cards<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Card>, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.split(',').map(|card| card.parse().map_err(D::Error::custom)).collect()
}
