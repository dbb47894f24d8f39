//! A season together with its finished nights.

use pegout_league::{SeasonRow, SeasonRules, season_standings};
use serde::Serialize;

use super::nights::report::NightReport;
use super::nights::visibility;
use crate::auth::caller::Caller;
use crate::auth::right::Audience;
use pegout_model::league::Season;

/// A season and the reports of its finished nights.
pub struct SeasonReport {
    /// The season.
    pub season: Season,
    /// The finished nights.
    pub nights: Vec<NightReport>,
    /// True in a league that everybody sees.
    pub is_public: bool,
}

impl SeasonReport {
    /// The standings as this caller sees them; `None` for a stranger.
    pub fn standings_for(&self, caller: Option<&Caller>) -> Vec<SeasonRow> {
        let Season { best_of, minimum_nights, average, .. } = self.season;
        let nights: Vec<_> = self.nights.iter().map(NightReport::standings).collect();
        let rules =
            SeasonRules { best_of: best_of.map(usize::from), minimum_nights: usize::from(minimum_nights), average };
        visibility::season(season_standings(&nights, rules), self.audience(caller))
    }

    /// Everything that the standings of this caller are made of. Two reports with the same sources have the same standings.
    pub fn sources(&self, caller: Option<&Caller>) -> impl Serialize + use<'_> {
        let nights: Vec<_> = self.nights.iter().map(|night| night.sources(caller)).collect();
        (&self.season, nights, self.audience(caller))
    }

    fn audience(&self, caller: Option<&Caller>) -> Audience {
        Audience::new(caller, self.is_public)
    }
}
