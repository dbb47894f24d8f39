//! Tokens: 32 random bytes that grant rights. The service stores only their hashes.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use pegout_engine::game::TokenId;
use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::random::{self, Random};

/// A token. It is never shown in logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

/// The SHA-256 of a token, which identifies it and is stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl Token {
    /// Creates a random token.
    pub fn random(random: &dyn Random) -> Token {
        Token(random::bytes(random))
    }

    /// Parses a token.
    pub fn parse(text: &str) -> Option<Token> {
        URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok().map(Token)
    }

    /// Returns the token as text, for a link. The text must go to its owner alone.
    pub fn to_text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Returns the hash that is stored.
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0).into())
    }
}

impl TokenHash {
    /// Returns the id of the token in the log: the beginning of its hash.
    pub fn id(self) -> TokenId {
        let mut id = [0; 16];
        id.copy_from_slice(&self.0[..16]);
        TokenId::from_bytes(id)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(…)")
    }
}

impl Serialize for Token {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

impl<'de> Deserialize<'de> for Token {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Token, D::Error> {
        let text = String::deserialize(deserializer)?;
        Token::parse(&text)
            .ok_or_else(|| D::Error::custom("A token is 32 bytes in base64url without padding, 43 characters."))
    }
}

impl PartialSchema for Token {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(
                "32 random bytes in base64url without padding. Keep it secret: it grants its rights to anybody who has it.",
            ))
            .pattern(Some("^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$"))
            .examples(["Tm90IGEgc2VjcmV0LCBvbmx5IGFuIGV4YW1wbGUgISE"])
            .into()
    }
}

impl ToSchema for Token {}
