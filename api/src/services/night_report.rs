//! A night together with what its games have come to, as far as both are known at a moment.

use std::sync::Arc;

use pegout_engine::league::night::{Money, Night, NightView, Refusal, StandingsRow};
use pegout_engine::league::{GameResults, NightId, PlayerId, Settings};

use crate::eventlog::Records;
use crate::problem::Problem;
use crate::services::player_names::Names;

/// A night, its games, and what it takes to tell of them.
pub struct Evening {
    /// The night.
    pub night: Arc<Night>,
    games: GameResults,
    league: Settings,
    names: Arc<Names>,
}

impl Evening {
    /// The night with this id as it is.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be loaded.
    pub async fn of(records: &Records, id: NightId) -> Result<Evening, Problem> {
        let night = records.nights.seen(id).await?;
        let mut games = GameResults::new();
        for (_, table) in night.tables() {
            if let Some(league) = records.games.seen(table.game).await?.league {
                games.insert(table.game, league.played.as_ref().clone());
            }
        }
        // A night that has begun goes by what was set then.
        let begun = !night.rounds().is_empty();
        let league = if begun { Settings::default() } else { records.store.league().await?.settings };
        Ok(Evening { night, games, league, names: records.names.clone() })
    }

    /// A night without games, which goes by these settings of the league until it begins.
    pub fn to_come(records: &Records, night: Arc<Night>, league: Settings) -> Evening {
        Evening { night, games: GameResults::new(), league, names: records.names.clone() }
    }

    /// The night as it is told to everybody.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn view(&self) -> Result<NightView, Problem> {
        let missing = || Refusal::NoSuchNight.into();
        self.night.view(&self.games, &self.league, &|player| self.name(player)).ok_or_else(missing)
    }

    /// Its standings.
    pub fn standings(&self) -> Vec<StandingsRow> {
        self.night.standings(&self.games, &self.league, &|player| self.name(player))
    }

    /// Where its money goes.
    pub fn money(&self) -> Money {
        self.night.money(&self.games, &self.league, &|player| self.name(player))
    }

    /// What a player is called.
    pub fn name(&self, player: PlayerId) -> String {
        self.names.of(player)
    }
}
