//! The address at which a proxy serves Pegout.

use std::str::FromStr;

use url::Url;

/// The address at which a proxy serves Pegout. It may have a path. The proxy cuts this path off, so no request contains it.
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
