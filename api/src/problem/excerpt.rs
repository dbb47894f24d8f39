//! Excerpts of what a client has sent.

/// Truncates the client's text to a length that fits into a sentence.
pub fn truncate(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Writes hidden characters, and characters that reverse the text, as escapes of JSON.
pub fn make_visible(detail: String) -> String {
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

/// Returns true for a control character, and for a format character that no name needs. The joiners of scripts and emoji and
/// the marks of direction stay, since names have them.
fn is_hidden(character: char) -> bool {
    let is_format = matches!(
        character,
        '\u{ad}' | '\u{200b}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    );
    is_format || character.is_control()
}
