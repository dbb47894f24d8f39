//! Reads that a phone takes from one server to the other: with the version that it has seen no answer goes back behind it.

use actix_web::rt::System;
use pegout_league::NightId;
use pegout_league::night::Schedule;

use super::nights::FirstRound;
use super::servers::Servers;
use crate::auth::caller::Author;
use crate::auth::right::Right;
use crate::services::nights::report::Revision;

fn author(servers: &Servers) -> Author {
    servers.coordinator.clone().require(Right::RunNights).unwrap()
}

#[test]
fn a_game_is_never_older_than_what_was_seen() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let game = servers.game([]).await;
        let outcome = servers.send(&servers.a, game, servers.peg(0, 2)).await.unwrap();
        let seen = outcome.game.version();
        assert_eq!(seen, 2);
        // The control: the other server does not know of it yet.
        assert_eq!(servers.b.games.snapshot(game).await.unwrap().version(), 1);
        assert_eq!(servers.b.games.snapshot_since(game, seen).await.unwrap().version(), 2);
        let outcome = servers.send(&servers.a, game, servers.peg(1, 2)).await.unwrap();
        let (mut stream, _) = servers.b.games.subscribe(game, outcome.game.version()).await.unwrap();
        assert_eq!(stream.first().version(), 3);
        assert_eq!(servers.b.games.snapshot_since(game, 99).await.unwrap().version(), 3, "nobody has seen that much");
    });
}

#[test]
fn a_night_is_never_older_than_what_was_seen_of_it() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let id = NightId::from_bytes(servers.id());
        servers.a.nights.schedule(Schedule::new(id, "2026-01-28".parse().unwrap()), author(&servers)).await.unwrap();
        assert_eq!(servers.b.nights.report(id).await.unwrap().revision.night, 1);
        let change = pegout_league::night::Change { games_per_night: Some(3), ..Default::default() };
        servers.a.nights.change(id, change, None, author(&servers)).await.unwrap();
        let seen = servers.a.nights.report(id).await.unwrap().revision;
        assert_eq!(servers.b.nights.report(id).await.unwrap().revision.night, 1, "the control");
        assert_eq!(servers.b.nights.report_since(id, seen).await.unwrap().revision, seen);
        let more = Revision { night: 99, games: 99 };
        assert_eq!(servers.b.nights.report_since(id, more).await.unwrap().revision, seen);
    });
}

#[test]
fn of_two_servers_that_have_seen_as_much_each_neither_leaves_a_peg_of_the_other_out() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        if !servers.b.log.is_shared() {
            // A file has one server.
            return;
        }
        let round = FirstRound::of(&servers, 8).await;
        let [one, other] = round.games()[..] else { panic!("two tables") };
        for game in [one, other] {
            servers.load(game).await;
        }
        for (server, game) in [(&servers.a, one), (&servers.b, other)] {
            server.games.command(game, servers.coordinator.clone(), None, servers.peg(0, 2)).await.unwrap();
        }
        let seen = servers.a.nights.report(round.night).await.unwrap().revision;
        assert_eq!(servers.b.nights.report(round.night).await.unwrap().revision, seen, "the control: the sums are one");
        let newest = servers.b.nights.report_since(round.night, seen).await.unwrap().revision;
        assert_eq!(newest.games, seen.games + 1);
    });
}
