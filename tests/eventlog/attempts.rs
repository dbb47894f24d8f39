//! The attempts at a decision: five, and then the service is busy.

use std::sync::Arc;

use actix_web::rt::System;
use pegout_engine::game::{Game, Metadata, Role};

use super::faulty_store::{Fault, FaultyStore};
use super::servers::{ADDRESS, Servers};
use crate::eventlog::EventLog;
use pegout_model::clock::Clock;
use pegout_store::StoreError;

/// Begins a game, or reads a game that has begun, on a store that reports `conflicts` conflicts. Returns the outcome
/// and the comparisons.
async fn attempt(conflicts: usize, begins: bool) -> (Result<(), StoreError>, usize) {
    let servers = Servers::new(None);
    let store = Arc::new(FaultyStore::new(servers.store.clone(), Fault::Conflicts(conflicts)));
    let log = Arc::new(EventLog::new(store.clone()));
    let setup = servers.setup();
    let game = setup.game;
    if !begins {
        servers.a.games.begin(setup.clone(), None, &servers.scorer.token, ADDRESS).await.unwrap();
    }
    let metadata = Metadata { at: pegout_model::clock::SystemClock.now(), by: None, role: Role::Scorer, token: None };
    let begun = Game::begin(setup, metadata).unwrap();
    let committed = log.execute(game, async move |transaction| {
        transaction.game(game).await?;
        if begins {
            transaction.append_game(game, vec![begun.clone()]);
        }
        Ok::<_, StoreError>(())
    });
    let outcome = committed.await.map(drop);
    let stored = servers.events(game).await.len();
    assert_eq!(stored, usize::from(!begins || outcome.is_ok()), "a decision that fails stores nothing");
    (outcome, store.comparisons())
}

#[test]
fn a_decision_that_panics_is_refused_with_its_cause_and_releases_its_lock() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let (setup, log) = (servers.setup(), &servers.a.log);
        let game = setup.game;
        servers.a.games.begin(setup, None, &servers.scorer.token, ADDRESS).await.unwrap();
        let broken = log.execute(game, async |_| -> Result<(), StoreError> { panic!("no such card") }).await;
        let cause = broken.unwrap_err().to_string();
        assert!(cause.contains("a request broke down") && cause.contains("no such card"), "{cause}");
        assert_eq!(log.execute(game, async |_| Ok::<_, StoreError>(7)).await.unwrap().value, 7);
    });
}

#[test]
fn a_decision_is_made_five_times_and_then_refused_as_busy() {
    System::new().block_on(async {
        for begins in [true, false] {
            let (fifth, comparisons) = attempt(4, begins).await;
            assert!(fifth.is_ok() && comparisons == 5, "{fifth:?} after {comparisons} attempts");
            let (none, comparisons) = attempt(usize::MAX, begins).await;
            assert!(matches!(none, Err(StoreError::Busy)) && comparisons == 5, "{none:?} after {comparisons} attempts");
        }
    });
}
