//! The errors of serde, in words for people who do not know serde.

use std::str::Utf8Error;

use serde_path_to_error::{Path, Segment};

use pegout_service::problem::{Problem, truncate};

/// The message of serde_json for a number that is larger than any float.
pub const OUT_OF_RANGE: &str = "number out of range";
/// The subject of a sentence about a number with more digits than are kept of it.
pub const TOO_LARGE: &str = "So large a number";

/// Writes a number as people do, without an exponent. A number with too many digits is no longer known as it was sent.
pub fn in_digits(number: f64) -> String {
    match integer(number) {
        Some(integer) => integer.to_string(),
        None if number.abs() < 1e15 => number.to_string(),
        None if number < 0.0 => "So low a number".to_owned(),
        None => TOO_LARGE.to_owned(),
    }
}

/// Returns a number as an integer, if it is whole and below 10¹⁵.
pub fn integer(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() < 1e15).then_some(number as i64)
}

/// The messages of serde_json about half a UTF-16 surrogate pair.
const LONE_SURROGATE: [&str; 2] = ["unexpected end of hex escape", "lone leading surrogate in hex escape"];

/// The beginning of a message of serde about a field that is there twice.
const DUPLICATE: &str = "duplicate field `";

/// The message of serde_json about a control character that is not escaped.
const CONTROL_CHARACTER: &str = "control character (\\u0000-\\u001F) found while parsing a string";

/// An error in the input: its place and its description.
pub struct InputError {
    path: Vec<String>,
    detail: String,
}

impl InputError {
    /// Creates the error from the path and the message of serde.
    pub fn new(path: &Path, message: &str) -> InputError {
        let mut path: Vec<String> = path
            .iter()
            .filter_map(|segment| match segment {
                Segment::Seq { index } => Some(index.to_string()),
                Segment::Map { key } => Some(truncate(key)),
                Segment::Enum { .. } | Segment::Unknown => None,
            })
            .collect();
        let named = |prefix| message.strip_prefix(prefix).and_then(|rest: &str| rest.strip_suffix('`'));
        let detail = if let Some(name) = named("missing field `") {
            path.push(name.to_owned());
            format!("“{name}” is missing.")
        } else if let Some(name) = named(DUPLICATE) {
            path.push(name.to_owned());
            format!("“{name}” is there more than once: write it once.")
        } else {
            sentence(message)
        };
        InputError { path, detail }
    }

    /// Creates the error of a query. A repeated parameter may be meant as a list.
    pub fn of_query(path: &Path, message: &str) -> InputError {
        let mut error = InputError::new(path, message);
        if message.starts_with(DUPLICATE) {
            error.detail.push_str(" A list has commas between its values.");
        }
        error
    }

    /// Converts the error of a body. The pointer is a JSON pointer.
    pub fn body_problem(self) -> Problem {
        Problem::invalid(json_pointer(self.path.iter()), self.detail)
    }

    /// Converts the error of a parameter. The pointer is its name.
    pub fn parameter_problem(self) -> Problem {
        Problem::invalid(self.path.into_iter().next().unwrap_or_default(), self.detail)
    }
}

/// Returns the JSON pointer to the place that these steps lead to.
pub fn json_pointer<'a>(path: impl Iterator<Item = &'a String>) -> String {
    path.map(|step| format!("/{}", step.replace('~', "~0").replace('/', "~1"))).collect()
}

/// Describes the place where a body is not UTF-8.
pub fn not_utf8(body: &[u8], error: &Utf8Error) -> String {
    let place = error.valid_up_to();
    let reason = match (error.error_len(), body.get(place)) {
        (Some(_), Some(byte)) => format!("byte {} (hexadecimal {byte:02x}) is no UTF-8", place + 1),
        _ => format!("it ends within the character that begins at byte {}", place + 1),
    };
    format!("{reason}. Write it in UTF-8")
}

/// Describes a syntax error of serde_json in the words of JSON.
pub fn not_json(text: &str, error: &serde_json::Error) -> String {
    // serde_json names a trailing comma only if it builds the value.
    let parsed = serde_json::from_str::<serde_json::Value>(text).map_err(|error| error.to_string());
    let trailing = parsed.err().filter(|message| message.starts_with("trailing comma"));
    let message = trailing.unwrap_or_else(|| error.to_string());
    match message.split_once(" at line ") {
        Some(("trailing characters", place)) => format!("there is something after its end at line {place}"),
        Some(("expected value", place)) => format!("there is no value at line {place}"),
        Some(("key must be a string", place)) => format!("a name has no double quotes at line {place}"),
        Some(("expected `:`", place)) => format!("a colon is missing at line {place}"),
        Some(("expected `,` or `}`" | "expected `,` or `]`", place)) => {
            format!("a comma or a bracket is missing at line {place}")
        }
        Some(("trailing comma", place)) => format!("there is a comma too many at line {place}"),
        Some(("expected ident", place)) => format!("there is a word that JSON does not know at line {place}"),
        Some((CONTROL_CHARACTER, place)) => {
            format!(
                "a string has a line break or another control character, which is written as \\n or \\u0000, at line {place}"
            )
        }
        Some(("invalid number", place)) => format!("there is no number that JSON knows at line {place}"),
        Some(("invalid escape", place)) => {
            format!("there is no escape that JSON knows after the backslash at line {place}")
        }
        Some((reason, place)) => match reason.strip_prefix("EOF while parsing ") {
            Some(whole) => format!("it ends in the middle of {whole} at line {place}"),
            None => message,
        },
        None => message,
    }
}

fn sentence(message: &str) -> String {
    let (problem, expected) = message.rsplit_once(", expected ").unwrap_or((message, ""));
    let quoted = |prefix| problem.strip_prefix(prefix).and_then(|rest: &str| rest.strip_suffix('`')).map(truncate);
    if let Some(name) =
        problem.strip_prefix("unknown field `").and_then(|rest| rest.strip_suffix("`, there are no fields"))
    {
        format!("There is no “{}” here: leave it out.", truncate(name))
    } else if let Some(name) = quoted("unknown field `") {
        format!("There is no “{name}” here: expected {}.", expected.replace('`', ""))
    } else if let Some(name) = quoted("unknown variant `") {
        format!("“{name}” is nothing that belongs here: write {}.", expected.replace('`', ""))
    } else if let Some(given) = problem.strip_prefix("invalid type: ").or(problem.strip_prefix("invalid value: ")) {
        format!("{} is not what belongs here: expected {}.", capitalize(&given_value(given)), json_type(expected))
    } else if problem.starts_with("invalid length ") {
        "The list is not as long as it must be.".to_owned()
    } else if LONE_SURROGATE.contains(&message) {
        "There is half a character in it: a \\u escape from d800 to dfff is one of a pair. Write both, or neither."
            .to_owned()
    } else if message == OUT_OF_RANGE {
        format!("{TOO_LARGE} does not belong here.")
    } else if message == "recursion limit exceeded" {
        "Lists and objects are nested too deeply here.".to_owned()
    } else if message.ends_with('.') {
        truncate_sentence(&capitalize(message))
    } else {
        truncate_sentence(&format!("{}.", capitalize(message)))
    }
}

/// Describes a value of the wrong type that was sent.
fn given_value(serde: &str) -> String {
    let number = serde.strip_prefix("floating point `").and_then(|rest| rest.strip_suffix('`')?.parse().ok());
    match number.map(in_digits) {
        Some(digits) if digits.starts_with(|first: char| first.is_ascii_alphabetic()) => digits,
        Some(digits) => format!("number {digits}"),
        None => truncate(&json_type(serde).replace('`', "")),
    }
}

/// Returns the JSON name of a type in a message of serde, or what the service itself expects.
fn json_type(serde: &str) -> String {
    match serde {
        "sequence" | "a sequence" => "a list".to_owned(),
        "map" | "a map" => "an object".to_owned(),
        "u8" => "a whole number from 0 to 255".to_owned(),
        _ if serde.starts_with("struct ") => "an object".to_owned(),
        _ => serde.to_owned(),
    }
}

fn capitalize(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Truncates a long sentence. The service's own sentences are short; the sentences of libraries may be long.
fn truncate_sentence(text: &str) -> String {
    if text.len() > 600 { format!("{}.", truncate(text)) } else { text.to_owned() }
}
