//! The free texts of a league: reasons, and the names of a night's helpers. Texts have their own rows, so that they can
//! be removed. The event contains only their hashes, and never changes.

use std::borrow::Cow;

use pegout_league::PlayerId;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// The fields of an event that are free texts.
pub const FIELDS: [&str; 2] = ["by", "reason"];
/// The key of the hash that replaces a text.
const HASH: &str = "sha256";
/// The beginning of such a hash in the JSON of an event. In a text its quotes would be escaped.
const MARK: &str = "{\"sha256\":";

/// A text with its salt. Both are empty if the text was removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// The random letters that go into its hash, so that nobody can find the text by guessing.
    pub salt: String,
}

impl Text {
    fn is_removed(&self) -> bool {
        self.text.is_empty() && self.salt.is_empty()
    }

    fn hash(&self) -> String {
        let mut hasher = Sha256::new();
        hasher.update(&self.salt);
        hasher.update(&self.text);
        hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// An event without its texts, and each text with its field.
pub struct ExtractedTexts {
    /// The event as JSON, with hashes.
    pub body: String,
    /// The texts.
    pub texts: Vec<(&'static str, Text)>,
}

/// The error of a missing text, or of a text with another hash than in the event.
#[derive(Clone, Copy, Debug)]
pub struct TextMismatch;

/// Takes the texts out of an event of a league; `None` if the event has no text. `salt` makes new salts.
pub fn extract_texts<E>(body: &str, mut salt: impl FnMut() -> Result<String, E>) -> Result<Option<ExtractedTexts>, E> {
    if !has_text(body) {
        return Ok(None);
    }
    let Ok(mut event) = serde_json::from_str::<Map<String, Value>>(body) else { return Ok(None) };
    let mut texts = Vec::new();
    for field in FIELDS {
        let is_kept = |text: &str| field == "by" && names_nobody(text);
        let Some(Value::String(text)) = event.get(field).filter(|text| !text.as_str().is_some_and(is_kept)) else {
            continue;
        };
        let text = Text { text: text.clone(), salt: salt()? };
        event.insert(field.to_owned(), json!({ HASH: text.hash() }));
        texts.push((field, text));
    }
    Ok(Some(ExtractedTexts { body: Value::Object(event).to_string(), texts }))
}

/// Returns true for an event that has texts apart.
pub fn is_detached(body: &str) -> bool {
    body.contains(MARK)
}

/// Puts the texts back into an event; `find` has them by field. A removed reason is empty, a removed name `null`.
pub fn attach(body: &str, mut find: impl FnMut(&str) -> Option<Text>) -> Result<String, TextMismatch> {
    let mut event: Map<String, Value> = serde_json::from_str(body).map_err(|_| TextMismatch)?;
    for field in FIELDS {
        let Some(hash) = event.get(field).and_then(|value| value.get(HASH)) else { continue };
        let text = find(field).ok_or(TextMismatch)?;
        let is_removed = text.is_removed();
        if !is_removed && hash.as_str() != Some(&text.hash()) {
            return Err(TextMismatch);
        }
        let value = if is_removed && field == "by" { Value::Null } else { Value::String(text.text) };
        event.insert(field.to_owned(), value);
    }
    Ok(Value::Object(event).to_string())
}

/// Returns true for an event with a reason, or with a name that is that of a person.
fn has_text(body: &str) -> bool {
    #[derive(Deserialize)]
    struct Texts<'a> {
        #[serde(borrow, default)]
        by: Option<Cow<'a, str>>,
        #[serde(borrow, default)]
        reason: Option<Cow<'a, str>>,
    }
    let texts: Result<Texts, _> = serde_json::from_str(body);
    texts.is_ok_and(|texts| texts.reason.is_some() || texts.by.is_some_and(|by| !names_nobody(&by)))
}

/// Returns true for the id of a player, and for the number of a table.
fn names_nobody(by: &str) -> bool {
    let number = by.strip_prefix("Table ").map(str::parse::<usize>);
    by.parse::<PlayerId>().is_ok() || number.is_some_and(|number| number.is_ok())
}
