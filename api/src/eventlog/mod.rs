//! The logs of the games and of the nights, which change together: all of a change is stored at once, or nothing.

pub mod aggregate;
pub mod cache;
pub mod repository;
pub mod snapshot;
pub mod transaction;

use std::sync::Arc;
use std::time::Duration;

use actix_web::rt;
use pegout_engine::game::Game;
use pegout_engine::league::{Night, NightId};

use crate::eventlog::aggregate::Aggregate;
use crate::eventlog::repository::Streams;
use crate::eventlog::transaction::Change;
use crate::problem::Problem;
use crate::services::player_names::Names;
use crate::store::{Along, Store, StoreError, Stream};

/// How long a game or a night stays in memory that nobody looks at.
const IDLE: Duration = Duration::from_secs(600);

/// All games and all nights.
pub struct Records {
    /// The games.
    pub games: Streams<Game>,
    /// The nights.
    pub nights: Streams<Night>,
    /// What their players are called.
    pub names: Arc<Names>,
    /// Where it is all stored.
    pub store: Arc<Store>,
}

impl Records {
    /// The games and nights of this store.
    pub fn new(store: Arc<Store>) -> Records {
        let names = Arc::new(Names::new(store.clone()));
        Records {
            games: Streams::new(store.clone(), names.clone()),
            nights: Streams::new(store.clone(), names.clone()),
            names,
            store,
        }
    }

    /// Stores all changes at once, and what comes along with them, and only then makes and tells them.
    ///
    /// # Errors
    ///
    /// When they cannot be stored. Nothing has changed then.
    pub async fn carry_out(
        &self,
        mut night: Option<&mut Change<Night>>,
        games: &mut [Change<Game>],
        along: Option<Along>,
    ) -> Result<(), Problem> {
        let streams = games.iter().filter_map(Change::stream);
        let streams: Vec<Stream> = night.iter().filter_map(|night| night.stream()).chain(streams).collect();
        if streams.is_empty() {
            return Ok(());
        }
        if let Err(error) = self.store.append(streams, along).await {
            if let StoreError::Conflict(_) = error {
                // What is in memory is not what is stored.
                if let Some(night) = night
                    && let Some(stored) = self.nights.load(night.id).await?
                {
                    night.replace(stored, &self.names);
                }
                for game in games {
                    if let Some(stored) = self.games.load(game.id).await? {
                        game.replace(stored, &self.names);
                    }
                }
            }
            return Err(error.into());
        }
        // All turns are held until all is told. The games come first: whoever sees the night finds its games.
        for game in &mut *games {
            game.publish(&self.names);
        }
        if let Some(night) = &mut night {
            night.publish(&self.names);
        }
        for game in games.iter().filter(|game| !game.events.is_empty()) {
            if let Some(league) = game.seen().league {
                self.stir(league.night);
            }
        }
        Ok(())
    }

    /// Somebody is called otherwise now, or nothing any more: everybody who watches hears of it.
    ///
    /// # Errors
    ///
    /// When the names cannot be read.
    pub async fn rename(&self) -> Result<(), Problem> {
        self.names.refresh().await?;
        for game in self.games.memory.everything() {
            if game.seen.borrow().league.is_some() {
                let state = game.state.lock().await;
                game.seen.send_replace(state.seen(&self.names));
            }
        }
        self.stir_all();
        Ok(())
    }

    /// Lets those who watch any night know that something it goes by has changed.
    pub fn stir_all(&self) {
        for night in self.nights.memory.everything() {
            night.seen.send_modify(|_| {});
        }
    }

    /// Lets those who watch a night know that one of its games has changed.
    fn stir(&self, night: NightId) {
        if let Some(night) = self.nights.memory.get(night) {
            night.seen.send_modify(|_| {});
        }
    }

    /// Lets the games and nights go from memory that nobody looks at, for as long as the service runs.
    pub async fn tidy(self: Arc<Records>) {
        loop {
            rt::time::sleep(IDLE / 10).await;
            self.games.memory.sweep(IDLE);
            self.nights.memory.sweep(IDLE);
        }
    }
}

/// A caller who hangs up does not stop what was begun: nothing is stored without being made in memory too.
///
/// # Errors
///
/// When the work fails, or breaks down.
pub async fn to_the_end<T: 'static>(work: impl Future<Output = Result<T, Problem>> + 'static) -> Result<T, Problem> {
    rt::spawn(work).await.unwrap_or_else(|error| {
        log::error!("a change broke down: {error}");
        Err(Problem::unavailable())
    })
}
