//! Many pegs of one game through two servers at once: every append may meet another.

use pegout_engine::game::{Action, Amendment, AmendmentId, Game, GameId, PegId};
use tokio::task::{JoinHandle, spawn_local};

use super::servers::{Servers, assert_invariant, ensure};
use crate::services::{Effect, Services};

/// The number of pegs, few enough that they win no game.
const PEGS: u64 = 40;
/// The most times that a phone sends a peg.
const MAX_TRIES: usize = 100;

/// Sends a peg, and repeats it as a phone does while other changes of the game make the server refuse it.
fn send(servers: &Servers, server: &Services, game: GameId, peg: Action) -> JoinHandle<Effect> {
    let (games, scorer) = (server.games.clone(), servers.scorer.clone());
    spawn_local(async move {
        for _ in 0..MAX_TRIES {
            match games.command(game, scorer.clone(), None, peg.clone()).await {
                Ok(outcome) => return outcome.effect,
                Err(problem) => assert_eq!(problem.status(), 503, "{problem}"),
            }
        }
        panic!("the peg was refused {MAX_TRIES} times");
    })
}

#[test]
fn a_peg_that_is_sent_to_both_servers_is_stored_once() {
    assert_invariant(async |servers| {
        let game = servers.game([]).await;
        let mut sent = Vec::new();
        for number in 0..PEGS {
            let peg = servers.peg((number % 2) as u8, 1);
            sent.push([send(servers, &servers.a, game, peg.clone()), send(servers, &servers.b, game, peg)]);
        }
        for [a, b] in sent {
            let effects = [a.await.unwrap(), b.await.unwrap()];
            let created = effects.iter().filter(|effect| **effect == Effect::Created).count();
            ensure(created == 1, format!("{created} of two responses say that the peg is new"))?;
        }
        let events = servers.events(game).await;
        let versions: Vec<u64> = events.iter().map(|event| event.version).collect();
        ensure(versions == (1..=PEGS + 1).collect::<Vec<_>>(), format!("the versions are {versions:?}"))?;
        let events: Vec<_> = events.iter().map(|event| serde_json::from_str(&event.body).unwrap()).collect();
        let stored = Game::fold(&events).unwrap().scores();
        ensure(stored == [20, 20], format!("the scores are {stored:?}"))
    });
}

fn amendment(servers: &Servers, peg: PegId, side: Option<u8>, points: Option<u8>) -> Action {
    let id = AmendmentId::from_bytes(servers.id());
    let (earned_by, player, cards, starter, tapped_at) = (None, None, None, None, None);
    Action::AmendPeg(Amendment { id, peg, side, points, earned_by, player, cards, starter, tapped_at })
}

#[test]
fn amendments_of_one_peg_through_both_servers_compose_and_are_stored_once() {
    assert_invariant(async |servers| {
        let pegs: Vec<Action> = (0..PEGS).map(|_| servers.peg(0, 1)).collect();
        let game = servers.game(pegs.clone()).await;
        let mut sent = Vec::new();
        for peg in pegs {
            let Action::Peg(peg) = peg else { unreachable!() };
            let amendments = [amendment(servers, peg.id, Some(1), None), amendment(servers, peg.id, None, Some(2))];
            for action in amendments {
                sent.push(send(servers, &servers.a, game, action.clone()));
                sent.push(send(servers, &servers.b, game, action));
            }
        }
        let mut created = 0;
        for task in sent {
            created += u64::from(task.await.unwrap() == Effect::Created);
        }
        ensure(created == 2 * PEGS, format!("{created} responses say that an amendment is new"))?;
        let stored = servers.count(game, "peg_amended").await as u64;
        ensure(stored == 2 * PEGS, format!("{stored} amendments are stored"))?;
        let scores = servers.fresh().games.game(game).await.unwrap().scores();
        ensure(scores == [0, 80], format!("the scores are {scores:?}"))
    });
}
