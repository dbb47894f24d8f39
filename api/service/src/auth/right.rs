//! The rights that operations need, and the roles that have each right.

use pegout_model::role::CallerRole::{self, Coordinator, Display, Door, Phone, Representative, Results};

/// A right that an operation needs. No right is needed to score a game with the game's token, or to read a game or a
/// night by its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// Reads the lists of seasons and nights of a league that is not public.
    ReadLists,
    /// Reads the names of the players.
    ReadPlayers,
    /// Reads the marks of players who have paid.
    ReadPaid,
    /// Reads prizes and the amount of the 50/50 in a league that is not public.
    ReadPrizes,
    /// Reads the money of a night, and its history.
    ReadMoney,
    /// Reads the join code of a night.
    ReadJoinCode,
    /// Checks players in and out, and notes their fees.
    CheckIn,
    /// Adds a player by name.
    AddPlayers,
    /// Reads and changes contact details, imports players.
    ManagePlayers,
    /// Scores the games of a night at any table, and corrects their results while the night is under way.
    ScoreTables,
    /// Draws, seats, excuses, calls games off, finishes and cancels nights, and sends phones away.
    RunNights,
    /// Schedules nights and seasons.
    ManageSeasons,
    /// Changes the settings of the league and its representatives, and forgets players.
    ManageLeague,
    /// Has a session that can be listed and ended.
    HaveSession,
}

impl Right {
    /// The roles that have the right.
    pub const fn roles(self) -> &'static [CallerRole] {
        match self {
            Right::ReadLists => &[Coordinator, Representative, Door, Results, Phone, Display],
            Right::ReadPrizes => &[Coordinator, Representative, Display],
            Right::ReadJoinCode => &[Coordinator, Representative, Door, Display],
            Right::ReadPlayers | Right::ReadPaid | Right::CheckIn | Right::AddPlayers => {
                &[Coordinator, Representative, Door]
            }
            Right::ScoreTables => &[Coordinator, Representative, Results],
            Right::ReadMoney | Right::ManagePlayers | Right::RunNights | Right::ManageSeasons => {
                &[Coordinator, Representative]
            }
            Right::ManageLeague => &[Coordinator],
            Right::HaveSession => &[Coordinator, Representative, Door, Results],
        }
    }
}

/// A right as a type, so that the signature of a handler can require it.
pub trait RequiredRight {
    /// The right.
    const RIGHT: Right;
}

macro_rules! required_rights {
    ($($name:ident),+) => {
        /// The rights that operations need, each as a type.
        pub mod rights {
            use super::{RequiredRight, Right};

            $(
                #[doc = concat!("The right [`Right::", stringify!($name), "`].")]
                pub struct $name;

                impl RequiredRight for $name {
                    const RIGHT: Right = Right::$name;
                }
            )+
        }
    };
}

required_rights!(
    AddPlayers,
    CheckIn,
    ManageLeague,
    ManagePlayers,
    ManageSeasons,
    ReadJoinCode,
    ReadMoney,
    ReadPlayers,
    RunNights,
    ScoreTables
);
