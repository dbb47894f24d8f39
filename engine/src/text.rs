//! Types that are written as text, and numbers in English and French words. The macros serve the crate of the league too.

#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde;
#[cfg(feature = "utoipa")]
#[doc(hidden)]
pub use utoipa;
#[doc(hidden)]
pub use uuid;

/// Implements `Serialize` by `Display` and `Deserialize` by `FromStr`; the second argument names the expected form.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! serde_as_text {
    ($type:ty, $expected:expr) => {
        impl $crate::text::serde::Serialize for $type {
            fn serialize<S: $crate::text::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::text::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::text::serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                struct Text;
                impl $crate::text::serde::de::Visitor<'_> for Text {
                    type Value = $type;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($expected)
                    }

                    fn visit_str<E: $crate::text::serde::de::Error>(self, text: &str) -> Result<$type, E> {
                        text.parse().map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }
    };
}

/// Does nothing: the types have JSON with the feature `serde` only.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! serde_as_text {
    ($type:ty, $expected:expr) => {};
}

/// Implements `Debug` by `Display`.
#[doc(hidden)]
#[macro_export]
macro_rules! debug_as_text {
    ($($type:ty),+) => {
        $(impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        })+
    };
}

/// Returns true for a default value. Fields with it are left out of JSON.
#[cfg(feature = "serde")]
#[doc(hidden)]
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Gives the variants of an enum their words in JSON and in texts. No other words are read.
#[doc(hidden)]
#[macro_export]
macro_rules! string_enum {
    ($type:ident, $noun:literal, { $($variant:ident => $word:literal),+ $(,)? }) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self {
                    $($type::$variant => $word),+
                })
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::text::WordError;

            fn from_str(text: &str) -> Result<$type, $crate::text::WordError> {
                match text {
                    $($word => Ok($type::$variant),)+
                    _ => Err($crate::text::WordError::new(text, $noun, &[$($word),+])),
                }
            }
        }

        $crate::serde_as_text!($type, $crate::one_of!($($word),+));
    };
}

/// "one of a, b", for the error about a value that is not a text.
#[doc(hidden)]
#[macro_export]
macro_rules! one_of {
    ($first:literal $(, $word:literal)*) => {
        concat!("one of ", $first $(, ", ", $word)*)
    };
}

/// A word that is not an expected word.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{given}” is not {noun}: write one of {}.", words.join(", "))]
pub struct WordError {
    given: String,
    noun: &'static str,
    words: Vec<&'static str>,
}

impl WordError {
    #[doc(hidden)]
    #[must_use]
    pub fn new(given: &str, noun: &'static str, words: &[&'static str]) -> WordError {
        WordError { given: given.chars().take(24).collect(), noun, words: words.to_vec() }
    }
}

/// Describes a type that is written as text: a description, an example, and its format or its pattern if there is one.
#[cfg(feature = "utoipa")]
#[doc(hidden)]
#[macro_export]
macro_rules! text_schema {
    ($type:ty, $description:literal, $example:literal $(, format = $format:literal)? $(, pattern = $pattern:literal)?) => {
        impl $crate::text::utoipa::PartialSchema for $type {
            fn schema() -> $crate::text::utoipa::openapi::RefOr<$crate::text::utoipa::openapi::Schema> {
                $crate::text::utoipa::openapi::ObjectBuilder::new()
                    .schema_type($crate::text::utoipa::openapi::Type::String)
                    .description(Some($description))
                    .examples([$example])
                    $(.format(Some($crate::text::utoipa::openapi::SchemaFormat::Custom($format.to_owned()))))?
                    $(.pattern(Some($pattern)))?
                    .into()
            }
        }

        impl $crate::text::utoipa::ToSchema for $type {}
    };
}

/// Does nothing: the types have schemas with the feature `utoipa` only.
#[cfg(not(feature = "utoipa"))]
#[doc(hidden)]
#[macro_export]
macro_rules! text_schema {
    ($($any:tt)*) => {};
}

#[rustfmt::skip]
const UNITS: [&str; 20] = [
    "nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
];

const TENS: [&str; 10] = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// A number below a hundred in words: no show counts more.
pub(crate) fn in_words(number: u8) -> String {
    let mut words = String::new();
    push_words(&mut words, number);
    words
}

/// Adds a number below a hundred in words.
pub(crate) fn push_words(text: &mut String, number: u8) {
    if number < 20 {
        return text.push_str(UNITS[usize::from(number)]);
    }
    text.push_str(TENS[usize::from(number / 10)]);
    match number % 10 {
        0 => {}
        units => text.extend(["-", UNITS[usize::from(units)]]),
    }
}

#[rustfmt::skip]
const FRENCH_UNITS: [&str; 20] = [
    "zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize",
    "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf",
];

/// Seventy and ninety continue sixty and eighty: soixante-douze, quatre-vingt-douze.
const FRENCH_TENS: [&str; 10] =
    ["", "", "vingt", "trente", "quarante", "cinquante", "soixante", "soixante", "quatre-vingt", "quatre-vingt"];

/// Adds a number below a hundred in French words.
pub(crate) fn push_french(text: &mut String, number: u8) {
    let tens = number / 10;
    let rest = number - (if matches!(tens, 7 | 9) { tens - 1 } else { tens }) * 10;
    let (ten, unit) = (FRENCH_TENS[usize::from(tens)], FRENCH_UNITS[usize::from(rest)]);
    let words: &[&str] = match (tens, rest) {
        (0 | 1, _) => &[FRENCH_UNITS[usize::from(number)]],
        (8, 0) => &["quatre-vingts"],
        (_, 0) => &[ten],
        (2..=7, 1 | 11) => &[ten, " et ", unit],
        _ => &[ten, "-", unit],
    };
    text.extend(words.iter().copied());
}

/// The text with its first letter, which is ASCII, as a capital.
pub(crate) fn capitalize(mut text: String) -> String {
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{in_words, push_french};

    #[test]
    fn numbers_are_spoken_in_both_languages() {
        for (number, english, french) in [
            (0, "nought", "zéro"),
            (16, "sixteen", "seize"),
            (17, "seventeen", "dix-sept"),
            (21, "twenty-one", "vingt et un"),
            (30, "thirty", "trente"),
            (47, "forty-seven", "quarante-sept"),
            (70, "seventy", "soixante-dix"),
            (71, "seventy-one", "soixante et onze"),
            (79, "seventy-nine", "soixante-dix-neuf"),
            (80, "eighty", "quatre-vingts"),
            (81, "eighty-one", "quatre-vingt-un"),
            (91, "ninety-one", "quatre-vingt-onze"),
            (99, "ninety-nine", "quatre-vingt-dix-neuf"),
        ] {
            let mut words = String::new();
            push_french(&mut words, number);
            assert_eq!((in_words(number).as_str(), words.as_str()), (english, french));
        }
    }
}
