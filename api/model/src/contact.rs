//! Names, places, telephone numbers and addresses, with checks of their form.

use std::str::FromStr;
use std::sync::LazyLock;

use icu_properties::props::{BidiControl, BinaryProperty, DefaultIgnorableCodePoint};
use pegout_engine::game::{MAX_NAME_LENGTH, TextError};
use regex_lite::Regex;
use serde::de::{Deserialize, Deserializer, Error};
use url::Url;
use utoipa::openapi::schema::Object;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

/// Five to twenty digits with the usual separators, and an extension.
const PHONE: &str = r"^[+]?[(]?[0-9]([ ()./-]{0,3}[0-9]){4,19}( ?x ?[0-9]{1,6})?$";
/// Words with full stops between them, and a domain of two parts or more (RFC 5321).
const EMAIL: &str = r"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+([.][A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?([.][A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?){1,8}$";
/// The most letters in an e-mail address.
const EMAIL_LENGTH: usize = 254;
/// The most letters before its @.
const MAILBOX_LENGTH: usize = 64;
/// A host, with a port and a path.
const WEB_ADDRESS: &str = r"^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?#][!-~]*)?$";
/// The most letters in a web address.
const WEB_ADDRESS_LENGTH: usize = 200;

/// The most letters in a place.
const PLACE_LENGTH: usize = 200;

/// The line breaks that are not control characters.
const LINE_BREAKS: [char; 2] = ['\u{2028}', '\u{2029}'];

static PHONES: LazyLock<Regex> = LazyLock::new(|| Regex::new(PHONE).expect("the pattern is a constant"));
static EMAILS: LazyLock<Regex> = LazyLock::new(|| Regex::new(EMAIL).expect("the pattern is a constant"));
static WEB_ADDRESSES: LazyLock<Regex> = LazyLock::new(|| Regex::new(WEB_ADDRESS).expect("the pattern is a constant"));

/// Defines a type of texts that are trimmed and checked.
macro_rules! validated_text {
    ($(#[$doc:meta])* $name:ident, $longest:expr, $check:path, $schema:path) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name(pub String);

        impl $name {
            /// Parses the text. The error is a sentence about it.
            pub fn parse(given: &str) -> Result<$name, String> {
                // The document measures what was sent, with its spaces.
                let text = if given.chars().count() > $longest { given } else { given.trim() };
                $check(text)?;
                Ok($name(text.to_owned()))
            }
        }

        impl From<$name> for String {
            fn from($name(text): $name) -> String {
                text
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                $name::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                $schema().into()
            }
        }

        impl ToSchema for $name {}
    };
}

validated_text!(
    /// The name of a person or a thing, in one line.
    Name,
    MAX_NAME_LENGTH,
    check_name,
    name_schema
);
validated_text!(
    /// The place of a hall, in one line.
    Place,
    PLACE_LENGTH,
    check_place,
    place_schema
);
validated_text!(
    /// A telephone number.
    Phone,
    usize::MAX,
    check_phone,
    phone_schema
);
validated_text!(
    /// The address of a page on the web.
    WebAddress,
    WEB_ADDRESS_LENGTH,
    check_web_address,
    web_address_schema
);
validated_text!(
    /// An e-mail address.
    Email,
    EMAIL_LENGTH,
    check_email,
    email_schema
);

fn check_name(text: &str) -> Result<(), String> {
    TextError::check(text, MAX_NAME_LENGTH).map_err(|error| error.to_string())?;
    if !is_one_line(text) {
        return Err("A name is one line of letters, without tabs and line breaks.".to_owned());
    }
    if let Some(turning) = text.chars().find(|letter| BidiControl::for_char(*letter)) {
        let given = u32::from(turning);
        return Err(format!("This name has U+{given:04X} in it, which turns the line around it: leave that out."));
    }
    if text.chars().all(|letter| letter.is_whitespace() || DefaultIgnorableCodePoint::for_char(letter)) {
        return Err("Nobody could see this name: write a letter that shows.".to_owned());
    }
    Ok(())
}

fn is_one_line(text: &str) -> bool {
    !text.contains(|letter: char| letter.is_control() || LINE_BREAKS.contains(&letter))
}

fn check_place(text: &str) -> Result<(), String> {
    let given = text.chars().count();
    if !(1..=PLACE_LENGTH).contains(&given) {
        return Err(format!(
            "A place has 1 to {PLACE_LENGTH} letters, not {given}: write a shorter one, or leave it out."
        ));
    }
    if !is_one_line(text) {
        return Err("A place is one line, without tabs and line breaks: put commas between its parts.".to_owned());
    }
    Ok(())
}

fn check_phone(text: &str) -> Result<(), String> {
    if PHONES.is_match(text) {
        return Ok(());
    }
    let given: String = text.chars().take(40).collect();
    Err(format!("“{given}” is not a telephone number: write 5 to 20 digits like 555-0134, or leave it out."))
}

fn check_email(text: &str) -> Result<(), String> {
    let is_short = text.len() <= EMAIL_LENGTH && text.find('@').is_some_and(|length| length <= MAILBOX_LENGTH);
    if is_short && EMAILS.is_match(text) {
        return Ok(());
    }
    let given: String = text.chars().take(40).collect();
    Err(format!("“{given}” is not an e-mail address: write it like ann@example.org, or leave it out."))
}

fn check_web_address(text: &str) -> Result<(), String> {
    if text.len() <= WEB_ADDRESS_LENGTH && WEB_ADDRESSES.is_match(text) {
        return Ok(());
    }
    let given: String = text.chars().take(40).collect();
    Err(format!("“{given}” is not the address of a page: write it like https://example.org/cribbage, or leave it out."))
}

fn name_schema() -> Object {
    text_schema("The name of a person or a thing, in one line of 1 to 100 letters.", "Ann Archer")
        .min_length(Some(1))
        .max_length(Some(MAX_NAME_LENGTH))
        .build()
}

fn place_schema() -> Object {
    text_schema("The place of a hall, in one line.", "Legion Hall, 12 Main Street")
        .min_length(Some(1))
        .max_length(Some(PLACE_LENGTH))
        .build()
}

fn phone_schema() -> Object {
    text_schema("A telephone number: 5 to 20 digits with the usual separators, and an extension.", "555-0134")
        .pattern(Some(PHONE))
        .build()
}

fn email_schema() -> Object {
    text_schema("An e-mail address.", "ann@example.org")
        .format(Some(SchemaFormat::Custom("email".to_owned())))
        .pattern(Some(EMAIL))
        .max_length(Some(EMAIL_LENGTH))
        .build()
}

fn web_address_schema() -> Object {
    text_schema("The address of a page on the web.", "https://example.org/cribbage")
        .format(Some(SchemaFormat::Custom("uri".to_owned())))
        .pattern(Some(WEB_ADDRESS))
        .max_length(Some(WEB_ADDRESS_LENGTH))
        .build()
}

fn text_schema(description: &str, example: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).description(Some(description)).examples([example])
}

/// The address at which a proxy serves Pegout. It may have a path. The proxy cuts this path off, so no request contains
/// it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    /// The address, without a slash at the end.
    pub address: String,
    /// The path of the address, without a slash at the end: empty for a whole host.
    pub path: String,
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<PublicUrl, String> {
        let url = Url::parse(text).ok().filter(|url| {
            let is_web = matches!(url.scheme(), "https" | "http") && url.has_host();
            let is_bare = url.query().is_none() && url.fragment().is_none();
            is_web && is_bare && url.username().is_empty() && url.password().is_none()
        });
        let url = url.ok_or("write the address of the first page, like https://club.example/crib")?;
        let without_slash = |text: &str| text.trim_end_matches('/').to_owned();
        Ok(PublicUrl { address: without_slash(url.as_str()), path: without_slash(url.path()) })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::PublicUrl;

    #[test]
    fn an_address_may_have_a_path_and_nothing_behind_it() {
        for (given, address, path) in [
            ("https://club.example", "https://club.example", ""),
            ("https://club.example/", "https://club.example", ""),
            ("https://Club.example/crib", "https://club.example/crib", "/crib"),
            ("http://10.0.0.7:8080/a/b//", "http://10.0.0.7:8080/a/b", "/a/b"),
        ] {
            let expected = PublicUrl { address: address.to_owned(), path: path.to_owned() };
            assert_eq!(given.parse(), Ok(expected), "{given}");
        }
        for bad in [
            "",
            "/crib",
            "club.example/crib",
            "ftp://club.example/crib",
            "https://",
            "https://club.example/crib?lang=fr",
            "https://club.example/#/start",
            "https://ann@club.example/crib",
        ] {
            bad.parse::<PublicUrl>().unwrap_err();
        }
    }
}
