//! The parameters of an address. Two of them select the encryption.

use std::borrow::Cow;
use std::path::PathBuf;

use percent_encoding::percent_decode_str;
use tokio_postgres::Config;

/// The parameters that are passed on unchanged. A value may be a password, so no error quotes a value.
const HANDED_ON: [&str; 18] = [
    "user",
    "password",
    "dbname",
    "options",
    "application_name",
    "sslnegotiation",
    "host",
    "hostaddr",
    "port",
    "connect_timeout",
    "tcp_user_timeout",
    "keepalives",
    "keepalives_idle",
    "keepalives_interval",
    "keepalives_retries",
    "target_session_attrs",
    "channel_binding",
    "load_balance_hosts",
];
const MODES: &str = "write sslmode=require, which encrypts and checks the certificate and the name of the server, or \
    sslmode=disable, which does neither";

/// The encryption that an address asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TlsParameters {
    /// True to encrypt and to check the certificate; `None` without the parameter.
    pub encrypted: Option<bool>,
    /// The file of the trusted authorities; `None` for this machine's authorities.
    pub authorities: Option<PathBuf>,
}

/// Takes the encryption out of the parameters of an address. Returns the address without it. The error is a sentence
/// that quotes no value.
pub fn take_encryption(address: &str) -> Result<(String, TlsParameters), String> {
    // A question mark before the first @ is part of the password.
    let host = address.find('@').unwrap_or(0);
    let Some(mark) = address[host..].find('?').map(|place| host + place) else {
        return Ok((address.to_owned(), TlsParameters::default()));
    };
    let (mut kept, mut wanted) = (Vec::new(), TlsParameters::default());
    // Text before another @ belongs to the password. The parser then reports the error.
    let is_of_password = address[mark..].contains('@');
    for parameter in address[mark + 1..].split('&').filter(|_| !is_of_password) {
        let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        match key {
            "sslmode" => wanted.encrypted = Some(mode(&decoded(value)?)?),
            "sslrootcert" => wanted.authorities = authorities(&decoded(value)?)?,
            key if !HANDED_ON.contains(&key) => {
                return Err(format!(
                    "The address of a database has no parameter \"{key}\" that Pegout knows: take it out."
                ));
            }
            key if format!("postgres://host/?{parameter}").parse::<Config>().is_err() => {
                return Err(format!(
                    "The parameter {key} in the address of the database has a value that it cannot have."
                ));
            }
            _ => kept.push(parameter),
        }
    }
    match wanted {
        _ if is_of_password => Ok((address.to_owned(), wanted)),
        TlsParameters { encrypted: Some(false), authorities: Some(_) } => {
            Err("sslmode=disable and sslrootcert in one address contradict each other: take one of them out."
                .to_owned())
        }
        _ => {
            let rest = if kept.is_empty() { String::new() } else { format!("?{}", kept.join("&")) };
            Ok((format!("{}{rest}", &address[..mark]), wanted))
        }
    }
}

fn mode(value: &str) -> Result<bool, String> {
    match value {
        "disable" => Ok(false),
        "require" | "verify-full" => Ok(true),
        "allow" | "prefer" => Err(format!("sslmode={value} promises nothing: {MODES}.")),
        "verify-ca" => Err(
            "sslmode=verify-ca is not there, since the name of the server is always checked: write sslmode=verify-full, and the \
             host as the certificate names it."
                .to_owned(),
        ),
        _ => Err(format!("The address of the database has an sslmode that is not there: {MODES}.")),
    }
}

fn authorities(value: &str) -> Result<Option<PathBuf>, String> {
    match value {
        "" => Err("sslrootcert names no file: write sslrootcert=FILE, or take it out.".to_owned()),
        "system" => Ok(None),
        file => Ok(Some(file.into())),
    }
}

fn decoded(value: &str) -> Result<Cow<'_, str>, String> {
    percent_decode_str(value)
        .decode_utf8()
        .map_err(|_| "A parameter in the address of the database is not written in UTF-8.".to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn the_encryption_is_taken_out_and_everything_else_stays() {
        let taken = take_encryption(
            "postgres://a:b%40?c@h/n?connect_timeout=9&sslmode=verify-full&sslrootcert=/etc/my%20ca.pem&hostaddr=::1",
        );
        let wanted = TlsParameters { encrypted: Some(true), authorities: Some("/etc/my ca.pem".into()) };
        assert_eq!(taken.unwrap(), ("postgres://a:b%40?c@h/n?connect_timeout=9&hostaddr=::1".to_owned(), wanted));
        let taken = take_encryption("postgres://h/n?sslmode=disable").unwrap();
        assert_eq!(taken, ("postgres://h/n".to_owned(), TlsParameters { encrypted: Some(false), authorities: None }));
        let plain = take_encryption("postgres://a:b?sslmode=no@h/n").unwrap();
        assert_eq!(plain, ("postgres://a:b?sslmode=no@h/n".to_owned(), TlsParameters::default()));
    }

    #[test]
    fn each_wrong_parameter_has_a_sentence_of_its_own_without_a_value() {
        for (parameters, expected) in [
            ("sslmode=prefer", "promises nothing"),
            ("sslmode=verify-ca", "verify-full"),
            ("sslmode=cret", "an sslmode that is not there"),
            ("sslrootcert=", "names no file"),
            ("sslmode=disable&sslrootcert=a", "contradict"),
            ("sslcert=cret", "no parameter \"sslcert\""),
            ("connect_timeout=cret", "connect_timeout in the address"),
        ] {
            let error = take_encryption(&format!("postgres://h/n?{parameters}")).unwrap_err();
            assert!(error.contains(expected) && !error.contains("cret"), "{parameters}: {error}");
            assert!(error.ends_with('.') && !error.contains("%40"), "{error}");
        }
    }
}
