//! How names are looked up, compared and put in order.

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

/// A name by which it is looked up and put in order: capitals, accents and how many blanks make no difference.
pub fn search_key(name: &str) -> String {
    one_blank(&spelled(name))
}

/// As [`search_key`], but with each blank. Representatives were told apart by it in the first edition.
pub fn spelled(name: &str) -> String {
    let decomposed = DecomposingNormalizerBorrowed::new_nfkd().normalize(name.trim()).to_lowercase();
    decomposed.chars().filter(|letter| !('\u{300}'..='\u{36f}').contains(letter)).collect()
}

/// A name by which people are told apart: capitals and blanks make no difference, accents do.
pub fn identity_key(name: &str) -> String {
    let letters = ComposingNormalizerBorrowed::new_nfkc().normalize(name).to_lowercase();
    one_blank(&letters)
}

/// A text with one blank wherever there are blanks.
fn one_blank(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
