//! The settings of a league, and the division of the fees of a night by them.

use std::collections::BTreeSet;

use thiserror::Error;

use crate::{Card, Format};
use pegout_engine::rules::{Rules, RulesError};

/// The most games that a night may have.
pub const MAX_GAMES: u16 = 20;
/// The most rounds that a night may have, with the rounds of games to make up.
pub const MAX_ROUNDS: u16 = 40;
/// The highest fee, in cents.
pub const MAX_FEE: u32 = 100_000;
/// The most places that may win a prize.
pub const MAX_PRIZES: usize = 20;

/// The rule for a full card, whose player is ranked and may win a prize. With `every_round`, every round has its line.
/// With `excused`, every round has its line or is excused, and at least half of the rounds have a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum FullCard {
    /// Every round has its line or is excused, and at least half of the rounds have a line.
    Excused,
    /// Every round has its line.
    #[default]
    EveryRound,
}

pegout_engine::string_enum!(FullCard, "when a card is full", { Excused => "excused", EveryRound => "every_round" });

/// The way to find a table's first dealer: `first_seat`, always the first seat; `drawn`, by lot with the round;
/// `table_cuts`, by a cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = FirstDealerWay, rename_all = "snake_case"))]
pub enum FirstDealer {
    /// The first seat deals.
    #[default]
    FirstSeat,
    /// The seat is drawn with the round.
    Drawn,
    /// The players cut and may name the dealer.
    TableCuts,
}

pegout_engine::string_enum!(FirstDealer, "who deals first", {
    FirstSeat => "first_seat",
    Drawn => "drawn",
    TableCuts => "table_cuts",
});

/// A way to count the hand-outs of prizes and the 50/50. With `ticked` only noted amounts count. With `assumed` a prize without
/// a note counts from the finish on, and the 50/50 from its draw on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum HandOuts {
    /// A prize without a note counts from the finish on, and the 50/50 from its draw on.
    #[default]
    Assumed,
    /// Only noted amounts count.
    Ticked,
}

pegout_engine::string_enum!(HandOuts, "a way to count hand-outs", { Assumed => "assumed", Ticked => "ticked" });

/// The settings of a league. A night keeps the settings of its first draw.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = LeagueSettings))]
pub struct Settings {
    /// The rules the games are played by.
    #[cfg_attr(feature = "serde", serde(serialize_with = "pegout_engine::rules::serialize_stored"))]
    #[cfg_attr(feature = "utoipa", schema(value_type = pegout_engine::rules::RecordedRules, required = true))]
    pub rules: Rules,
    /// The number of rounds of a night, unless that night has its own number.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 1, maximum = 20))]
    pub games_per_night: u16,
    /// The fee that each player pays for a night, in cents.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 0, maximum = 100_000))]
    pub fee: u32,
    /// The part of each fee that goes to the 50/50, in cents: the drawn player's part and supplies.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 0, maximum = 100_000))]
    pub draw_part: u32,
    /// The part of the 50/50 that the drawn player gets, in percent; the rest is for supplies.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 0, maximum = 100))]
    pub draw_percent: u8,
    /// The prize pot as a part of the other fees, in percent; the rest is for activities.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 0, maximum = 100))]
    pub pot_percent: u8,
    /// The part of the pot that each place gets, from the first on, in percent: 100 together at most.
    #[cfg_attr(feature = "utoipa", schema(required = true, max_items = 20))]
    pub prize_shares: Vec<u8>,
    /// The rule for a full card; left out for `every_round`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "pegout_engine::text::is_default"))]
    pub full_card: FullCard,
    /// The way to find the seat that deals first at each table; left out for `first_seat`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "pegout_engine::text::is_default"))]
    pub first_dealer: FirstDealer,
    /// The way to count hand-outs; left out for `assumed`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "pegout_engine::text::is_default"))]
    pub hand_outs: HandOuts,
    /// The format of the nights; left out for `doubles_movement`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "pegout_engine::text::is_default"))]
    pub format: Format,
    /// The numbers that order the cards of a night; left out for `points_short`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "pegout_engine::text::is_default"))]
    pub card: Card,
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
            full_card: FullCard::EveryRound,
            first_dealer: FirstDealer::FirstSeat,
            hand_outs: HandOuts::Assumed,
            format: Format::DoublesMovement,
            card: Card::PointsShort,
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
        for (field, is_on) in [("lowball", self.rules.lowball), ("crash", self.rules.crash)] {
            if is_on {
                return Err(SettingsError::NotAtALeague { field });
            }
        }
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
    /// No card has lines for this variant.
    #[error(
        "A league night is not played by the rule {field}: its cards count the points that a side is short of the game hole. Play it at a table without a league."
    )]
    NotAtALeague {
        /// The field of the rules that is at fault.
        field: &'static str,
    },
    /// The number of games is out of its range.
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
            SettingsError::Rules(_) | SettingsError::NotAtALeague { .. } => "rules",
            SettingsError::GamesPerNight { .. } => "games_per_night",
            SettingsError::Fee { .. } => "fee",
            SettingsError::DrawPart { .. } => "draw_part",
            SettingsError::Percent { field, .. } => field,
            SettingsError::PrizeShares { .. } | SettingsError::Prizes { .. } => "prize_shares",
        }
    }
}

/// The fees of a night, divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fees {
    /// All fees.
    pub fees: u64,
    /// The pool of the 50/50: the drawn player's part and supplies.
    pub pool: u64,
    /// The drawn player's part of the pool, if the 50/50 were drawn now.
    pub payout: u64,
    /// The prize pot.
    pub pot: u64,
}

/// A player who may win a prize.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrizeCandidate {
    /// Their place, from 1.
    pub place: usize,
    /// The player or the pair of the card, by any number: partners have the same.
    pub unit: usize,
    /// The number of players who share the card: 1, or 2 for a pair.
    pub partners: usize,
    /// True if the player has paid.
    pub paid: bool,
}

impl Fees {
    /// The fees of this number of players who have paid.
    #[must_use]
    pub fn new(settings: &Settings, paid: usize) -> Fees {
        let paid = paid as u64;
        let fees = paid * u64::from(settings.fee);
        let pool = paid * u64::from(settings.draw_part);
        Fees {
            fees,
            pool,
            payout: pool * u64::from(settings.draw_percent) / 100,
            pot: fees.saturating_sub(pool) * u64::from(settings.pot_percent) / 100,
        }
    }

    /// The fees without the pool of the 50/50: prizes and activities.
    #[must_use]
    pub const fn distributable(&self) -> u64 {
        self.fees.saturating_sub(self.pool)
    }

    /// The prize of each candidate. Players who tie divide the shares of their places: two players at second place
    /// divide the second and the third share. Partners divide
    /// the share of their pair. Prizes are rounded to the nearest dollar, or all down if the fees would
    /// be too low. The prize of an unpaid player goes to activities.
    #[must_use]
    pub fn prizes(&self, shares: &[u8], candidates: &[PrizeCandidate]) -> Vec<u64> {
        // In hundredths of a cent, multiplied by the number of players who tie, so that no division comes before the rounding.
        let won = |candidate: &PrizeCandidate, up: bool| {
            let tied: Vec<usize> =
                candidates.iter().filter(|other| other.place == candidate.place).map(|other| other.unit).collect();
            let places = tied.iter().collect::<BTreeSet<_>>().len();
            // A pair divides its share by two also if one of them has no entry.
            let tied = places * candidate.partners;
            let spanned = shares.iter().skip(candidate.place - 1).take(places).map(|share| u64::from(*share));
            let dollar = 100 * 100 * tied as u64;
            let share = self.pot * spanned.sum::<u64>();
            let dollars = if up { (2 * share + dollar) / (2 * dollar) } else { share / dollar };
            if candidate.paid { dollars * 100 } else { 0 }
        };
        let rounded = |up| candidates.iter().map(|candidate| won(candidate, up)).collect::<Vec<u64>>();
        let nearest = rounded(true);
        if nearest.iter().sum::<u64>() <= self.distributable() { nearest } else { rounded(false) }
    }

    /// The prize of a player at each place when nobody ties and everybody has paid. A card has this number of `partners`: 1, or
    /// 2 for a pair.
    #[must_use]
    pub fn prizes_by_place(&self, shares: &[u8], partners: usize) -> Vec<u64> {
        let candidate = |place| PrizeCandidate { place, unit: place, partners, paid: true };
        let candidates: Vec<PrizeCandidate> =
            (1..=shares.len()).flat_map(|place| vec![candidate(place); partners]).collect();
        self.prizes(shares, &candidates).into_iter().step_by(partners).collect()
    }
}
