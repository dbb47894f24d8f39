//! The messages to webhooks: one server claims each message, and the messages of a night come in their order.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::json;

use crate::servers::Servers;
use crate::support::league::League;
use crate::support::receiver::{Received, Receiver};
use crate::support::service::{Service, unlimited};

const NIGHTS: usize = 4;
const WHOLE_NIGHT: [&str; 4] = ["round.drawn", "game.finished", "game.finished", "night.finished"];

fn reaching(command: &mut Command) -> &mut Command {
    unlimited(command).env("PEGOUT_WEBHOOKS", "any")
}

/// A league at the first of two servers, and the second server. Both servers send to the receiver.
fn sending_to(receiver: &Receiver) -> (League, Service) {
    let [first, other] = Servers::start_with(reaching).into_both();
    let league = League::new(first);
    league.as_coordinator("POST", "/api/v1/webhooks", &json!({"url": receiver.url()})).ok(201);
    (league, other)
}

/// Plays nights of one round at two tables, and returns their ids.
fn play(league: &League, players: &[String]) -> Vec<String> {
    let play = |_| {
        let night = league.night(players);
        night.play_round();
        night.finish().ok(200);
        night.id.clone()
    };
    (0..NIGHTS).map(play).collect()
}

/// The kinds of the messages about a night, each once, in the order in which they came first.
fn kinds(messages: &[Received], night: &str) -> Vec<String> {
    let mut known = BTreeSet::new();
    let of_night = messages.iter().filter(|message| message.json()["data"]["night_id"] == night);
    of_night.filter(|message| known.insert(message.id())).map(Received::kind).collect()
}

#[test]
fn each_message_is_sent_by_one_of_two_servers() {
    let receiver = Receiver::open();
    let (league, _other) = sending_to(&receiver);
    let players = league.players(8);
    let mut nights = play(&league, &players);
    receiver.wait_for(NIGHTS * WHOLE_NIGHT.len());
    // Messages come in order: a repeated message arrives before the messages of later nights.
    nights.extend(play(&league, &players));
    let messages = receiver.wait_for(2 * NIGHTS * WHOLE_NIGHT.len());
    let ids: BTreeSet<&str> = messages.iter().map(Received::id).collect();
    assert_eq!(ids.len(), messages.len(), "one was sent twice");
    for night in &nights {
        assert_eq!(kinds(&messages, night), WHOLE_NIGHT);
    }
}

#[test]
fn what_a_killed_server_had_claimed_is_sent_by_the_other() {
    let receiver = Receiver::open();
    receiver.answer_with(503);
    let (league, mut other) = sending_to(&receiver);
    let nights = play(&league, &league.players(8));
    other.signal("-KILL");
    other.child.wait().unwrap();
    receiver.answer_with(204);
    let messages = receiver.wait_for(NIGHTS * WHOLE_NIGHT.len());
    for night in &nights {
        assert_eq!(kinds(&messages, night), WHOLE_NIGHT);
    }
}
