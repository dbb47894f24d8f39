//! How names are looked up and put in order: capitals and accents make no difference.

use icu_normalizer::DecomposingNormalizerBorrowed;

/// A name without what makes no difference.
pub fn key(name: &str) -> String {
    let decomposed = DecomposingNormalizerBorrowed::new_nfkd().normalize(name.trim()).to_lowercase();
    decomposed.chars().filter(|letter| !('\u{300}'..='\u{36f}').contains(letter)).collect()
}
