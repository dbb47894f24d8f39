//! The commands for a night.

mod ids;

pub(super) use ids::CommandIds;

use super::{Change, Excuse, NewTable, Payout, Reseat};
use crate::id::{CommandId, GameId, PlayerId};
use crate::{Seed, Settings};
use pegout_engine::game::Metadata;

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
    /// Note that a player was told of the cancellation, or was not.
    Notify {
        /// The player.
        player: PlayerId,
        /// True if the player was told.
        notified: bool,
    },
    /// Check a player in, or change the entry of one who is.
    Enter(NewEntry),
    /// Withdraw a player: from the list if they have not played, else from the rounds to come.
    Withdraw {
        /// The player.
        player: PlayerId,
    },
    /// Draw the next round, or move on to it.
    DrawRound(NewRound),
    /// Take back the draw of the newest round, which nobody has begun.
    TakeBackRound {
        /// The round.
        round: u16,
        /// The id of the draw: another draw stays as it is. `None`: any draw.
        draw: Option<CommandId>,
    },
    /// Let two players of a round swap their seats.
    Swap {
        /// The round.
        round: u16,
        /// The two.
        players: [PlayerId; 2],
        /// The id of the command: a repeat with it has no effect.
        id: Option<CommandId>,
    },
    /// Let others sit at tables of a round, or correct who sat there.
    Reseat(Reseat),
    /// Give players who came during a round a table.
    AddTable(NewTable),
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
    /// Note the amount that was handed out to a player.
    PayOut(Payout),
    /// Note the amount that was handed out to a player and their fee together: both or neither.
    Settle {
        /// The amount.
        payout: Payout,
        /// True if the fee is paid.
        paid: bool,
    },
    /// Finish the night.
    Finish {
        /// True if the games that are being played are called off.
        void_open_games: bool,
        /// The id of the command: a repeat with it has no effect.
        id: Option<CommandId>,
    },
    /// Take the finish back, so that the night is under way again.
    Reopen {
        /// The id of the finish: another finish stays as it is. `None`: any finish.
        finish: Option<CommandId>,
        /// The reason.
        reason: String,
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
    /// The rounds that the player is excused for; `None` changes nothing.
    pub excuse: Option<Excuse>,
    /// The id of the command: a repeat with it has no effect.
    pub id: Option<CommandId>,
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
        NewEntry { player, member: true, action: EntryAction::Arrive, excuse: None, id: None }
    }
}

/// The round that is to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRound {
    /// Its number, from 1: asking again for one that is there is harmless. `None`: the next.
    pub number: Option<u16>,
    /// The id of the command: a repeat with it has no effect.
    pub id: Option<CommandId>,
    /// The way in which it comes about.
    pub way: DrawWay,
    /// The seed of everything that is drawn.
    pub seed: Seed,
    /// The ids of its games, one a table at least: [`Night::next_table_count`](super::Night::next_table_count) tells
    /// how many.
    pub games: Vec<GameId>,
    /// The league's settings. The first round takes them for the night.
    pub settings: Settings,
}

/// A way in which a round after the first comes about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum DrawWay {
    /// By the movement, with as few changes as those who came and left need.
    #[default]
    Movement,
    /// The whole hall is drawn.
    Afresh,
}

pegout_engine::string_enum!(DrawWay, "a way to draw a round", { Movement => "movement", Afresh => "afresh" });
