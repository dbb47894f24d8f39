//! A league's nights: seats, scorecards, standings and money.
//!
//! A [`night::Night`] is a fold of its events, like a game. It refers to its games by id. Cards, standings and money are
//! computed from it and from its games' results ([`GameResult`]). The features are those of `pegout-engine`.

mod date;
mod id;
mod money;
pub mod night;
mod round;
mod scorecard;
mod season;
pub mod seating;
mod seed;
mod series;
mod settings;
mod standings;

pub use crate::id::{CommandId, MessageId, NightId, PlayerId, RepresentativeId, SeasonId, WebhookId};
pub use date::{Date, DateError, StartTime, Weekday};
pub use money::{Fees, PrizeCandidate};
pub use night::Night;
pub use round::{Round, RoundOrigin, Table};
pub use scorecard::{GameResult, GameResults, GameState, PlayedRounds, Scorecard};
pub use season::{Average, SeasonRow, SeasonRules, season_standings};
pub use seed::{Seed, SeedError};
pub use series::{MAX_NIGHTS, Series, SeriesError};
pub use settings::{FirstDealer, FullCard, HandOuts, MAX_FEE, MAX_GAMES, MAX_PRIZES, Settings, SettingsError};
pub use standings::{Standing, rank, rank_by_average};
