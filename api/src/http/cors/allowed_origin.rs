//! The origins whose scripts may do everything that the page may.

use std::str::FromStr;

use actix_web::http::uri::Uri;

/// The origin of a website, as its browser names it: scheme, host, and the port unless it is the usual one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedOrigin(pub String);

impl FromStr for AllowedOrigin {
    type Err = String;

    fn from_str(text: &str) -> Result<AllowedOrigin, String> {
        let advice = "write an origin like https://scores.example.org, without a path";
        let uri: Uri = text.parse().map_err(|_| advice.to_owned())?;
        let is_web = matches!(uri.scheme_str(), Some("https" | "http"));
        let is_bare = matches!(uri.path(), "" | "/") && uri.query().is_none();
        let is_named = uri.host().is_some_and(|host| !host.is_empty() && !host.contains('*'));
        let is_as_sent = text == text.to_ascii_lowercase() && !text.ends_with('/') && !text.contains('@');
        let is_usual_port =
            matches!((uri.scheme_str(), uri.port_u16()), (Some("https"), Some(443)) | (Some("http"), Some(80)));
        if is_usual_port {
            return Err("leave the usual port out: a browser names the origin without it".to_owned());
        }
        if is_web && is_bare && is_named && is_as_sent {
            Ok(AllowedOrigin(text.to_owned()))
        } else {
            Err(advice.to_owned())
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::AllowedOrigin;

    #[test]
    fn only_exact_origins_are_taken() {
        for good in ["https://scores.example.org", "http://10.0.0.7:3000", "http://[::1]:3000"] {
            assert_eq!(good.parse(), Ok(AllowedOrigin(good.to_owned())));
        }
        for bad in [
            "*",
            "null",
            "",
            "scores.example.org",
            "https://",
            "https://*.example.org",
            "https://scores.example.org/",
            "https://scores.example.org/path",
            "https://Scores.example.org",
            "ftp://scores.example.org",
            "https://scores.example.org:443",
            "https://ann@scores.example.org",
        ] {
            assert!(bad.parse::<AllowedOrigin>().is_err(), "{bad}");
        }
    }
}
