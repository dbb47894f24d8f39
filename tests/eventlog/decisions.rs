//! Decisions without events, made on an old version: refusals and repeats.

use futures_util::future::join;
use pegout_engine::game::{Action, ChangeId, Confirmation, ConfirmationId, DealId, DetailsChange, DeviceId, Verdict};

use super::servers::{ADDRESS, Servers, assert_invariant, ensure, slug};
use crate::services::{Effect, Services};

/// The scores of a game that the first side has won.
const WON: [u8; 2] = [121, 90];

fn result() -> Action {
    Action::EnterResult { scores: WON.to_vec().into(), reason: None, device: None, id: None }
}

/// Plays a game to its end, takes the end back on the second server, and pegs on the first, which knows only the end.
async fn peg_after_a_reopening(servers: &Servers, last: Action, take_back: Action) -> Result<(), String> {
    let game = servers.game([last]).await;
    servers.send(&servers.b, game, take_back).await.unwrap();
    let pegged = servers.send(&servers.a, game, servers.peg(1, 5)).await;
    ensure(pegged.is_ok(), format!("the peg was refused with {}", slug(&pegged)))?;
    ensure(servers.count(game, "pegged").await > 0, "the peg is not stored")
}

#[test]
fn a_game_that_the_other_server_reopened_takes_pegs() {
    assert_invariant(async |servers| {
        peg_after_a_reopening(servers, result(), Action::TakeBackResult { result: None }).await
    });
}

#[test]
fn a_game_whose_last_peg_the_other_server_took_back_takes_pegs() {
    assert_invariant(async |servers| {
        let last = servers.peg(0, 29);
        let Action::Peg(peg) = &last else { unreachable!() };
        let take_back = Action::TakeBackPeg(peg.id);
        let game = servers.game((0..4).map(|_| servers.peg(0, 29)).chain([last])).await;
        let over = servers.send(&servers.a, game, servers.peg(1, 5)).await;
        assert_eq!(slug(&over), "game-over", "a game that is over refuses pegs");
        servers.send(&servers.b, game, take_back).await.unwrap();
        let pegged = servers.send(&servers.a, game, servers.peg(1, 5)).await;
        ensure(pegged.is_ok(), format!("the peg was refused with {}", slug(&pegged)))
    });
}

#[test]
fn a_result_that_the_other_server_took_back_is_entered_again() {
    assert_invariant(async |servers| {
        let game = servers.game([result()]).await;
        servers.send(&servers.b, game, Action::TakeBackResult { result: None }).await.unwrap();
        let entered = servers.send(&servers.a, game, result()).await.unwrap();
        ensure(entered.effect == Effect::Created, "the result was taken for a repeat")?;
        let scores = servers.fresh().games.game(game).await.unwrap().scores();
        ensure(scores == WON, format!("the scores are {scores:?}"))
    });
}

#[test]
fn a_result_that_the_other_server_took_back_is_not_confirmed() {
    assert_invariant(async |servers| {
        let device = |number| Some(DeviceId::from_bytes([number; 16]));
        let entered = Action::EnterResult { scores: WON.to_vec().into(), reason: None, device: device(1), id: None };
        let game = servers.game([entered]).await;
        servers.send(&servers.b, game, Action::TakeBackResult { result: None }).await.unwrap();
        let id = ConfirmationId::from_bytes(servers.id());
        let confirmation = Confirmation { id, side: 1, verdict: Verdict::Confirmed, device: device(2) };
        let confirmed = servers.send(&servers.a, game, Action::Confirm(confirmation)).await;
        ensure(slug(&confirmed) == "no-result", format!("the response is {}, not no-result", slug(&confirmed)))
    });
}

#[test]
fn a_first_dealer_is_not_set_once_the_other_server_has_begun_the_second_deal() {
    assert_invariant(async |servers| {
        let game = servers.game([]).await;
        let deal = Action::BeginDeal { number: 2, deal: DealId::from_bytes(servers.id()) };
        servers.send(&servers.b, game, deal).await.unwrap();
        let change = DetailsChange { id: ChangeId::from_bytes(servers.id()), sides: None, first_dealer: Some(1) };
        let set = servers.send(&servers.a, game, Action::Change(change)).await;
        ensure(slug(&set) == "second-deal-begun", format!("the response is {}, not second-deal-begun", slug(&set)))
    });
}

#[test]
fn two_phones_that_begin_one_game_through_two_servers_begin_it_once() {
    assert_invariant(async |servers| {
        // A new game is in no cache: only decisions at the same moment rely on an old version.
        for _ in 0..20 {
            begin_through_both(servers).await?;
        }
        Ok(())
    });
}

async fn begin_through_both(servers: &Servers) -> Result<(), String> {
    let setup = servers.setup();
    let begin = |server: &Services| {
        let (games, setup, token) = (server.games.clone(), setup.clone(), servers.scorer.token.clone());
        async move { games.begin(setup, None, &token, ADDRESS).await }
    };
    let (a, b) = join(begin(&servers.a), begin(&servers.b)).await;
    ensure(a.is_ok() && b.is_ok(), format!("the responses are {} and {}", slug(&a), slug(&b)))?;
    let created = [&a, &b].into_iter().flatten().filter(|outcome| outcome.effect == Effect::Created).count();
    ensure(created == 1, format!("{created} of the two requests created the game"))?;
    let begun = servers.count(setup.game, "begun").await;
    ensure(begun == 1, format!("the game began {begun} times"))
}
