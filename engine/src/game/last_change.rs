//! The newest change of something, for requests that were made before it.

use super::Metadata;
use crate::id::TokenId;

/// The newest change of a part of a game or a night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastChange {
    /// The version of the game or the night with the change.
    pub version: u64,
    /// Its time and author.
    pub metadata: Metadata,
}

impl LastChange {
    /// Returns true if the change is newer than the version `based_on` and was made by another session than `token`.
    #[must_use]
    pub fn clashes(&self, based_on: u64, token: Option<TokenId>) -> bool {
        self.version > based_on && self.metadata.token != token
    }
}
