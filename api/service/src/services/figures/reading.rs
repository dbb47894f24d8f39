//! The read of the facts of nights, in batches.

use std::collections::HashMap;

use pegout_engine::Game;
use pegout_engine::game::GameId;
use pegout_league::figures::{NightFacts, NightToCome};
use pegout_league::night::{Night, Schedule, Status};
use pegout_league::{NightId, SeasonId, Settings};
use tokio::task::spawn_blocking;

use super::FigureService;
use super::memo::{FiguresNight, ReadNight};
use crate::problem::Problem;

/// The number of nights whose games are read together.
const NIGHTS_AT_ONCE: usize = 8;

/// A night that is to come or going on: a night before its first round has the settings of the league.
#[derive(Clone)]
pub(super) struct UnfinishedNight(Box<Night>);

impl UnfinishedNight {
    /// The night as a race needs it.
    pub fn to_come(&self, league: &Settings) -> NightToCome {
        let night = &self.0;
        NightToCome {
            card: night.card(league),
            games: night.games_per_night(league),
            target: night.settings(league).rules.target,
        }
    }
}

/// A night that was read, before its games are.
struct Unread {
    id: NightId,
    night: Option<Box<Night>>,
    version: u64,
}

impl FigureService {
    /// All nights, or the nights of a season, in order of their days.
    pub(super) async fn read(&self, season: Option<SeasonId>) -> Result<Vec<ReadNight>, Problem> {
        let versions = self.core.store.night_versions(season).await?;
        let mut found = Vec::new();
        let is_known = |found: &mut Vec<ReadNight>, (id, version): &(NightId, u64)| {
            let known = self.memo.get(*id, *version);
            let is_known = known.is_some();
            found.extend(known);
            is_known
        };
        let mut missing: Vec<_> = versions.into_iter().filter(|night| !is_known(&mut found, night)).collect();
        if !missing.is_empty() {
            // The next reader finds these nights in memory.
            let _permit = self.reading.acquire().await;
            missing.retain(|night| !is_known(&mut found, night));
            for batch in missing.chunks(NIGHTS_AT_ONCE) {
                found.extend(self.read_batch(batch.iter().map(|(id, _)| *id).collect()).await?);
            }
        }
        let order = |night: &ReadNight| night.facts().map(|facts| (facts.date, facts.starts_at, facts.night));
        found.sort_by_key(order);
        Ok(found)
    }

    /// Reads nights and their games from the store, so that the memory of games stays as it is.
    async fn read_batch(&self, ids: Vec<NightId>) -> Result<Vec<ReadNight>, Problem> {
        let log = &self.core.log;
        let read = self.memo.read();
        let unread = |night: &Night| {
            let &Schedule { night: id, .. } = night.schedule();
            let is_wanted = night.status() != Status::Cancelled;
            Unread { id, night: is_wanted.then(|| Box::new(night.clone())), version: night.version() }
        };
        let unread = log.nights.read_many(ids, unread).await?;
        let finished = unread.iter().filter_map(|unread| unread.night.as_deref());
        let finished = finished.filter(|night| night.status() == Status::Finished);
        let games: Vec<GameId> = finished.flat_map(|night| night.tables().map(|(_, table)| table.game)).collect();
        let games = log.games.read_many(games, Game::clone).await?;
        let permit = log.games.decoding.clone().acquire_owned().await;
        // Hundreds of games take longer than a peg may wait.
        let nights = spawn_blocking(move || {
            let _permit = permit;
            let games: HashMap<GameId, Game> = games.into_iter().map(|game| (game.setup().game, game)).collect();
            unread.into_iter().map(|unread| unread.with_games(&games)).collect::<Vec<ReadNight>>()
        });
        let nights = nights.await.map_err(|_| Problem::unavailable())?;
        // Another server may have added a player a moment ago.
        let facts = nights.iter().filter_map(ReadNight::facts);
        let players = facts.flat_map(|facts| facts.present.iter().chain(facts.cards.iter().map(|card| &card.holder)));
        self.core.names.ensure_known(players.copied()).await?;
        nights.iter().for_each(|night| read.keep(night));
        Ok(nights)
    }
}

impl Unread {
    fn with_games(self, games: &HashMap<GameId, Game>) -> ReadNight {
        let Unread { id, night, version } = self;
        let Some(night) = night else { return ReadNight::new(id, version, FiguresNight::Cancelled, Vec::new()) };
        match NightFacts::new(&night, |game| games.get(&game)) {
            Some(facts) => {
                let versions = night.tables().filter_map(|(_, table)| games.get(&table.game));
                let versions = versions.map(|game| (game.setup().game, game.version())).collect();
                ReadNight::new(id, version, FiguresNight::Finished(facts.into()), versions)
            }
            None => ReadNight::new(id, version, FiguresNight::Unfinished(UnfinishedNight(night)), Vec::new()),
        }
    }
}
