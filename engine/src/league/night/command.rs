//! What can be asked of a night, by whom and when.

use super::Change;
use crate::game::Metadata;
use crate::id::{GameId, PlayerId};
use crate::league::{Seed, Settings};

/// Something asked of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// When, and who asks.
    pub metadata: Metadata,
    /// What.
    pub action: Action,
}

/// What can be asked of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Let it be on another day or at another hour, or have more or fewer rounds.
    Change(Change),
    /// Cancel it. Another reason replaces the one before.
    Cancel {
        /// Why.
        reason: String,
    },
    /// Let it take place after all.
    Reinstate,
    /// Check a player in, or change what is noted of one who is.
    Enter(NewEntry),
    /// Withdraw a player: from the list if they have not played, else from the rounds to come.
    Withdraw {
        /// The player.
        player: PlayerId,
    },
    /// Draw the next round, or move on to it.
    DrawRound(NewRound),
    /// Let two players of a round swap their seats.
    Swap {
        /// The round.
        round: u16,
        /// The two.
        players: [PlayerId; 2],
    },
    /// Draw the winner of the 50/50.
    DrawFiftyFifty {
        /// What it is drawn from.
        seed: Seed,
    },
    /// Void the draw of the 50/50, so that it can be drawn anew.
    VoidFiftyFifty {
        /// Why.
        reason: String,
    },
    /// Finish the night.
    Finish {
        /// Whether the games that are being played are called off.
        void_open_games: bool,
    },
}

/// A player who is checked in, or what is to be noted of one who is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// The player.
    pub player: PlayerId,
    /// Whether the club has them down as an active member.
    pub member: bool,
    /// The request itself.
    pub action: EntryAction,
}

/// A request about the entry of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryAction {
    /// The player arrives, or comes back after leaving.
    Arrive,
    /// Facts about the player are noted. A player without an entry arrives by it; one who left stays away.
    Note {
        /// The fee is paid, or not; `None` changes nothing, and means not paid at first.
        paid: Option<bool>,
        /// The player is a guest, or not; `None` changes nothing, and means no guest at first.
        guest: Option<bool>,
    },
}

impl NewEntry {
    /// An active member who arrives, or comes back.
    #[must_use]
    pub const fn member(player: PlayerId) -> NewEntry {
        NewEntry { player, member: true, action: EntryAction::Arrive }
    }
}

/// The round that is to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRound {
    /// Its number, from 1: asking again for one that is there is harmless. `None`: the next.
    pub number: Option<u16>,
    /// What is left to chance is drawn from this.
    pub seed: Seed,
    /// The ids of its games, one a table at least: [`Night::next_table_count`](super::Night::next_table_count) tells how many.
    pub games: Vec<GameId>,
    /// What the league has set. The first round takes it for the night.
    pub settings: Settings,
}
