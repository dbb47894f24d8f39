//! The phones of a night under two servers.

use pegout_league::night::Schedule;
use pegout_league::{CommandId, NightId};

use super::hall::{DAY, Hall};
use crate::eventlog_tests::servers::{Servers, assert_invariant, ensure, slug};
use pegout_model::grant::PhoneOwner;
use pegout_model::join_code::JoinKey;

/// A night with one phone, and the code that it knows.
async fn night_with_a_phone(servers: &Servers) -> (NightId, JoinKey) {
    let night = NightId::from_bytes(servers.id());
    let schedule = Schedule::new(night, DAY.parse().unwrap());
    let keys = servers.a.nights.schedule(schedule, servers.author()).await.unwrap().1;
    let key = JoinKey::Code(keys.code);
    servers.a.phones.join(night, key, PhoneOwner::Table(1), None).await.unwrap().unwrap();
    (night, key)
}

#[test]
fn a_phone_that_the_other_server_sends_away_does_not_come_back_with_the_code_that_was_read_before() {
    assert_invariant(async |servers| {
        let (night, key) = night_with_a_phone(servers).await;
        let join = servers.a.phones.join(night, key, PhoneOwner::Table(1), None);
        let revoke = async { servers.b.phones.revoke(night, None).await.unwrap() };
        let joined = servers.gate.meanwhile(join, revoke).await;
        ensure(matches!(joined, Ok(None)), format!("the phone is back: {}", slug(&joined)))?;
        let phones = servers.store.phones(night).await.unwrap().len();
        ensure(phones == 0, format!("the night has {phones} phones"))
    });
}

#[test]
fn a_phone_that_joins_while_the_other_server_sends_another_away_joins_by_the_new_code_alone() {
    assert_invariant(async |servers| {
        let (night, old) = night_with_a_phone(servers).await;
        servers.b.phones.revoke(night, None).await.unwrap();
        let new = JoinKey::Secret(servers.a.nights.join_keys(night).await.unwrap().secret);
        let join = servers.a.phones.join(night, old, PhoneOwner::Table(1), None).await;
        assert!(matches!(join, Ok(None)), "the old code opens the night");
        // A renewal that comes between is a new code too.
        let join = servers.a.phones.join(night, new, PhoneOwner::Table(2), None);
        let renew = async {
            let request = CommandId::from_bytes(servers.id());
            servers.b.phones.renew_join_keys(night, request).await.unwrap();
        };
        let joined = servers.gate.meanwhile(join, renew).await;
        ensure(matches!(joined, Ok(None)), format!("the phone has joined: {}", slug(&joined)))
    });
}

#[test]
fn a_phone_joins_for_a_player_whom_the_other_server_has_checked_in() {
    assert_invariant(async |servers| {
        let hall = Hall::new(servers, 0).await;
        let player = servers.players(1).await[0];
        hall.check_in(&servers.b, player).await.unwrap();
        let key = JoinKey::Secret(servers.a.nights.join_keys(hall.night).await.unwrap().secret);
        let joined = servers.a.phones.join(hall.night, key, PhoneOwner::Player(player), None).await;
        ensure(matches!(joined, Ok(Some(_))), format!("the phone is answered {}", slug(&joined)))
    });
}

#[test]
fn a_phone_does_not_join_for_a_player_whom_the_other_server_forgets() {
    assert_invariant(async |servers| {
        let hall = Hall::new(servers, 1).await;
        let player = hall.players[0];
        let key = JoinKey::Secret(servers.a.nights.join_keys(hall.night).await.unwrap().secret);
        let join = servers.a.phones.join(hall.night, key, PhoneOwner::Player(player), None);
        let forget = async { servers.b.players.forget(player, servers.author(), false).await.unwrap() };
        let joined = servers.gate.meanwhile(join, forget).await;
        ensure(slug(&joined) == "invalid", format!("the phone is answered {}", slug(&joined)))
    });
}
