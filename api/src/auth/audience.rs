//! The parts of a night or a season that a caller sees beside what a stranger sees.

use pegout_league::PlayerId;
use serde::Serialize;

use crate::auth::caller::Caller;
use crate::auth::right::Right;
use pegout_model::grant::PhoneOwner;

/// The players of whom a caller sees a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Sight {
    /// None of them.
    Nobody,
    /// One player: the owner of a joined phone.
    Own(PlayerId),
    /// All players.
    Everybody,
}

impl Sight {
    /// Returns the value of this player, if the caller sees it.
    pub fn of<T>(self, player: PlayerId, value: Option<T>) -> Option<T> {
        let covers = match self {
            Sight::Nobody => false,
            Sight::Own(own) => own == player,
            Sight::Everybody => true,
        };
        value.filter(|_| covers)
    }
}

/// The values that a caller sees. Callers with the same audience get the same answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Audience {
    /// The players whose marks of having paid are seen.
    pub paid: Sight,
    /// The players whose prizes are seen, that of the 50/50 included.
    pub prizes: Sight,
    /// True for callers who see the number of lost changes at each table.
    pub losses: bool,
}

impl Audience {
    /// The audience of a caller, `None` for a stranger, in a league that is public or not.
    pub fn new(caller: Option<&Caller>, is_public: bool) -> Audience {
        let own = caller.and_then(|caller| match caller.grant.phone()?.owner {
            PhoneOwner::Player(player) => Some(Sight::Own(player)),
            PhoneOwner::Table(_) => None,
        });
        let has = |right| caller.is_some_and(|caller| caller.has(right));
        let sight = |sees_all| if sees_all { Sight::Everybody } else { own.unwrap_or(Sight::Nobody) };
        Audience {
            paid: sight(has(Right::ReadPaid)),
            prizes: sight(is_public || has(Right::ReadPrizes)),
            losses: has(Right::RunNights),
        }
    }
}
