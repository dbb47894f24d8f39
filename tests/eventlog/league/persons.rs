//! Players who are merged or forgotten at one server while the other decides.

use std::cell::Cell;

use actix_web::rt::System;
use pegout_league::PlayerId;
use pegout_league::night::{DrawWay, Reply};

use super::hall::Hall;
use crate::eventlog_tests::servers::{Servers, assert_invariant, ensure, slug};
use crate::services::Effect;
use crate::services::nights::RoundDraw;

const DRAW: RoundDraw = RoundDraw { number: None, id: None, way: DrawWay::Movement, seed: None };

/// Returns true if a stored round of the night seats both players, regardless of merges.
async fn are_both_seated(hall: &Hall<'_>, one: PlayerId, other: PlayerId) -> bool {
    let drawn = hall.servers.events(hall.night).await.into_iter().filter(|event| event.body.contains("round_drawn"));
    drawn.into_iter().any(|event| [one, other].iter().all(|player| event.body.contains(&player.to_string())))
}

async fn merge(hall: &Hall<'_>, server: &crate::services::Services) -> Result<(), String> {
    let merged = server.players.merge(hall.players[0], hall.players[1], None).await;
    ensure(merged.is_ok(), format!("the merge is answered {}", slug(&merged)))
}

#[test]
fn no_round_seats_two_players_whom_the_other_server_merges_at_that_moment() {
    assert_invariant(async |servers| {
        let hall = Hall::new(servers, 6).await;
        let merging = async { merge(&hall, &servers.b).await.unwrap() };
        let drawn = servers.gate.meanwhile(hall.draw(&servers.a, DRAW), merging).await;
        ensure(drawn.is_ok(), format!("the draw is answered {}", slug(&drawn)))?;
        ensure(!are_both_seated(&hall, hall.players[0], hall.players[1]).await, "one person sits twice in a round")
    });
}

#[test]
fn no_round_seats_two_players_whom_the_other_server_has_merged() {
    assert_invariant(async |servers| {
        let hall = Hall::new(servers, 6).await;
        merge(&hall, &servers.b).await?;
        let drawn = hall.draw(&servers.a, DRAW).await;
        ensure(drawn.is_ok(), format!("the draw is answered {}", slug(&drawn)))?;
        ensure(!are_both_seated(&hall, hall.players[0], hall.players[1]).await, "one person sits twice in a round")
    });
}

#[test]
fn two_players_whom_the_other_server_seats_in_one_round_at_that_moment_are_not_merged() {
    assert_invariant(async |servers| {
        let hall = Hall::new(servers, 4).await;
        let draw = async { drop(hall.draw(&servers.b, DRAW).await.unwrap()) };
        let merging = servers.a.players.merge(hall.players[0], hall.players[1], None);
        let merged = servers.gate.meanwhile(merging, draw).await;
        assert!(are_both_seated(&hall, hall.players[0], hall.players[1]).await, "the draw seats all four");
        ensure(slug(&merged) == "invalid", format!("the merge is answered {}", slug(&merged)))
    });
}

#[test]
fn two_players_whom_the_other_server_has_seated_in_one_round_are_not_merged() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let hall = Hall::new(&servers, 4).await;
        hall.draw(&servers.b, DRAW).await.unwrap();
        let merged = servers.a.players.merge(hall.players[0], hall.players[1], None).await;
        assert_eq!(slug(&merged), "invalid");
    });
}

#[test]
fn two_players_who_are_merged_into_each_other_are_one_player_afterwards() {
    assert_invariant(async |servers| {
        let players = servers.players(2).await;
        let merging = servers.a.players.merge(players[0], players[1], None);
        let other = async { drop(servers.b.players.merge(players[1], players[0], None).await.unwrap()) };
        let merged = servers.gate.meanwhile(merging, other).await;
        let listed = servers.store.players().await.unwrap().len();
        ensure(listed == 1, format!("{listed} players are listed"))?;
        ensure(slug(&merged) == "merge-cycle", format!("the merge is answered {}", slug(&merged)))
    });
}

#[test]
fn a_night_that_is_loaded_while_the_other_server_merges_two_of_its_players_has_them_as_one() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let hall = Hall::new(&servers, 3).await;
        // By one request, and for a list of nights.
        for is_listed in [false, true] {
            let server = servers.fresh();
            let is_merged = Cell::new(false);
            let merging = async {
                merge(&hall, &servers.b).await.unwrap();
                server.players.reload_merges().await.unwrap();
                is_merged.set(true);
            };
            let load = async {
                if is_listed {
                    drop(server.nights.nights(None).await.unwrap());
                } else {
                    drop(server.nights.night(hall.night).await.unwrap());
                }
                assert!(is_merged.get(), "the load has read no merges");
            };
            servers.merges_gate.meanwhile(load, merging).await;
            let night = server.nights.night(hall.night).await.unwrap();
            assert_eq!(night.entries().len(), 2, "the merge passed the load by, for a list: {is_listed}");
            servers.b.players.unmerge(hall.players[0], None).await.unwrap();
        }
    });
}

#[test]
fn a_player_is_not_merged_into_one_whom_the_other_server_forgets() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let players = servers.players(2).await;
        let merging = servers.a.players.merge(players[0], players[1], None);
        let forget = async { servers.b.players.forget(players[1], servers.author(), false).await.unwrap() };
        assert_eq!(slug(&servers.gate.meanwhile(merging, forget).await), "invalid");
        assert_eq!(servers.store.merges().await.unwrap().len(), 0);
    });
}

#[test]
fn a_player_whom_the_other_server_has_parted_from_another_is_checked_in() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let hall = Hall::new(&servers, 1).await;
        let other = servers.players(1).await[0];
        servers.a.players.merge(other, hall.players[0], None).await.unwrap();
        servers.b.players.reload_merges().await.unwrap();
        servers.a.players.unmerge(other, None).await.unwrap();
        let entered = hall.check_in(&servers.b, other).await.unwrap();
        assert_eq!(entered.effect, Effect::Created, "the entry was taken for a repeat");
        assert!(hall.is_here(other).await);
    });
}

#[test]
fn nobody_is_checked_in_whom_the_other_server_forgets_at_that_moment() {
    assert_invariant(async |servers| {
        let hall = Hall::new(servers, 0).await;
        let player = servers.players(1).await[0];
        let forget = async { servers.b.players.forget(player, servers.author(), false).await.unwrap() };
        let entered = servers.gate.meanwhile(hall.check_in(&servers.a, player), forget).await;
        ensure(slug(&entered) == "not-found", format!("the entry is answered {}", slug(&entered)))?;
        ensure(!hall.is_here(player).await, "a person who was forgotten is here")
    });
}

#[test]
fn a_forgotten_player_leaves_the_night_that_the_other_server_has_checked_them_in_to() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let hall = Hall::new(&servers, 0).await;
        let player = servers.players(1).await[0];
        hall.check_in(&servers.b, player).await.unwrap();
        servers.a.players.forget(player, servers.author(), false).await.unwrap();
        assert!(!hall.is_here(player).await);
    });
}

#[test]
fn a_forgotten_player_leaves_the_night_that_the_other_server_checks_them_in_to_at_that_moment() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let hall = Hall::new(&servers, 0).await;
        let player = servers.players(1).await[0];
        let enter = async { drop(hall.check_in(&servers.b, player).await.unwrap()) };
        servers.gate.meanwhile(servers.a.players.forget(player, servers.author(), false), enter).await.unwrap();
        assert!(!hall.is_here(player).await);
    });
}

fn reply(player: PlayerId) -> Reply {
    Reply { player, coming: Some(true), id: None }
}

#[test]
fn a_reply_at_one_server_is_seen_at_the_other() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let hall = Hall::new(&servers, 3).await;
        let replied = servers.a.nights.reply(hall.night, servers.author(), reply(hall.players[1]), None).await;
        assert_eq!(slug(&replied), "ok");
        let seen = servers.fresh().nights.replies(hall.night, &servers.coordinator).await.unwrap();
        let seen = serde_json::to_value(seen).unwrap();
        assert_eq!((&seen["coming"], &seen["unanswered"]), (&1.into(), &2.into()));
        let again = servers.b.nights.reply(hall.night, servers.author(), reply(hall.players[1]), None).await;
        assert_eq!(again.unwrap(), Effect::Unchanged, "the other server decides on what is stored");
    });
}

#[test]
fn nobody_replies_for_a_player_whom_the_other_server_forgets_at_that_moment() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let hall = Hall::new(&servers, 2).await;
        let player = servers.players(1).await[0];
        let replying = servers.a.nights.reply(hall.night, servers.author(), reply(player), None);
        let forgetting = async { servers.b.players.forget(player, servers.author(), false).await.unwrap() };
        let replied = servers.gate.meanwhile(replying, forgetting).await;
        assert_eq!(slug(&replied), "not-found");
        assert_eq!(servers.count(hall.night, "replied").await, 0);
    });
}
