//! The errors of the interface, all of one shape (RFC 9457).

mod excerpt;
mod from_game;
mod from_night;
mod from_scoring;
mod from_store;
mod info;
mod kind;
mod rate_limit;

use std::fmt;
use std::time::Duration;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::model::role::CallerRole;
use crate::store::Damage;

pub use excerpt::truncate;
pub use info::ProblemInfo;
pub use kind::{ProblemType, ProblemUri};
pub use rate_limit::{RateLimit, RatePolicy};

/// The seconds within which a closed live stream is noticed.
const DISCONNECT_SECONDS: u64 = 2;

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

/// A hint for the client beside the problem's text.
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
            detail: detail.into(),
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

    /// Returns the hint for the client.
    pub const fn hint(&self) -> &Hint {
        &self.hint
    }

    /// The same problem as the answer to the request with this id.
    #[must_use]
    pub fn of_request(self, id: Box<str>) -> Problem {
        Problem { request_id: Some(id), ..self }
    }

    /// Creates the problem of a body that is not JSON, because of `reason`.
    pub fn not_json(reason: impl fmt::Display) -> Problem {
        Problem::new(ProblemType::NotJson, format!("The body is not JSON: {reason}."))
    }

    /// Creates the problem of an id that no game has.
    pub fn no_such_game() -> Problem {
        Problem::new(ProblemType::NotFound, "There is no such game.")
    }

    /// Creates the problem of the id of a game that was removed.
    pub fn game_removed() -> Problem {
        Problem::new(
            ProblemType::GameRemoved,
            "This game was removed because nobody had changed it for long. Begin another.",
        )
    }

    /// Creates the problem of adding a player with an id whose player was forgotten.
    pub fn player_forgotten() -> Problem {
        let detail = "This player was added before and forgotten since. Use a new id or key to add a player.";
        Problem::new(ProblemType::PlayerForgotten, detail)
    }

    /// Creates the problem of adding a representative with the id of one who was removed.
    pub fn representative_removed() -> Problem {
        let detail = "The representative with this id was removed. Use a new id or key to add one.";
        Problem::new(ProblemType::RepresentativeRemoved, detail)
    }

    /// Creates the problem of adding a display with the token of one that was removed.
    pub fn display_removed() -> Problem {
        let detail = "The display with this token was removed. Use a new token or key to add one.";
        Problem::new(ProblemType::DisplayRemoved, detail)
    }

    /// Creates the problem of a client's token that has other rights already.
    pub fn token_used() -> Problem {
        let detail = "This token is in use for something else: make a new one.";
        Problem::new(ProblemType::AlreadyUsed, detail).at_pointer("/token")
    }

    /// Creates the problem of adding a webhook with the id of one that was removed.
    pub fn webhook_removed() -> Problem {
        let detail = "The webhook with this id was removed. Use a new id or key to add one.";
        Problem::new(ProblemType::WebhookRemoved, detail)
    }

    /// Creates the problem of an id that no night has.
    pub fn no_such_night() -> Problem {
        Problem::new(ProblemType::NotFound, "There is no such night.")
    }

    /// Creates the problem of a path that names nothing.
    pub fn not_found(path: &str) -> Problem {
        Problem::new(ProblemType::NotFound, format!("There is nothing at {}.", truncate(path)))
    }

    /// Creates the problem of a method that the path does not have. `allow` lists its methods as the header does.
    pub fn method_not_allowed(method: &str, path: &str, allow: String) -> Problem {
        let detail = format!("{} does not answer {}, only {allow}.", truncate(path), truncate(method));
        Problem { hint: Hint::Allow(allow), ..Problem::new(ProblemType::MethodNotAllowed, detail) }
    }

    /// Creates the problem of a missing or invalid token.
    pub fn unauthorized(detail: &str) -> Problem {
        Problem::new(ProblemType::Unauthorized, detail).with_challenge()
    }

    /// Creates the problem of a token for another game.
    pub fn forbidden() -> Problem {
        Problem::new(ProblemType::Forbidden, "This token does not keep the score of this game.")
    }

    /// Creates the problem of a player's phone that speaks for another side.
    pub fn other_side() -> Problem {
        Problem::new(ProblemType::Forbidden, "This phone speaks for the side of its own player only.")
    }

    /// Creates the problem of a token whose role is none of these. `roles` holds their names.
    pub fn forbidden_except(roles: &[CallerRole]) -> Problem {
        let words: Vec<&str> = roles.iter().map(|role| role.words()).collect();
        let who = match words.split_last() {
            Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
            _ => words.concat(),
        };
        let names: Vec<&str> = roles.iter().map(|role| role.into()).collect();
        Problem::new(ProblemType::Forbidden, format!("Only {who} may do this.")).member("roles", names)
    }

    /// Creates the problem of a wrong password. `named` is true when a name came with it.
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

    /// Creates the problem of a rate limit. `wait` is the time until the next request is accepted.
    pub fn too_many_requests(detail: &str, policy: RatePolicy, wait: Duration) -> Problem {
        let seconds = u64::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u64::MAX).max(1);
        let detail = format!("{detail} Try again in {seconds} {}.", if seconds == 1 { "second" } else { "seconds" });
        let hint = Hint::RateLimit(Box::new(RateLimit { policy, reset: seconds }));
        Problem { hint, ..Problem::new(ProblemType::TooManyRequests, detail) }
    }

    /// Creates the problem of one game too many from an address. `wait` is the time until its day is over.
    pub fn too_many_free_games(detail: &str, policy: RatePolicy, wait: Duration) -> Problem {
        let seconds = wait.as_secs().max(1);
        let (number, unit) =
            if seconds > 3600 { (seconds.div_ceil(3600), "hour") } else { (seconds.div_ceil(60), "minute") };
        let time = if number == 1 { format!("1 {unit}") } else { format!("{number} {unit}s") };
        let detail = format!("{detail} Begin the next one in {time}; games that were begun go on.");
        let hint = Hint::RateLimit(Box::new(RateLimit { policy, reset: seconds }));
        Problem { hint, ..Problem::new(ProblemType::TooManyRequests, detail) }
    }

    /// Creates the problem of a store that cannot be read or written. The reason is in the log, not in the response.
    pub fn unavailable() -> Problem {
        Problem::not_now("Nothing can be stored or looked up at the moment, so this was not done. Send it again.")
    }

    /// Creates the problem of damage in what is asked for.
    pub fn damaged(damage: Damage) -> Problem {
        Problem { hint: Hint::RetryAfter(60), ..Problem::new(ProblemType::Damaged, damage.to_string()) }
    }

    /// Creates the problem of a database file that was removed or replaced.
    pub fn file_replaced() -> Problem {
        Problem::not_now(
            "The database was removed or replaced while Pegout serves it, so this was not done. Put the file back, and \
             do not stop Pegout before.",
        )
    }

    /// Creates the problem of a write-ahead log that was removed or replaced.
    pub fn wal_file_replaced() -> Problem {
        Problem::not_now(
            "The write-ahead log of the database was removed or replaced while Pegout serves it, so this was not done. \
             Start Pegout again: nothing that was acknowledged is lost.",
        )
    }

    /// Creates the problem of a service that cannot do its work now, because of `detail`.
    pub fn not_now(detail: &str) -> Problem {
        Problem { hint: Hint::RetryAfter(1), ..Problem::new(ProblemType::Unavailable, detail) }
    }

    /// Creates the problem of a game or a night that is at another version than the request expects.
    pub fn not_at_version(version: u64) -> Problem {
        let detail =
            format!("Nothing was changed: this is at version {version}, which If-Match takes as \"v{version}\".");
        Problem::new(ProblemType::PreconditionFailed, detail).member("version", version)
    }

    /// Creates the problem of a thing that has another tag than the request expects.
    pub fn changed_since() -> Problem {
        let detail = "Nothing was changed: this is not what it was when you got it. Get it anew, and decide again.";
        Problem::new(ProblemType::PreconditionFailed, detail)
    }

    /// Creates the problem of a key whose first request has no answer yet.
    pub fn key_under_way() -> Problem {
        let detail = "The request with this key is still under way: send it again when it was answered.";
        Problem::new(ProblemType::AlreadyUsed, detail)
    }

    /// Creates the problem of a second backup that is to be taken away at once.
    pub fn backup_under_way() -> Problem {
        let detail = "A backup is being taken away at this moment: try again when it is downloaded.";
        Problem::new(ProblemType::BackupUnderWay, detail)
    }

    /// Creates the problem of a backup for which the disk has no room. The sizes are in megabytes.
    pub fn no_room_for_backup(needed: u64, free: u64) -> Problem {
        let detail = format!(
            "No backup was made: it needs {needed} MB on the disk where backups are made, and {free} MB are free. Make room \
             there, or let the operator copy the database to another disk with \"pegout backup\"."
        );
        Problem::new(ProblemType::NoRoom, detail)
    }

    /// Creates the problem of too many live streams. `detail` names the limit.
    pub fn too_many_watchers(detail: &str) -> Problem {
        let detail = format!("{detail} Close pages that do, or try again in {DISCONNECT_SECONDS} seconds.");
        Problem { hint: Hint::RetryAfter(DISCONNECT_SECONDS), ..Problem::new(ProblemType::TooManyWatchers, detail) }
    }

    /// Creates the problem of a body with more bytes than `limit`.
    pub fn too_large(limit: usize) -> Problem {
        let kib = limit / 1024;
        let most = if kib < 1024 { format!("{kib} KiB") } else { format!("{} MiB", kib / 1024) };
        Problem::new(ProblemType::TooLarge, format!("The body is larger than {most}, the most that is taken here."))
    }

    /// Creates the problem of too many bodies at once.
    pub fn too_many_bodies() -> Problem {
        let detail = "More is being sent to the service than it holds at once, so this was not read. Send it again.";
        Problem { hint: Hint::RetryAfter(1), ..Problem::new(ProblemType::TooManyBodies, detail) }
    }

    /// Creates the problem of a body whose `header` is `given` instead of `expected`.
    pub fn unsupported_media_type(header: &str, expected: &str, given: &str) -> Problem {
        let given = if given.is_empty() { "and there is none".to_owned() } else { format!("not {}", truncate(given)) };
        Problem::new(ProblemType::UnsupportedMediaType, format!("The body's {header} must be {expected}, {given}."))
    }

    /// Creates the problem of a body that did not arrive in time.
    pub fn too_slow() -> Problem {
        Problem::new(ProblemType::TooSlow, "The body of the request has not arrived in time.")
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
        self.errors.push(FieldError { pointer: pointer.to_owned(), detail: detail.to_owned() });
        self
    }

    /// Adds a member with a value of the sentence.
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
