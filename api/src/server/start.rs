//! The start: the database is opened and gets a password, and the operator sees the addresses.

use std::cell::Cell;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::rt;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use thiserror::Error;

use crate::cli;
use crate::config::Config;
use pegout_http::address::reachable;
use pegout_model::clock::Clock;
use pegout_model::contact::PublicUrl;
use pegout_model::grant::Grant;
use pegout_service::auth::passwords::{PasswordError, Passwords};
use pegout_service::auth::sessions::Sessions;
use pegout_store::{Store, StoreError};

/// The time before a database that could not be opened is tried again.
const RETRY: Duration = Duration::from_secs(2);

/// The start of the database: it is opened, and gets a password.
pub struct DatabaseStart {
    /// The store.
    pub store: Arc<dyn Store>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The passwords.
    pub passwords: Arc<Passwords>,
    /// The sessions, which end if the password is new.
    pub sessions: Arc<Sessions>,
    /// The coordinator's password, if the environment has it.
    pub given: Option<String>,
}

impl DatabaseStart {
    /// Opens the database and sets the password. Prints the banner, with the password if it was generated now.
    pub async fn run(self, banner: Banner) -> Result<(), StartError> {
        match self.store.probe_write(self.clock.now()).await {
            Ok(()) => {
                let is_shown = Cell::new(false);
                let show = |generated: Option<&str>| {
                    is_shown.set(true);
                    banner.print(generated)
                };
                match self.passwords.ensure_set(self.given.as_deref(), show).await {
                    // The banner comes before the password is stored, and only once.
                    Err(PasswordError::Problem(problem)) => {
                        self.run_without_password((!is_shown.get()).then_some(&banner), &problem)
                    }
                    set => Ok(set?),
                }
            }
            Err(StoreError::Unusable(sentence)) => Err(sentence.into()),
            Err(error) => {
                log::error!("Counting hands works anyway. Games get 503 until the database can be opened.");
                self.run_without_password(Some(&banner), &error)
            }
        }
    }

    /// Lets the service start without the store, and sets the password later.
    fn run_without_password(self, banner: Option<&Banner>, error: &dyn fmt::Display) -> Result<(), StartError> {
        log::error!("{error}");
        banner.map_or(Ok(()), |banner| banner.print(None))?;
        rt::spawn(self.ensure_password_later());
        Ok(())
    }

    /// Sets the password as soon as the database can be opened.
    async fn ensure_password_later(self) {
        let show = |generated: Option<&str>| generated.map_or(Ok(()), |password| cli::print(&password_line(password)));
        loop {
            match self.passwords.ensure_set(self.given.as_deref(), show).await {
                Ok(()) => break,
                Err(PasswordError::TooShort) => {
                    log::error!("{} The stored password stays.", Config::short_password());
                    break;
                }
                Err(_) => rt::time::sleep(RETRY).await,
            }
        }
        // Sessions of an old password may have been cached in the meantime.
        self.sessions
            .invalidate_where(|grant| matches!(grant, Grant::Coordinator { .. } | Grant::Representative { .. }));
    }
}

/// The addresses of the phone page.
pub struct Banner {
    /// The scheme of the addresses.
    pub scheme: &'static str,
    /// The addresses that the service listens on.
    pub addresses: Vec<SocketAddr>,
    /// The address at which a proxy serves Pegout, if the operator named it. Phones open this one.
    pub public_url: Option<PublicUrl>,
}

impl Banner {
    /// Prints the addresses for phones, each also as a QR code, and a password that was just generated.
    pub fn print(&self, generated_password: Option<&str>) -> Result<(), String> {
        let mut text = String::new();
        for address in &self.addresses {
            let mut url = format!("{}://{}/", self.scheme, reachable(*address));
            text += &format!("Pegout is open at {url}\n");
            if let Some(public) = &self.public_url {
                url = format!("{}/", public.address);
                text += &format!("Phones open {url}\n");
            }
            if let Ok(code) = QrCode::new(&url) {
                text += &code.render::<Dense1x2>().build();
                text += "\n";
            }
            text += &generated_password.map(password_line).unwrap_or_default();
            text += &format!("For developers: {url}docs/\n");
        }
        cli::print(&text)
    }
}

fn password_line(password: &str) -> String {
    format!("The coordinator's password is {password} and is not shown again.\n")
}

/// The reason why the server does not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The coordinator's new password is too short.
    #[error("{}", Config::short_password())]
    ShortPassword,
    /// Another reason, in a sentence.
    #[error("{0}")]
    Other(String),
}

impl From<String> for StartError {
    fn from(sentence: String) -> StartError {
        StartError::Other(sentence)
    }
}

impl From<PasswordError> for StartError {
    fn from(error: PasswordError) -> StartError {
        match error {
            PasswordError::TooShort => StartError::ShortPassword,
            PasswordError::Problem(problem) => StartError::Other(problem.to_string()),
            PasswordError::Hidden(sentence) => StartError::Other(sentence),
        }
    }
}
