//! Appends that are committed together: a conflict in an append does not affect the other appends.

use std::collections::BTreeMap;

use pegout_engine::game::GameId;
use tokio::task::spawn_local;

use super::servers::{assert_invariant, ensure};
use pegout_store::{Append, AppendError, NewEvents, Stale, StreamId};

const APPENDS: usize = 64;

/// Returns true if the append expects a version that its stream does not have.
const fn is_stale(number: usize) -> bool {
    number % 16 == 7
}

#[test]
fn a_conflict_in_a_batch_leaves_the_other_appends_alone() {
    assert_invariant(async |servers| {
        let mut appends = Vec::new();
        for number in 0..APPENDS {
            let stream = StreamId::Game(GameId::from_bytes(servers.id()));
            let after = if is_stale(number) { 3 } else { 0 };
            let new = NewEvents { stream, after, bodies: vec![r#"{"kind":"begun"}"#.to_owned()], is_of_league: false };
            let append =
                Append { expected: BTreeMap::from([(stream, after)]), streams: vec![new], ..Append::default() };
            let store = servers.store.clone();
            appends.push((stream, spawn_local(async move { store.append(append).await })));
        }
        for (number, (stream, append)) in appends.into_iter().enumerate() {
            let outcome = append.await.unwrap();
            let is_expected = match &outcome {
                Ok(()) => !is_stale(number),
                Err(AppendError::Conflict(stale)) => is_stale(number) && stale[..] == [Stale { stream, found: 0 }],
                Err(AppendError::Store(_)) => false,
            };
            ensure(is_expected, format!("append {number}: {outcome:?}"))?;
            let stored = servers.store.events(stream).await.unwrap().len();
            ensure(stored == usize::from(!is_stale(number)), format!("append {number} stored {stored} events"))?;
        }
        Ok(())
    });
}
