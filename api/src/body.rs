//! Reading the JSON that was sent.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpRequest};
use serde::de::{DeserializeOwned, Deserializer, IgnoredAny, Visitor};
use serde_json::{Map, Value};
use serde_path_to_error::{Path, Segment};

use crate::problem::Problem;

/// How many bytes a body may have.
pub const LIMIT: usize = 2 * 1024 * 1024;

/// The body of a request, read as JSON. No body at all is read as `{}`.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Body<T>, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let bytes = Bytes::from_request(request, payload);
        let content_type = request.headers().get(header::CONTENT_TYPE).map(|value| value.to_str().map(str::to_owned));
        Box::pin(async move {
            let bytes = bytes.await.map_err(|error| match error.as_error() {
                Some(PayloadError::Overflow) => Problem::too_large(),
                _ => Problem::not_json(error),
            })?;
            if bytes.is_empty() {
                return from_value(Value::Object(Map::new())).map(Body);
            }
            let content_type = content_type.and_then(Result::ok);
            if !content_type.as_deref().is_some_and(is_json) {
                return Err(Problem::unsupported_media_type(content_type.as_deref()));
            }
            from_bytes(&bytes).map(Body)
        })
    }
}

/// `application/json`, or something built on it, with any parameters.
fn is_json(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
}

/// Reads what is right at once, and looks closer only at what is not.
fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    if let Ok(read) = T::deserialize(ObjectOnly(&mut deserializer))
        && deserializer.end().is_ok()
    {
        return Ok(read);
    }
    let text = std::str::from_utf8(bytes).map_err(Problem::not_json)?;
    serde_json::from_str::<IgnoredAny>(text).map_err(Problem::not_json)?;
    match serde_json::from_str(text) {
        Ok(value) => from_value(value),
        Err(error) => Err(Problem::invalid("", sentence(&error.to_string()))),
    }
}

/// Reads a value, whose whole numbers may be written as 22.0.
///
/// # Errors
///
/// Points to the first thing in it that is wrong.
pub fn from_value<T: DeserializeOwned>(mut value: Value) -> Result<T, Problem> {
    write_whole_numbers_plainly(&mut value);
    let mut track = serde_path_to_error::Track::new();
    let deserializer = serde_path_to_error::Deserializer::new(value, &mut track);
    T::deserialize(ObjectOnly(deserializer)).map_err(|error| wrong(&track.path(), &error.to_string()))
}

/// To JSON 22.0 and 22 are the same number, to serde they are not.
fn write_whole_numbers_plainly(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(float) = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < 1e15) {
                *value = Value::from(float as i64);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(write_whole_numbers_plainly),
        Value::Object(members) => members.values_mut().for_each(write_whole_numbers_plainly),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// The problem of the field at `path`, from what serde says of it.
pub fn wrong(path: &Path, message: &str) -> Problem {
    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => pointer += &format!("/{index}"),
            Segment::Map { key } => pointer += &format!("/{}", key.replace('~', "~0").replace('/', "~1")),
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    for about_a_member in ["missing field `", "duplicate field `"] {
        if let Some(name) = message.strip_prefix(about_a_member).and_then(|rest| rest.strip_suffix('`')) {
            pointer += &format!("/{name}");
        }
    }
    Problem::invalid(pointer, sentence(message))
}

/// What serde says, in words for people who do not know serde.
fn sentence(message: &str) -> String {
    let mut text = message.to_owned();
    for (serde, ours) in [
        ("missing field", "the field"),
        ("duplicate field", "there is more than one field"),
        ("unknown field", "there is no field"),
        ("unknown variant", "there is no"),
        ("expected u8", "expected a small whole number"),
        ("a sequence", "a list"),
        ("sequence", "a list"),
        ("floating point", "number"),
        ("a map", "an object"),
        ("map", "an object"),
    ] {
        text = text.replace(serde, ours);
    }
    if let Some((before, _)) = text.split_once("expected struct ") {
        text = format!("{before}expected an object");
    }
    if message.starts_with("missing field") {
        text += " is missing";
    }
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    if !text.ends_with('.') {
        text.push('.');
    }
    text
}

/// A deserializer that takes an object for a struct, and not also an array of its fields.
struct ObjectOnly<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for ObjectOnly<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
