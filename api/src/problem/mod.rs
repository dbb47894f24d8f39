//! Every error of the interface in one shape (RFC 9457).

mod from_game;
mod from_night;
mod from_scoring;
mod from_store;
mod kind;

use std::fmt;
use std::time::Duration;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use utoipa::ToSchema;

pub use kind::{ProblemInfo, ProblemType};

/// The most seconds until somebody who watched is known to have left.
const LEAVING: u64 = 2;

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
    /// The hint for the client, sent as a header.
    #[serde(skip)]
    hint: Hint,
}

/// A hint for the client beside the problem's text.
#[derive(Debug, Default)]
pub enum Hint {
    /// No hint.
    #[default]
    None,
    /// The methods that the path answers, as the Allow header lists them.
    Allow(String),
    /// The seconds to wait before the request is sent again.
    RetryAfter(u64),
    /// A token is needed.
    SignIn,
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
        let ProblemInfo { status, title, .. } = kind.info();
        Problem {
            kind,
            title,
            status,
            detail: detail.into(),
            errors: Vec::new(),
            members: Box::default(),
            hint: Hint::None,
        }
    }

    /// The HTTP status.
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// The hint for the client.
    pub const fn hint(&self) -> &Hint {
        &self.hint
    }

    /// The body is no JSON, because of `reason`.
    pub fn not_json(reason: impl fmt::Display) -> Problem {
        Problem::new(ProblemType::NotJson, format!("The body is not JSON: {reason}."))
    }

    /// Builds the problem of an id that no game has.
    pub fn no_such_game() -> Problem {
        Problem::new(ProblemType::NotFound, "There is no such game.")
    }

    /// Builds the problem of an id that no night has.
    pub fn no_such_night() -> Problem {
        Problem::new(ProblemType::NotFound, "There is no such night.")
    }

    /// There is nothing at this path.
    pub fn not_found(path: &str) -> Problem {
        Problem::new(ProblemType::NotFound, format!("There is nothing at {}.", truncate(path)))
    }

    /// The path answers other methods: those in `allow`, as the header lists them.
    pub fn method_not_allowed(method: &str, path: &str, allow: String) -> Problem {
        let detail = format!("{} does not answer {}, only {allow}.", truncate(path), truncate(method));
        Problem { hint: Hint::Allow(allow), ..Problem::new(ProblemType::MethodNotAllowed, detail) }
    }

    /// The request came without a token that opens anything.
    pub fn unauthorized(detail: &str) -> Problem {
        Problem::new(ProblemType::Unauthorized, detail).with_challenge()
    }

    /// The token is for another game.
    pub fn forbidden() -> Problem {
        Problem::new(ProblemType::Forbidden, "This token does not keep the score of this game.")
    }

    /// The token is none of the coordinator's.
    pub fn coordinator_only() -> Problem {
        Problem::new(ProblemType::Forbidden, "Only the coordinator and the coordinator's representatives may do this.")
    }

    /// The password was wrong; `named` when a name came with it.
    pub fn wrong_password(named: bool) -> Problem {
        let detail = if named {
            "This is not the coordinator's password, and not that of a representative of this name."
        } else {
            "This is not the coordinator's password. A representative signs in with name and password."
        };
        Problem::new(ProblemType::WrongPassword, detail).with_challenge()
    }

    fn with_challenge(self) -> Problem {
        Problem { hint: Hint::SignIn, ..self }
    }

    /// Too much was asked for; `wait` is how long to wait before asking again.
    pub fn too_many_requests(detail: &str, wait: Duration) -> Problem {
        let seconds = u64::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u64::MAX).max(1);
        let detail = format!("{detail} Try again in {seconds} {}.", if seconds == 1 { "second" } else { "seconds" });
        Problem { hint: Hint::RetryAfter(seconds), ..Problem::new(ProblemType::TooManyRequests, detail) }
    }

    /// The service cannot read or store now. What it is about stands in the log, not in the answer.
    pub fn unavailable() -> Problem {
        Problem::not_now("Nothing can be stored or looked up at the moment, so this was not done. Send it again.")
    }

    /// The database's file is not where it was when it was opened.
    pub fn displaced() -> Problem {
        Problem::not_now(
            "The database was removed or replaced while Pegout serves it, so this was not done. Put the file back, and \
             do not stop Pegout before.",
        )
    }

    /// A file that SQLite keeps beside the database is not where it was.
    pub fn companion_displaced() -> Problem {
        Problem::not_now(
            "The write-ahead log of the database was removed or replaced while Pegout serves it, so this was not done. \
             Start Pegout again: nothing that was acknowledged is lost.",
        )
    }

    fn not_now(detail: &str) -> Problem {
        Problem { hint: Hint::RetryAfter(1), ..Problem::new(ProblemType::Unavailable, detail) }
    }

    /// As many watch as may; `detail` says from where.
    pub fn too_many_watchers(detail: &str) -> Problem {
        let detail = format!("{detail} Close pages that do, or try again in {LEAVING} seconds.");
        Problem { hint: Hint::RetryAfter(LEAVING), ..Problem::new(ProblemType::TooManyWatchers, detail) }
    }

    /// The body has more bytes than `limit`, the most that are taken where it was sent.
    pub fn too_large(limit: usize) -> Problem {
        let kib = limit / 1024;
        let most = if kib < 1024 { format!("{kib} KiB") } else { format!("{} MiB", kib / 1024) };
        Problem::new(ProblemType::TooLarge, format!("The body is larger than {most}, the most that is taken here."))
    }

    /// There is no memory left for the body.
    pub fn too_many_bodies() -> Problem {
        let detail = "More is being sent to the service than it holds at once, so this was not read. Send it again.";
        Problem { hint: Hint::RetryAfter(1), ..Problem::new(ProblemType::TooManyBodies, detail) }
    }

    /// The body's `header` is `given` and must be as `expected`.
    pub fn unsupported_media_type(header: &str, expected: &str, given: &str) -> Problem {
        let given = if given.is_empty() { "and there is none".to_owned() } else { format!("not {}", truncate(given)) };
        Problem::new(ProblemType::UnsupportedMediaType, format!("The body's {header} must be {expected}, {given}."))
    }

    /// The body has not arrived in time.
    pub fn too_slow() -> Problem {
        Problem::new(ProblemType::TooSlow, "The body of the request has not arrived in time.")
    }

    /// A field or parameter is wrong.
    pub fn invalid(pointer: impl Into<String>, detail: impl Into<String>) -> Problem {
        Problem::new(ProblemType::Invalid, detail).at_pointer(pointer)
    }

    /// Points to the field that the sentence is about.
    #[must_use]
    pub fn at_pointer(mut self, pointer: impl Into<String>) -> Problem {
        self.errors.push(FieldError { pointer: pointer.into(), detail: self.detail.clone() });
        self
    }

    /// Points to something else that is wrong, which `detail` tells.
    #[must_use]
    pub fn and_pointer(mut self, pointer: &str, detail: &str) -> Problem {
        self.errors.push(FieldError { pointer: pointer.to_owned(), detail: detail.to_owned() });
        self
    }

    /// Adds a member that the sentence names.
    #[must_use]
    pub fn member(mut self, name: &str, value: impl Into<Value>) -> Problem {
        self.members.insert(name.to_owned(), value.into());
        self
    }

    /// The same problem of something that stands at `prefix` in the body.
    #[must_use]
    pub fn prefixed(mut self, prefix: &str) -> Problem {
        for error in &mut self.errors {
            error.pointer.insert_str(0, prefix);
        }
        self
    }

    /// The same problem of a request whose fields are parameters: a pointer is the parameter's name.
    #[must_use]
    pub fn for_parameters(mut self) -> Problem {
        for error in &mut self.errors {
            error.pointer = error.pointer.split('/').find(|part| !part.is_empty()).unwrap_or_default().to_owned();
        }
        self
    }
}

/// What somebody sent, cut to a length that fits into a sentence.
pub fn truncate(text: &str) -> String {
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
