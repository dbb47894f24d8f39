//! Rules that cannot be played by.

use thiserror::Error;

/// Rules that cannot be played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// The target is neither 61 nor 121.
    #[error("A game goes to 61 or to 121, not to {0}.")]
    Target(u8),
    /// The skunk line lies beyond the target, or at nothing.
    #[error(
        "A skunk line of {line} does not fit a game to {target}: it lies between 1 and the target. The preset once_around has the lines of a game to 61."
    )]
    SkunkBelow {
        /// The line that was asked for.
        line: u8,
        /// The target it must not pass.
        target: u8,
    },
    /// The double skunk line is not below the skunk line.
    #[error(
        "A double skunk line of {line} must lie between 1 and the skunk line{}. The preset once_around has the lines of a game to 61.",
        match skunk_below { Some(line) => format!(", which is {line}"), None => ", and there is none".to_owned() }
    )]
    DoubleSkunkBelow {
        /// The line that was asked for.
        line: u8,
        /// The skunk line that it must stay below.
        skunk_below: Option<u8>,
    },
    /// A match is played to a tally of 1 to 9.
    #[error("A match is played to a tally of 1 to 9, not to {0}. Leave match_to out for a match without end.")]
    MatchTo(u8),
    /// A penalty is at most 29 points.
    #[error("A penalty is 0 to 29 points, not {0}: 0 for none.")]
    Penalty(u8),
    /// The pack has two jokers at most.
    #[error("A pack has 0, 1 or 2 jokers, not {0}.")]
    Jokers(u8),
    /// Two rules make no sense together.
    #[error("The rules {field} and {other} clash: {reason}.")]
    Clash {
        /// The field that is at fault.
        field: &'static str,
        /// The field that it clashes with.
        other: &'static str,
        /// The reason.
        reason: &'static str,
    },
}

impl RulesError {
    /// The field of the rules that is at fault.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        match self {
            RulesError::Target(_) => "target",
            RulesError::SkunkBelow { .. } => "skunk_below",
            RulesError::DoubleSkunkBelow { .. } => "double_skunk_below",
            RulesError::MatchTo(_) => "match_to",
            RulesError::Penalty(_) => "penalties",
            RulesError::Jokers(_) => "jokers",
            RulesError::Clash { field, .. } => field,
        }
    }
}
