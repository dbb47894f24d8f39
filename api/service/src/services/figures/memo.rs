//! The facts of nights in memory. They are kept until the night or one of its games changes, or merges do.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pegout_engine::game::GameId;
use pegout_league::NightId;
use pegout_league::figures::NightFacts;

use super::reading::UnfinishedNight;
use crate::eventlog::outdated::Outdated;
use pegout_store::StreamId;

/// A night as figures need it.
#[derive(Clone)]
pub(super) enum FiguresNight {
    /// A finished night.
    Finished(Arc<NightFacts>),
    /// A night that is to come or going on.
    Unfinished(UnfinishedNight),
    /// A cancelled night.
    Cancelled,
}

/// A night that was read, with the versions of its games.
#[derive(Clone)]
pub(super) struct ReadNight {
    /// The night.
    pub id: NightId,
    /// Its version.
    pub version: u64,
    /// The data of it.
    pub night: FiguresNight,
    /// The games that they are made of.
    pub games: Arc<[(GameId, u64)]>,
}

impl ReadNight {
    /// A night that was read now.
    pub fn new(id: NightId, version: u64, night: FiguresNight, games: Vec<(GameId, u64)>) -> ReadNight {
        ReadNight { id, version, night, games: games.into() }
    }

    /// The facts of a finished night.
    pub const fn facts(&self) -> Option<&Arc<NightFacts>> {
        match &self.night {
            FiguresNight::Finished(facts) => Some(facts),
            FiguresNight::Unfinished(_) | FiguresNight::Cancelled => None,
        }
    }
}

/// The nights in memory.
#[derive(Default)]
pub(super) struct Memo(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    by_night: HashMap<NightId, ReadNight>,
    by_game: HashMap<GameId, (NightId, u64)>,
    /// The changes since each read began that is under way. A night that has changed since is not kept.
    reads: HashMap<u64, Changes>,
    next_read: u64,
}

/// The changes during a read.
#[derive(Default)]
struct Changes {
    streams: HashSet<StreamId>,
    everything: bool,
}

/// A read of nights that is under way.
pub(super) struct Read<'a> {
    memo: &'a Memo,
    number: u64,
}

impl Memo {
    /// Drops the nights that a change concerns.
    pub fn drop_outdated(&self, outdated: Outdated) {
        let mut kept = self.kept();
        let (stream, before) = match outdated {
            Outdated::Everything => {
                kept.reads.values_mut().for_each(|changes| changes.everything = true);
                kept.by_night.clear();
                kept.by_game.clear();
                return;
            }
            Outdated::Stream(stream) => (stream, u64::MAX),
            Outdated::Before(stream, version) => (stream, version),
        };
        if stream == StreamId::Ledger {
            return;
        }
        for changes in kept.reads.values_mut() {
            changes.streams.insert(stream);
        }
        let night = match stream {
            StreamId::Night(id) => kept.by_night.get(&id).filter(|night| night.version < before).map(|night| night.id),
            StreamId::Game(id) => kept.by_game.get(&id).filter(|(_, known)| *known < before).map(|(night, _)| *night),
            StreamId::Ledger => None,
        };
        if let Some(night) = night {
            kept.remove(night);
        }
    }

    /// The night at this version.
    pub fn get(&self, id: NightId, version: u64) -> Option<ReadNight> {
        self.kept().by_night.get(&id).filter(|night| night.version == version).cloned()
    }

    /// The number of nights.
    pub fn len(&self) -> usize {
        self.kept().by_night.len()
    }

    /// Begins a read of nights.
    pub fn read(&self) -> Read<'_> {
        let mut kept = self.kept();
        kept.next_read += 1;
        let number = kept.next_read;
        kept.reads.insert(number, Changes::default());
        drop(kept);
        Read { memo: self, number }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn remove(&mut self, id: NightId) {
        let games = self.by_night.remove(&id).map(|night| night.games);
        for (game, _) in games.iter().flat_map(|games| games.iter()) {
            self.by_game.remove(game);
        }
    }
}

impl Read<'_> {
    /// Keeps a night, unless it has changed since the read began.
    pub fn keep(&self, night: &ReadNight) {
        let mut kept = self.memo.kept();
        let has_changed = |changes: &Changes| {
            let games = night.games.iter().map(|(game, _)| StreamId::Game(*game));
            let mut streams = games.chain([StreamId::Night(night.id)]);
            changes.everything || streams.any(|stream| changes.streams.contains(&stream))
        };
        if kept.reads.get(&self.number).is_none_or(has_changed) {
            return;
        }
        kept.remove(night.id);
        kept.by_game.extend(night.games.iter().map(|(game, version)| (*game, (night.id, *version))));
        kept.by_night.insert(night.id, night.clone());
    }
}

impl Drop for Read<'_> {
    fn drop(&mut self) {
        self.memo.kept().reads.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn night(number: u8, version: u64) -> ReadNight {
        let games = vec![(GameId::from_bytes([number; 16]), 7)];
        ReadNight::new(NightId::from_bytes([number; 16]), version, FiguresNight::Cancelled, games)
    }

    fn kept(memo: &Memo, number: u8) -> bool {
        memo.get(NightId::from_bytes([number; 16]), 3).is_some()
    }

    fn game(number: u8) -> StreamId {
        StreamId::Game(GameId::from_bytes([number; 16]))
    }

    #[test]
    fn a_change_of_a_night_or_of_one_of_its_games_drops_that_night_alone() {
        let memo = Memo::default();
        for change in [StreamId::Night(NightId::from_bytes([1; 16])), game(1)] {
            let read = memo.read();
            [1, 2].into_iter().for_each(|number| read.keep(&night(number, 3)));
            drop(read);
            memo.drop_outdated(Outdated::Stream(change));
            assert_eq!((kept(&memo, 1), kept(&memo, 2)), (false, true));
        }
    }

    #[test]
    fn a_notice_of_a_version_that_was_read_drops_nothing() {
        let memo = Memo::default();
        memo.read().keep(&night(1, 3));
        memo.drop_outdated(Outdated::Before(game(1), 7));
        memo.drop_outdated(Outdated::Before(StreamId::Night(NightId::from_bytes([1; 16])), 3));
        assert!(kept(&memo, 1));
        memo.drop_outdated(Outdated::Before(game(1), 8));
        assert!(!kept(&memo, 1));
    }

    #[test]
    fn a_night_that_changes_while_it_is_read_is_not_kept() {
        for change in [Outdated::Stream(game(1)), Outdated::Everything] {
            let memo = Memo::default();
            let read = memo.read();
            memo.drop_outdated(change);
            read.keep(&night(1, 3));
            assert!(!kept(&memo, 1), "{change:?}");
            drop(read);
            memo.read().keep(&night(1, 3));
            assert!(kept(&memo, 1), "the next read keeps it");
        }
    }
}
