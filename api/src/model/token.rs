//! Tokens: 32 random bytes that open what they were given for. Nobody keeps them but those they were given to.

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

/// A token. It is shown to nobody but who sends it or gets it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

/// What tells a token from others, and what is kept of it: its SHA-256.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl Token {
    /// A new token.
    pub fn random(random: &dyn Random) -> Token {
        Token(random::bytes(random))
    }

    /// The token that is written so, if it is one.
    pub fn parse(text: &str) -> Option<Token> {
        URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok().map(Token)
    }

    /// What is kept of it.
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0).into())
    }
}

impl TokenHash {
    /// What the log names the token by: the hash's beginning.
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
        serializer.serialize_str(&URL_SAFE_NO_PAD.encode(self.0))
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
                "32 random bytes in base64url without padding. Keep it secret: who has it may do what it is for.",
            ))
            .pattern(Some("^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$"))
            .examples(["Tm90IGEgc2VjcmV0LCBvbmx5IGFuIGV4YW1wbGUgISE"])
            .into()
    }
}

impl ToSchema for Token {}
