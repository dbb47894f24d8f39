//! The streams of all games, or of all nights: what their events have made is loaded once, and kept in memory while it is wanted.

use std::sync::Arc;

use serde::Deserialize;
use tokio::sync::Mutex;

use crate::eventlog::aggregate::Aggregate;
use crate::eventlog::cache::{Held, Memory};
use crate::eventlog::transaction::Change;
use crate::problem::Problem;
use crate::services::player_names::Names;
use crate::store::{Store, Stored};

/// How many may be loaded at once.
const LOADING: usize = 16;

/// All games, or all nights.
pub struct Streams<A: Aggregate> {
    /// Those that are in memory.
    pub memory: Memory<A>,
    store: Arc<Store>,
    names: Arc<Names>,
    /// Each held by whoever loads one of those whose ids end alike.
    loading: [Mutex<()>; LOADING],
}

impl<A: Aggregate> Streams<A> {
    /// Those in this store, with none in memory.
    pub fn new(store: Arc<Store>, names: Arc<Names>) -> Streams<A> {
        Streams { memory: Memory::default(), store, names, loading: Default::default() }
    }

    /// The one with this id.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be loaded.
    pub async fn held(&self, id: A::Id) -> Result<Arc<Held<A>>, Problem> {
        self.find(id, false).await?.filter(|held| held.begun()).ok_or_else(A::missing)
    }

    /// What others go by than those who have its turn.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be loaded.
    pub async fn seen(&self, id: A::Id) -> Result<A::Seen, Problem> {
        Ok(self.held(id).await?.seen.borrow().clone())
    }

    /// The turn of the one with this id.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be loaded.
    pub async fn turn(&self, id: A::Id) -> Result<Change<A>, Problem> {
        Ok(Change::of(id, self.held(id).await?).await)
    }

    /// The turn of the one with this id, which may be a new one.
    ///
    /// # Errors
    ///
    /// When it cannot be loaded.
    pub async fn turn_or_new(&self, id: A::Id) -> Result<Change<A>, Problem> {
        Ok(Change::of(id, self.held_or_new(id).await?).await)
    }

    /// Everything that happened, the oldest first, each with its place from 1.
    ///
    /// # Errors
    ///
    /// When there is no such log, or it cannot be read.
    pub async fn history(&self, id: A::Id) -> Result<Vec<(u64, A::Event)>, Problem> {
        let stored = self.store.stream(A::stream(id)).await?;
        if stored.is_empty() || is_of_another::<A>(&stored) {
            return Err(A::missing());
        }
        stored.iter().map(|stored| Ok((stored.version, read::<A>(id, stored)?))).collect()
    }

    /// What the log has made, by what is stored; `None` where the log is of something else.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub async fn load(&self, id: A::Id) -> Result<Option<A>, Problem> {
        self.names.settle().await?;
        let events = self.store.stream(A::stream(id)).await?;
        if is_of_another::<A>(&events) {
            return Ok(None);
        }
        let mut state = A::default();
        for stored in events {
            state.apply(&read::<A>(id, &stored)?);
        }
        Ok(Some(state))
    }

    /// The one with this id, which may be a new one.
    ///
    /// # Errors
    ///
    /// When it cannot be loaded, or the id is that of something else.
    pub async fn held_or_new(&self, id: A::Id) -> Result<Arc<Held<A>>, Problem> {
        self.find(id, true).await?.ok_or_else(|| A::taken(id))
    }

    /// The one with this id; one that is still to begin only where it `may_begin`, so that nothing is kept of ids that
    /// are made up.
    async fn find(&self, id: A::Id, may_begin: bool) -> Result<Option<Arc<Held<A>>>, Problem> {
        if let Some(held) = self.memory.get(id) {
            return Ok(Some(held));
        }
        // A hall that looks at the same all at once loads it once.
        let _turn = self.loading[usize::from(A::stream(id)[15]) % LOADING].lock().await;
        if let Some(held) = self.memory.get(id) {
            return Ok(Some(held));
        }
        let Some(state) = self.load(id).await?.filter(|state| may_begin || state.version() > 0) else {
            return Ok(None);
        };
        let seen = state.seen(&self.names);
        Ok(Some(self.memory.put(id, state, seen)))
    }
}

/// Whether the log is not a game's where a game is wanted, or not a night's where a night is.
fn is_of_another<A: Aggregate>(events: &[Stored]) -> bool {
    #[derive(Deserialize)]
    struct First<'a> {
        kind: &'a str,
    }
    let first = events.first().and_then(|stored| serde_json::from_str::<First>(&stored.body).ok());
    first.is_some_and(|first| first.kind != A::FIRST)
}

fn read<A: Aggregate>(id: A::Id, stored: &Stored) -> Result<A::Event, Problem> {
    serde_json::from_str(&stored.body).map_err(|error| {
        log::error!("event {} of {id} cannot be read: {error}", stored.version);
        Problem::unavailable()
    })
}
