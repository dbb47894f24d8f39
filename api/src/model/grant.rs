//! The rights that a token gives.

use pegout_engine::Time;
use pegout_engine::game::Role;
use pegout_engine::league::{NightId, PlayerId, RepresentativeId};

/// The rights that a token gives, and until when.
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
        /// The name for the history: the one they sign in with.
        name: String,
        /// The end of the session.
        expires_at: Time,
    },
    /// A phone that has joined a night.
    Phone(PhoneGrant),
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
    /// The role that the log names.
    pub const fn role(&self) -> Role {
        match self {
            Grant::Scorer => Role::Scorer,
            Grant::Coordinator { .. } | Grant::Representative { .. } => Role::Coordinator,
            Grant::Phone(_) => Role::Phone,
        }
    }

    /// The moment from which the token gives no rights any more; `None` for never.
    pub const fn expires_at(&self) -> Option<Time> {
        match self {
            Grant::Scorer => None,
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

    /// Returns true for the coordinator and for representatives.
    pub const fn is_coordinator(&self) -> bool {
        matches!(self, Grant::Coordinator { .. } | Grant::Representative { .. })
    }

    /// The rights of a phone; `None` for other tokens.
    pub const fn phone(&self) -> Option<&PhoneGrant> {
        if let Grant::Phone(phone) = self { Some(phone) } else { None }
    }
}
