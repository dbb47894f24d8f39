//! The rules that a club may set, and presets of them.

mod preset;

use thiserror::Error;

pub use preset::Preset;

/// The rules a game is played by. The default is the preset `auclair`, the league's own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Rules {
    /// The game hole: 121 (twice around the board) or 61 (once around).
    #[cfg_attr(feature = "utoipa", schema(schema_with = targets))]
    pub target: u8,
    /// A loser below this score is skunked; `null`: nobody is. At most the target.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 121))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub skunk_below: Option<u8>,
    /// A loser below this score is skunked twice; `null`: nobody is. Less than `skunk_below`.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 120))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub double_skunk_below: Option<u8>,
    /// The values of a win, a skunk and a double skunk in match play, 0 to 255 each.
    #[cfg_attr(feature = "utoipa", schema(value_type = Vec<u8>, min_items = 3, max_items = 3))]
    pub game_values: [u8; 3],
    /// True if an opponent may claim the points that a player missed.
    pub muggins: bool,
    /// True if the last card of the deal takes 1 when the count is below 31.
    pub last_card_point: bool,
    /// True if four cards of one suit in the crib score 4 without the starter.
    pub crib_flush_of_four: bool,
    /// True if the dealer's two for his heels may win the game.
    pub heels_can_win: bool,
    /// True if the one for a go or for last may win the game.
    pub go_can_win: bool,
    /// The first dealer of a rematch.
    pub first_deal: FirstDeal,
}

#[cfg(feature = "utoipa")]
fn targets() -> utoipa::openapi::schema::Object {
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::Type::Integer)
        .description(Some("The game hole: 121 (twice around the board) or 61 (once around)."))
        .enum_values(Some([61, 121]))
        .build()
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            target: 121,
            skunk_below: Some(91),
            double_skunk_below: Some(61),
            game_values: [1, 2, 3],
            muggins: false,
            last_card_point: true,
            crib_flush_of_four: false,
            heels_can_win: true,
            go_can_win: true,
            first_deal: FirstDeal::Loser,
        }
    }
}

impl Rules {
    /// Checks that these rules go together.
    ///
    /// # Errors
    ///
    /// Names the field that is at fault: a target other than 61 or 121, or skunk lines that are not
    /// `double_skunk_below` < `skunk_below` ≤ `target`.
    pub fn check(&self) -> Result<(), RulesError> {
        let &Rules { target, skunk_below, double_skunk_below, .. } = self;
        if target != 61 && target != 121 {
            return Err(RulesError::Target(target));
        }
        match (skunk_below, double_skunk_below) {
            (Some(line), _) if line == 0 || line > target => Err(RulesError::SkunkBelow { line, target }),
            (_, Some(line)) if line == 0 || line >= skunk_below.unwrap_or(0) => {
                Err(RulesError::DoubleSkunkBelow { line, skunk_below })
            }
            _ => Ok(()),
        }
    }

    /// The skunk of a side that lost a game at this score.
    #[must_use]
    pub fn skunk(&self, score: u8) -> Skunk {
        if self.double_skunk_below.is_some_and(|line| score < line) {
            Skunk::DoubleSkunk
        } else if self.skunk_below.is_some_and(|line| score < line) {
            Skunk::Skunk
        } else {
            Skunk::None
        }
    }

    /// The value in match play of a game won in this way.
    #[must_use]
    pub fn game_value(&self, skunk: Skunk) -> u8 {
        self.game_values[skunk as usize]
    }
}

/// The first dealer of a rematch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum FirstDeal {
    /// The first seat of the side with the lowest score; of sides that tie, the next clockwise after the winner.
    #[default]
    Loser,
    /// The seat after the one that dealt first in the game before.
    Alternate,
    /// The player who cut the lowest card.
    Cut,
}

crate::text::string_enum!(FirstDeal, "a way to choose the first dealer", {
    Loser => "loser",
    Alternate => "alternate",
    Cut => "cut",
});

/// The margin by which a game was won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Skunk {
    /// The loser reached the skunk line, or nobody has lost yet.
    #[default]
    None,
    /// The loser stayed below the skunk line.
    Skunk,
    /// The loser stayed below the double skunk line.
    DoubleSkunk,
}

crate::text::string_enum!(Skunk, "a way to win", { None => "none", Skunk => "skunk", DoubleSkunk => "double_skunk" });

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
}

impl RulesError {
    /// The field of [`Rules`] that is at fault.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        match self {
            RulesError::Target(_) => "target",
            RulesError::SkunkBelow { .. } => "skunk_below",
            RulesError::DoubleSkunkBelow { .. } => "double_skunk_below",
        }
    }
}
