//! Controls: nights that break an invariant must be noticed, and a seed must play its night again.

use actix_web::rt::System;
use pegout_engine::game::{EventKind, GameId};

use super::invariants::SURNAME;
use super::without::{Without, shortened};
use super::{Simulation, play, stored_log};
use crate::eventlog_tests::faulty_store::Fault;
use pegout_store::{Append, NewEvents, StreamId};

#[test]
fn two_servers_without_versions_break_an_invariant() {
    let nights = 0..5;
    let broken =
        nights.clone().filter(|seed| play(*seed, 2, Some(Fault::Unchecked), Without::default()).is_err()).count();
    assert_eq!(broken, nights.count(), "a night without versions keeps every invariant");
}

#[test]
fn a_night_that_breaks_an_invariant_is_shortened_to_what_it_needs() {
    let (short, violation) = shortened(1, 2, Some(Fault::Unchecked), Without::default());
    assert!(!short.other_servers, "one server compares no versions");
    assert!(short != Without::default() && !violation.is_empty(), "nothing is left out");
}

/// Plays a night to its end, appends an event directly to the store, and returns the violation.
async fn append(event: impl AsyncFn(&Simulation) -> (StreamId, String)) -> String {
    let mut simulation = Simulation::new(1, 1, None).await;
    simulation.play().await.unwrap();
    simulation.check_all().await.unwrap();
    let (stream, body) = event(&simulation).await;
    let store = simulation.deployment.store.clone();
    let after = stored_log::stored(&*store, stream, 0).await.unwrap().len() as u64;
    let streams = vec![NewEvents { stream, after, bodies: vec![body], is_of_league: false }];
    store.append(Append { streams, ..Append::default() }).await.unwrap();
    simulation.check_all().await.expect_err("the event is not noticed")
}

/// The last event of a stream whose kind `is_wanted` accepts.
async fn last(simulation: &Simulation, game: GameId, is_wanted: impl Fn(&EventKind) -> bool) -> String {
    let events = stored_log::game_events(&*simulation.deployment.store, game).await.unwrap();
    let event = events.into_iter().rfind(|event| is_wanted(&event.kind)).unwrap();
    serde_json::to_string(&event).unwrap()
}

#[test]
fn events_that_no_client_caused_are_noticed() {
    System::new().block_on(async {
        let violation = append(async |simulation| {
            let (game, _) = simulation.acknowledged.pegs.iter().find(|(_, pegs)| !pegs.is_empty()).unwrap();
            (StreamId::Game(*game), last(simulation, *game, |kind| matches!(kind, EventKind::Pegged(_))).await)
        });
        assert!(violation.await.contains("has the pegs"));
        let violation = append(async |simulation| {
            let game = simulation.acknowledged.matches[0];
            let result = last(simulation, game, |kind| matches!(kind, EventKind::ResultEntered { .. })).await;
            (StreamId::Game(game), result.replace(r#""by":null"#, &format!(r#""by":"Ada {SURNAME}""#)))
        });
        assert!(violation.await.contains("a player's name stands in the log"));
        let violation = append(async |simulation| {
            let game = simulation.acknowledged.matches[0];
            let taken_back = last(simulation, game, |kind| matches!(kind, EventKind::ResultEntered { .. })).await;
            (StreamId::Game(game), taken_back)
        });
        assert!(violation.await.contains("older than its log"));
    });
}

/// The log of a seed's night: all events of its night and of its games.
fn log(seed: u64, servers: usize) -> Vec<String> {
    System::new().block_on(async {
        let mut simulation = Simulation::new(seed, servers, None).await;
        simulation.play().await.unwrap();
        let mut log = Vec::new();
        for stream in simulation.streams().await.unwrap() {
            let events = stored_log::stored(&*simulation.deployment.store, stream, 0).await.unwrap();
            log.extend(events.into_iter().map(|event| event.body));
        }
        log
    })
}

#[test]
fn a_seed_plays_the_same_night_again() {
    for servers in [1, 2] {
        let first = log(7, servers);
        assert!(first.len() > 20 && first == log(7, servers), "{} events", first.len());
    }
    assert_ne!(log(7, 1), log(8, 1));
}
