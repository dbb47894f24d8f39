//! The settings of a league: the number of games a night, their rules, and the parts of the fees.

use thiserror::Error;

use crate::rules::{Rules, RulesError};

/// The most games that a night may have.
pub const MAX_GAMES: u16 = 20;
/// The highest fee, in cents.
pub const MAX_FEE: u32 = 100_000;
/// The most places that may win a prize.
pub const MAX_PRIZES: usize = 20;

/// The settings of a league. A night goes by those that were set when its first round was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = LeagueSettings))]
pub struct Settings {
    /// The rules the games are played by.
    pub rules: Rules,
    /// The number of rounds of a night, unless that night has its own number.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 20))]
    pub games_per_night: u16,
    /// The fee that each player pays for a night, in cents.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 100_000))]
    pub fee: u32,
    /// The part of each fee that goes to the 50/50, in cents: the drawn player's part and supplies.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 100_000))]
    pub draw_part: u32,
    /// The part of the 50/50 that the drawn player gets, in percent; the rest is for supplies.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 100))]
    pub draw_percent: u8,
    /// The prize pot as a part of the other fees, in percent; the rest is for activities.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 100))]
    pub pot_percent: u8,
    /// The part of the pot that each place gets, from the first on, in percent: 100 together at most.
    #[cfg_attr(feature = "utoipa", schema(max_items = 20))]
    pub prize_shares: Vec<u8>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            rules: Rules::default(),
            games_per_night: 4,
            fee: 1000,
            draw_part: 200,
            draw_percent: 50,
            pot_percent: 80,
            prize_shares: vec![50, 30, 20],
        }
    }
}

impl Settings {
    /// Checks that a league can go by these settings.
    ///
    /// # Errors
    ///
    /// Names the field that is at fault.
    pub fn check(&self) -> Result<(), SettingsError> {
        self.rules.check()?;
        check_games(self.games_per_night)?;
        if self.fee > MAX_FEE {
            return Err(SettingsError::Fee { given: self.fee });
        }
        if self.draw_part > self.fee {
            return Err(SettingsError::DrawPart { given: self.draw_part, fee: self.fee });
        }
        for (field, given) in [("draw_percent", self.draw_percent), ("pot_percent", self.pot_percent)] {
            if given > 100 {
                return Err(SettingsError::Percent { field, given });
            }
        }
        let sum = self.prize_shares.iter().map(|share| u32::from(*share)).sum();
        if sum > 100 {
            return Err(SettingsError::PrizeShares { sum });
        }
        if self.prize_shares.len() > MAX_PRIZES {
            return Err(SettingsError::Prizes { given: self.prize_shares.len() });
        }
        Ok(())
    }
}

/// Checks the number of games of a night.
pub(super) fn check_games(given: u16) -> Result<(), SettingsError> {
    if (1..=MAX_GAMES).contains(&given) { Ok(()) } else { Err(SettingsError::GamesPerNight { given }) }
}

/// Settings that no league can go by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// The rules do not go together.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// No night has so many games.
    #[error("A night has 1 to {MAX_GAMES} games, not {given}.")]
    GamesPerNight {
        /// The number that was given.
        given: u16,
    },
    /// The fee is too high.
    #[error("A fee of {given} cents is too high: it is {MAX_FEE} cents at most.")]
    Fee {
        /// The fee that was given, in cents.
        given: u32,
    },
    /// More of the fee goes to the 50/50 than there is.
    #[error("{given} cents of a fee of {fee} cents cannot go to the 50/50: it is the fee at most.")]
    DrawPart {
        /// The part that was given, in cents.
        given: u32,
        /// The fee, in cents.
        fee: u32,
    },
    /// A percentage is over a hundred.
    #[error("{given} percent is more than there is: it is 100 at most.")]
    Percent {
        /// The field that is at fault.
        field: &'static str,
        /// The percentage that was given.
        given: u8,
    },
    /// The shares of the pot are more than the pot.
    #[error("The shares of the prizes are {sum} percent together: they are 100 at most.")]
    PrizeShares {
        /// The sum of the shares.
        sum: u32,
    },
    /// Too many places win a prize.
    #[error("{given} prizes are too many: there are {MAX_PRIZES} at most.")]
    Prizes {
        /// The number of prizes.
        given: usize,
    },
}

impl SettingsError {
    /// The field of [`Settings`] that is at fault.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        match self {
            SettingsError::Rules(_) => "rules",
            SettingsError::GamesPerNight { .. } => "games_per_night",
            SettingsError::Fee { .. } => "fee",
            SettingsError::DrawPart { .. } => "draw_part",
            SettingsError::Percent { field, .. } => field,
            SettingsError::PrizeShares { .. } | SettingsError::Prizes { .. } => "prize_shares",
        }
    }
}
