//! Excerpts of what a client has sent.

/// Truncates the client's text to a length that fits into a sentence.
pub fn truncate(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
