//! Reading the parameters of the path.

use std::fmt::Display;
use std::future::{Ready, ready};
use std::str::FromStr;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use serde::de::value::MapDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};

use crate::http::input_error::Fault;
use crate::problem::Problem;

/// The parameters of a request's path.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Path<T> {
    type Error = Problem;
    type Future = Ready<Result<Path<T>, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let parts = MapDeserializer::new(request.match_info().iter());
        let read = serde_path_to_error::deserialize(parts);
        ready(read.map(Path).map_err(|error: serde_path_to_error::Error<serde::de::value::Error>| {
            Fault::new(error.path(), &error.inner().to_string()).in_query()
        }))
    }
}

/// The number of a deal or a round, from 1 to 4294967295.
///
/// # Errors
///
/// When what stands there is no such number.
pub fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let text = String::deserialize(deserializer)?;
    let number = u32::from_str(&text).ok().filter(|number| *number >= 1);
    number.ok_or_else(|| refuse(&text))
}

fn refuse<E: Error>(text: &dyn Display) -> E {
    E::custom(format!("“{text:.20}” is not a number from 1 to {}.", u32::MAX))
}
