//! The setup of a game: its sides, its rules and its seats.

use thiserror::Error;

use super::Direction;
use super::metadata::{MAX_NAME_LENGTH, TextError};
use crate::id::{GameId, NightId, TokenId};
use crate::rules::{Rules, RulesError};

/// The setup of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "super::stored::StoredSetup", into = "super::stored::StoredSetup"))]
pub struct Setup {
    /// The game.
    pub game: GameId,
    /// Two or three sides of one to three players: all of one size and six players at most, or two and three.
    pub sides: Vec<Side>,
    /// The rules of the game.
    pub rules: Rules,
    /// The seat that deals first, from 0.
    pub first_dealer: u8,
    /// False if the first dealer is unknown and `first_dealer` is provisional.
    pub first_dealer_known: bool,
    /// The direction of each side on the track of crash cribbage; `None`: all go clockwise, or each has its own track.
    pub crash_directions: Option<Vec<Direction>>,
    /// A match at a table, or a league night.
    pub occasion: Occasion,
}

/// The occasion of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// A match at a table of its own.
    Table {
        /// The token that keeps the score of the match; `None` without such a token.
        scorer: Option<TokenId>,
        /// The game before this game; `None` for the first game of a match.
        previous: Option<Previous>,
    },
    /// A round of a league night.
    League {
        /// The night.
        night: NightId,
    },
}

/// The game of a match that a rematch follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Previous {
    /// The game.
    pub game: GameId,
    /// The tally of the match after it, a number a side.
    pub tally: Vec<u32>,
}

/// One to three players who share a track.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Side {
    /// The name of the side.
    #[cfg_attr(feature = "utoipa", schema(min_length = 1, max_length = 100))]
    pub name: String,
    /// Its players, in the order in which they sit clockwise.
    #[cfg_attr(feature = "utoipa", schema(min_items = 1, max_items = 3))]
    pub players: Vec<String>,
    /// False if `name` is the default, because nobody has named the side; left out otherwise.
    #[cfg_attr(feature = "serde", serde(default = "yes", skip_serializing_if = "is_true"))]
    #[cfg_attr(feature = "utoipa", schema(required = false))]
    pub named: bool,
}

/// The names of sides that nobody has named, by place.
const DEFAULT_NAMES: [&str; 3] = ["Us", "Them", "Third"];
/// The names that pages of the first edition gave a side that nobody had named.
const UNNAMED: [&str; 4] = ["Us", "Them", "Nous", "Eux"];

impl Side {
    /// A side of one player, with the name of the player.
    #[must_use]
    pub fn from_player(name: String) -> Side {
        Side::new(name.clone(), vec![name])
    }

    /// A side with a name of its own.
    #[must_use]
    pub const fn new(name: String, players: Vec<String>) -> Side {
        Side { name, players, named: true }
    }

    /// The side at this place, from 0, with the default name. Without `players` the side is one player of that name.
    #[must_use]
    pub fn unnamed(place: usize, players: Option<Vec<String>>) -> Side {
        let name = DEFAULT_NAMES[place.min(DEFAULT_NAMES.len() - 1)].to_owned();
        Side { players: players.unwrap_or_else(|| vec![name.clone()]), name, named: false }
    }

    /// Returns false for a side with a default name: `named` is false, or an old page sent that name as the only player.
    #[must_use]
    pub fn is_named(&self) -> bool {
        self.named && !(self.is_own_player() && UNNAMED.contains(&self.name.as_str()))
    }

    /// Returns true for a single player with the name of the side.
    pub(super) fn is_own_player(&self) -> bool {
        matches!(&self.players[..], [player] if *player == self.name)
    }
}

/// The default of a field that is left out if it is true.
#[cfg(feature = "serde")]
pub(super) const fn yes() -> bool {
    true
}

#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) const fn is_true(value: &bool) -> bool {
    *value
}

impl Setup {
    /// The first game of a match.
    #[must_use]
    pub const fn new(game: GameId, sides: Vec<Side>, rules: Rules, first_dealer: u8) -> Setup {
        let occasion = Occasion::Table { scorer: None, previous: None };
        Setup { game, sides, rules, first_dealer, first_dealer_known: true, crash_directions: None, occasion }
    }

    /// The league night that the game is played at.
    #[must_use]
    pub const fn night(&self) -> Option<NightId> {
        match self.occasion {
            Occasion::Table { .. } => None,
            Occasion::League { night } => Some(night),
        }
    }

    /// The token that keeps the score of the match.
    #[must_use]
    pub const fn scorer(&self) -> Option<TokenId> {
        match self.occasion {
            Occasion::Table { scorer, .. } => scorer,
            Occasion::League { .. } => None,
        }
    }

    /// The game before this rematch.
    #[must_use]
    pub const fn previous(&self) -> Option<&Previous> {
        match &self.occasion {
            Occasion::Table { previous, .. } => previous.as_ref(),
            Occasion::League { .. } => None,
        }
    }

    /// Checks that a game can begin with this setup.
    ///
    /// # Errors
    ///
    /// Returns an error if the rules, the sides or their names are not valid, or the first dealer sits on no seat.
    pub fn check(&self) -> Result<(), SetupError> {
        self.rules.check()?;
        let sizes: Vec<usize> = self.sides.iter().map(|side| side.players.len()).collect();
        match sizes[..] {
            [1..=3, 1..=3] | [1, 1, 1] | [2, 2, 2] if sizes.iter().all(|size| *size == sizes[0]) => {}
            [2, 3] | [3, 2] => {}
            [_, _] | [_, _, _] => return Err(SetupError::Sizes { sizes }),
            _ => return Err(SetupError::Sides { given: sizes.len() }),
        }
        for (place, side) in self.sides.iter().enumerate() {
            for name in [&side.name].into_iter().chain(&side.players) {
                TextError::check(name, MAX_NAME_LENGTH).map_err(|error| SetupError::Name { side: place, error })?;
            }
        }
        self.check_directions()?;
        self.check_seat(self.first_dealer)
    }

    fn check_directions(&self) -> Result<(), SetupError> {
        let sides = self.sides.len();
        match &self.crash_directions {
            None => Ok(()),
            Some(_) if !self.rules.crash => Err(SetupError::NotCrash),
            Some(given) if given.len() != sides => Err(SetupError::Directions { given: given.len(), sides }),
            Some(_) => Ok(()),
        }
    }

    /// The direction of a side on the track of crash cribbage, clockwise by default.
    pub(super) fn direction(&self, side: usize) -> Direction {
        let named = self.crash_directions.as_ref().and_then(|directions| directions.get(side));
        named.copied().unwrap_or_default()
    }

    /// Puts other players on the seats. If the first dealer's seat is gone, the first seat deals first.
    pub(super) fn reseat(&mut self, sides: Vec<Side>) {
        self.sides = sides;
        if self.check_seat(self.first_dealer).is_err() {
            self.first_dealer = 0;
        }
    }

    pub(super) fn check_seat(&self, dealer: u8) -> Result<(), SetupError> {
        let seats = self.seats().len();
        if usize::from(dealer) < seats { Ok(()) } else { Err(SetupError::FirstDealer { given: dealer, seats }) }
    }

    /// The side of each seat, clockwise: the sides take turns, and the extra player of a larger side sits last.
    #[must_use]
    pub fn seats(&self) -> Vec<u8> {
        let row = |nth| (0..).zip(&self.sides).filter(move |(_, side)| nth < side.players.len()).map(|(side, _)| side);
        (0..3).flat_map(row).collect()
    }

    /// The seat that deals the deal of this number, from 1: the deal passes to the left.
    pub(super) fn dealer(&self, deal: u32) -> u8 {
        let seats = self.seats().len() as u32;
        ((u32::from(self.first_dealer) + deal - 1) % seats) as u8
    }

    /// The seat to the left of a seat.
    pub(super) fn after(&self, seat: u8) -> u8 {
        (seat + 1) % self.seats().len() as u8
    }
}

/// A game that cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The rules do not go together.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// Two or three sides play.
    #[error("Two or three sides play, and here {} {given}.", if *given == 1 { "is" } else { "are" })]
    Sides {
        /// The number that was given.
        given: usize,
    },
    /// The sizes of the sides do not go together.
    #[error(
        "Sides of {} players do not go together: they are of one size, 1 to 3, with six players at most, or two and three.",
        sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(" and ")
    )]
    Sizes {
        /// The number of players of each side.
        sizes: Vec<usize>,
    },
    /// The name of a side or a player is empty or too long.
    #[error("A name of side {side} does not do. {error}")]
    Name {
        /// The side, from 0.
        side: usize,
        /// The error of the name.
        error: TextError,
    },
    /// Each side has its own track.
    #[error("Directions are chosen on the track of crash cribbage alone, and the rule crash is off: leave them out.")]
    NotCrash,
    /// Each side goes in one direction.
    #[error("{sides} sides play, so there must be {sides} directions, and here {} {given}.", if *given == 1 { "is" } else { "are" })]
    Directions {
        /// The number that was given.
        given: usize,
        /// The number of sides.
        sides: usize,
    },
    /// The seat of the first dealer does not exist.
    #[error("There is no seat {given} to deal first: {seats} players sit on the seats 0 to {}.", seats - 1)]
    FirstDealer {
        /// The seat that was named.
        given: u8,
        /// The number of seats.
        seats: usize,
    },
}
