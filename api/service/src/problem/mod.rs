//! The errors of the interface, all of one shape (RFC 9457).

mod access;
mod from_engine;
mod from_league;
mod from_ledger;
mod input;
mod storage;
mod table;

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use utoipa::ToSchema;

pub use access::{RateLimit, RatePolicy};
pub use table::{ProblemInfo, ProblemType, ProblemUri};

/// An error response, `application/problem+json`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// The type of the problem: `/problems/<slug>`, a path that explains it.
    #[serde(rename = "type", serialize_with = "type_path")]
    #[schema(value_type = ProblemUri)]
    kind: ProblemType,
    /// The name of the problem's type in a few words.
    title: &'static str,
    /// The HTTP status, repeated.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// A sentence for people about this occurrence of the problem.
    detail: String,
    /// The fields with an error.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<FieldError>,
    /// The id of the request, as `X-Request-Id` and the log of the service have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, nullable = false, pattern = "^[A-Za-z0-9._-]{8,64}$")]
    request_id: Option<Box<str>>,
    /// The values in the sentence, for programs. The description of the type names them.
    #[serde(flatten)]
    members: Box<Map<String, Value>>,
    /// The hint for the client, sent as a header.
    #[serde(skip)]
    hint: Hint,
}

/// A hint for the client in addition to the problem's text.
#[derive(Clone, Debug, Default)]
pub enum Hint {
    /// No hint.
    #[default]
    None,
    /// The methods that the path answers, as the Allow header lists them.
    Allow(String),
    /// The seconds to wait before the request is sent again.
    RetryAfter(u64),
    /// A limit that the request exceeds.
    RateLimit(Box<RateLimit>),
    /// A token is needed.
    SignIn,
}

/// A field with an error.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FieldError {
    /// The place: a JSON pointer into the body, or the name of a parameter.
    #[schema(examples("/cards/1"))]
    pointer: String,
    /// The error in this field.
    detail: String,
}

impl Problem {
    /// Creates a problem of this type with the sentence `detail`.
    pub fn new(kind: ProblemType, detail: impl Into<String>) -> Problem {
        let ProblemInfo { status, title, .. } = kind.info();
        Problem {
            kind,
            title,
            status,
            detail: make_visible(detail.into()),
            errors: Vec::new(),
            request_id: None,
            members: Box::default(),
            hint: Hint::None,
        }
    }

    /// Returns the HTTP status.
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// Returns true for the problem of a token.
    pub fn is_unauthorized(&self) -> bool {
        self.kind == ProblemType::Unauthorized
    }

    /// Returns true for the problem of damage in the database.
    pub fn is_damage(&self) -> bool {
        self.kind == ProblemType::Damaged
    }

    /// Returns the hint for the client.
    pub const fn hint(&self) -> &Hint {
        &self.hint
    }

    /// The same problem as the answer to the request with this id.
    #[must_use]
    pub fn of_request(self, id: Box<str>) -> Problem {
        Problem { request_id: Some(id), ..self }
    }

    /// Creates the problem of a wrong field or parameter.
    pub fn invalid(pointer: impl Into<String>, detail: impl Into<String>) -> Problem {
        Problem::new(ProblemType::Invalid, detail).at_pointer(pointer)
    }

    /// Adds a pointer to the field that the sentence is about.
    #[must_use]
    pub fn at_pointer(mut self, pointer: impl Into<String>) -> Problem {
        self.errors.push(FieldError { pointer: pointer.into(), detail: self.detail.clone() });
        self
    }

    /// Adds a pointer to another field with its own `detail`.
    #[must_use]
    pub fn and_pointer(mut self, pointer: &str, detail: &str) -> Problem {
        self.errors.push(FieldError { pointer: pointer.to_owned(), detail: make_visible(detail.to_owned()) });
        self
    }

    /// Adds a JSON member with a value that the sentence names.
    #[must_use]
    pub fn member(mut self, name: &str, value: impl Into<Value>) -> Problem {
        self.members.insert(name.to_owned(), value.into());
        self
    }

    /// Prefixes the pointers, for a value that is at `prefix` in the body.
    #[must_use]
    pub fn prefixed(mut self, prefix: &str) -> Problem {
        for error in &mut self.errors {
            error.pointer.insert_str(0, prefix);
        }
        self
    }

    /// Converts the pointers to parameter names, for a request whose fields are parameters.
    #[must_use]
    pub fn for_parameters(mut self) -> Problem {
        for error in &mut self.errors {
            error.pointer = error.pointer.split('/').find(|part| !part.is_empty()).unwrap_or_default().to_owned();
        }
        self
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

/// Truncates the client's text to a length that fits into a sentence.
pub fn truncate(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Writes hidden characters, and characters that reverse the text, as escapes of JSON.
fn make_visible(detail: String) -> String {
    if !detail.contains(is_hidden) {
        return detail;
    }
    let mut visible = String::with_capacity(detail.len() + 8);
    for character in detail.chars() {
        if is_hidden(character) {
            visible.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            visible.push(character);
        }
    }
    visible
}

/// Returns true for a control character, and for a format character that no name needs. The joiners of scripts and
/// emoji and the marks of direction stay, since names have them.
fn is_hidden(character: char) -> bool {
    let is_format = matches!(
        character,
        '\u{ad}' | '\u{200b}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    );
    is_format || character.is_control()
}
