//! The time and the author of a command or an event.

use thiserror::Error;

use crate::id::TokenId;
use crate::time::Time;

/// The time and the author of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Stamp))]
pub struct Metadata {
    /// The time of arrival at the service.
    pub at: Time,
    /// The author's own name, or `null`.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub by: Option<String>,
    /// The author's role.
    pub role: Role,
    /// The author's token; `null` if none was needed.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub token: Option<TokenId>,
}

/// The kind of an author. `scorer` has the token of the game, `phone` has joined the night, and `player` has a personal link.
/// `coordinator` is the coordinator or a representative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Role {
    /// Keeps the score of the game and its rematches.
    Scorer,
    /// Has joined the night, and keeps the score of the games at its table.
    Phone,
    /// Has a personal link, and replies for one player.
    Player,
    /// May do everything.
    Coordinator,
}

crate::string_enum!(Role, "a role", {
    Scorer => "scorer",
    Phone => "phone",
    Player => "player",
    Coordinator => "coordinator",
});

/// The most letters in the name of a side, a player or an author.
pub const MAX_NAME_LENGTH: usize = 100;
/// The most letters in a reason.
pub const MAX_REASON_LENGTH: usize = 1000;

/// A name or a reason that is blank or too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("Write 1 to {max} letters here, not {}.", if *given == 0 { "nothing".to_owned() } else { given.to_string() })]
pub struct TextError {
    /// The number of letters that were given, 0 when there were only spaces.
    pub given: usize,
    /// The most letters there may be.
    pub max: usize,
}

impl TextError {
    /// Checks that a text has 1 to `max` letters that are not all spaces.
    ///
    /// # Errors
    ///
    /// Returns an error for any other text.
    pub fn check(text: &str, max: usize) -> Result<(), TextError> {
        let given = if text.trim().is_empty() { 0 } else { text.chars().count() };
        if (1..=max).contains(&given) { Ok(()) } else { Err(TextError { given, max }) }
    }
}

impl Metadata {
    /// Returns true if both have the same name and the same token.
    pub(super) fn same_author(&self, other: &Metadata) -> bool {
        // A phone has its player's name, which a merge of players may have changed since.
        self.token == other.token && (self.by == other.by || self.role == Role::Phone)
    }
}

/// The newest change of a part of a game or a night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatestChange {
    /// The version of the game or the night with the change.
    pub version: u64,
    /// Its time and author.
    pub metadata: Metadata,
}

impl LatestChange {
    /// Returns true if the change is newer than the version `based_on` and was made by another session than `token`.
    #[must_use]
    pub fn clashes(&self, based_on: u64, token: Option<TokenId>) -> bool {
        self.version > based_on && self.metadata.token != token
    }
}
