//! The rights that operations need, the roles that have each right, and the values that callers see.

use pegout_league::PlayerId;
use serde::Serialize;

use crate::auth::caller::{Author, Caller};
use crate::problem::Problem;
use pegout_model::grant::PhoneOwner;
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

impl Caller {
    /// Returns the author of a change that needs this right, or refuses a caller without it.
    pub fn require(&self, right: Right) -> Result<Author, Problem> {
        if self.has(right) { Ok(Author::new(self.clone())) } else { Err(Problem::forbidden_except(right.roles())) }
    }

    /// Returns true for a caller with this right.
    pub fn has(&self, right: Right) -> bool {
        right.roles().contains(&self.grant.role())
    }
}

/// The players whose values a caller sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Visibility {
    /// None of them.
    Nobody,
    /// One player: the owner of a joined phone.
    Own(PlayerId),
    /// All players.
    Everybody,
}

impl Visibility {
    /// Returns the value of this player, if the caller sees it.
    pub fn of<T>(self, player: PlayerId, value: Option<T>) -> Option<T> {
        let covers = match self {
            Visibility::Nobody => false,
            Visibility::Own(own) => own == player,
            Visibility::Everybody => true,
        };
        value.filter(|_| covers)
    }
}

/// The values that a caller sees. Callers with the same audience get the same answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Viewer {
    /// The players whose marks of having paid are seen.
    pub paid: Visibility,
    /// The players whose prizes are seen, that of the 50/50 included.
    pub prizes: Visibility,
    /// True for callers who see the number of lost changes at each table.
    pub losses: bool,
}

impl Viewer {
    /// The audience of a caller, `None` for a stranger, in a league that is public or not.
    pub fn new(caller: Option<&Caller>, is_public: bool) -> Viewer {
        let own = caller.and_then(|caller| match caller.grant.phone()?.owner {
            PhoneOwner::Player(player) => Some(Visibility::Own(player)),
            PhoneOwner::Table(_) => None,
        });
        let has = |right| caller.is_some_and(|caller| caller.has(right));
        let visibility = |sees_all| if sees_all { Visibility::Everybody } else { own.unwrap_or(Visibility::Nobody) };
        Viewer {
            paid: visibility(has(Right::ReadPaid)),
            prizes: visibility(is_public || has(Right::ReadPrizes)),
            losses: has(Right::RunNights),
        }
    }
}

/// A right that the type of a parameter names, so that an operation declares it in its signature.
pub trait Need {
    /// The right.
    const RIGHT: Right;
}

macro_rules! needs {
    ($($name:ident),+) => {
        /// The needs of operations, each called like its right.
        pub mod need {
            use super::{Need, Right};

            $(
                #[doc = concat!("The need of [`Right::", stringify!($name), "`].")]
                pub struct $name;

                impl Need for $name {
                    const RIGHT: Right = Right::$name;
                }
            )+
        }
    };
}

needs!(
    AddPlayers,
    CheckIn,
    ManageLeague,
    ManagePlayers,
    ManageSeasons,
    ReadJoinCode,
    ReadMoney,
    ReadPlayers,
    RunNights
);
