//! The rules that a club may set, and presets of them.

mod preset;
#[cfg(feature = "serde")]
mod stored;
mod variant;

pub use preset::Preset;
#[cfg(feature = "utoipa")]
#[doc(hidden)]
pub use stored::RecordedRules;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use stored::serialize as serialize_stored;
#[cfg(feature = "utoipa")]
pub use variant::PenaltiesChange;
pub use variant::{FirstDeal, Nineteen, Penalties, Skunk};

use thiserror::Error;

/// The rules of a game. The default is the preset `auclair`, the league's own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Rules {
    /// The game hole: 121 (twice around the board) or 61 (once around).
    #[cfg_attr(feature = "utoipa", schema(required = true, schema_with = targets))]
    #[cfg_attr(feature = "serde", serde(deserialize_with = "stored::one::<_, stored::Target>"))]
    pub target: u8,
    /// A loser below this score is skunked; `null`: nobody is. At most the target.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 1, maximum = 121))]
    #[cfg_attr(feature = "serde", serde(deserialize_with = "stored::optional::<_, stored::SkunkBelow>"))]
    pub skunk_below: Option<u8>,
    /// A loser below this score is skunked twice; `null`: nobody is. Less than `skunk_below`.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 1, maximum = 120))]
    #[cfg_attr(feature = "serde", serde(deserialize_with = "stored::optional::<_, stored::DoubleSkunkBelow>"))]
    pub double_skunk_below: Option<u8>,
    /// The values of a win, a skunk and a double skunk in match play, 0 to 255 each.
    #[cfg_attr(feature = "utoipa", schema(required = true, value_type = Vec<u8>, min_items = 3, max_items = 3))]
    pub game_values: [u8; 3],
    /// True if an opponent may claim the points that a player missed.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub muggins: bool,
    /// True if the last card of the deal takes 1 when the count is below 31.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub last_card_point: bool,
    /// True if four cards of one suit in the crib score 4 without the starter.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub crib_flush_of_four: bool,
    /// True if the dealer's two for his heels may win the game.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub heels_can_win: bool,
    /// True if the point for a go or for last may win the game.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub go_can_win: bool,
    /// False if a side one point short of the target may not peg the point for a go or for last.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub go_from_120: bool,
    /// False if a dealer one point short of the target may not peg two for his heels.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub heels_from_120: bool,
    /// The first dealer of a rematch.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub first_deal: FirstDeal,
    /// The tally that wins a match, 1 to 9; `null`: a match goes on as long as its players like.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 1, maximum = 9))]
    #[cfg_attr(feature = "serde", serde(deserialize_with = "stored::optional::<_, stored::MatchTo>"))]
    pub match_to: Option<u8>,
    /// The points that the table offers as a penalty.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub penalties: Penalties,
    /// The shows that score 19 for counting nothing.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub nineteen: Nineteen,
    /// True if four cards are dealt to each player and none is discarded, so that there is no crib.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub no_discard: bool,
    /// True if the first side to reach the target loses.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub lowball: bool,
    /// The jokers in the pack, 0 to 2: wild cards, declared again in each count.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 0, maximum = 2))]
    #[cfg_attr(feature = "serde", serde(deserialize_with = "stored::one::<_, stored::Jokers>"))]
    pub jokers: u8,
    /// True if all sides peg on one track with the shape of an eight, where a peg throws other pegs off their holes.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub crash: bool,
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
            go_from_120: true,
            heels_from_120: true,
            first_deal: FirstDeal::Loser,
            match_to: None,
            penalties: Penalties::default(),
            nineteen: Nineteen::None,
            no_discard: false,
            lowball: false,
            jokers: 0,
            crash: false,
        }
    }
}

impl Rules {
    /// Checks that these rules go together.
    ///
    /// # Errors
    ///
    /// Returns an error that names the wrong field: a number out of its range, or two rules that clash. The skunk lines
    /// must be `double_skunk_below` < `skunk_below` ≤ `target`.
    pub fn check(&self) -> Result<(), RulesError> {
        self.check_numbers()?;
        self.check_clashes()
    }

    fn check_numbers(&self) -> Result<(), RulesError> {
        let &Rules { target, skunk_below, double_skunk_below, match_to, penalties, jokers, .. } = self;
        if target != 61 && target != 121 {
            return Err(RulesError::Target(target));
        }
        match (skunk_below, double_skunk_below) {
            (Some(line), _) if line == 0 || line > target => return Err(RulesError::SkunkBelow { line, target }),
            (_, Some(line)) if line == 0 || line >= skunk_below.unwrap_or(0) => {
                return Err(RulesError::DoubleSkunkBelow { line, skunk_below });
            }
            _ => {}
        }
        if let Some(given) = match_to.filter(|tally| !(1..=9).contains(tally)) {
            return Err(RulesError::MatchTo(given));
        }
        if let Some(given) = [penalties.renege, penalties.cut].into_iter().find(|points| *points > 29) {
            return Err(RulesError::Penalty(given));
        }
        if jokers > 2 { Err(RulesError::Jokers(jokers)) } else { Ok(()) }
    }

    fn check_clashes(&self) -> Result<(), RulesError> {
        let (field, other, reason) = if self.no_discard && self.nineteen == Nineteen::HandAndCrib {
            ("nineteen", "no_discard", "without a discard there is no crib that could count nothing")
        } else if self.no_discard && self.crib_flush_of_four {
            ("crib_flush_of_four", "no_discard", "without a discard there is no crib")
        } else if self.crash && self.lowball {
            ("crash", "lowball", "a side that is thrown back would be helped, and nobody has said how that is played")
        } else if self.crash && self.target != 121 {
            ("crash", "target", "the track of crash cribbage is the whole board of 121")
        } else if self.first_deal == FirstDeal::AlternateThenCut && self.match_to.is_none() {
            let reason =
                "alternate_then_cut cuts for the game that can decide a match, so the match needs a tally to play to";
            ("first_deal", "match_to", reason)
        } else {
            return Ok(());
        };
        Err(RulesError::Clash { field, other, reason })
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

/// Rules that are not playable.
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
        /// The line that was given.
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
        /// The line that was given.
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
