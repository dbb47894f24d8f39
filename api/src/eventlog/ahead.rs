//! The games with a phone that is ahead of the service, after a restored backup or an accepted loss.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pegout_engine::game::GameId;

/// The most games that are remembered.
const MAX_GAMES: usize = 1024;

/// The games with phones that are ahead. Only the memory of this server has them. After a restart, and on another server, a game is
/// known again when its phone opens a stream there.
#[derive(Default)]
pub struct Ahead(Mutex<BTreeMap<GameId, Seen>>);

#[derive(Clone, Copy)]
struct Seen {
    /// The newest version that a phone has seen.
    version: u64,
    /// The number of changes that the service lacked then.
    lost: u64,
}

impl Ahead {
    /// Notes that a phone has seen this version of a game that is at `version`. Returns true for news.
    pub fn note(&self, game: GameId, seen: u64, version: u64) -> bool {
        let mut games = self.games();
        let is_known = games.get(&game).is_some_and(|known| known.version >= seen);
        let has_room = games.len() < MAX_GAMES || games.contains_key(&game);
        let is_news = seen > version && !is_known && has_room;
        if is_news {
            games.insert(game, Seen { version: seen, lost: seen - version });
        }
        is_news
    }

    /// The number of changes of a game that a phone has and the service lost. A game that has come so far again is forgotten.
    pub fn lost(&self, game: GameId, version: u64) -> Option<u64> {
        let mut games = self.games();
        let lost = games.get(&game).filter(|seen| seen.version > version).map(|seen| seen.lost);
        if lost.is_none() {
            games.remove(&game);
        }
        lost
    }

    fn games(&self) -> MutexGuard<'_, BTreeMap<GameId, Seen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
