//! A league's nights: who sits where, what each card says, who leads, and where the money goes.
//!
//! A [`night::Night`] is a log like a game's. It refers to its games by id; cards, standings and money are made from it
//! and from what its games have come to ([`Played`]), whenever they are asked for.

mod date;
mod id;
mod money;
pub mod night;
mod round;
mod scorecard;
mod season;
pub mod seating;
mod seed;
mod settings;
mod standings;

pub use date::{Date, DateError, StartTime};
pub use id::{NightId, PlayerId, RepresentativeId, SeasonId};
pub use money::{Fees, Holder};
pub use night::Night;
pub use round::{Round, Table, Way};
pub use scorecard::{Games, Played, Scorecard};
pub use season::{SeasonRow, SeasonRules, season_standings};
pub use seed::{Seed, SeedError};
pub use settings::{HIGHEST_FEE, MOST_GAMES, MOST_PRIZES, Settings, SettingsError};
pub use standings::{Standing, rank};
