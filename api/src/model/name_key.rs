//! The keys by which names are found, compared and sorted.

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

/// Returns the key for searching and sorting. Case, accents and the number of blanks make no difference.
pub fn search_key(name: &str) -> String {
    one_blank(&spelled(name))
}

/// Returns the search key with every blank kept. Release 0.1.0 compared representatives by it.
pub fn spelled(name: &str) -> String {
    let decomposed = DecomposingNormalizerBorrowed::new_nfkd().normalize(name.trim()).to_lowercase();
    decomposed.chars().filter(|letter| !('\u{300}'..='\u{36f}').contains(letter)).collect()
}

/// Returns the key that identifies a person. Case and blanks make no difference, accents do.
pub fn identity_key(name: &str) -> String {
    let letters = ComposingNormalizerBorrowed::new_nfkc().normalize(name).to_lowercase();
    one_blank(&letters)
}

/// The fewest letters of a word, other than the first, that stands for a name by itself: “de” does not.
const SHORTEST_WORD: usize = 3;

/// Returns true where a name, or a word of it, occurs in a text.
pub fn occurs(name: &str, text: &str) -> bool {
    let (name, text) = (search_key(name), search_key(text));
    let words = |text: &str| -> Vec<String> {
        text.split(|letter: char| !letter.is_alphanumeric())
            .map(str::to_owned)
            .filter(|word| !word.is_empty())
            .collect()
    };
    let written = words(&text);
    // Languages without blanks between words write a name inside of one.
    let is_within = !name.is_ascii() && text.contains(&name);
    let mut own = words(&name).into_iter().enumerate();
    is_within || own.any(|(at, word)| (at == 0 || word.chars().count() >= SHORTEST_WORD) && written.contains(&word))
}

/// Collapses every run of blanks into one.
fn one_blank(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
