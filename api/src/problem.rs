//! Every error of the interface: one enum, one match, one shape (RFC 9457).

use std::fmt;

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, Responder, ResponseError};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use strum::{EnumIter, IntoStaticStr};
use utoipa::ToSchema;

/// What can go wrong, named by the last part of a problem's `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, IntoStaticStr, ToSchema)]
#[strum(serialize_all = "kebab-case")]
#[schema(rename_all = "kebab-case")]
pub enum ProblemType {
    NotJson,
    NotFound,
    MethodNotAllowed,
    TooSlow,
    TooLarge,
    UnsupportedMediaType,
    Invalid,
    DuplicateCard,
    CardNotHeld,
    TooManyCards,
    OverThirtyOne,
    NotYourTurn,
    Renege,
}

/// What is said about a problem wherever it occurs.
pub struct Explanation {
    /// The status it is answered with.
    pub status: StatusCode,
    /// Its name in a few words.
    pub title: &'static str,
    /// When it happens and what to do about it.
    pub description: &'static str,
}

impl ProblemType {
    /// The last part of its `type`.
    pub fn slug(self) -> &'static str {
        self.into()
    }

    /// What there is to say about it.
    pub const fn explanation(self) -> Explanation {
        use ProblemType as P;
        let (status, title, description) = match self {
            P::NotJson => (
                StatusCode::BAD_REQUEST,
                "The body is not JSON",
                "The body could not be read as JSON in UTF-8. Look for a missing quote, comma or bracket, or a transfer that was cut short.",
            ),
            P::NotFound => (
                StatusCode::NOT_FOUND,
                "There is nothing here",
                "Nothing answers at this address. All operations stand in /openapi.json, and in /docs/ for people.",
            ),
            P::MethodNotAllowed => (
                StatusCode::METHOD_NOT_ALLOWED,
                "This address does not do that",
                "The address exists, but not for this method. The Allow header lists the methods it answers.",
            ),
            P::TooSlow => (
                StatusCode::REQUEST_TIMEOUT,
                "The body has not arrived in time",
                "A request that announces a body has half a minute to send it. Send it again.",
            ),
            P::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "The body is too large",
                "A request may carry at most 2 MiB (2,097,152 bytes).",
            ),
            P::UnsupportedMediaType => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "The body is sent in a form that is not read",
                "Send JSON, and say so: Content-Type: application/json. It may be compressed with gzip or deflate, said in Content-Encoding.",
            ),
            P::Invalid => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "Something in the request is wrong",
                "The request could be read, but a field is missing, unknown, of the wrong type or out of its range. `errors` points to the first.",
            ),
            P::DuplicateCard => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "A card is there twice",
                "There is only one of each card in the pack. `card` names the one that stands twice, `errors` points to its second place.",
            ),
            P::CardNotHeld => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "Nobody holds this card",
                "The hands were given, and the `card` that was played is in none of them.",
            ),
            P::TooManyCards => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "All cards are out",
                "Everybody plays four cards. This `card` comes after the last.",
            ),
            P::OverThirtyOne => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "The count would go above 31",
                "The `count` cannot take this `card`. Whoever has no card that fits says go.",
            ),
            P::NotYourTurn => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "Somebody else is to act",
                "`player` is the one to act at this `count`, and can play the cards in `playable`. When `player` is null the play is over.",
            ),
            P::Renege => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "A go with a card that can be played",
                "A player who can play must. `player` said go at `count` and could have played the cards in `playable`; it is null when the hands are not known but every card would have fitted.",
            ),
        };
        Explanation { status, title, description }
    }
}

/// The answer to a request that went wrong, `application/problem+json`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    /// What went wrong: `/problems/<slug>`, which explains it when fetched.
    #[serde(rename = "type", serialize_with = "type_path")]
    #[schema(value_type = String, examples("/problems/duplicate-card"))]
    kind: ProblemType,
    /// The problem's name in a few words, always the same for its type.
    title: &'static str,
    /// The HTTP status, again.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// What is wrong this time, in a sentence for people.
    detail: String,
    /// The fields that are at fault.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<FieldError>,
    /// What the sentence names, for programs: see the description of the type.
    #[serde(flatten)]
    members: Box<Map<String, Value>>,
    /// The methods of the Allow header.
    #[serde(skip)]
    allow: Option<String>,
}

/// A field that is at fault.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FieldError {
    /// Where: a JSON pointer into the body, or the name of a parameter.
    #[schema(examples("/cards/1"))]
    pointer: String,
    /// What is wrong with it.
    detail: String,
}

impl Problem {
    /// A problem of this type, told in the sentence `detail`.
    pub fn new(kind: ProblemType, detail: impl Into<String>) -> Problem {
        let Explanation { status, title, .. } = kind.explanation();
        Problem {
            kind,
            title,
            status: status.as_u16(),
            detail: detail.into(),
            errors: Vec::new(),
            members: Box::default(),
            allow: None,
        }
    }

    /// The body is no JSON, because of `reason`.
    pub fn not_json(reason: impl fmt::Display) -> Problem {
        Problem::new(ProblemType::NotJson, format!("The body is not JSON: {reason}."))
    }

    /// There is nothing at this path.
    pub fn not_found(path: &str) -> Problem {
        Problem::new(ProblemType::NotFound, format!("There is nothing at {}.", brief(path)))
    }

    /// The path answers other methods: those in `allow`, as the header lists them.
    pub fn method_not_allowed(method: &str, path: &str, allow: String) -> Problem {
        let detail = format!("{} does not answer {}, only {allow}.", brief(path), brief(method));
        Problem { allow: Some(allow), ..Problem::new(ProblemType::MethodNotAllowed, detail) }
    }

    /// The body is larger than a request may be.
    pub fn too_large() -> Problem {
        Problem::new(ProblemType::TooLarge, "The body is larger than 2 MiB.")
    }

    /// The body's `header` is `given` and must be as `expected`.
    pub fn unsupported_media_type(header: &str, expected: &str, given: &str) -> Problem {
        let given = if given.is_empty() { "and there is none".to_owned() } else { format!("not {}", brief(given)) };
        Problem::new(ProblemType::UnsupportedMediaType, format!("The body's {header} must be {expected}, {given}."))
    }

    /// The body has not arrived in time.
    pub fn too_slow() -> Problem {
        Problem::new(ProblemType::TooSlow, "The body of the request has not arrived in time.")
    }

    /// A field or parameter is wrong.
    pub fn invalid(pointer: impl Into<String>, detail: impl Into<String>) -> Problem {
        Problem::new(ProblemType::Invalid, detail).at(pointer)
    }

    /// Points to the field that the sentence is about.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Problem {
        self.errors.push(FieldError { pointer: pointer.into(), detail: self.detail.clone() });
        self
    }

    /// Adds a member that the sentence names.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Problem {
        self.members.insert(name.to_owned(), value.into());
        self
    }

    /// The same problem of something that stands at `prefix` in the body.
    #[must_use]
    pub fn under(mut self, prefix: &str) -> Problem {
        for error in &mut self.errors {
            error.pointer.insert_str(0, prefix);
        }
        self
    }

    /// The same problem of a request whose fields are parameters: a pointer is the parameter's name.
    #[must_use]
    pub fn of_parameters(mut self) -> Problem {
        for error in &mut self.errors {
            error.pointer = error.pointer.split('/').find(|part| !part.is_empty()).unwrap_or_default().to_owned();
        }
        self
    }
}

/// What somebody sent, cut to a length that fits into a sentence.
pub fn brief(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn type_path<S: Serializer>(kind: &ProblemType, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("/problems/{}", kind.slug()))
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.kind.explanation().status
    }

    fn error_response(&self) -> HttpResponse<BoxBody> {
        let mut response = HttpResponse::build(self.status_code()).json(self);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(allow) = self.allow.as_deref().and_then(|allow| HeaderValue::from_str(allow).ok()) {
            headers.insert(header::ALLOW, allow);
        }
        response
    }
}

impl Responder for Problem {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse<BoxBody> {
        self.error_response()
    }
}
