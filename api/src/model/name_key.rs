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

/// Collapses every run of blanks into one.
fn one_blank(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
