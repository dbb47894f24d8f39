//! Texts with the character U+0000, which PostgreSQL cannot keep.

use serde_json::Value;

use crate::http::input_error::json_pointer;
use crate::problem::Problem;

/// Refuses JSON with a text that has the character U+0000.
pub fn refuse_nul(json: &[u8]) -> Result<(), Problem> {
    // JSON can write it as this escape alone, and few bodies have it, so that few are parsed again.
    if !json.windows(ESCAPE.len()).any(|window| window == ESCAPE) {
        return Ok(());
    }
    let path = serde_json::from_slice(json).ok().and_then(|value: Value| path_of_nul(&value));
    path.map_or(Ok(()), |path| Err(Problem::invalid(json_pointer(path.iter().rev()), NUL)))
}

const ESCAPE: &[u8] = br"\u0000";
const NUL: &str = "A text has the character U+0000, which a database cannot keep: leave it out.";

/// Returns the path to the first text with U+0000, the innermost step first.
fn path_of_nul(value: &Value) -> Option<Vec<String>> {
    let below = |step: String, value: &Value| {
        let mut path = path_of_nul(value)?;
        path.push(step);
        Some(path)
    };
    match value {
        Value::String(text) => text.contains('\0').then(Vec::new),
        Value::Array(items) => items.iter().enumerate().find_map(|(index, item)| below(index.to_string(), item)),
        Value::Object(fields) => fields.iter().find_map(|(name, field)| below(name.clone(), field)),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}
