//! Reading the JSON that was sent.

pub mod buffers;

use std::future::Future;
use std::io::Read;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderMap, HeaderName};
use actix_web::web::{Bytes, Data};
use actix_web::{FromRequest, HttpRequest};
use flate2::read::{MultiGzDecoder, ZlibDecoder};
use futures_util::TryStreamExt;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, IgnoredAny, Visitor};
use serde_json::{Map, Value};

use crate::http::body::buffers::{Bodies, Share};
use crate::http::input_error::{self, Fault};
use crate::problem::{Problem, brief};

/// The body of a request, read as JSON. No body at all is read as `{}`.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Body<T>, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, mut payload) = (request.clone(), payload.take());
        Box::pin(async move {
            // It is whole by now, so that it comes as one.
            let bytes = payload.try_next().await.map_err(|_| Problem::not_json("it was cut short"))?;
            let Some(bytes) = bytes.filter(|bytes| !bytes.is_empty()) else {
                return from_value(Value::Object(Map::new())).map(Body);
            };
            let encoding = check_headers(request.headers())?;
            let (bytes, _share) = match encoding {
                Encoding::Plain => return from_bytes(&bytes).map(Body),
                Encoding::Gzip => decompress(&request, MultiGzDecoder::new(&*bytes), "gzip")?,
                Encoding::Deflate => decompress(&request, ZlibDecoder::new(&*bytes), "deflate")?,
            };
            from_bytes(&bytes).map(Body)
        })
    }
}

/// The compression of a body.
enum Encoding {
    Plain,
    Gzip,
    Deflate,
}

fn decompress(request: &HttpRequest, body: impl Read, encoding: &str) -> Result<(Bytes, Share), Problem> {
    let bodies = request.app_data::<Data<Bodies>>().expect("the application is built with it");
    let reason = format!("it is not compressed with {encoding}, as its Content-Encoding says, or was cut short");
    bodies.read(body, buffers::limit(request), Problem::not_json(reason))
}

/// The body must be sent as `application/json`, or something built on it, and compressed in a way that can be undone.
fn check_headers(headers: &HeaderMap) -> Result<Encoding, Problem> {
    let value = |name: HeaderName| {
        headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).trim().to_ascii_lowercase())
    };
    let content_type = value(header::CONTENT_TYPE).unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    if essence != "application/json" && !(essence.starts_with("application/") && essence.ends_with("+json")) {
        return Err(Problem::unsupported_media_type("Content-Type", "application/json", &content_type));
    }
    match value(header::CONTENT_ENCODING).as_deref() {
        None | Some("identity") => Ok(Encoding::Plain),
        Some("gzip") => Ok(Encoding::Gzip),
        Some("deflate") => Ok(Encoding::Deflate),
        Some(other) => Err(Problem::unsupported_media_type("Content-Encoding", "gzip or deflate, if any", other)),
    }
}

/// Reads what is right at once, and looks closer only at what is not.
fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    if let Ok(read) = T::deserialize(ObjectOnly(&mut json))
        && json.end().is_ok()
    {
        return Ok(read);
    }
    let text = std::str::from_utf8(bytes).map_err(|error| Problem::not_json(input_error::not_utf8(bytes, &error)))?;
    serde_json::from_str::<IgnoredAny>(text).map_err(|error| Problem::not_json(input_error::not_json(&error)))?;
    tracked(&mut serde_json::Deserializer::from_str(text), |error: serde_json::Error| {
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = error.to_string();
        message.strip_suffix(&place).map_or_else(|| message.clone(), str::to_owned)
    })
}

/// Reads a value whose whole numbers may be written as 22.0.
///
/// # Errors
///
/// Points to the first thing in it that is wrong.
pub fn from_value<T: DeserializeOwned>(mut value: Value) -> Result<T, Problem> {
    write_whole_numbers_plainly(&mut value);
    tracked(value, |error: serde_json::Error| error.to_string())
}

fn tracked<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
    message: impl FnOnce(D::Error) -> String,
) -> Result<T, Problem> {
    let mut track = serde_path_to_error::Track::new();
    let deserializer = serde_path_to_error::Deserializer::new(deserializer, &mut track);
    T::deserialize(ObjectOnly(deserializer)).map_err(|error| Fault::new(&track.path(), &message(error)).in_body())
}

/// To JSON 22.0 and 22 are the same number, to serde they are not.
fn write_whole_numbers_plainly(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(whole) = number.as_f64().and_then(whole_number) {
                *value = Value::from(whole);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(write_whole_numbers_plainly),
        Value::Object(members) => members.values_mut().for_each(write_whole_numbers_plainly),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

fn whole_number(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() < 1e15).then_some(number as i64)
}

/// A whole number from `MIN` to `MAX`, also when it is written as 22.0.
///
/// # Errors
///
/// When it is something else.
pub fn whole<'de, D: Deserializer<'de>, T: TryFrom<i64>, const MIN: i64, const MAX: i64>(
    deserializer: D,
) -> Result<T, D::Error> {
    let given = Value::deserialize(deserializer)?;
    let whole = given.as_f64().and_then(whole_number).filter(|number| (MIN..=MAX).contains(number));
    whole.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
        let given = brief(&given.to_string());
        D::Error::custom(format!("{given} is not a whole number from {MIN} to {MAX}."))
    })
}

/// As [`whole`], or nothing.
///
/// # Errors
///
/// When it is something else.
pub fn maybe_whole<'de, D: Deserializer<'de>, T: TryFrom<i64>, const MIN: i64, const MAX: i64>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Ok(Option::<Whole<T, MIN, MAX>>::deserialize(deserializer)?.map(|Whole(number)| number))
}

/// A list of numbers as [`whole`] reads them.
///
/// # Errors
///
/// When it is something else.
pub fn wholes<'de, D: Deserializer<'de>, T: TryFrom<i64>, const MIN: i64, const MAX: i64>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    Ok(Vec::<Whole<T, MIN, MAX>>::deserialize(deserializer)?.into_iter().map(|Whole(number)| number).collect())
}

struct Whole<T, const MIN: i64, const MAX: i64>(T);

impl<'de, T: TryFrom<i64>, const MIN: i64, const MAX: i64> Deserialize<'de> for Whole<T, MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole<T, MIN, MAX>, D::Error> {
        whole::<D, T, MIN, MAX>(deserializer).map(Whole)
    }
}

/// As [`wholes`], or nothing.
///
/// # Errors
///
/// When it is something else.
pub fn maybe_wholes<'de, D: Deserializer<'de>, T: TryFrom<i64>, const MIN: i64, const MAX: i64>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    let numbers: Option<Vec<Whole<T, MIN, MAX>>> = Option::deserialize(deserializer)?;
    Ok(numbers.map(|numbers| numbers.into_iter().map(|Whole(number)| number).collect()))
}

/// As [`whole`], of a field that may be left out, but not be `null`.
///
/// # Errors
///
/// When it is something else.
pub fn some_whole<'de, D: Deserializer<'de>, T: TryFrom<i64>, const MIN: i64, const MAX: i64>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    whole::<D, T, MIN, MAX>(deserializer).map(Some)
}

/// As [`maybe_whole`], of a field that may be left out, and that `null` empties.
///
/// # Errors
///
/// When it is something else.
pub fn given_whole<'de, D: Deserializer<'de>, T: TryFrom<i64>, const MIN: i64, const MAX: i64>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    maybe_whole::<D, T, MIN, MAX>(deserializer).map(Some)
}

/// A field that may be left out; `null` is not that, but a value like others, or refused.
///
/// # Errors
///
/// When it is something else.
pub fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// A list of objects.
///
/// # Errors
///
/// When it is something else, or one of its items is no object or not the right one.
pub fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    Ok(Vec::deserialize(deserializer)?.into_iter().map(|Item(item)| item).collect())
}

/// As [`objects`], or nothing.
///
/// # Errors
///
/// When it is something else.
pub fn maybe_objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    let items: Option<Vec<Item<T>>> = Option::deserialize(deserializer)?;
    Ok(items.map(|items| items.into_iter().map(|Item(item)| item).collect()))
}

struct Item<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Item<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Item<T>, D::Error> {
        T::deserialize(ObjectOnly(deserializer)).map(Item)
    }
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
