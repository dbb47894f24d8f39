//! The parameters of a request, in its path and in its query.

use std::fmt::Display;
use std::future::{Future, Ready, ready};
use std::pin::Pin;
use std::str::FromStr;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::Either;
use serde::de::value::{self, MapDeserializer};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};

use crate::caller::after_admission;
use crate::input_error::InputError;
use crate::problem_response::HttpProblem;
use pegout_service::problem::{Problem, truncate};

/// Parameters at once, or their problem once the caller is admitted.
type Parameters<T> = Either<Ready<Result<T, HttpProblem>>, Pin<Box<dyn Future<Output = Result<T, HttpProblem>>>>>;

fn parameters<T: 'static>(request: &HttpRequest, parsed: Result<T, Problem>) -> Parameters<T> {
    match parsed {
        Ok(parsed) => Either::Left(ready(Ok(parsed))),
        Err(problem) => {
            let request = request.clone();
            Either::Right(Box::pin(async move { Err(after_admission(&request, problem).await.into()) }))
        }
    }
}

fn read<'de, T: DeserializeOwned>(
    parameters: impl Deserializer<'de, Error = value::Error>,
    input_error: fn(&serde_path_to_error::Path, &str) -> InputError,
) -> Result<T, Problem> {
    serde_path_to_error::deserialize(parameters)
        .map_err(|error| input_error(error.path(), &error.inner().to_string()).parameter_problem())
}

/// The parameters of a request's path.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Path<T> {
    type Error = HttpProblem;
    type Future = Parameters<Path<T>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let parts = MapDeserializer::new(request.match_info().iter());
        parameters(request, read(parts, InputError::new).map(Path))
    }
}

/// The parameters in a request's query.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Query<T> {
    type Error = HttpProblem;
    type Future = Parameters<Query<T>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(request.query_string().as_bytes()));
        parameters(request, read(pairs, InputError::of_query).map(Query))
    }
}

/// Deserializes a [`number`] that may be left out.
pub fn optional_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    number(deserializer).map(Some)
}

/// Deserializes the number of a deal, a round or a version, from 1 to 4294967295.
pub fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let text = String::deserialize(deserializer)?;
    let number = u32::from_str(&text).ok().filter(|number| *number >= 1);
    number.ok_or_else(|| D::Error::custom(format!("“{text:.20}” is not a number from 1 to {}.", u32::MAX)))
}

/// Deserializes values with commas between them, and perhaps blanks around the commas.
pub fn list<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let values: Vec<&str> = text.split(',').map(str::trim).collect();
    let read = |value: &&str| match value.parse() {
        Ok(value) => Ok(value),
        Err(_) if value.is_empty() && values.len() > 1 => {
            Err(D::Error::custom("There is a comma too many: commas stand between values, and not after the last."))
        }
        Err(_) if value.contains(char::is_whitespace) => {
            let commas = value.split_whitespace().collect::<Vec<_>>().join(",");
            Err(D::Error::custom(format!("Values have commas between them, not blanks: write {}.", truncate(&commas))))
        }
        Err(error) => Err(D::Error::custom(error)),
    };
    values.iter().map(read).collect()
}
