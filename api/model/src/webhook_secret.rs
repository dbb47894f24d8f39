//! The secret of a webhook, and the signature that proves to its receiver that this service sent a message.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use pegout_engine::Time;
use serde::{Serialize, Serializer};
use sha2::Sha256;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::random::{self, Random};
use crate::webhook_event::MessageId;

/// The beginning of a secret's text, by the Standard Webhooks specification.
const PREFIX: &str = "whsec_";

/// The secret of a webhook. It is never shown in logs.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookSecret([u8; 32]);

impl WebhookSecret {
    /// Creates a random secret.
    pub fn random(random: &dyn Random) -> WebhookSecret {
        WebhookSecret(random::bytes(random))
    }

    /// The secret of these bytes, as they are stored.
    pub const fn from_bytes(bytes: [u8; 32]) -> WebhookSecret {
        WebhookSecret(bytes)
    }

    /// The bytes, as they are stored.
    pub const fn bytes(&self) -> [u8; 32] {
        self.0
    }

    /// The header `webhook-signature` of a message with this body that is sent at this moment.
    pub fn sign(&self, message: MessageId, at: Time, body: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("an HMAC takes keys of any length");
        mac.update(format!("{message}.{}.{body}", timestamp(at)).as_bytes());
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

/// The header `webhook-timestamp` of a moment: the seconds since 1970.
pub fn timestamp(at: Time) -> i64 {
    at.millis().div_euclid(1000)
}

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret(…)")
    }
}

impl Serialize for WebhookSecret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{PREFIX}{}", STANDARD.encode(self.0)))
    }
}

impl PartialSchema for WebhookSecret {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(
                "`whsec_` and 32 random bytes in base64, with which messages are signed. Keep it secret: whoever has it can \
                 send messages that look like the service's.",
            ))
            .pattern(Some("^whsec_[A-Za-z0-9+/]{43}=$"))
            .examples(["whsec_Tm90IGEgc2VjcmV0LCBvbmx5IGFuIGV4YW1wbGUgISE="])
            .into()
    }
}

impl ToSchema for WebhookSecret {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_that_of_the_example_of_the_specification() {
        // The specification's own test data, whose secret has 24 bytes.
        let key = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").expect("base64");
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key");
        mac.update(b"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}");
        let signature = STANDARD.encode(mac.finalize().into_bytes());
        assert_eq!(signature, "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn a_secret_is_told_in_an_answer_and_nowhere_else() {
        let secret = WebhookSecret::from_bytes([7; 32]);
        let told = serde_json::to_string(&secret).expect("text");
        assert_eq!(told, "\"whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=\"");
        assert_eq!(format!("{secret:?}"), "WebhookSecret(…)");
    }
}
