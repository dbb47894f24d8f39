//! A game or a night whose turn is taken, and what is to happen to it.

use std::sync::Arc;

use pegout_engine::game::{self, Game};
use pegout_engine::league::GameResults;
use pegout_engine::league::night::{self, Night};
use tokio::sync::OwnedMutexGuard;

use crate::eventlog::aggregate::Aggregate;
use crate::eventlog::cache::Held;
use crate::services::player_names::Names;
use crate::store::Stream;

/// Whoever has it has the turn.
pub struct Change<A: Aggregate> {
    /// Which game or night.
    pub id: A::Id,
    /// As it is.
    pub state: OwnedMutexGuard<A>,
    /// What is to happen to it.
    pub events: Vec<A::Event>,
    held: Arc<Held<A>>,
}

impl<A: Aggregate> Change<A> {
    /// Waits for the turn.
    pub async fn of(id: A::Id, held: Arc<Held<A>>) -> Change<A> {
        let state = held.state.clone().lock_owned().await;
        Change { id, state, events: Vec::new(), held }
    }

    /// As it will be.
    pub fn after(&self) -> A {
        let mut after = A::clone(&self.state);
        self.events.iter().for_each(|event| after.apply(event));
        after
    }

    /// What others go by.
    pub fn seen(&self) -> A::Seen {
        self.held.seen.borrow().clone()
    }

    /// What is to be stored, if anything is.
    pub fn stream(&self) -> Option<Stream> {
        let body = |event| serde_json::to_string(event).expect("an event has no map whose keys are not text");
        let bodies: Vec<String> = self.events.iter().map(body).collect();
        (!bodies.is_empty()).then(|| Stream { id: A::stream(self.id), first: self.state.version() + 1, bodies })
    }

    /// Puts another state in its place, and tells everybody who watches.
    pub fn replace(&mut self, state: A, names: &Names) {
        self.held.seen.send_replace(state.seen(names));
        *self.state = state;
    }

    /// Makes the change, and tells everybody who watches.
    pub fn publish(&mut self, names: &Names) {
        if self.events.is_empty() {
            return;
        }
        for event in &self.events {
            self.state.apply(event);
        }
        self.held.seen.send_replace(self.state.seen(names));
    }
}

impl Change<Game> {
    /// Whether what a game has come to is taken back: it is to go on, or to have ended otherwise by no other result. One
    /// that was called off may be so again.
    pub fn takes_end_back(&self) -> bool {
        let entered = |event: &game::Event| matches!(event.kind, game::EventKind::ResultEntered { .. });
        if self.state.status() != game::Status::Finished || self.events.iter().any(entered) {
            return false;
        }
        let after = self.after();
        match after.status() {
            game::Status::Playing => true,
            game::Status::Finished => after.scores() != self.state.scores(),
            game::Status::Void => false,
        }
    }

    /// Decides what is to happen.
    ///
    /// # Errors
    ///
    /// When the game does not do it.
    pub fn decide(&mut self, stamp: game::Metadata, act: game::Action) -> Result<(), game::Refusal> {
        self.events = self.state.decide(game::Command { metadata: stamp, action: act })?;
        Ok(())
    }
}

impl Change<Night> {
    /// Decides what is to happen, going by what the night's games have come to.
    ///
    /// # Errors
    ///
    /// When the night does not do it.
    pub fn decide(
        &mut self,
        stamp: game::Metadata,
        act: night::Action,
        games: &GameResults,
    ) -> Result<(), night::Refusal> {
        self.events = self.state.decide(night::Command { metadata: stamp, action: act }, games)?;
        Ok(())
    }
}
