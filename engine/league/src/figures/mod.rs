//! The figures of players and of the league: profiles, meetings, records and the race of a season. All of them are folds of the
//! facts of finished nights, in the order of the nights.

mod against;
mod facts;
mod meetings;
mod pegging;
mod profile;
mod race;
mod records;

pub use against::{AgainstFigures, AgainstGame, TogetherFigures, against};
pub use facts::{CardFacts, GameFacts, HandFacts, NightFacts, PeggedFacts, ShowFacts, Tally};
pub use meetings::{Meeting, Meetings, meetings};
pub use pegging::{PeggingFigures, ShowFigures, SpecialHand};
pub use profile::{
    CardFigures, FirstDeals, NightCard, OpponentFigures, PartnerFigures, Profile, Streak, StreakKind, profile,
};
pub use race::{NightToCome, Race, RaceNight, RaceRow, race};
pub use records::{Record, RecordHolder, RecordKind, records};

use std::sync::Arc;

/// The fewest of anything that have a mean.
const MIN_FOR_MEAN: usize = 5;

/// The mean of `count` numbers with this sum; `None` for fewer than five numbers.
fn mean(sum: impl Into<f64>, count: usize) -> Option<f64> {
    (count >= MIN_FOR_MEAN).then(|| sum.into() / count as f64)
}

/// The facts of nights, in the order of the nights.
type Nights<'a> = &'a [Arc<NightFacts>];
