//! The reasons why the seats of players are not possible.

use super::Refusal;
use crate::PlayerId;

/// A reason why the seats of players are not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatError {
    /// The players would sit on two seats of a round.
    Twice,
    /// The players are not here.
    Away,
    /// The players sat at a table, and would sit at no table.
    Nowhere,
    /// The players have a seat in the request, and are also in `out`.
    OutAndSeated,
    /// The players are named twice.
    NamedTwice,
    /// The players do not wait for a seat.
    NotWaiting,
    /// The players are in another pair.
    InAPair,
    /// The players do not play in a pair.
    NotAPair,
    /// The card of a substitute would count for players who have a card themselves, or another substitute.
    PlaysAlready,
    /// The card of a substitute counts for the players.
    HasSubstitute,
}

impl SeatError {
    /// Refuses unless the list of wrong players is empty.
    pub(super) fn check(self, players: Vec<PlayerId>) -> Result<(), Refusal> {
        if players.is_empty() { Ok(()) } else { Err(Refusal::Seats { players, error: self }) }
    }

    /// The sentence about players of these names; without names, about some players.
    #[must_use]
    pub fn sentence(self, names: &[String]) -> String {
        let who = match names.split_last() {
            None => "Some players".to_owned(),
            Some((only, [])) => only.clone(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        };
        let are = if names.len() == 1 { "is" } else { "are" };
        match self {
            SeatError::Twice => format!("{who} would sit twice in this round."),
            SeatError::Away => format!("{who} {are} not here tonight. Check them in first."),
            SeatError::Nowhere => format!("{who} would sit at no table. Seat them, or name them in “out”."),
            SeatError::OutAndSeated => format!("{who} {are} to sit at a table, and named in “out” too."),
            SeatError::NamedTwice => format!("{who} {are} named twice."),
            SeatError::InAPair => format!("{who} {are} in another pair. Split that pair first."),
            SeatError::NotAPair => format!("{who} would not sit opposite their partner. Seat whole pairs."),
            SeatError::PlaysAlready => {
                format!("{who} {are} in a pair tonight already, so nobody else can count for them.")
            }
            SeatError::HasSubstitute => {
                format!("The card of a substitute counts for {who} tonight. Let it count for the substitute first.")
            }
            SeatError::NotWaiting => format!("{who} {are} not waiting for a seat in this round."),
        }
    }
}
