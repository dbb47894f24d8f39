//! The seasons of the league.

use pegout_league::{Average, Date, SeasonId};
use serde::Serialize;
use utoipa::ToSchema;

/// A season: nights from one day to another that make one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Season {
    /// The season's id.
    pub id: SeasonId,
    /// Its name.
    #[schema(examples("Winter 2026"))]
    pub name: String,
    /// Its first day.
    pub starts: Date,
    /// Its last day, not before the first.
    pub ends: Date,
    /// The number of a player's best full cards that count; `null` for all of them.
    #[schema(required = true, minimum = 1, maximum = 1000)]
    pub best_of: Option<u16>,
    /// The number of full cards that a player needs to be ranked.
    #[schema(minimum = 1, maximum = 1000)]
    pub minimum_nights: u16,
    /// The average that ranks its players.
    pub average: Average,
}

impl Season {
    /// Returns true for a day of the season.
    pub fn contains(&self, date: Date) -> bool {
        (self.starts..=self.ends).contains(&date)
    }

    /// Returns true if a night may be moved to a day: one of the season, or one that is nearer to it than before.
    pub fn may_move(&self, from: Date, to: Date) -> bool {
        self.contains(to) || (from <= to && to < self.starts) || (self.ends < to && to <= from)
    }
}
