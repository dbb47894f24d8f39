//! Removes free games (games without a night) some time after their last change.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use pegout_engine::Time;
use pegout_engine::game::{Game, GameId, Status};

use crate::eventlog::EventLog;
use pegout_model::clock::Clock;
use pegout_store::{FreeGame, GamesDue, Store, StoreError};

/// The fewest pegs of a game that was played.
const MIN_PEGS: usize = 3;
/// The longest time between two sweeps.
const MAX_INTERVAL: Duration = Duration::from_secs(3600);
/// The shortest time between two sweeps, for games that are kept for seconds.
const MIN_INTERVAL: Duration = Duration::from_millis(500);
/// The most games of one query.
const BATCH: usize = 100;
/// The most events that are removed in one transaction; the first game of a match is always removed.
const MAX_EVENTS: u64 = 5000;
/// The pause after each change, so that the removal does not delay pegs.
const PAUSE: Duration = Duration::from_millis(20);

/// Removes old games.
pub struct GameExpiry {
    /// The log of the games.
    pub log: Arc<EventLog>,
    /// The store.
    pub store: Arc<dyn Store>,
    /// The clock for the age of games.
    pub clock: Arc<dyn Clock>,
    /// An unfinished game with fewer than three pegs is kept for this time after its last change; `None`: forever.
    pub keep_unplayed: Option<Duration>,
    /// Any other game is kept for this time; `None`: forever.
    pub keep_games: Option<Duration>,
}

/// The games of a match, the oldest first.
struct Match {
    games: Vec<Game>,
    touched_at: Time,
    is_played: bool,
}

impl GameExpiry {
    /// Removes games that are old enough, forever.
    pub async fn remove_expired_forever(self) {
        let Some(shortest) = self.keep_unplayed.into_iter().chain(self.keep_games).min() else { return };
        let interval = (shortest / 4).clamp(MIN_INTERVAL, MAX_INTERVAL);
        loop {
            tokio::time::sleep(interval).await;
            match self.remove_expired().await {
                Ok(0) => {}
                Ok(removed) => log::info!("old games without a night were removed: {removed}"),
                Err(error) => log::warn!("old games are not removed now: {error}"),
            }
        }
    }

    /// Removes the games that are old enough now, and returns their number.
    pub async fn remove_expired(&self) -> Result<usize, StoreError> {
        let now = self.clock.now();
        let before = |keep: Option<Duration>| keep.and_then(|keep| earlier(now, keep));
        let mut due = GamesDue {
            after: None,
            unplayed_until: before(self.keep_unplayed),
            played_until: before(self.keep_games),
            most: BATCH,
        };
        let (mut removed, mut seen) = (0, HashSet::new());
        loop {
            let found = self.store.games_due(due).await?;
            for game in found.iter().filter(|game| !seen.contains(&game.id)).copied().collect::<Vec<_>>() {
                if seen.contains(&game.id) {
                    continue;
                }
                match self.find_match(game).await {
                    Ok(games) => {
                        seen.extend(games.ids());
                        removed += self.remove_or_note(&games, &due).await?;
                    }
                    Err(error) => log::warn!("the old game {} cannot be read, and stays: {error}", game.id),
                }
            }
            match found.last() {
                Some(last) if found.len() == BATCH => due.after = Some(last.id),
                _ => return Ok(removed),
            }
        }
    }

    /// Finds the match of a game. The age of the match counts from its newest change, or from the moment in the game's row
    /// if that is later.
    async fn find_match(&self, FreeGame { id, touched_at }: FreeGame) -> Result<Match, StoreError> {
        let mut games: Vec<Game> = self.log.games.load_uncached(id).await?.into_iter().collect();
        let mut ids = HashSet::from([id]);
        while let Some(previous) = games.first().and_then(|game| game.setup().previous()).map(|previous| previous.game)
            && ids.insert(previous)
            && let Some(game) = self.log.games.load_uncached(previous).await?
        {
            games.insert(0, game);
        }
        while let Some(next) = games.last().and_then(Game::rematch_id)
            && ids.insert(next)
            && let Some(game) = self.log.games.load_uncached(next).await?
        {
            games.push(game);
        }
        let newest = games.iter().map(Game::changed_at).max();
        let is_played = |game: &Game| game.status() != Status::Playing || game.pegs_ever() >= MIN_PEGS;
        Ok(Match {
            touched_at: newest.map_or(touched_at, |newest| newest.max(touched_at)),
            is_played: games.iter().any(is_played),
            games,
        })
    }

    /// Removes a match that is old enough, or notes when it will be old enough.
    async fn remove_or_note(&self, games: &Match, due: &GamesDue) -> Result<usize, StoreError> {
        let until = if games.is_played { due.played_until } else { due.unplayed_until };
        if until.is_none_or(|until| games.touched_at > until) {
            self.store.note_games(games.ids().collect(), games.touched_at, games.is_played).await?;
            tokio::time::sleep(PAUSE).await;
            return Ok(0);
        }
        let mut events = 0;
        let fits = |game: &&Game| {
            events += game.version();
            events == game.version() || events <= MAX_EVENTS
        };
        let old: Vec<GameId> = games.games.iter().take_while(fits).map(|game| game.setup().game).collect();
        let count = old.len();
        // The kept games are expected too: a peg in the newest game continues the match.
        let versions = games.games.iter().map(|game| (game.setup().game, game.version())).collect();
        let is_removed = self.log.remove_games(old, versions).await?;
        tokio::time::sleep(PAUSE).await;
        Ok(if is_removed { count } else { 0 })
    }
}

impl Match {
    fn ids(&self) -> impl Iterator<Item = GameId> + '_ {
        self.games.iter().map(|game| game.setup().game)
    }
}

fn earlier(now: Time, keep: Duration) -> Option<Time> {
    Time::from_millis(now.millis().checked_sub(i64::try_from(keep.as_millis()).ok()?)?)
}
