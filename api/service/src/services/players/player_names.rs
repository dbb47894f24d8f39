//! The names of players. The log of a league game has ids in the places of names, so that a person can be forgotten.
//! Rendering replaces the ids by the names.

use async_recursion::async_recursion as boxed;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use pegout_engine::game::{EventKind, Game, GameView, Refusal, ResultView, ShownEvent, Side, SideView};
use pegout_league::PlayerId;
use tokio::sync::Mutex;

use pegout_model::player::Merges;
use pegout_store::{Store, StoreError};

/// The name of a person who was forgotten.
const FORMER_PLAYER: &str = "Former player";
/// The text between the partners of a side.
const SEPARATOR: &str = " + ";

/// The names of all players, in memory.
pub struct PlayerNames {
    store: Arc<dyn Store>,
    /// `None` before the names are loaded. A forgotten person has no name.
    names: RwLock<Option<HashMap<PlayerId, Option<String>>>>,
    /// The lock for one load at a time, so that an older load never replaces newer names.
    lock: Mutex<()>,
    /// The number of changes so far.
    changes: AtomicU64,
}

impl PlayerNames {
    /// The names in this store.
    pub fn new(store: Arc<dyn Store>) -> PlayerNames {
        PlayerNames { store, names: RwLock::default(), lock: Mutex::default(), changes: AtomicU64::default() }
    }

    /// Loads the names, if they are not loaded.
    pub async fn ensure_loaded(&self) -> Result<(), StoreError> {
        self.ensure_known([]).await
    }

    /// Loads the names, if the name of one of these players is missing. Another server may have added a player a moment
    /// ago.
    pub async fn ensure_known(&self, players: impl IntoIterator<Item = PlayerId>) -> Result<(), StoreError> {
        let players: Vec<PlayerId> = players.into_iter().collect();
        if self.are_known(&players) {
            return Ok(());
        }
        let _lock = self.lock.lock().await;
        // The last holder of the lock may have loaded the names.
        if self.are_known(&players) {
            return Ok(());
        }
        self.load().await?;
        if let Some(names) = self.names.write().unwrap_or_else(PoisonError::into_inner).as_mut() {
            // A player without a name now was forgotten. The entry prevents another load.
            for player in players {
                names.entry(player).or_default();
            }
        }
        Ok(())
    }

    /// Reloads the names, because a name has changed.
    pub async fn reload(&self) -> Result<(), StoreError> {
        let _lock = self.lock.lock().await;
        self.load().await
    }

    fn are_known(&self, players: &[PlayerId]) -> bool {
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        names.as_ref().is_some_and(|names| players.iter().all(|player| names.contains_key(player)))
    }

    /// Loads the names, under the lock.
    async fn load(&self) -> Result<(), StoreError> {
        let players = self.store.players().await?.into_iter();
        let mut names: HashMap<PlayerId, Option<String>> =
            players.map(|player| (player.id, Some(player.name))).collect();
        let merges: Merges = self.store.merges().await?.into_iter().collect();
        for player in merges.merged() {
            if let Some(name) = names.get(&merges.person(player)).cloned() {
                names.insert(player, name);
            }
        }
        *self.names.write().unwrap_or_else(PoisonError::into_inner) = Some(names);
        self.changes.fetch_add(1, Ordering::Release);
        Ok(())
    }

    /// Adds the name of a new player.
    #[boxed(?Send)]
    pub async fn add(&self, player: PlayerId, name: String) {
        // A load in progress may not have read this name.
        let _lock = self.lock.lock().await;
        if let Some(names) = self.names.write().unwrap_or_else(PoisonError::into_inner).as_mut() {
            names.entry(player).or_default().get_or_insert(name);
        }
        self.changes.fetch_add(1, Ordering::Release);
    }

    /// The number of changes so far. Text rendered after reading this number contains names at least as new as the
    /// number.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// The name of a player.
    pub fn get(&self, player: PlayerId) -> String {
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        let name = names.as_ref().and_then(|names| names.get(&player)?.as_deref());
        name.unwrap_or(FORMER_PLAYER).to_owned()
    }

    /// Replaces ids by names in the view of a league game.
    pub fn name_view(&self, view: &mut GameView) {
        for SideView { name, players, .. } in &mut view.sides {
            self.name_side(name, players);
        }
        view.pegs.iter_mut().filter_map(|peg| peg.by.as_mut()).for_each(|by| *by = self.expand_ids(by));
        if let Some(result) = &mut view.result {
            self.name_result(result);
        }
        self.name_event(&mut view.latest);
    }

    /// Replaces ids by names in an event of a league game.
    pub fn name_event(&self, event: &mut ShownEvent) {
        event.metadata.by.iter_mut().for_each(|by| *by = self.expand_ids(by));
        let sides = match &mut event.kind {
            EventKind::Begun(setup) => &mut setup.sides,
            EventKind::Reseated { sides } => sides,
            _ => return,
        };
        for Side { name, players, .. } in sides {
            self.name_side(name, players);
        }
    }

    /// Replaces ids by names in the refusal of a game, if it is a league game.
    pub fn name_refusal(&self, game: &Game, mut refusal: Refusal) -> Refusal {
        if game.setup().night().is_some()
            && let Refusal::GameOver { winner: side }
            | Refusal::OtherResult { winner: side }
            | Refusal::MayNotWin { side, .. }
            | Refusal::StinkHole { side, .. } = &mut refusal
        {
            *side = self.expand_ids(side);
        }
        refusal
    }

    /// Replaces ids by names in the result of a league game.
    pub fn name_result(&self, result: &mut ResultView) {
        let contests = result.contested.iter_mut().map(|contest| &mut contest.by);
        contests.chain([&mut result.by]).flatten().for_each(|by| *by = self.expand_ids(by));
    }

    fn name_side(&self, side: &mut String, players: &mut [String]) {
        for player in players {
            *player = self.expand_ids(player);
        }
        *side = self.expand_ids(side);
    }

    /// Replaces the ids of players in a text by their names.
    pub fn expand_ids(&self, ids: &str) -> String {
        let name = |id: &str| id.parse().map_or_else(|_| id.to_owned(), |player| self.get(player));
        ids.split(SEPARATOR).map(name).collect::<Vec<_>>().join(SEPARATOR)
    }
}
