//! Types that travel as text.

/// Implements `Serialize` by `Display` and `Deserialize` by `FromStr`; the second argument names the expected form.
#[cfg(feature = "serde")]
macro_rules! serde_as_text {
    ($type:ty, $expected:expr) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                struct Text;
                impl serde::de::Visitor<'_> for Text {
                    type Value = $type;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($expected)
                    }

                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$type, E> {
                        text.parse().map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }
    };
}

/// Gives the variants of an enum the words that they travel as, and reads nothing else for them.
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
            type Err = crate::text::WordError;

            fn from_str(text: &str) -> Result<$type, crate::text::WordError> {
                match text {
                    $($word => Ok($type::$variant),)+
                    _ => Err(crate::text::WordError::new(text, $noun, &[$($word),+])),
                }
            }
        }

        #[cfg(feature = "serde")]
        crate::text::serde_as_text!($type, crate::text::one_of!($($word),+));
    };
}

/// "one of a, b", as an error of another type than text says it.
#[cfg(feature = "serde")]
macro_rules! one_of {
    ($first:literal $(, $word:literal)*) => {
        concat!("one of ", $first $(, ", ", $word)*)
    };
}

/// A word that is not one of the expected ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{given}” is not {noun}: write one of {}.", words.join(", "))]
pub struct WordError {
    given: String,
    noun: &'static str,
    words: Vec<&'static str>,
}

impl WordError {
    pub(crate) fn new(given: &str, noun: &'static str, words: &[&'static str]) -> WordError {
        WordError { given: given.chars().take(24).collect(), noun, words: words.to_vec() }
    }
}

/// Describes a type that is written as text: a description, an example, and its format or its pattern if there is one.
#[cfg(feature = "utoipa")]
macro_rules! text_schema {
    ($type:ty, $description:literal, $example:literal $(, format = $format:literal)? $(, pattern = $pattern:literal)?) => {
        impl utoipa::PartialSchema for $type {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::Type::String)
                    .description(Some($description))
                    .examples([$example])
                    $(.format(Some(utoipa::openapi::SchemaFormat::Custom($format.to_owned()))))?
                    $(.pattern(Some($pattern)))?
                    .into()
            }
        }

        impl utoipa::ToSchema for $type {}
    };
}

#[cfg(feature = "serde")]
pub(crate) use one_of;
#[cfg(feature = "serde")]
pub(crate) use serde_as_text;
pub(crate) use string_enum;
#[cfg(feature = "utoipa")]
pub(crate) use text_schema;
