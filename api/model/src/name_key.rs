//! The keys that find, compare and sort names.

use std::collections::HashMap;
use std::sync::LazyLock;

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use icu_properties::CodePointMapData;
use icu_properties::props::{BinaryProperty, DefaultIgnorableCodePoint, Script};

/// The page's script with the table of letters that the page and the service share.
const SCRIPT: &str = include_str!("../../../web/lib/alike-key.ts");
/// The keys of the letters that normalization does not replace.
static KEYS: LazyLock<HashMap<char, &'static str>> = LazyLock::new(|| {
    let table = SCRIPT.split_once("LETTERS = `\n").and_then(|(_, rest)| rest.split_once("\n`;"));
    let lines = table.map(|(table, _)| table.lines()).into_iter().flatten().filter_map(|line| line.split_once(' '));
    // The script escapes the grave accent with a backslash.
    lines
        .flat_map(|(key, letters)| letters.chars().filter(|letter| *letter != '\\').map(move |one| (one, key)))
        .collect()
});

/// Returns the key of names that look alike. Case, accents, apostrophes, hyphens, blanks and invisible letters make no
/// difference. The page makes the same key.
pub fn alike_key(name: &str) -> String {
    // Normalization would make a blank and an accent of an acute accent that stands for an apostrophe.
    let decomposed = DecomposingNormalizerBorrowed::new_nfkd().normalize(&replaced(name)).into_owned();
    let scripts = CodePointMapData::<Script>::new();
    let is_mark =
        |letter: char| scripts.get(letter) == Script::Inherited || DefaultIgnorableCodePoint::for_char(letter);
    let letters: String = decomposed.chars().filter(|letter| !is_mark(*letter)).collect();
    one_blank(&replaced(&letters.to_lowercase()).replace('\'', "").replace('-', " "))
}

/// Returns the sorted words of this key. `Roy, Ann` and `Ann Roy` have the same words.
pub fn alike_words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = alike_key(&name.replace(',', " ")).split(' ').map(str::to_owned).collect();
    words.sort();
    words
}

fn replaced(text: &str) -> String {
    let mut replaced = String::new();
    for letter in text.chars() {
        match KEYS.get(&letter) {
            Some(key) => replaced.push_str(key),
            None => replaced.push(letter),
        }
    }
    replaced
}

/// Returns the key for sorting and for the sign-in of representatives. Case, accents and the number of blanks make no
/// difference.
pub fn plain_key(name: &str) -> String {
    one_blank(&spelled(name))
}

/// Returns this key with every blank kept. Release 0.1.0 compared representatives by it.
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

/// Returns true if a name, or a word of it, occurs in a text.
pub fn occurs(name: &str, text: &str) -> bool {
    let (name, text) = (plain_key(name), plain_key(text));
    let words = |text: &str| -> Vec<String> {
        text.split(|letter: char| !letter.is_alphanumeric())
            .map(str::to_owned)
            .filter(|word| !word.is_empty())
            .collect()
    };
    let written = words(&text);
    // In languages without blanks between words, a name may be inside a word.
    let is_within = !name.is_ascii() && text.contains(&name);
    let mut own = words(&name).into_iter().enumerate();
    is_within || own.any(|(at, word)| (at == 0 || word.chars().count() >= SHORTEST_WORD) && written.contains(&word))
}

/// Collapses every run of blanks into one.
fn one_blank(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::{alike_key, alike_words};

    // The page's test runs the same list: tests/browser/modules/alike-key.test.js.
    #[test]
    fn a_name_has_the_key_that_the_page_gives_it() {
        let list = include_str!("../../../tests/http/data/alike-names.json");
        let names: Vec<(String, String)> = serde_json::from_str(list).unwrap();
        assert!(names.len() > 50);
        for (name, key) in names {
            assert_eq!(alike_key(&name), key, "{name:?}");
        }
    }

    #[test]
    fn the_order_of_a_name_makes_no_difference() {
        assert_eq!(alike_words("Żak, Łukasz"), alike_words("lukasz  ZAK"));
        assert_ne!(alike_words("Lukas Zak"), alike_words("Łukasz Żak"));
    }
}
