//! The parts of a league that a page of the club may embed: only while the league is public.

use pegout_league::{NightId, SeasonId};

use crate::problem::{Problem, ProblemType};
use crate::services::league_service::LeagueService;

impl LeagueService {
    /// Refuses to embed a night, unless there is one with this id in a public league.
    pub async fn check_embedded_night(&self, id: Option<NightId>) -> Result<(), Problem> {
        let id = self.embedded(id).await?;
        self.nights.night(id).await.map(drop).map_err(hidden)
    }

    /// Refuses to embed the standings of a season, unless there is one with this id in a public league.
    pub async fn check_embedded_season(&self, id: Option<SeasonId>) -> Result<(), Problem> {
        let id = self.embedded(id).await?;
        self.season(id).await.map(drop).map_err(hidden)
    }

    async fn embedded<I>(&self, id: Option<I>) -> Result<I, Problem> {
        let is_public = self.league().await?.is_public;
        id.filter(|_| is_public).ok_or_else(nothing_to_embed)
    }
}

/// The problem of a night or a season that is not there, in the words of one that is not shown.
fn hidden(problem: Problem) -> Problem {
    if problem.status() == 404 { nothing_to_embed() } else { problem }
}

/// One sentence for an id that does not exist and for a league that is not public, which nobody can tell apart.
fn nothing_to_embed() -> Problem {
    let detail =
        "There is nothing to show here: the address is wrong, or the league does not show itself to everybody.";
    Problem::new(ProblemType::NotFound, detail)
}
