//! Join codes, which are shown at the hall and typed into phones.

use std::fmt;
use std::str::FromStr;

use crate::random::{self, Random};

/// The letters and digits of a code, without those that look alike.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// A night's join code: six letters and digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JoinCode([u8; 6]);

impl JoinCode {
    /// Creates a random code.
    pub fn random(random: &dyn Random) -> JoinCode {
        JoinCode(random::bytes(random).map(|byte: u8| ALPHABET[usize::from(byte % 32)]))
    }
}

/// The error of a text that is not a join code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("A join code has six letters and digits.")]
pub struct JoinCodeError;

impl FromStr for JoinCode {
    type Err = JoinCodeError;

    /// Parses a code. Lower case, blanks and hyphens are accepted.
    fn from_str(text: &str) -> Result<JoinCode, JoinCodeError> {
        let written = text.bytes().filter(|byte| !matches!(byte, b' ' | b'-')).map(|byte| byte.to_ascii_uppercase());
        let written: Vec<u8> = written.take(7).collect();
        let code = written.try_into().map_err(|_| JoinCodeError)?;
        let JoinCode(letters) = JoinCode(code);
        if letters.iter().all(|letter| ALPHABET.contains(letter)) { Ok(JoinCode(letters)) } else { Err(JoinCodeError) }
    }
}

impl fmt::Display for JoinCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|letter| write!(f, "{}", char::from(*letter)))
    }
}
