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
        let digits = hasher.finalize().into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
        digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
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
    // The rest of the event is copied as it is, since a season has thousands of texts.
    let mut parts = body.split(MARK);
    let mut attached = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some(field) = FIELDS.into_iter().find(|field| ends_with_key(&attached, field)) else {
            attached.extend([MARK, part]);
            continue;
        };
        let hash = part.strip_prefix('"').and_then(|part| part.split_once("\"}"));
        let (hash, rest) = hash.ok_or(TextMismatch)?;
        let text = find(field).ok_or(TextMismatch)?;
        let is_removed = text.is_removed();
        if !is_removed && hash != text.hash() {
            return Err(TextMismatch);
        }
        let value = if is_removed && field == "by" { Value::Null } else { Value::String(text.text) };
        attached.extend([&value.to_string(), rest]);
    }
    Ok(attached)
}

/// Returns true if the JSON ends with this key and its colon.
fn ends_with_key(json: &str, key: &str) -> bool {
    let before = json.strip_suffix("\":").and_then(|json| json.strip_suffix(key));
    before.is_some_and(|before| before.ends_with('"'))
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

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::{ExtractedTexts, Text, attach, extract_texts};

    const BODY: &str = r#"{"at":"2026-01-31","by":"Ann \"A\" Roy","kind":"voided","why":{"sha256":"kept"},"reason":"{\"sha256\":\"\"} é"}"#;

    fn extracted() -> ExtractedTexts {
        let salted: Result<_, Infallible> = extract_texts(BODY, || Ok("salt".to_owned()));
        salted.unwrap_or_else(|never| match never {}).expect("the event has texts")
    }

    fn attached(change: impl Fn(&'static str, Text) -> Option<Text>) -> Option<String> {
        let ExtractedTexts { body, texts } = extracted();
        let find =
            |field: &str| texts.iter().find(|(of, _)| *of == field).and_then(|(of, text)| change(of, text.clone()));
        attach(&body, find).ok()
    }

    #[test]
    fn an_event_gets_its_texts_back_byte_for_byte() {
        assert!(!extracted().body.contains("Roy"));
        assert_eq!(attached(|_, text| Some(text)).as_deref(), Some(BODY));
    }

    #[test]
    fn a_removed_name_is_nobodys_and_a_removed_reason_is_empty() {
        let removed = Text { text: String::new(), salt: String::new() };
        let without = r#"{"at":"2026-01-31","by":null,"kind":"voided","why":{"sha256":"kept"},"reason":""}"#;
        assert_eq!(attached(|_, _| Some(removed.clone())).as_deref(), Some(without));
    }

    #[test]
    fn a_lost_text_and_a_changed_text_are_noticed() {
        for of in ["by", "reason"] {
            assert_eq!(attached(|field, text| (field != of).then_some(text)), None);
            let changed =
                |field, text: Text| Some(if field == of { Text { text: "Bob".to_owned(), ..text } } else { text });
            assert_eq!(attached(changed), None);
        }
    }
}
