//! The rights that a token gives.

use pegout_engine::Time;
use pegout_engine::game::Role;
use pegout_league::{NightId, PlayerId, RepresentativeId};

use crate::role::{CallerRole, RepresentativeRole, SessionRole};
use crate::token::TokenHash;

/// The rights that a token gives, with the moment of their end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grant {
    /// Keeps the score of one game and its rematches, for ever.
    Scorer,
    /// A session of the coordinator's, under the name they gave.
    Coordinator {
        /// The name for the history.
        name: Option<String>,
        /// The end of the session.
        expires_at: Time,
    },
    /// A session of a representative's.
    Representative {
        /// The representative.
        id: RepresentativeId,
        /// Their role.
        role: RepresentativeRole,
        /// The name for the history, which is the sign-in name.
        name: String,
        /// The end of the session.
        expires_at: Time,
    },
    /// A phone that has joined a night.
    Phone(PhoneGrant),
    /// The personal link of a player, until it is replaced or removed.
    Player(PlayerId),
    /// A display that only reads, until it is revoked.
    Display {
        /// The name that it was given.
        name: String,
    },
}

/// The token of a session or a display.
#[derive(Clone, Debug)]
pub struct StoredToken {
    /// The hash.
    pub hash: TokenHash,
    /// The rights.
    pub grant: Grant,
    /// The moment when it was made; `None` before version 5 of the schema.
    pub began_at: Option<Time>,
}

/// The rights of a phone that has joined a night.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhoneGrant {
    /// The night.
    pub night: NightId,
    /// The player or table that the phone keeps the score for.
    pub owner: PhoneOwner,
    /// The end of the rights; `None` until the night is finished.
    pub expires_at: Option<Time>,
}

/// The player or table that a phone keeps the score for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhoneOwner {
    /// A player, at whatever table they sit.
    Player(PlayerId),
    /// The table of this number, from 1.
    Table(usize),
}

impl Grant {
    /// The role that the rights go by.
    pub fn role(&self) -> CallerRole {
        match self {
            Grant::Scorer => CallerRole::Scorer,
            Grant::Coordinator { .. } => CallerRole::Coordinator,
            Grant::Representative { role, .. } => (*role).into(),
            Grant::Phone(_) => CallerRole::Phone,
            Grant::Player(_) => CallerRole::Player,
            Grant::Display { .. } => CallerRole::Display,
        }
    }

    /// The role that the log names; `None` for a display, which changes nothing.
    pub const fn author_role(&self) -> Option<Role> {
        match self {
            Grant::Scorer => Some(Role::Scorer),
            Grant::Coordinator { .. } | Grant::Representative { .. } => Some(Role::Coordinator),
            Grant::Phone(_) => Some(Role::Phone),
            Grant::Player(_) => Some(Role::Player),
            Grant::Display { .. } => None,
        }
    }

    /// The moment when the rights of the token end; `None` for never.
    pub const fn expires_at(&self) -> Option<Time> {
        match self {
            Grant::Scorer | Grant::Display { .. } | Grant::Player(_) => None,
            Grant::Coordinator { expires_at, .. } | Grant::Representative { expires_at, .. } => Some(*expires_at),
            Grant::Phone(phone) => phone.expires_at,
        }
    }

    /// The same session with another end; other grants stay as they are.
    #[must_use]
    pub fn renewed(mut self, until: Time) -> Grant {
        if let Grant::Coordinator { expires_at, .. } | Grant::Representative { expires_at, .. } = &mut self {
            *expires_at = until;
        }
        self
    }

    /// The role of a session; `None` for other tokens.
    pub fn session_role(&self) -> Option<SessionRole> {
        match self {
            Grant::Coordinator { .. } => Some(SessionRole::Coordinator),
            Grant::Representative { role, .. } => Some((*role).into()),
            Grant::Scorer | Grant::Phone(_) | Grant::Player(_) | Grant::Display { .. } => None,
        }
    }

    /// Returns true for the coordinator and for representatives of any role.
    pub const fn is_session(&self) -> bool {
        matches!(self, Grant::Coordinator { .. } | Grant::Representative { .. })
    }

    /// The owner of a personal link; `None` for other tokens.
    pub const fn player(&self) -> Option<PlayerId> {
        if let Grant::Player(player) = self { Some(*player) } else { None }
    }

    /// The rights of a phone; `None` for other tokens.
    pub const fn phone(&self) -> Option<&PhoneGrant> {
        if let Grant::Phone(phone) = self { Some(phone) } else { None }
    }
}
