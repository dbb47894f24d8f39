//! The ids of what is kept: UUIDs of any version, made elsewhere and brought along.

use std::fmt::{self, Write};

use thiserror::Error;

/// Makes a type of ids, so that one kind is never taken for another.
macro_rules! id {
    ($name:ident, $description:literal, $example:literal) => {
        #[doc = $description]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name([u8; 16]);

        impl $name {
            /// The id of these bytes, the UUID's first digits first.
            #[must_use]
            pub const fn from_bytes(bytes: [u8; 16]) -> $name {
                $name(bytes)
            }

            /// The id's bytes, the UUID's first digits first.
            #[must_use]
            pub const fn bytes(self) -> [u8; 16] {
                self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                crate::id::write(&self.0, f)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                crate::id::write(&self.0, f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = crate::id::IdError;

            fn from_str(text: &str) -> Result<$name, crate::id::IdError> {
                let error = || crate::id::IdError { given: text.chars().take(40).collect() };
                crate::id::read(text).map($name).ok_or_else(error)
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

/// Whether a hyphen stands before the byte at this place.
const fn begins_group(place: usize) -> bool {
    matches!(place, 4 | 6 | 8 | 10)
}

pub(crate) fn read(text: &str) -> Option<[u8; 16]> {
    let mut digits = text.bytes();
    let mut bytes = [0; 16];
    for (place, byte) in bytes.iter_mut().enumerate() {
        if begins_group(place) && digits.next()? != b'-' {
            return None;
        }
        let mut digit = || char::from(digits.next()?).to_digit(16);
        *byte = (digit()? * 16 + digit()?) as u8;
    }
    digits.next().is_none().then_some(bytes)
}

pub(crate) fn write(bytes: &[u8; 16], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (place, byte) in bytes.iter().enumerate() {
        if begins_group(place) {
            f.write_char('-')?;
        }
        write!(f, "{byte:02x}")?;
    }
    Ok(())
}
