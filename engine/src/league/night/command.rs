//! The commands for a night.

use super::Change;
use crate::game::Metadata;
use crate::id::{CommandId, GameId, PlayerId};
use crate::league::{Seed, Settings};

/// A request to change a night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The time and the author.
    pub metadata: Metadata,
    /// The change that is asked for.
    pub action: Action,
}

/// A change that can be asked of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Change the day, the hour or the number of rounds.
    Change(Change),
    /// Cancel it. Another reason replaces the one before.
    Cancel {
        /// The reason.
        reason: String,
    },
    /// Take the cancellation back.
    Reinstate,
    /// Check a player in, or change the entry of one who is.
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
        /// The id of the command: a repeat with it has no effect.
        id: Option<CommandId>,
    },
    /// Draw the winner of the 50/50.
    DrawFiftyFifty {
        /// The seed of the draw.
        seed: Seed,
        /// The id of the command: a repeat with it has no effect.
        id: Option<CommandId>,
    },
    /// Void the draw of the 50/50, so that it can be drawn anew.
    VoidFiftyFifty {
        /// The id of the draw: another draw stays as it is. `None`: any draw.
        draw: Option<CommandId>,
        /// The reason.
        reason: String,
    },
    /// Finish the night.
    Finish {
        /// True if the games that are being played are called off.
        void_open_games: bool,
        /// The id of the command: a repeat with it has no effect.
        id: Option<CommandId>,
    },
}

/// A request about a player's entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// The player.
    pub player: PlayerId,
    /// True if the player is an active member of the club.
    pub member: bool,
    /// The kind of request.
    pub action: EntryAction,
}

/// A kind of request about an entry.
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
    /// The id of the command: a repeat with it has no effect.
    pub id: Option<CommandId>,
    /// The seed of everything that is drawn.
    pub seed: Seed,
    /// The ids of its games, one a table at least: [`Night::next_table_count`](super::Night::next_table_count) tells
    /// how many.
    pub games: Vec<GameId>,
    /// The league's settings. The first round takes them for the night.
    pub settings: Settings,
}
