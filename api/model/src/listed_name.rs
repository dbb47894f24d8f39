//! The names of a list that a spreadsheet saved: their order, and their spoiled letters.

use encoding_rs::WINDOWS_1252;

use super::name_key::alike_key;

/// Titles and suffixes that may follow a comma, as keys without full stops.
const TITLES: [&str; 11] = ["jr", "sr", "ii", "iii", "iv", "fils", "pere", "dr", "dre", "md", "phd"];

/// Returns `Ann Archer` for `Archer, Ann`; `None` for any other name.
pub fn first_name_first(name: &str) -> Option<String> {
    let (last, first) = name.split_once(',')?;
    let is_name = |part: &str| {
        let key = alike_key(part);
        !key.is_empty() && key.chars().all(|letter| letter.is_alphabetic() || " .".contains(letter))
    };
    let is_title = TITLES.contains(&alike_key(first).replace('.', "").as_str());
    (is_name(last) && is_name(first) && !is_title).then(|| format!("{} {}", first.trim(), last.trim()))
}

/// Words that begin a last name of several words, as keys.
const PARTICLES: [&str; 26] = [
    "da", "dal", "das", "de", "del", "della", "den", "der", "des", "di", "do", "dos", "du", "el", "la", "le", "los",
    "mac", "mc", "saint", "san", "st", "ste", "van", "vander", "von",
];

/// Returns true if the words before the comma are one last name, as in `Van Dyke, Ann`. `Roy Gagnon, Ann` and
/// `Ann Archer, Chicago` look the same.
pub fn is_last_name_first(name: &str) -> bool {
    let last = name.split_once(',').map(|(last, _)| alike_key(last)).unwrap_or_default();
    // A hyphen joins words, and the key has a blank for it.
    let words = name.split(',').next().map_or(0, |last| last.split_whitespace().count());
    let particles = last.split([' ', '.']).take_while(|word| word.is_empty() || PARTICLES.contains(word)).count();
    first_name_first(name).is_some() && words <= particles + 1
}

/// Returns true if a letter was lost on the way. U+0080 to U+009F are bytes of a broken letter.
pub fn is_spoiled(name: &str) -> bool {
    name.contains(|letter| letter == '\u{fffd}' || ('\u{80}'..='\u{9f}').contains(&letter))
}

/// Returns `José` for `JosÃ©`: UTF-8 was read as Windows' own letters. `None` for a name without such words.
pub fn repaired(name: &str) -> Option<String> {
    let words: Vec<String> = name.split(' ').map(|word| utf8(word).unwrap_or_else(|| word.to_owned())).collect();
    Some(words.join(" ")).filter(|text| text != name)
}

fn utf8(word: &str) -> Option<String> {
    let (bytes, _, is_lossy) = WINDOWS_1252.encode(word);
    (!is_lossy).then(|| String::from_utf8(bytes.into_owned()).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::{first_name_first, is_last_name_first, is_spoiled, repaired};

    #[test]
    fn the_first_name_comes_first_and_titles_stay() {
        for (name, turned) in [
            ("Kowalski, Stan", "Stan Kowalski"),
            ("Roy Gagnon ,Émile", "Émile Roy Gagnon"),
            ("O’Neil-Żak, Zoe\u{308} J.", "Zoe\u{308} J. O’Neil-Żak"),
        ] {
            assert_eq!(first_name_first(name).as_deref(), Some(turned));
        }
        for name in
            ["Stan Kowalski", "Davis, Jr.", "Roy, Ph.D.", "Archer, Ann, Dr.", "Archer,", ", Ann", "Ann, 555-0134"]
        {
            assert_eq!(first_name_first(name), None, "{name}");
        }
    }

    #[test]
    fn one_last_name_before_the_comma_is_told_from_a_whole_name() {
        for name in ["Kowalski, Stan", "O’Neil-Żak, Zoe", "Van Dyke, Ann", "de la Cruz, Ana", "St. John, Jo Ann"] {
            assert!(is_last_name_first(name), "{name}");
        }
        for name in ["Ann Archer, Chicago", "Roy Gagnon, Émile", "Ann Archer", "Davis, Jr.", "Archer,"] {
            assert!(!is_last_name_first(name), "{name}");
        }
    }

    #[test]
    fn spoiled_letters_are_found() {
        assert!(is_spoiled("Jos\u{fffd}") && is_spoiled("Ã\u{81}ngel") && !is_spoiled("José"));
        assert_eq!(repaired("JosÃ©").as_deref(), Some("José"));
        assert_eq!(repaired("Pat Oâ€™Neil Ré").as_deref(), Some("Pat O’Neil Ré"));
        for name in ["José", "Ann", "Łukasz", "João", "SÃO", "Ângela"] {
            assert_eq!(repaired(name), None, "{name}");
        }
    }
}
