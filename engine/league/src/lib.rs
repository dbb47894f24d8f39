//! A league's nights: seats, scorecards, standings and money.
//!
//! A [`night::Night`] is a fold of its events, like a game. It refers to its games by id. Cards, standings and money
//! are computed from it and from its games' results ([`GameResult`]). The features are the features of `pegout-engine`.

mod card;
mod date;
pub mod figures;
mod format;
pub mod ledger;
pub mod night;
pub mod rotation;
mod round;
mod scorecard;
mod season;
pub mod seating;
mod seed;
mod series;
mod settings;

pub use card::{Card, Line, Sums};
pub use date::{Date, DateError, StartTime, Weekday};
pub use format::Format;
pub use ledger::Ledger;
pub use night::Night;
pub use pegout_engine::id::{CommandId, NightId};
pub use round::{Round, RoundOrigin, Table};
pub use scorecard::{GameResult, GameResults, GameState, PlayedRounds, Scorecard, Standing, rank};
pub use season::{Average, Counts, SeasonRow, SeasonRules, season_standings};
pub use seed::{Seed, SeedError};
pub use series::{MAX_NIGHTS, Series, SeriesError};
pub use settings::{
    Fees, FirstDealer, FullCard, HandOuts, MAX_FEE, MAX_GAMES, MAX_PRIZES, PrizeCandidate, Settings, SettingsError,
};

use pegout_engine::id;

id!(PlayerId, "The id of a player.", "0198c5a2-b222-7d3a-9b52-0c6f6f3f1a06");
id!(PairId, "The id of a pair of a night, made by the page.", "0198c5a2-b333-7d3a-9b52-0c6f6f3f1a12");
id!(UnitId, "The id of a side of a rotation: of a player, or of a pair.", "0198c5a2-b222-7d3a-9b52-0c6f6f3f1a06");
id!(SeasonId, "The id of a season.", "0198c5a2-c333-7d3a-9b52-0c6f6f3f1a07");
id!(
    RepresentativeId,
    "The id of a representative, who may sign in with the rights of their role.",
    "0198c5a2-d444-7d3a-9b52-0c6f6f3f1a08"
);

impl From<PlayerId> for UnitId {
    fn from(player: PlayerId) -> UnitId {
        UnitId::from_bytes(player.bytes())
    }
}

impl From<UnitId> for PlayerId {
    fn from(unit: UnitId) -> PlayerId {
        PlayerId::from_bytes(unit.bytes())
    }
}

impl From<PairId> for UnitId {
    fn from(pair: PairId) -> UnitId {
        UnitId::from_bytes(pair.bytes())
    }
}

impl From<UnitId> for PairId {
    fn from(unit: UnitId) -> PairId {
        PairId::from_bytes(unit.bytes())
    }
}
