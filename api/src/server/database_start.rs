//! The start of the database.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use actix_web::rt;

use super::start_error::StartError;
use crate::auth::passwords::{PasswordError, Passwords};
use crate::auth::sessions::Sessions;
use crate::cli::banner::{self, Banner};
use crate::config::Config;
use pegout_model::clock::Clock;
use pegout_model::grant::Grant;
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
    /// The sessions that an old password began.
    pub sessions: Arc<Sessions>,
    /// The coordinator's password, where the environment has it.
    pub given: Option<String>,
}

impl DatabaseStart {
    /// Opens the database and sets the password, which is shown where it is generated now.
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
                log::error!("Hands are counted all the same; games answer 503 until it can.");
                self.run_without_password(Some(&banner), &error)
            }
        }
    }

    /// Serves all the same, and sets the password when that can be done.
    fn run_without_password(self, banner: Option<&Banner>, error: &dyn fmt::Display) -> Result<(), StartError> {
        log::error!("{error}");
        banner.map_or(Ok(()), |banner| banner.print(None))?;
        rt::spawn(self.ensure_password_later());
        Ok(())
    }

    /// Sets the password as soon as the database can be opened.
    async fn ensure_password_later(self) {
        let show = |generated: Option<&str>| generated.map_or(Ok(()), banner::print_password);
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
        // Sessions that another password began may have been cached meanwhile.
        self.sessions
            .invalidate_where(|grant| matches!(grant, Grant::Coordinator { .. } | Grant::Representative { .. }));
    }
}
