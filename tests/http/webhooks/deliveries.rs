//! The delivery of messages: their order, further attempts, restarts, and receivers that are gone.

use std::fs::{self, File};

use serde_json::{Value, json};

use super::hooks::{Hook, assert_sent, deliveries, hook, hooks, league, reaching};
use crate::support::database::wait_until;
use crate::support::exposition::Exposition;
use crate::support::league::{League, text};
use crate::support::postgres::on_file;
use crate::support::receiver::{Received, Receiver};

/// Plays a night of one round at two tables, and returns its id.
fn play(league: &League, players: &[String]) -> String {
    let night = league.night(players);
    night.play_round();
    night.finish().ok(200);
    night.id.clone()
}

/// The kinds of the messages about a night, in the order in which they were taken.
fn kinds(messages: &[Received], night: &str) -> Vec<String> {
    let of_night = messages.iter().filter(|message| message.json()["data"]["night_id"] == night);
    of_night.map(Received::kind).collect()
}

const WHOLE_NIGHT: [&str; 4] = ["round.drawn", "game.finished", "game.finished", "night.finished"];

/// Lets all that waits be tried at once, as if its time had come.
fn hurry(league: &League, hook: &Hook) {
    for delivery in deliveries(league, &hook.id).iter().filter(|delivery| delivery["status"] == "waiting") {
        resend(league, hook, delivery);
    }
}

fn resend(league: &League, hook: &Hook, delivery: &Value) {
    let path = format!("/api/v1/webhooks/{}/deliveries/{}/resend", hook.id, text(&delivery["id"]));
    league.request("POST", &path, &league.token, None).ok(200);
}

#[test]
fn a_receiver_that_was_dead_gets_everything_in_order_also_after_a_crash_of_the_service() {
    let (mut league, receiver) = (league(), Receiver::open());
    let (hook, port) = (hook(&league, &receiver), receiver.port);
    drop(receiver);
    let players = league.players(8);
    let nights = [play(&league, &players), play(&league, &players)];
    let later = league.night(&players);
    let corrected = later.play_round().remove(0).game;
    later.correct(&corrected, &[121, 60], Some("It was misread.")).ok(200);
    let later = later.id.clone();
    wait_until("one was tried", || {
        deliveries(&league, &hook.id).iter().any(|delivery| delivery["failure"] == "no_connection")
    });
    league.service.signal("-KILL");
    league.service.child.wait().unwrap();
    let league = League { service: league.service.restarted(reaching), token: league.token };
    assert_eq!(hooks(&league)[0]["waiting"], 12);
    assert!(hooks(&league)[0]["failing_since"].is_string());
    let metrics = Exposition::of(&league.service);
    assert!(metrics.value("pegout_webhook_oldest_waiting_seconds") >= 0.0);
    let receiver = Receiver::open_at(port);
    hurry(&league, &hook);
    let messages = receiver.wait_for(12);
    for night in &nights {
        assert_eq!(kinds(&messages, night), WHOLE_NIGHT);
    }
    assert_eq!(kinds(&messages, &later), ["round.drawn", "game.finished", "game.finished", "game.finished"]);
    let of_game = messages.iter().filter(|message| message.json()["data"]["game_id"] == *corrected);
    let of_game: Vec<String> = of_game.map(|message| message.id().to_owned()).collect();
    assert_eq!(of_game.len(), 2, "the result, and its correction");
    let made = deliveries(&league, &hook.id).into_iter().rev().map(|delivery| text(&delivery["id"]));
    assert_eq!(made.filter(|id| of_game.contains(id)).collect::<Vec<_>>(), of_game);
    assert!(messages.iter().all(|message| message.is_signed_with(&hook.secret)));
    wait_until("all are noted", || hooks(&league)[0]["waiting"] == 0);
    assert_eq!(hooks(&league)[0]["failing_since"], Value::Null);
    assert_sent(&league, &hook, &receiver, 12);
}

#[test]
fn a_message_that_was_refused_is_sent_again_with_the_same_id_before_those_that_follow() {
    let (league, receiver) = (league(), Receiver::open());
    let hook = hook(&league, &receiver);
    let players = league.players(8);
    receiver.answer_with(503);
    let first = play(&league, &players);
    wait_until("it was refused", || !receiver.all().is_empty());
    wait_until("that is noted", || deliveries(&league, &hook.id)[3]["attempts"] != 0);
    let waiting = &deliveries(&league, &hook.id)[3];
    assert_eq!((&waiting["failure"], &waiting["http_status"]), (&json!("refused"), &json!(503)));
    assert!(text(&waiting["next_attempt_at"]) > text(&waiting["last_attempt_at"]));
    receiver.answer_with(204);
    let second = play(&league, &players);
    let messages = receiver.wait_for(8);
    assert_eq!(kinds(&messages, &first), WHOLE_NIGHT);
    assert_eq!(kinds(&messages, &second), WHOLE_NIGHT);
    let attempts: Vec<Received> =
        receiver.all().into_iter().filter(|message| message.id() == text(&waiting["id"])).collect();
    let (first, last) = (attempts.first().unwrap(), attempts.last().unwrap());
    assert_eq!((first.status, last.status), (503, 204));
    assert_eq!(first.body, last.body);
    assert!(first.headers["webhook-timestamp"] < last.headers["webhook-timestamp"]);
    let metrics = Exposition::of(&league.service);
    assert!(metrics.value("pegout_webhook_deliveries_total{outcome=\"failed\"}") >= 1.0);
    wait_until("all are noted", || hooks(&league)[0]["waiting"] == 0);
}

#[test]
fn no_redirect_is_followed_and_no_answer_is_kept() {
    let (mut league, receiver) = (league(), Receiver::open());
    let hook = hook(&league, &receiver);
    receiver.answer_with(307);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    night.request("PUT", "/cancellation", &json!({"reason": "Snow"})).ok(201);
    wait_until("it was refused", || deliveries(&league, &hook.id)[0]["http_status"] == 307);
    assert!(receiver.all().iter().all(|message| message.line == "POST /pegout HTTP/1.1"));
    let listed = league.get(&format!("/api/v1/webhooks/{}/deliveries", hook.id)).text;
    assert!(!listed.contains("secret") && !listed.contains("elsewhere"), "{listed}");
    league.service.stop();
    let columns = "SELECT count(*) FROM webhook_delivery WHERE body LIKE '%secret%'";
    assert_eq!(league.sql().number(columns), 0);
}

#[test]
fn a_delivered_message_can_be_sent_again() {
    let (league, receiver) = (league(), Receiver::open());
    let hook = hook(&league, &receiver);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    night.request("PUT", "/cancellation", &json!({"reason": "Snow"})).ok(201);
    receiver.wait_for(1);
    wait_until("it is noted", || deliveries(&league, &hook.id)[0]["status"] == "delivered");
    resend(&league, &hook, &deliveries(&league, &hook.id)[0]);
    let messages = receiver.wait_for(2);
    assert_eq!((messages[0].id(), &messages[0].body), (messages[1].id(), &messages[1].body));
    let path = format!("/api/v1/webhooks/{}/deliveries/{}/resend", hook.id, crate::support::game::id(9));
    league.request("POST", &path, &league.token, None).problem(404, "not-found");
}

#[test]
fn a_webhook_that_is_removed_or_switched_off_gets_nothing_more() {
    let (league, receivers) = (league(), [Receiver::open(), Receiver::open(), Receiver::open()]);
    let [removed, off, kept] = receivers.each_ref().map(|receiver| hook(&league, receiver));
    receivers.iter().for_each(|receiver| receiver.answer_with(503));
    let players = league.players(8);
    play(&league, &players);
    receivers.iter().for_each(|receiver| wait_until("it was tried", || !receiver.all().is_empty()));
    league.request("DELETE", &format!("/api/v1/webhooks/{}", removed.id), &league.token, None).ok(200);
    let switch = |active: bool| {
        let path = format!("/api/v1/webhooks/{}", off.id);
        league.as_coordinator("PATCH", &path, &json!({"active": active})).ok(200)
    };
    assert_eq!(switch(false)["status"], "off");
    assert!(deliveries(&league, &off.id).iter().all(|delivery| delivery["status"] == "failed"));
    let delivery = &deliveries(&league, &off.id)[0];
    let path = format!("/api/v1/webhooks/{}/deliveries/{}/resend", off.id, text(&delivery["id"]));
    league.request("POST", &path, &league.token, None).problem(409, "webhook-off");
    receivers.iter().for_each(|receiver| receiver.answer_with(204));
    let missed = play(&league, &players);
    hurry(&league, &kept);
    receivers[2].wait_for(8);
    assert_eq!((receivers[0].taken().len(), receivers[1].taken().len()), (0, 0));
    assert_eq!(switch(true)["status"], "active");
    let told = play(&league, &players);
    let messages = receivers[1].wait_for(4);
    assert_eq!((kinds(&messages, &told).len(), kinds(&messages, &missed).len()), (4, 0));
    receivers[2].wait_for(12);
    assert_eq!(receivers[0].taken().len(), 0);
}

#[test]
fn a_receiver_that_is_gone_switches_its_webhook_off() {
    let (league, receiver) = (league(), Receiver::open());
    let hook = hook(&league, &receiver);
    receiver.answer_with(410);
    play(&league, &league.players(8));
    wait_until("it is off", || hooks(&league)[0]["status"] == "failed");
    assert!(deliveries(&league, &hook.id).iter().all(|delivery| delivery["status"] == "failed"));
    receiver.answer_with(204);
    play(&league, &league.players(8));
    assert_eq!((&hooks(&league)[0]["waiting"], receiver.all().len()), (&json!(0), 1));
}

#[test]
fn a_damaged_webhook_gets_nothing_stops_no_game_and_can_be_removed() {
    let _file = on_file();
    let (mut league, receiver, other) = (league(), Receiver::open(), Receiver::open());
    let hook = hook(&league, &receiver);
    let players = league.players(8);
    league.service.stop();
    // Without the checksum of the row.
    let spoil = format!("UPDATE webhook SET url = '{}'", other.url());
    assert_eq!(league.service.database().execute(&spoil, []).unwrap(), 1);
    let log = league.service.directory.path().join("log");
    let output = File::create(&log).unwrap();
    let service = league.service.restarted(|command| reaching(command).stderr(output));
    let league = League { service, token: league.token };
    let problem = league.get("/api/v1/webhooks").problem(503, "damaged");
    assert!(text(&problem["detail"]).contains("\"webhook\""), "{problem}");
    let tries = || fs::read_to_string(&log).unwrap().matches("nothing is delivered to webhooks now").count();
    let before = tries();
    play(&league, &players);
    wait_until("a delivery is tried", || tries() > before);
    assert_eq!((other.all().len(), receiver.all().len()), (0, 0));
    league.request("DELETE", &format!("/api/v1/webhooks/{}", hook.id), &league.token, None).ok(200);
    assert!(hooks(&league).is_empty());
}
