//! Types that travel as text.

/// Implements `Serialize` by `Display` and `Deserialize` by `FromStr`; the second argument says what was expected.
macro_rules! as_text {
    ($type:ty, $expected:literal) => {
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

/// Describes such a type: what it is, its pattern if it has one, an example.
#[cfg(feature = "utoipa")]
macro_rules! text_schema {
    ($type:ty, $description:literal, $pattern:expr, $example:literal) => {
        impl utoipa::PartialSchema for $type {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::Type::String)
                    .description(Some($description))
                    .pattern($pattern)
                    .examples([$example])
                    .into()
            }
        }

        impl utoipa::ToSchema for $type {}
    };
}

pub(crate) use as_text;
#[cfg(feature = "utoipa")]
pub(crate) use text_schema;
