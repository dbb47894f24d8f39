//! What players are called. The log of a league game has ids in the places of names, so that a person can be forgotten:
//! the names come in here, whenever something is told.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use pegout_engine::game::{Event, EventKind, GameView, Refusal, Side, SideView};
use pegout_engine::league::PlayerId;
use tokio::sync::Mutex;

use crate::store::{Store, StoreError};

/// What somebody is called who was forgotten.
const FORGOTTEN: &str = "Former player";
/// What stands between the partners of a side.
const AND: &str = " + ";

/// The names of all players, in memory.
pub struct Names {
    store: Arc<Store>,
    /// None before they were read.
    all: RwLock<Option<HashMap<PlayerId, String>>>,
    /// Who reads them later has read the newer ones.
    turn: Mutex<()>,
}

impl Names {
    /// The names in this store.
    pub fn new(store: Arc<Store>) -> Names {
        Names { store, all: RwLock::default(), turn: Mutex::default() }
    }

    /// Reads the names, unless that was done.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn settle(&self) -> Result<(), StoreError> {
        let settled = self.all.read().unwrap_or_else(PoisonError::into_inner).is_some();
        if settled { Ok(()) } else { self.refresh().await }
    }

    /// Reads the names anew, because one has changed.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        let _turn = self.turn.lock().await;
        let all = self.store.players().await?.into_iter().map(|player| (player.id, player.name)).collect();
        *self.all.write().unwrap_or_else(PoisonError::into_inner) = Some(all);
        Ok(())
    }

    /// Takes in what a new player is called.
    pub async fn add(&self, player: PlayerId, name: String) {
        // Who reads them at this moment may not have read this one.
        let _turn = self.turn.lock().await;
        if let Some(all) = self.all.write().unwrap_or_else(PoisonError::into_inner).as_mut() {
            all.entry(player).or_insert(name);
        }
    }

    /// What a player is called.
    pub fn of(&self, player: PlayerId) -> String {
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner);
        all.as_ref().and_then(|all| all.get(&player)).map_or(FORGOTTEN, String::as_str).to_owned()
    }

    /// Puts names in the places of ids in what is told of a league game.
    pub fn put_into(&self, view: &mut GameView) {
        for SideView { name, players, .. } in &mut view.sides {
            self.replace(name, players);
        }
        view.pegs.iter_mut().filter_map(|peg| peg.by.as_mut()).for_each(|by| *by = self.spelt(by));
        self.put_into_event(&mut view.latest);
    }

    /// Puts names in the places of ids in an event of a league game.
    pub fn put_into_event(&self, event: &mut Event) {
        event.metadata.by.iter_mut().for_each(|by| *by = self.spelt(by));
        let sides = match &mut event.kind {
            EventKind::Begun(setup) => &mut setup.sides,
            EventKind::Reseated { sides } => sides,
            _ => return,
        };
        for Side { name, players } in sides {
            self.replace(name, players);
        }
    }

    /// Puts names in the places of ids in what a league game refuses.
    pub fn put_into_refusal(&self, refusal: &mut Refusal) {
        match refusal {
            Refusal::GameOver { winner: side } | Refusal::MayNotWin { side, .. } => *side = self.spelt(side),
            _ => {}
        }
    }

    fn replace(&self, side: &mut String, players: &mut [String]) {
        for player in players {
            *player = self.spelt(player);
        }
        *side = self.spelt(side);
    }

    /// The ids of players, with the names in their places.
    fn spelt(&self, ids: &str) -> String {
        let name = |id: &str| id.parse().map_or_else(|_| id.to_owned(), |player| self.of(player));
        ids.split(AND).map(name).collect::<Vec<_>>().join(AND)
    }
}
