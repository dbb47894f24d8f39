//! The outcomes of adding what is added once.

use pegout_engine::Time;

use pegout_model::representative::Representative;
use pegout_model::token::TokenHash;

/// The outcome of adding a representative.
#[derive(Debug)]
pub enum AddedRepresentative {
    /// They were added.
    Added,
    /// One with this id is there already, and stays as they are.
    Known(Representative),
    /// One with this id was there, and was removed.
    Removed,
    /// Another has the name.
    NameTaken,
}

/// A display to add.
#[derive(Clone, Debug)]
pub struct NewDisplay {
    /// Its token.
    pub hash: TokenHash,
    /// Its name.
    pub name: String,
    /// The moment.
    pub at: Time,
}

/// The outcome of adding a display, or a television's code.
#[derive(Debug)]
pub enum AddedDisplay {
    /// It was added.
    Added,
    /// The token is there already, of a display or of somebody else, and keeps its rights.
    TokenUsed,
    /// A display with this token was there, and was removed.
    Removed,
    /// There are as many as there may be.
    TooMany,
}
