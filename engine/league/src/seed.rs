//! The seeds of draws. They come with a command and are recorded, so that every draw can be checked.

use std::fmt;
use std::str::FromStr;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use thiserror::Error;

/// The seed of a draw. The same seed draws the same; read and written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed of these bytes, which should come from the operating system's randomness.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The generator that starts from this seed.
    pub(super) fn rng(self) -> ChaCha8Rng {
        ChaCha8Rng::from_seed(self.0)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

pegout_engine::debug_as_text!(Seed);

/// A text that is not a seed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("“{given}” is not a seed: write 64 hexadecimal digits.")]
pub struct SeedError {
    /// The text that was given, cut to eighty characters.
    pub given: String,
}

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Seed, SeedError> {
        let error = || SeedError { given: text.chars().take(80).collect() };
        let digits: Option<Vec<u8>> = text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect();
        let digits = digits.filter(|digits| digits.len() == 64).ok_or_else(error)?;
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
            *byte = pair[0] << 4 | pair[1];
        }
        Ok(Seed(bytes))
    }
}

pegout_engine::serde_as_text!(Seed, "64 hexadecimal digits");

pegout_engine::text_schema!(
    Seed,
    "The seed of a draw, so that the draw can be checked.",
    "5f0c1f6f3f1a0198c5a2a1117d3a9b520c6f6f3f1a055f0c1f6f3f1a0198c5a2",
    pattern = "^[0-9a-fA-F]{64}$"
);
