//! The reasons for which the server does not start.

use thiserror::Error;

use crate::auth::passwords::PasswordError;
use crate::config::Config;

/// The reason for which the server does not start.
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
