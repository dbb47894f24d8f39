//! The keys that let phones join a night: a code to type, and a secret in the link and the QR code.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use pegout_engine::Time;

use crate::random::{self, Random};
use crate::token::TokenHash;

/// The letters and digits of a code. I, O, 0 and 1 are missing because they look alike.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// A code that people type: six letters and digits. Phones join a night by one, and a television is let in by one.
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

/// The secret in the link of a night, which nobody types: 128 random bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct JoinSecret([u8; 16]);

impl JoinSecret {
    /// The secret of these bytes.
    pub const fn from_bytes(bytes: [u8; 16]) -> JoinSecret {
        JoinSecret(bytes)
    }

    /// Parses a secret in base64url without padding.
    pub fn parse(text: &str) -> Option<JoinSecret> {
        URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok().map(JoinSecret)
    }

    /// The bytes.
    pub const fn bytes(self) -> [u8; 16] {
        self.0
    }
}

impl fmt::Display for JoinSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl fmt::Debug for JoinSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JoinSecret(…)")
    }
}

/// A code or a secret to join with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinKey {
    /// A code.
    Code(JoinCode),
    /// A secret.
    Secret(JoinSecret),
}

impl JoinKey {
    /// Returns true if it is the code or the secret of `keys`.
    pub fn is_of(self, keys: &JoinKeys) -> bool {
        match self {
            JoinKey::Code(code) => code == keys.code,
            JoinKey::Secret(secret) => secret == keys.secret,
        }
    }
}

/// The code and the secret of a night. A new code comes with a new secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JoinKeys {
    /// The code.
    pub code: JoinCode,
    /// The secret.
    pub secret: JoinSecret,
}

impl JoinKeys {
    /// Creates random keys.
    pub fn random(random: &dyn Random) -> JoinKeys {
        JoinKeys { code: JoinCode::random(random), secret: JoinSecret(random::bytes(random)) }
    }
}

/// A code that a television shows until the coordinator types it.
#[derive(Clone, Copy, Debug)]
pub struct DisplayCode {
    /// The letters.
    pub code: JoinCode,
    /// The token that becomes a display's.
    pub token: TokenHash,
    /// The moment from which the code is void.
    pub expires_at: Time,
}
