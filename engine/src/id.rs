//! The ids of what is kept: UUIDs of any version, made elsewhere and brought along.

use thiserror::Error;

/// Makes a type of ids, so that one kind is never taken for another.
macro_rules! id {
    ($name:ident, $description:literal, $example:literal) => {
        #[doc = $description]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(uuid::Uuid);

        impl $name {
            /// The id of these bytes, the UUID's first digits first.
            #[must_use]
            pub const fn from_bytes(bytes: [u8; 16]) -> $name {
                $name(uuid::Uuid::from_bytes(bytes))
            }

            /// The id's bytes, the UUID's first digits first.
            #[must_use]
            pub const fn bytes(self) -> [u8; 16] {
                self.0.into_bytes()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.0, f)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.0, f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = crate::id::IdError;

            fn from_str(text: &str) -> Result<$name, crate::id::IdError> {
                let error = || crate::id::IdError { given: text.chars().take(40).collect() };
                // The one form that is written with hyphens and nothing else is the one of 36 characters.
                let hyphenated = Some(text).filter(|text| text.len() == 36);
                hyphenated.and_then(|text| uuid::Uuid::try_parse(text).ok()).map($name).ok_or_else(error)
            }
        }

        #[cfg(feature = "serde")]
        crate::wire::as_text!($name, "a UUID");

        #[cfg(feature = "utoipa")]
        crate::wire::text_schema!(
            $name,
            $description,
            Some("^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"),
            $example
        );
    };
}

pub(crate) use id;

/// What was given is not an id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "“{given}” is not a UUID: write 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12 with a hyphen between them."
)]
pub struct IdError {
    /// The text that was given, cut to forty characters.
    pub given: String,
}
