//! The ids: UUIDs of any version, which come from outside.

use thiserror::Error;

/// Makes a type for one kind of id, so that the compiler tells the kinds apart.
#[doc(hidden)]
#[macro_export]
macro_rules! id {
    ($name:ident, $description:literal, $example:literal) => {
        #[doc = $description]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name($crate::text::uuid::Uuid);

        impl $name {
            /// The id of these bytes, the UUID's first digits first.
            #[must_use]
            pub const fn from_bytes(bytes: [u8; 16]) -> $name {
                $name($crate::text::uuid::Uuid::from_bytes(bytes))
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

        impl std::str::FromStr for $name {
            type Err = $crate::id::IdError;

            fn from_str(text: &str) -> Result<$name, $crate::id::IdError> {
                let error = || $crate::id::IdError { given: text.chars().take(40).collect() };
                // Only the form with hyphens alone has 36 characters.
                let hyphenated = Some(text).filter(|text| text.len() == 36);
                hyphenated.and_then(|text| $crate::text::uuid::Uuid::try_parse(text).ok()).map($name).ok_or_else(error)
            }
        }

        $crate::debug_as_text!($name);
        $crate::serde_as_text!($name, "a UUID");
        $crate::text_schema!($name, $description, $example, format = "uuid");
    };
}

id!(GameId, "The id of a game.", "0198c5a2-7c1e-7d3a-9b52-0c6f6f3f1a01");
id!(PegId, "The id of a peg, made by the phone that pegs.", "0198c5a2-8a40-7b11-8f0e-3d2b8c7a9e02");
id!(
    AmendmentId,
    "The id of an amendment of a peg, made by the phone that sends it.",
    "0198c5a2-f444-7d3a-9b52-0c6f6f3f1a11"
);
id!(
    ChangeId,
    "The id of a change of a game's names or first dealer, made by the phone that sends it.",
    "0198c5a2-f111-7d3a-9b52-0c6f6f3f1a0c"
);
id!(
    ConfirmationId,
    "The id of a side's word on a result, made by the phone that sends it.",
    "0198c5a2-f222-7d3a-9b52-0c6f6f3f1a0d"
);
id!(DealId, "The id of the beginning of a deal, made by the phone that deals.", "0198c5a2-93d7-7c55-a1b4-5e9f01d2c603");
id!(
    TokenId,
    "The id of a token. It is not the token itself, and opens nothing.",
    "0198c5a2-9f02-7e88-b6c7-718a2b3c4d04"
);
id!(
    CommandId,
    "The id of a command to a night, made by the client that sends it, so that a repeat has no effect.",
    "0198c5a2-e555-7d3a-9b52-0c6f6f3f1a0b"
);
id!(
    DeviceId,
    "The id of a phone, made by it at random for a game, or for the games of a night.",
    "0198c5a2-f333-7d3a-9b52-0c6f6f3f1a0e"
);
id!(NightId, "The id of a league night.", "0198c5a2-a111-7d3a-9b52-0c6f6f3f1a05");

/// A text that is not an id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "“{given}” is not a UUID: write 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12 with a hyphen between them."
)]
pub struct IdError {
    /// The text that was given, cut to forty characters.
    pub given: String,
}
