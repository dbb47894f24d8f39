//! A match under two servers: its rematches, and the tally that a correction carries through it.

use futures_util::future::join;
use pegout_engine::game::{Action, Game, GameId, RematchRequest};

use super::servers::{Servers, assert_invariant, ensure, slug};
use crate::problem::Problem;
use crate::services::games::GameOutcome;
use crate::services::{Effect, Services};

fn result(scores: [u8; 2], reason: Option<&str>) -> Action {
    Action::EnterResult { scores: scores.to_vec().into(), reason: reason.map(str::to_owned), device: None, id: None }
}

impl Servers {
    async fn rematch(&self, server: &Services, old: GameId, new: GameId) -> Result<GameOutcome, Problem> {
        server.games.begin_rematch(old, RematchRequest::new(new), self.scorer.clone(), None).await
    }

    async fn won_game(&self) -> GameId {
        self.game([result([121, 100], None)]).await
    }

    fn game_id(&self) -> GameId {
        GameId::from_bytes(self.id())
    }
}

#[test]
fn two_rematches_of_one_game_begin_once() {
    assert_invariant(async |servers| {
        let (old, ids) = (servers.won_game().await, [servers.game_id(), servers.game_id()]);
        let (a, b) = join(servers.rematch(&servers.a, old, ids[0]), servers.rematch(&servers.b, old, ids[1])).await;
        let mut responses = [slug(&a), slug(&b)];
        responses.sort();
        ensure(responses == ["ok", "rematch-exists"], format!("the responses are {responses:?}"))?;
        let begun = servers.events(ids[0]).await.len() + servers.events(ids[1]).await.len();
        ensure(begun == 1, format!("{begun} rematches began"))
    });
}

#[test]
fn one_rematch_begun_through_two_servers_begins_once() {
    assert_invariant(async |servers| {
        let (old, new) = (servers.won_game().await, servers.game_id());
        let (a, b) = join(servers.rematch(&servers.a, old, new), servers.rematch(&servers.b, old, new)).await;
        ensure(a.is_ok() && b.is_ok(), format!("the responses are {} and {}", slug(&a), slug(&b)))?;
        let created = [&a, &b].into_iter().flatten().filter(|outcome| outcome.effect == Effect::Created).count();
        ensure(created == 1, format!("{created} of the two requests created the rematch"))?;
        let begun = servers.count(old, "rematch_begun").await;
        ensure(begun == 1, format!("the rematch began {begun} times"))
    });
}

/// A match of three games on the second server: a command a step.
struct Match<'a> {
    servers: &'a Servers,
    games: [GameId; 3],
}

impl Match<'_> {
    const STEPS: usize = 6;

    async fn step(&self, number: usize) -> Result<GameOutcome, Problem> {
        let (servers, [first, second, third]) = (self.servers, self.games);
        let server = &servers.b;
        match number {
            0 => servers.rematch(server, first, second).await,
            1 => servers.send(server, second, servers.peg(0, 12)).await,
            2 => servers.send(server, second, result([80, 121], None)).await,
            3 => servers.rematch(server, second, third).await,
            _ => servers.send(server, third, servers.peg(1, 7)).await,
        }
    }

    /// Corrects the first game on the first server.
    async fn correct(&self) -> Result<GameOutcome, Problem> {
        let correction = result([60, 121], Some("The sheet was read the wrong way round."));
        self.servers.a.games.command(self.games[0], self.servers.coordinator.clone(), None, correction).await
    }

    async fn check(&self) -> Result<(), String> {
        let fresh = self.servers.fresh();
        let mut games = Vec::new();
        for id in self.games {
            games.push(fresh.games.game(id).await.unwrap());
        }
        ensure(
            games[0].match_tally() == [0, value(&games[0])],
            format!("the first tally: {:?}", games[0].match_tally()),
        )?;
        let expected = [0, value(&games[0]) + value(&games[1])];
        for game in &games[1..] {
            ensure(game.match_tally() == expected, format!("a tally of {:?}, not {expected:?}", game.match_tally()))?;
        }
        let pegs =
            [self.servers.count(self.games[1], "pegged").await, self.servers.count(self.games[2], "pegged").await];
        ensure(pegs == [1, 2], format!("{pegs:?} pegs are stored"))
    }
}

fn value(game: &Game) -> u32 {
    game.outcome().map_or(0, |outcome| outcome.value.into())
}

#[test]
fn a_correction_carries_its_tally_through_rematches_of_the_other_server() {
    assert_invariant(async |servers| {
        for corrected_at in 0..Match::STEPS {
            let games = [servers.won_game().await, servers.game_id(), servers.game_id()];
            let played = Match { servers, games };
            for number in 0..Match::STEPS {
                if number == corrected_at {
                    let (step, correction) = join(played.step(number), played.correct()).await;
                    let responses = [slug(&step), slug(&correction)];
                    ensure(responses == ["ok", "ok"], format!("step {number}: {responses:?}"))?;
                } else {
                    played.step(number).await.unwrap();
                }
            }
            played.check().await.map_err(|violation| format!("corrected at step {corrected_at}: {violation}"))?;
        }
        Ok(())
    });
}
